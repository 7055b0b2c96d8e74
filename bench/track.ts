import { gzipSync } from 'node:zlib';
import { startHarness } from '../apps/web/bench/harness-server.ts';
import { makeJourney, monthStartMs, type Journey } from '../apps/web/bench/journey.ts';
import type { TrackColumns } from '@sightline/contract';
import { createPositionStore, EMPTY_BATCH, type PositionStore } from '@sightline/db';
import { readTrackColumns } from '../apps/server/src/features/tracks/track-columns.service.ts';
import { readTrackOverview } from '../apps/server/src/features/tracks/track-overview.service.ts';
import { openBenchDatabase } from './lib/bench-database.ts';

/**
 * A month of a device at 10-second positions (259,200 points) on the playback screen, as a user has it: the month lies in sealed
 * chunks of a durable position store; for each part that the screen asks for they are read and written as columns, and the
 * headless Chromium with software drawing shows them. Measured from the first request to the first picture of the track, to the whole
 * month in overview and to all of it, once while the map itself starts (its shaders are compiled by the processor), once on an open map. The yardsticks
 * are the same month as a list of objects, the plain way, parsed in the same browser, and the store read as whole positions.
 */
const DAYS = 30;
const DEVICE = 'A1';

const DEVICE_KEY = 1;
const SEED_BATCH = 4000;

/** An answer of `device.track`. */
const envelopeOf = (columns: TrackColumns): object => ({
  code: 0,
  msg: 'ok',
  data: { deviceId: DEVICE, deviceName: DEVICE, points: null, columns },
});

/** Stores the month and seals all of it. */
const seed = async (store: PositionStore, journey: Journey, endMs: number): Promise<void> => {
  await store.ensurePartitions(endMs, DAYS + 1);
  const writer = store.writer();
  for (let i = 0; i < journey.positions.length; i += SEED_BATCH) {
    const positions = journey.positions.slice(i, i + SEED_BATCH).map((position) => ({ deviceKey: DEVICE_KEY, position, late: false }));
    await writer.write({ ...EMPTY_BATCH, positions });
  }
  await writer.close();
  const { positions } = await store.sealDue(endMs + 86_400_000, 0);
  if (positions !== journey.positions.length) throw new Error(`${positions} positions sealed of ${journey.positions.length}`);
};

interface Painted {
  readonly firstAnswerMs: number;
  readonly firstPaintMs: number;
  /** From the first answer to the first picture. */
  readonly answerToPaintMs: number;
  /** The whole month as a line of few points. */
  readonly overviewMs: number;
  readonly wholeMonthMs: number;
  readonly longestTaskMs: number;
  /** Tasks of more than 50 ms, ms. */
  readonly longTasks: readonly number[];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const timed = async <T>(task: () => Promise<T>): Promise<readonly [T, number]> => {
  const startedAt = performance.now();
  const value = await task();
  return [value, performance.now() - startedAt];
};

/** @returns times in ms, sizes in bytes; `ratio` = bytes and parse time of the object list against the columns */
export async function run(): Promise<Record<string, unknown>> {
  const startMs = monthStartMs(DAYS);
  const endMs = startMs + DAYS * 86_400_000 - 1000;
  const journey = makeJourney(DEVICE, startMs, DAYS, 1.36, 103.8, 11);
  const bench = await openBenchDatabase();
  const store = createPositionStore(bench.database);
  await seed(store, journey, endMs);
  const reader = store.systemReader();
  const query = { deviceKey: DEVICE_KEY, withRejected: true, types: null, withAcc: true, withChanges: true };
  const readColumns = (fromMs: number, toMs: number): Promise<TrackColumns> =>
    readTrackColumns(reader, { ...query, fromMs, toMs: toMs + 1 });
  const readOverview = (fromMs: number, toMs: number): Promise<TrackColumns> =>
    readTrackOverview(reader, { deviceKey: DEVICE_KEY, types: null, fromMs, toMs: toMs + 1 });
  await readColumns(startMs, startMs + 86_400_000);
  const [, readDayMs] = await timed(() => readColumns(startMs, startMs + 86_400_000));
  const [columns, readMonthMs] = await timed(() => readColumns(startMs, endMs));
  const [, readPlacesMs] = await timed(() =>
    readTrackColumns(reader, { ...query, withAcc: false, withChanges: false, fromMs: startMs, toMs: endMs }),
  );
  const [overview, readOverviewMs] = await timed(() => readOverview(startMs, endMs));
  const [, readPositionsMs] = await timed(() => reader.positions(DEVICE_KEY, startMs, endMs));
  const [columnText, columnTextMs] = await timed(async () => JSON.stringify(columns));
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
    if (path === '/overview') return JSON.stringify(envelopeOf(await readOverview(fromMs, toMs)));
    return path === '/track' ? JSON.stringify(envelopeOf(await readColumns(fromMs, toMs))) : null;
  });
  try {
    const page = await harness.browser.newPage({ viewport: { width: 1440, height: 860 } });
    await page.goto(`${harness.url}/track.html?days=${DAYS}&devices=${DEVICE}&remote=1`);
    const painted = async (): Promise<Painted> => {
      await page.waitForFunction('window.allPaintedMs !== null', undefined, { timeout: 120_000 });
      const times = await page.evaluate<Omit<Painted, 'answerToPaintMs'>>(
        `({ firstAnswerMs: window.firstAnswerMs, firstPaintMs: window.firstPaintMs, overviewMs: window.overviewPaintedMs, wholeMonthMs: window.allPaintedMs,
          longestTaskMs: window.longestTaskMs, longTasks: window.longTasks })`,
      );
      return {
        firstAnswerMs: round(times.firstAnswerMs),
        firstPaintMs: round(times.firstPaintMs),
        answerToPaintMs: round(times.firstPaintMs - times.firstAnswerMs),
        overviewMs: round(times.overviewMs),
        wholeMonthMs: round(times.wholeMonthMs),
        longestTaskMs: round(times.longestTaskMs),
        longTasks: times.longTasks,
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
        readDayMs: round(readDayMs),
        readMs: round(readMonthMs),
        readPlacesMs: round(readPlacesMs),
        readOverviewMs: round(readOverviewMs),
        overviewPoints: overview.count,
        readPositionsMs: round(readPositionsMs),
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
    await bench.close();
  }
}
