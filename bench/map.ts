import { startHarness } from '../apps/web/bench/harness-server.ts';
import type { FrameCost } from '../apps/web/bench/frame-cost.ts';

/**
 * Main-thread milliseconds per frame of the live map while devices move, in a headless Chromium with software drawing.
 * Each case runs twice: at rest (all devices report four times a second and the markers are redrawn) and dragged (the map
 * moves in every frame as well). The yardstick is the same frame loop with the base map alone.
 */
const SECONDS = 8;
const TICKS_PER_SECOND = 4;
const SIZES = [0, 1_000, 10_000, 100_000];
const PLACE = 'lat=22&lon=108&spread=14&reach=30&zoom=5&type=offline';

/** Moves the map a little in every measured frame, as a hand does. */
const DRAG = `window.addEventListener('harness-frame', ({ detail: step }) =>
  window.harnessMap.jumpTo({ center: [108 + Math.sin(step / 20) * 2, 22 + Math.cos(step / 20)] }))`;

const round = (value: number): number => Math.round(value * 100) / 100;

/** @returns mean and 95th percentile of the main thread's time per frame, and ratios to the base map alone */
export async function run(): Promise<Record<string, unknown>> {
  const harness = await startHarness();
  try {
    const costs: Record<string, { still: FrameCost; dragged: FrameCost }> = {};
    for (const devices of SIZES) {
      const page = await harness.browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(`${harness.url}/map.html?devices=${devices}&${PLACE}`);
      await page.waitForFunction('window.harnessMap !== undefined && window.harnessMap.loaded()', undefined, { timeout: 60_000 });
      await page.waitForTimeout(1500);
      const measure = (): Promise<FrameCost> => page.evaluate(`window.measure(${SECONDS}, ${TICKS_PER_SECOND})`);
      const still = await measure();
      await page.evaluate(DRAG);
      costs[String(devices)] = { still, dragged: await measure() };
      await page.close();
    }
    const base = costs['0'] as { still: FrameCost; dragged: FrameCost };
    const cases = Object.entries(costs).map(([devices, { still, dragged }]) => ({
      devices: Number(devices),
      stillMeanMs: round(still.meanMs),
      stillP95Ms: round(still.p95Ms),
      draggedMeanMs: round(dragged.meanMs),
      draggedP95Ms: round(dragged.p95Ms),
      draggedFps: round(dragged.frames / dragged.seconds),
      draggedToBase: round(dragged.meanMs / base.dragged.meanMs),
    }));
    return { secondsPerCase: SECONDS, ticksPerSecond: TICKS_PER_SECOND, yardstick: 'base map alone (devices 0)', cases };
  } finally {
    await harness.close();
  }
}
