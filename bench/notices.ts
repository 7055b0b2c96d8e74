import { createClient, type Client } from '@sightline/contract';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { AlarmStorm, STORM_KINDS, type StormKind } from './lib/alarm-storm.ts';
import { argument } from './lib/arguments.ts';
import { DEMO_PASSWORD, startPlatform, type Platform } from './lib/platform.ts';

/**
 * A storm of alarms: 1,000 a minute of 30 devices over JT/T 808 through the whole platform, which drives its own fleet beside it, into the console of a
 * dealer in a Chromium that draws in software. Told are the time from the frame to the notice on the screen (the bell counts each), the time between
 * frames, tasks of over 50 ms, the heap after a collection and the nodes of the page. The yardstick is the same page while the same devices report
 * as often without alarms. `--seconds N` for both.
 */
const SECONDS = 30;
const PER_MINUTE = 1_000;
const DEVICES = 30;
const DEALER = { account: 'bench.storm', password: 'storm-of-alarms-1' } as const;
/** A platform that has just begun: its fleet signs in and its history is written, which takes both cores for some seconds. */
const START_MS = 25_000;
/** Until everything that was sent is told. */
const LAST_MS = 20_000;

/** What the page keeps: time between frames, long tasks, and when the bell showed which count (ms since 1970), at the beginning of the frame after. */
const WATCH = `(() => {
  window.watched = { frames: [], tasks: [], counts: [] };
  new PerformanceObserver((list) => window.watched.tasks.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  const step = (now) => { window.watched.frames.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const count = /^Notifications, (\\d+) unread/.exec(target.getAttribute('aria-label') ?? '')?.[1];
      if (count !== undefined) requestAnimationFrame(() => window.watched.counts.push([Number(count), performance.timeOrigin + performance.now()]));
    }
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] });
})()`;

interface Watched {
  readonly frames: readonly number[];
  readonly tasks: readonly number[];
  readonly counts: readonly (readonly [count: number, shownMs: number])[];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const spreadOf = (values: readonly number[]): { p50: number; p95: number; max: number } => {
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (q: number): number => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN);
  return { p50: quantile(0.5), p95: quantile(0.95), max: quantile(1) };
};

/** A new dealer with devices of its own, so that the bell counts nothing but the storm. */
async function makeDealer(url: string): Promise<{ token: string; deviceIds: readonly string[] }> {
  const clientOf = (token: string | null): Client => createClient({ baseUrl: url, getToken: () => token });
  const signIn = async (account: string, password: string): Promise<string> =>
    (await clientOf(null).call('system.login', { account, password })).token;
  const above = clientOf(await signIn('alpenblick', DEMO_PASSWORD));
  await above.call('customer.info.add', { customerName: 'Storm', customerType: 1, userName: 'Storm', ...DEALER });
  const token = await signIn(DEALER.account, DEALER.password);
  const { call } = clientOf(token);
  const deviceIds = Array.from({ length: DEVICES }, (_, i) => `77700000${String(i).padStart(4, '0')}`);
  const devices = deviceIds.map((deviceId, i) => ({ deviceId, deviceName: `Lorry ${i + 1}` }));
  await call('device.add.batch', { deviceType: 'JT808-GPS', devices });
  for (const [alarmTypes, { level }] of Object.entries(STORM_KINDS) as [StormKind, { level: number }][]) {
    await call('user.alarm.setAlarmNoticeLevel', { alarmTypes, noticeLevel: level });
    await call('user.alarm.push.interval', { alarmTypes, pushInterval: 0 });
    await call('user.alarm.sound.open', { alarmTypes });
  }
  await call('user.base.experience.monitor', {});
  return { token, deviceIds };
}

async function openConsole({ url }: Platform, page: Page, token: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('sightline.token', '${token}')`);
  await page.goto(`${url}/monitor`);
  await page.getByRole('option').first().waitFor({ timeout: 60_000 });
  // A first click, as of any person: sounds are played from then on.
  await page.getByRole('option').first().click();
}

async function sizeOf(page: Page, cdp: CDPSession): Promise<{ heapMb: number; nodes: number }> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  return { heapMb: round(heap / 1e6), nodes: await page.evaluate<number>("document.querySelectorAll('*').length") };
}

async function measured(page: Page, work: () => Promise<void>): Promise<Watched & { readonly figures: Record<string, unknown> }> {
  await page.evaluate('Object.values(window.watched).forEach((list) => { list.length = 0 })');
  await work();
  const watched = await page.evaluate<Watched>('structuredClone(window.watched)');
  const { frames, tasks } = watched;
  const figures = {
    frames: frames.length,
    frameGapMs: spreadOf(frames),
    longTasks: tasks.length,
    over200Ms: tasks.filter((ms) => ms > 200).length,
    longestTaskMs: round(Math.max(0, ...tasks)),
  };
  return { ...watched, figures };
}

/** From each frame sent to the first count that holds it. */
function delaysOf(sentMs: readonly number[], counts: Watched['counts']): readonly number[] {
  let at = 0;
  return sentMs.flatMap((ms, i) => {
    while (at < counts.length && counts[at]![0] <= i) at++;
    const shown = counts[at];
    return shown === undefined ? [] : [shown[1] - ms];
  });
}

/** @returns time from the alarm to the notice, frames, long tasks, heap and nodes, with notices and without */
export async function run(): Promise<Record<string, unknown>> {
  const seconds = Number(argument('seconds') ?? SECONDS);
  const platform = await startPlatform();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader'],
  });
  try {
    const { token, deviceIds } = await makeDealer(platform.url);
    const storm = await AlarmStorm.open(platform.jt808Port, deviceIds);
    for (const _ of deviceIds) storm.report(false);
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en-US' });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    await openConsole(platform, page, token);
    await page.waitForTimeout(START_MS);
    await page.evaluate(WATCH);
    const calm = await measured(page, async () => void (await storm.run(PER_MINUTE, seconds, false)));
    const before = await sizeOf(page, cdp);
    let sentMs: readonly number[] = [];
    const stormy = await measured(page, async () => {
      sentMs = await storm.run(PER_MINUTE, seconds, true);
      const untilMs = Date.now() + LAST_MS;
      const count = (): Promise<number> => page.evaluate<number>('window.watched.counts.at(-1)?.[0] ?? 0');
      while ((await count()) < sentMs.length && Date.now() < untilMs) await page.waitForTimeout(100);
    });
    storm.close();
    const dialog = page.getByRole('dialog', { name: /urgent alarms$/ });
    const shownInDialog = await dialog.getByRole('listitem').count();
    const after = await sizeOf(page, cdp);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const shownInBell = await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').count();
    return {
      seconds,
      perMinute: PER_MINUTE,
      sent: sentMs.length,
      counted: stormy.counts.at(-1)?.[0] ?? 0,
      groups: { dialog: shownInDialog, bell: shownInBell },
      frameToNoticeMs: spreadOf(delaysOf(sentMs, stormy.counts)),
      storm: { ...stormy.figures, before, after },
      yardstickWithoutAlarms: calm.figures,
    };
  } finally {
    await browser.close();
    await platform.stop();
  }
}
