import type { CDPSession } from 'playwright-core';
import { startHarness } from '../apps/web/bench/harness-server.ts';
import type { FrameCost } from '../apps/web/bench/frame-cost.ts';

/**
 * Main-thread milliseconds per frame of the live map while devices move, in a headless Chromium with software drawing.
 * Each case runs three times: at rest (all devices report four times a second and the markers are redrawn), dragged (the map
 * moves in every frame as well) and zoomed (in and out over two levels). The yardstick is the same frame loop with the base
 * map alone. Where drawing is slow every frame brings news of all devices, and the processors that draw are taken from the
 * main thread: beside the time on the clock stands the thread's own processor time, in scripts and in all.
 */
const SECONDS = 6;
const TICKS_PER_SECOND = 4;
/** So often the vehicles are moved to learn what that alone costs. */
const DRIVES = 20;
const SIZES = [0, 1_000, 10_000, 100_000];
const PLACE = 'lat=22&lon=108&spread=14&reach=30&zoom=5&type=offline';

/** Moves the map a little in every measured frame, as a hand or a wheel does. */
const movedBy = (camera: string): string =>
  `window.onHarnessFrame = ({ detail: step }) => window.harnessMap.jumpTo(${camera});
  window.addEventListener('harness-frame', window.onHarnessFrame)`;
const MOTIONS = {
  still: '',
  dragged: movedBy('{ center: [108 + Math.sin(step / 20) * 2, 22 + Math.cos(step / 20)] }'),
  zoomed: movedBy('{ zoom: 4 + Math.sin(step / 20) }'),
} as const;
type Motion = keyof typeof MOTIONS;
const REST = "window.removeEventListener('harness-frame', window.onHarnessFrame)";

interface Cost extends FrameCost {
  readonly scriptMs: number;
  readonly allMs: number;
}

/** Processor time of the page's main thread so far, ms: in scripts, and in all. */
const threadTime = async (cdp: CDPSession): Promise<{ readonly scriptMs: number; readonly allMs: number }> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (wanted: string): number => (metrics.find(({ name }) => name === wanted)?.value ?? NaN) * 1000;
  return { scriptMs: ms('ScriptDuration'), allMs: ms('TaskDuration') };
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** @returns mean and 95th percentile of the main thread's time per frame, script per frame, and ratios to the base map alone */
export async function run(): Promise<Record<string, unknown>> {
  const harness = await startHarness();
  try {
    const costs = new Map<number, Record<Motion, Cost>>();
    for (const devices of SIZES) {
      const page = await harness.browser.newPage({ viewport: { width: 1280, height: 720 } });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.goto(`${harness.url}/map.html?devices=${devices}&${PLACE}`);
      await page.waitForFunction('window.harnessMap !== undefined && window.harnessMap.loaded()', undefined, { timeout: 60_000 });
      await page.waitForTimeout(1500);
      const measure = async (motion: Motion): Promise<Cost> => {
        await page.evaluate(MOTIONS[motion]);
        const idle = await threadTime(cdp);
        await page.evaluate(`window.driveOnly(${DRIVES})`);
        const before = await threadTime(cdp);
        const driveMs = (before.scriptMs - idle.scriptMs) / DRIVES;
        const cost = await page.evaluate<FrameCost>(`window.measure(${SECONDS}, ${TICKS_PER_SECOND})`);
        const after = await threadTime(cdp);
        await page.evaluate(REST);
        const perFrame = (from: number, to: number): number => (to - from - cost.drives * driveMs) / cost.frames;
        return { ...cost, scriptMs: perFrame(before.scriptMs, after.scriptMs), allMs: perFrame(before.allMs, after.allMs) };
      };
      costs.set(devices, { still: await measure('still'), dragged: await measure('dragged'), zoomed: await measure('zoomed') });
      await page.close();
    }
    const base = costs.get(0) as Record<Motion, Cost>;
    const figures = (motion: Motion, cost: Cost): Record<string, number> => ({
      meanMs: round(cost.meanMs),
      p95Ms: round(cost.p95Ms),
      scriptCpuMs: round(cost.scriptMs),
      allCpuMs: round(cost.allMs),
      fps: round(cost.frames / cost.seconds),
      toBase: round(cost.meanMs / base[motion].meanMs),
    });
    const cases = [...costs].map(([devices, { still, dragged, zoomed }]) => ({
      devices,
      still: figures('still', still),
      dragged: figures('dragged', dragged),
      zoomed: figures('zoomed', zoomed),
    }));
    return { secondsPerCase: SECONDS, ticksPerSecond: TICKS_PER_SECOND, yardstick: 'base map alone (devices 0)', cases };
  } finally {
    await harness.close();
  }
}
