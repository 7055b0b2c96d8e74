import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EMPTY_BATCH,
  createPositionStore,
  Database,
  migrateToLatest,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type IngestBatch,
  type PositionStore,
} from '@sightline/db';
import { createEngine, DEFAULT_DEVICE_SETTINGS, newEngineState, type LiveState, type Position } from '@sightline/domain';
import { copyYardstick } from './lib/copy-yardstick.ts';

/**
 * The position store on a durable embedded PostgreSQL (fsync, synchronous commit): writing, sealing, and reading a month of one
 * device (a point each 10 s) from rows and from chunks, warm and cold. Cold: the server restarted and its files thrown out of
 * the operating system's cache. Yardsticks of the same run: plain binary COPY of the same rows, and the read from rows.
 */
const DEVICES = 8;
const DAYS = 30;
const STEP_MS = 10_000;
const DAY_MS = 86_400_000;
const SEED_BATCH = 4000;
const BATCH = 1000;
const BATCHES = 100;

const round = (value: number, digits = 0): number => Number(value.toFixed(digits));
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
};

function positionAt(device: number, ms: number): Position {
  const turn = ms / 900_000 + device;
  const driving = Math.floor(ms / 3_600_000) % 3 !== 0;
  return {
    fixTimeMs: ms,
    sequence: Math.imul(ms / 1000 + device * 7919, 0x9e3779b1),
    receivedAtMs: ms + 800 + ((ms / 1000) % 40) * 10,
    type: 1,
    valid: true,
    lat: Math.round((48 + device / 10 + Math.sin(turn) * 0.05) * 1e6) / 1e6,
    lon: Math.round((11 + Math.cos(turn) * 0.05) * 1e6) / 1e6,
    speedKph: driving ? 30 + ((ms / 1000) % 30) : 0,
    course: (ms / 10_000) % 360,
    altitudeM: 500 + ((ms / 60_000) % 20),
    buffered: false,
    flags: 0,
    attributes: {
      ignition: driving,
      power: 27 + ((ms / 10_000) % 9) / 10,
      sat: 8 + ((ms / 10_000) % 6),
      rssi: 20 + ((ms / 50_000) % 5),
      odometer: Math.floor(ms / 100) % 1e9,
      status: 786_435,
    },
  };
}

