import { gzipSync } from 'node:zlib';
import { startHarness } from '../apps/web/bench/harness-server.ts';
import { columnsOf, makeJourney, monthStartMs } from '../apps/web/bench/journey.ts';

/**
 * A month of a device at 10-second positions (259,200 points) on the playback screen: writing and sending the columns, and the
 * time from the first request to the first picture of the track and to the whole month, in a headless Chromium with
 * software drawing: once while the map itself starts (its shaders are compiled by the processor), once on an open map. The yardstick is the same month as a list of objects, the plain way, parsed in the same browser.
 */
const DAYS = 30;
const DEVICE = 'A1';

interface Painted {
  readonly firstPaintMs: number;
  readonly wholeMonthMs: number;
  readonly longestTaskMs: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const timed = <T>(task: () => T): readonly [T, number] => {
  const startedAt = performance.now();
  const value = task();
  return [value, performance.now() - startedAt];
};

/** @returns times in ms, sizes in bytes; `ratio` = bytes and parse time of the object list against the columns */
export async function run(): Promise<Record<string, unknown>> {
  const startMs = monthStartMs(DAYS);
  const endMs = startMs + DAYS * 86_400_000 - 1000;
  const journey = makeJourney(DEVICE, startMs, DAYS, 1.36, 103.8, 11);
  const [columns, writeMs] = timed(() => columnsOf(journey, startMs, endMs));
  const [columnText, columnTextMs] = timed(() => JSON.stringify(columns));
  const listText = JSON.stringify(
    journey.positions.map(({ fixTimeMs, lat, lon, speedKph, course, flags, attributes }) => ({
      reportTime: new Date(fixTimeMs).toISOString(),
      lat,
      lon,
      speed: speedKph,
      course,
      flags,
      acc: attributes['ignition'] === true ? 1 : 0,
    })),
  );
  const harness = await startHarness(async (path, body) => {
    if (path === '/segments') return JSON.stringify(journey.segments);
    if (path === '/list') return listText;
    if (path === '/columns') return columnText;
    const { fromMs, toMs } = JSON.parse(body) as { fromMs: number; toMs: number };
    return path === '/track' ? JSON.stringify(columnsOf(journey, fromMs, toMs)) : null;
  });
  try {
    const page = await harness.browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(`${harness.url}/track.html?days=${DAYS}&devices=${DEVICE}&remote=1`);
    const painted = async (): Promise<Painted> => {
      await page.waitForFunction('window.allPaintedMs !== null', undefined, { timeout: 120_000 });
      const times = await page.evaluate<Painted>(
        '({ firstPaintMs: window.firstPaintMs, wholeMonthMs: window.allPaintedMs, longestTaskMs: window.longestTaskMs })',
      );
      return {
        firstPaintMs: round(times.firstPaintMs),
        wholeMonthMs: round(times.wholeMonthMs),
        longestTaskMs: round(times.longestTaskMs),
      };
    };
    const withMapStart = await painted();
    await page.waitForTimeout(2000);
    await page.evaluate('window.reopen()');
    const onOpenMap = await painted();
    const load = (path: string): Promise<number> =>
      page.evaluate(
        `(async () => { const startedAt = performance.now(); await (await fetch('${path}', { method: 'POST', body: '{}' })).json(); return performance.now() - startedAt; })()`,
      );
    const listMs = await load('/list');
    const columnsMs = await load('/columns');
    return {
      points: columns.count,
      server: {
        writeColumnsMs: round(writeMs),
        toTextMs: round(columnTextMs),
        bytes: columnText.length,
        gzipBytes: gzipSync(columnText, { level: 6 }).length,
      },
      browser: { withMapStart, onOpenMap, fetchAndParseColumnsMs: round(columnsMs) },
      yardstick: { what: 'the month as a list of objects', bytes: listText.length, fetchAndParseMs: round(listMs) },
      ratio: { bytes: round(listText.length / columnText.length), fetchAndParse: round(listMs / columnsMs) },
    };
  } finally {
    await harness.close();
  }
}
