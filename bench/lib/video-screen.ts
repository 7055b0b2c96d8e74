import { chromium, type Browser, type Page } from 'playwright-core';
import { startPlainPlayer } from './plain-player.ts';
import { DEMO_PASSWORD, startPlatform } from './platform.ts';
import { collectPictures, firstPicture, glassToGlass, spreadOf, takePictures, type FirstPicture, type Spread } from './shown-pictures.ts';

/** A device of the demonstration with four cameras. */
const DEVICE = 'Actros 01';
const CHANNELS = [1, 2, 3, 4];
const ROUNDS = 2;
const WARM_OPENINGS = 2;
/** The platform lets a stream go some seconds after its last viewer has left. */
const COLD_AFTER_MS = 7_000;
/** Not one of the names that browsers trust without https. */
const PLAIN_HOST = 'plain.test';
const LONG_MS = 10 * 60_000;
/** A platform that has just begun: its fleet signs in and its history is written, which takes both cores for some seconds. */
const START_MS = 25_000;
/** Until the pace of a player has settled. */
const SETTLE_MS = 3_000;

interface Opened {
  readonly asked: Spread;
  readonly address: Spread;
  readonly first: Spread;
  readonly live: Spread;
}
const openedSpread = (openings: readonly FirstPicture[]): Opened => ({
  asked: spreadOf(openings.flatMap(({ askedMs }) => askedMs ?? [])),
  address: spreadOf(openings.flatMap(({ addressMs }) => addressMs ?? [])),
  first: spreadOf(openings.map(({ firstMs }) => firstMs)),
  live: spreadOf(openings.flatMap(({ liveMs }) => liveMs ?? [])),
});

async function openWall(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${url}/video/live?size=1`);
  await page.getByRole('textbox', { name: 'Account' }).fill('alpenblick');
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('treeitem', { name: new RegExp(DEVICE) }).click();
  await page.getByRole('treeitem', { name: /CH1/ }).waitFor();
  await collectPictures(page);
  return page;
}

const openCamera = (page: Page, channel: number): Promise<void> => page.getByRole('treeitem', { name: new RegExp(`CH${channel}`) }).click();
const closeCamera = (page: Page): Promise<void> => page.keyboard.press('Delete');

/** Pictures of so many seconds. */
async function sample(page: Page, seconds: number): Promise<Spread & { readonly unreadable: number }> {
  await takePictures(page);
  await page.waitForTimeout(seconds * 1000);
  const { pictures, unreadable } = await takePictures(page);
  return { ...glassToGlass(pictures), unreadable };
}

async function measureOpenings(page: Page): Promise<{ cold: Opened; warm: Opened }> {
  const cold: FirstPicture[] = [];
  const warm: FirstPicture[] = [];
  const closedMs = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const channel of CHANNELS) {
      const restMs = (closedMs.get(channel) ?? 0) + COLD_AFTER_MS - Date.now();
      if (restMs > 0) await page.waitForTimeout(restMs);
      for (let n = 0; n <= WARM_OPENINGS; n++) {
        await openCamera(page, channel);
        (n === 0 ? cold : warm).push(await firstPicture(page));
        await closeCamera(page);
        await page.waitForTimeout(250);
      }
      closedMs.set(channel, Date.now());
    }
  return { cold: openedSpread(cold), warm: openedSpread(warm) };
}

/** A wall that is watched for long: somebody touches it, so that it goes on. */
async function watchFor(page: Page, ms: number): Promise<void> {
  for (const endMs = Date.now() + ms; Date.now() < endMs;) {
    await page.mouse.move(700 + (Date.now() % 50), 400);
    await page.waitForTimeout(Math.min(30_000, Math.max(0, endMs - Date.now())));
    await takePictures(page);
  }
}

async function measurePlain(browser: Browser, seconds: number): Promise<Record<string, unknown>> {
  const plain = await startPlainPlayer();
  try {
    const page = await browser.newPage();
    await page.goto(plain.url);
    await collectPictures(page);
    const openings: FirstPicture[] = [];
    for (let n = 0; n < 5; n++) {
      await page.getByRole('button').click();
      openings.push(await firstPicture(page));
    }
    await page.waitForTimeout(SETTLE_MS);
    const latency = await sample(page, seconds);
    await page.close();
    return { what: 'WebCodecs alone, fed by a plain WebSocket', glassToGlass: latency, opening: openedSpread(openings) };
  } finally {
    await plain.stop();
  }
}

export interface ScreenOptions {
  /** Of each figure of delay. */
  readonly seconds: number;
  /** After ten minutes too. */
  readonly long: boolean;
}

/**
 * What a person has of live video: the built platform with its demonstration, its page in a headless Chromium, and cameras of the simulator
 * that draw a clock into their pictures; all on this machine, with software drawing. Delay is from the drawing of a picture to its place on
 * the screen. A stream is opened by a click: cold when the camera has to be asked first, warm when it was running for somebody else.
 *
 * @returns ms: `webCodecs` on a page of a trusted name, `mediaSource` on one of plain http, and the yardstick
 */
export async function measureScreen({ seconds, long }: ScreenOptions): Promise<Record<string, unknown>> {
  const platform = await startPlatform();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
    ],
  });
  const latencyOf = async (page: Page): Promise<Spread> => {
    await openCamera(page, 1);
    await firstPicture(page);
    await page.waitForTimeout(SETTLE_MS);
    return await sample(page, seconds);
  };
  try {
    const page = await openWall(browser, platform.url);
    await page.waitForTimeout(START_MS);
    const opening = await measureOpenings(page);
    const glassToGlass = await latencyOf(page);
    let afterTenMinutes: Spread | undefined;
    if (long) {
      await watchFor(page, LONG_MS);
      afterTenMinutes = await sample(page, seconds);
    }
    await page.close();
    const plainPage = await openWall(browser, platform.url.replace('localhost', PLAIN_HOST));
    const mediaSource = await latencyOf(plainPage);
    await plainPage.close();
    const yardstick = await measurePlain(browser, seconds);
    return {
      secondsOfDelay: seconds,
      webCodecs: { glassToGlass, ...(afterTenMinutes && { afterTenMinutes }), opening },
      mediaSource: { glassToGlass: mediaSource },
      yardstick,
    };
  } finally {
    await browser.close();
    await platform.stop();
  }
}