export async function run(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-bench-'));
  let server: EmbeddedPostgres | null = null;
  let database: Database | null = null;
  try {
    const starts: number[] = [];
    const open = async (): Promise<PositionStore> => {
      starts.push(await seconds(async () => (server = await startEmbeddedPostgres({ dataDir: folder }))));
      database = new Database({ connection: server!.connection });
      await migrateToLatest(database.system);
      return createPositionStore(database);
    };
    const close = async (): Promise<void> => {
      await database?.close();
      await server?.stop();
      [database, server] = [null, null];
    };
    let store = await open();
    await close();
    store = await open();

    const nowMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const fromMs = nowMs - DAYS * DAY_MS;
    await store.ensurePartitions(nowMs, DAYS);
    const fullPerSecond = await writeWithFacts(store, nowMs);
    const copy = await copyYardstick(database!, 'position', 'received_ms', BATCH);
    const rowsPerSecond = await seed(store, fromMs, nowMs);
    await database!.pool.query('VACUUM ANALYZE position');
    const points = DAYS * (DAY_MS / STEP_MS);

    const read = async () => {
      const times = { cold: 0, warm: 0, columns: 0, track: 0 };
      const expect = (count: number): void => {
        if (count !== points) throw new Error(`${count} positions read, ${points} stored`);
      };
      await close();
      dropFromCache(folder);
      store = await open();
      const all = async (): Promise<void> => expect((await store.systemReader().positions(1, fromMs, nowMs)).length);
      times.cold = await seconds(all);
      times.warm = await seconds(all);
      times.track = await seconds(async () =>
        expect((await store.systemReader().positions(1, fromMs, nowMs, { withAttributes: false })).length),
      );
      times.columns = await seconds(async () => expect((await store.systemReader().columns(1, fromMs, nowMs)).count));
      return times;
    };
    const size = async (what: string): Promise<number> =>
      Number((await database!.pool.query<{ bytes: string }>(`SELECT ${what} AS bytes`)).rows[0]!.bytes);
    const rowBytes = await size(`(SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'position'::regclass)`);
    const fromRows = await read();
    let sealed = { positions: 0 };
    const sealS = await seconds(async () => (sealed = await store.sealDue(nowMs, 0)));
    if (sealed.positions !== points * DEVICES) throw new Error(`${sealed.positions} sealed`);
    const chunkBytes = await size(`pg_total_relation_size('position_chunk')`);
    const fromChunks = await read();

    const ms = (t: Awaited<ReturnType<typeof read>>) => ({
      coldMs: round(t.cold * 1000),
      warmMs: round(t.warm * 1000),
      withoutAttributesMs: round(t.track * 1000),
      columnsMs: round(t.columns * 1000),
    });
    return {
      firstStartMs: round(starts[0]! * 1000),
      laterStartMs: round(starts[1]! * 1000),
      copyBatchedPerSecond: round(copy.batchedPerSecond),
      writePerSecond: round(rowsPerSecond),
      writeRatioToBatchedCopy: round(rowsPerSecond / copy.batchedPerSecond, 2),
      writeWithFactsPerSecond: round(fullPerSecond),
      points,
      rows: ms(fromRows),
      chunks: ms(fromChunks),
      coldRatio: round(fromRows.cold / fromChunks.cold, 1),
      columnsRatio: round(fromRows.columns / fromChunks.columns, 1),
      sealPerSecond: round(sealed.positions / sealS),
      rowBytesPerPosition: round(rowBytes / (points * DEVICES + BATCH * BATCHES), 1),
      chunkBytesPerPosition: round(chunkBytes / (points * DEVICES), 1),
    };
  } finally {
    await (database as Database | null)?.close();
    await (server as EmbeddedPostgres | null)?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A month of all devices in the order of time, so that the rows of one lie scattered. Positions alone. */
async function seed(store: PositionStore, fromMs: number, toMs: number): Promise<number> {
  const writer = store.writer();
  let written = 0;
  let positions: IngestBatch['positions'][number][] = [];
  const took = await seconds(async () => {
    for (let ms = fromMs; ms < toMs; ms += STEP_MS) {
      for (let device = 1; device <= DEVICES; device++)
        positions.push({ deviceKey: device, position: positionAt(device, ms), late: false });
      if (positions.length < SEED_BATCH && ms + STEP_MS < toMs) continue;
      written += (await writer.write({ ...EMPTY_BATCH, positions })).newCount;
      positions = [];
    }
  });
  await writer.close();
  return written / took;
}

/** As the pipeline writes: a position each of a thousand devices, with their latest and engine's state and quarter of an hour. */
async function writeWithFacts(store: PositionStore, nowMs: number): Promise<number> {
  const writer = store.writer();
  const engines = Array.from({ length: BATCH }, () => createEngine(DEFAULT_DEVICE_SETTINGS, newEngineState(DEFAULT_DEVICE_SETTINGS)));
  const batches = Array.from({ length: BATCHES }, (_, n) => {
    const batch = {
      ...EMPTY_BATCH,
      positions: [] as IngestBatch['positions'][number][],
      states: [] as LiveState[],
      engineStates: [] as IngestBatch['engineStates'][number][],
      buckets: [] as IngestBatch['buckets'][number][],
      segments: [] as IngestBatch['segments'][number][],
    };
    engines.forEach((engine, i) => {
      const deviceKey = 1000 + i;
      const position = positionAt(i, nowMs + n * STEP_MS);
      const effects = engine.push(position);
      const { lat, lon, speedKph, course, altitudeM, fixTimeMs, type } = position;
      batch.positions.push({ deviceKey, position, late: false });
      batch.states.push({
        deviceKey,
        deviceId: '',
        lastContactMs: fixTimeMs,
        fix: { fixTimeMs, lat: lat!, lon: lon!, speedKph, course, altitudeM, type },
        motion: 'moving',
        motionSinceMs: nowMs,
        ignition: true,
        ignitionSinceMs: nowMs,
        odometerM: n,
        attributes: position.attributes,
      });
      batch.engineStates.push({ deviceKey, state: structuredClone(engine.state) });
      for (const bucket of effects.buckets) batch.buckets.push({ deviceKey, bucket });
      for (const segment of effects.segments) batch.segments.push({ deviceKey, segment });
    });
    return batch;
  });
  const took = await seconds(async () => {
    for (const batch of batches) await writer.write(batch);
  });
  await writer.close();
  return (BATCH * BATCHES) / took;
}

/** Throws the files below a folder out of the cache (posix_fadvise, by way of dd); nothing else on the machine is touched. */
function dropFromCache(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      spawnSync('dd', [`of=${path.join(entry.parentPath, entry.name)}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], {
        stdio: 'ignore',
      });
  }
}
