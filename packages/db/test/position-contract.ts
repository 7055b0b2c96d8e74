import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Position } from '@sightline/domain';
import {
  applyRecompute,
  arrivalOf,
  comparePositions,
  createEngine,
  DEFAULT_DEVICE_SETTINGS,
  MemoryEngineStore,
  newEngineState,
  PositionFlag,
  recompute,
} from '@sightline/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../test/dev-env/database.ts';
import type { Database } from '../src/connection/database.ts';
import { storable } from '../src/positions/copy-rows.ts';
import { createPositionStore } from '../src/positions/store.ts';
import type { IngestBatch, PositionReader, PositionStore, PositionWriter } from '../src/positions/types.ts';
import { anyPosition, batchOf, DAY_MS, EMPTY, HOUR_MS, liveState, NOW, position, segment, sorted } from './fixtures.ts';

/**
 * What every position store must do, on whatever PostgreSQL. Devices of the tests are keys that nothing else uses, so the
 * tests share a database; days are sealed and dropped all the time, and made again.
 */
export function positionContract(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let store: PositionStore;
  let writer: PositionWriter;
  let reader: PositionReader;
  let nextKey = 1000;
  beforeAll(async () => {
    test = await open();
    store = createPositionStore(test.database, { sealGroupRows: 40 });
    writer = store.writer();
    reader = store.systemReader();
  });
  afterAll(async () => {
    await writer.close();
    await test.drop();
  });
  const device = (): number => nextKey++;
  const all = (key: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Promise<Position[]> =>
    reader.positions(key, from, to);
  const makeDays = (): Promise<void> => store.ensurePartitions(NOW - 3 * DAY_MS, 0);
  const sealAll = () => store.sealDue(NOW + DAY_MS, 0);

  describe('positions', () => {
    it('come back as they were, as rows and sealed, from every way to read', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyPosition, { minLength: 1, maxLength: 60 }), fc.nat({ max: 3 }), async (positions, order) => {
          const key = device();
          if (order !== 1) await makeDays();
          const half = positions.length >> 1;
          const unique = new Map(positions.map((p) => [`${p.fixTimeMs} ${p.sequence}`, p]));
          await writer.write(batchOf(key, [...unique.values()].slice(0, half)));
          if (order >= 2) await sealAll();
          await writer.write(batchOf(key, [...unique.values()].slice(half)));
          if (order === 3) await sealAll();
          const expected = sorted([...unique.values()]).map((p) => ({ ...p, attributes: storable(p.attributes) }));
          expect(await all(key)).toEqual(expected);
          await sameByEveryWay(reader, key, expected);
        }),
        { numRuns: 25 },
      );
    }, 180_000);

    it('are told new or repeated, within a batch, over batches and after sealing', async () => {
      const key = device();
      await makeDays();
      const [a, b, c] = [position(NOW - 2 * DAY_MS), position(NOW - 2 * DAY_MS, -7), position(NOW - 2 * DAY_MS + 1)];
      expect(await writer.write(batchOf(key, [a, a, b]))).toEqual({ isNew: Uint8Array.of(1, 0, 1), newCount: 2 });
      expect(await writer.write(batchOf(key, [b, c, a]))).toEqual({ isNew: Uint8Array.of(0, 1, 0), newCount: 1 });
      await sealAll();
      expect(await writer.write(batchOf(key, [c, position(NOW - 2 * DAY_MS + 2), a], true))).toEqual({
        isNew: Uint8Array.of(0, 1, 0),
        newCount: 1,
      });
      expect(await all(key)).toHaveLength(4);
    });

    it('with text that no database takes do not hold up the others', async () => {
      const key = device();
      const bad = position(NOW, 1, { attributes: { networks: 'a\0b\uD800', 'k\0': 1, card: '😀', temp1: Number.NaN } });
      await writer.write({ ...batchOf(key, [bad, position(NOW, 2)]), states: [liveState(key, NOW, NOW, { attributes: bad.attributes })] });
      const clean = { networks: 'a\uFFFDb\uFFFD', 'k\uFFFD': 1, card: '😀' };
      expect((await all(key))[0]?.attributes).toEqual(clean);
      expect((await reader.states([key])).get(key)?.attributes).toEqual(clean);
    });

    it('that came before their day had a partition move into it', async () => {
      const key = device();
      await sealAll();
      const day = NOW - 2 * DAY_MS;
      await writer.write(batchOf(key, [position(day), position(day + 1)]));
      const late = () =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM position_late WHERE device_key = ${key}`.execute(test.database.system);
      expect((await late()).rows[0]?.n).toBe(2);
      await Promise.all([makeDays(), makeDays(), makeDays()]);
      expect((await late()).rows[0]?.n).toBe(0);
      expect(await all(key)).toHaveLength(2);
    });
  });

  describe('a batch', () => {
    it('is stored entirely or not at all, and the writer goes on', async () => {
      const key = device();
      const broken = { ...segment(NOW, NOW + 1), distanceM: undefined as unknown as number };
      const batch: IngestBatch = {
        ...batchOf(key, [position(NOW)], true),
        states: [liveState(key, NOW, NOW)],
        segments: [{ deviceKey: key, segment: broken }],
      };
      await expect(writer.write(batch)).rejects.toThrow(/distance_m/);
      expect(await all(key)).toEqual([]);
      expect((await reader.states([key])).size).toBe(0);
      expect((await store.dirtySpans(1000)).filter((span) => span.deviceKey === key)).toEqual([]);
      expect((await writer.write({ ...batch, segments: [] })).newCount).toBe(1);
      expect(await all(key)).toHaveLength(1);
    });

    it('survives the loss of its connection: entirely there or not at all, and can be written again', async () => {
      const positions = Array.from({ length: 3000 }, (_, i) => position(NOW - i * 1000));
      let interrupted = 0;
      for (let round = 0; round < 12; round++) {
        const key = device();
        const batch = { ...batchOf(key, positions), contacts: [{ deviceKey: key, atMs: NOW }] };
        const own = store.writer();
        await own.write({ ...EMPTY, contacts: [{ deviceKey: device(), atMs: NOW }] });
        const writing = own.write(batch).then(
          () => true,
          () => false,
        );
        await sleep(round * 4);
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'COPY position|SAVEPOINT|BEGIN|device_state|COMMIT'`
          .execute(test.database.system)
          .catch(() => undefined);
        const done = await writing;
        const found = (await all(key)).length;
        // A commit may have happened although its answer was lost; half a batch may not.
        if (done) expect(found).toBe(3000);
        else expect([0, 3000]).toContain(found);
        if (!done) interrupted++;
        expect((await reader.states([key])).size).toBe(found === 0 ? 0 : 1);
        await own.write(batch).catch(() => own.write(batch));
        expect(await all(key)).toHaveLength(3000);
        await own.close();
      }
      expect(interrupted).toBeGreaterThan(0);
    }, 120_000);

    it('writes facts that come back as they were; of several with one key the last', async () => {
      const key = device();
      const open = segment(NOW + 10, NOW + 20, {
        kind: 'stop',
        end: null,
        start: { rule: 'gap', threshold: null, value: null, decidedAtMs: NOW, decidedSequence: -1 },
      });
      const bucket = { slotMs: NOW, distanceM: 12.345, movingS: 1.5, idleS: 2, stoppedS: 896.5, maxSpeedKph: 3.25, pointCount: 7 };
      const core = newEngineState(DEFAULT_DEVICE_SETTINGS).core;
      const state = { core, odometerMm: 123_456_789_012 };
      await writer.write({
        ...batchOf(key, [position(NOW, 1), position(NOW, 2)]),
        segments: [segment(NOW, NOW + 5, { distanceM: 1 }), segment(NOW, NOW + 5), open].map((s) => ({ deviceKey: key, segment: s })),
        buckets: [
          { deviceKey: key, bucket: { ...bucket, pointCount: 1 } },
          { deviceKey: key, bucket },
        ],
        marks: [1, 2, 2].map((sequence, i) => ({ deviceKey: key, mark: { fixTimeMs: NOW, sequence, jump: i !== 2 } })),
        engineStates: [
          { deviceKey: key, state: { core, odometerMm: 1 } },
          { deviceKey: key, state },
        ],
        states: [liveState(key, NOW, NOW + 7)],
      });
      expect((await reader.segments([key], NOW, NOW + 100)).get(key)).toEqual([segment(NOW, NOW + 5), open]);
      expect((await reader.segments([key], NOW + 6, NOW + 10)).get(key)).toBeUndefined();
      expect((await reader.segments([key], NOW + 15, NOW + 16)).get(key)).toEqual([open]);
      expect((await reader.segments([key], NOW + 3, NOW + 11)).get(key)).toHaveLength(2);
      expect((await reader.buckets([key], NOW, NOW + 1)).get(key)).toEqual([bucket]);
      expect((await reader.buckets([key], NOW - 1, NOW)).get(key)).toBeUndefined();
      expect((await all(key)).map((p) => p.flags)).toEqual([PositionFlag.jump, 0]);
      expect([...(await reader.columns(key, 0, NOW + 1)).flags]).toEqual([PositionFlag.jump, 0]);
      expect(await store.engineState(key)).toEqual(state);
      const { deviceId: _, ...stored } = liveState(key, NOW, NOW + 7);
      expect((await reader.states([key])).get(key)).toEqual(stored);
      await writer.write({ ...EMPTY, marks: [{ deviceKey: key, mark: { fixTimeMs: NOW, sequence: 1, jump: false } }] });
      expect((await all(key)).map((p) => p.flags)).toEqual([0, 0]);
    });

    it('never puts an older state over a newer one, but keeps the later contact', async () => {
      const key = device();
      const at = async () => {
        const state = (await reader.states([key])).get(key);
        return [state?.fix?.fixTimeMs ?? null, state?.lastContactMs, state?.motion];
      };
      const write = (change: Partial<IngestBatch>) => writer.write({ ...EMPTY, ...change });
      await write({ contacts: [{ deviceKey: key, atMs: NOW }] });
      expect(await at()).toEqual([null, NOW, 'stopped']);
      await write({ states: [liveState(key, NOW, NOW + 1)] });
      await write({ states: [liveState(key, NOW - 1, NOW + 5, { motion: 'idle' })] });
      expect(await at()).toEqual([NOW, NOW + 5, 'moving']);
      await write({
        contacts: [
          { deviceKey: key, atMs: NOW + 9 },
          { deviceKey: key, atMs: NOW + 8 },
        ],
      });
      await write({ contacts: [{ deviceKey: key, atMs: NOW + 3 }] });
      expect(await at()).toEqual([NOW, NOW + 9, 'moving']);
      await write({ states: [liveState(key, NOW, NOW + 9, { motion: 'idle' })] });
      expect(await at()).toEqual([NOW, NOW + 9, 'idle']);
    });

    it('queues the span of late positions that were new, and only of those', async () => {
      const key = device();
      await writer.write(batchOf(key, [position(NOW, 1), position(NOW + 1000, 1)]));
      await writer.write(batchOf(key, [position(NOW, 1)], true));
      const own = async () => (await store.dirtySpans(10_000)).filter((span) => span.deviceKey === key);
      expect(await own()).toEqual([]);
      await writer.write(batchOf(key, [position(NOW + 500, 3), position(NOW + 500, -3), position(NOW, 1)], true));
      await writer.write(batchOf(key, [position(NOW + 400, 9)], true));
      expect(await own()).toEqual([
        { deviceKey: key, from: { fixTimeMs: NOW + 400, sequence: 9 }, to: { fixTimeMs: NOW + 500, sequence: 3 } },
      ]);
    });
  });

  describe('sealing', () => {
    it('of a day that was sealed before keeps what was sealed first', async () => {
      const key = device();
      await makeDays();
      const first = Array.from({ length: 50 }, (_, i) => position(NOW - 2 * DAY_MS + i * 60_000));
      await writer.write(batchOf(key, first));
      await sealAll();
      // Longer kept rows (a changed setting) give the day a partition again, which takes over what came late.
      const second = Array.from({ length: 50 }, (_, i) => position(NOW - 2 * DAY_MS + i * 60_000 + 30_000, 2));
      await writer.write(batchOf(key, second.slice(0, 25), true));
      await makeDays();
      await writer.write(batchOf(key, second.slice(25), true));
      const report = await sealAll();
      expect(report.positions).toBeGreaterThanOrEqual(50);
      expect(await all(key)).toEqual(sorted([...first, ...second]));
      const { rows } = await sql<{
        twice: number;
      }>`SELECT count(*)::int AS twice FROM (SELECT FROM position_chunk WHERE device_key = ${key} GROUP BY hour_ms HAVING sum(count) <> 60) t`.execute(
        test.database.system,
      );
      expect(rows[0]?.twice).toBeLessThanOrEqual(2);
    });

    it('cuts an hour that is too full for one chunk', async () => {
      const key = device();
      await makeDays();
      const hour = Math.floor((NOW - 2 * DAY_MS) / HOUR_MS) * HOUR_MS;
      const positions = Array.from({ length: 9000 }, (_, i) => position(hour + (i % 3000), i, { attributes: {} }));
      await writer.write(batchOf(key, positions));
      await sealAll();
      const { rows } = await sql<{
        n: number;
        most: number;
      }>`SELECT count(*)::int AS n, max(count) AS most FROM position_chunk WHERE device_key = ${key}`.execute(test.database.system);
      expect(rows[0]?.n).toBeGreaterThanOrEqual(3);
      expect(rows[0]?.most).toBeLessThanOrEqual(4096);
      expect(await all(key)).toEqual(sorted(positions));
    });

    it('leaves the hot days and days to come alone, and seals wrong clocks too', async () => {
      const key = device();
      const instants = [NOW, NOW - DAY_MS, NOW - 2 * DAY_MS, Date.UTC(1980, 0, 6), -5, NOW + 400 * DAY_MS];
      await store.ensurePartitions(NOW, 3);
      await writer.write(
        batchOf(
          key,
          instants.map((ms) => position(ms)),
        ),
      );
      await store.sealDue(NOW, 1);
      const { rows } = await sql<{ fix_ms: string }>`SELECT fix_ms FROM position WHERE device_key = ${key} ORDER BY 1`.execute(
        test.database.system,
      );
      expect(rows.map((row) => Number(row.fix_ms))).toEqual([NOW - DAY_MS, NOW, NOW + 400 * DAY_MS]);
      expect(await all(key)).toHaveLength(instants.length);
    });

    it('can be killed before any of its statements: nothing is lost, nothing is double, and the next run ends it', async () => {
      for (let crashAt = 1, finished = false; !finished && crashAt < 200; crashAt++) {
        const keys = [device(), device(), device()];
        await makeDays();
        const written = Array.from({ length: 90 }, (_, i) => position(NOW - 3 * DAY_MS + i * 20 * 60_000));
        for (const key of keys) await writer.write(batchOf(key, written));
        // Late ones, too: two days before the first partition.
        const late = Array.from({ length: 30 }, (_, i) => position(NOW - 5 * DAY_MS + i * 60_000));
        for (const key of keys) await writer.write(batchOf(key, late, true));
        const crashing = createPositionStore(crashingDatabase(test.database, crashAt), { sealGroupRows: 40 });
        finished = await crashing.sealDue(NOW + DAY_MS, 0).then(
          () => true,
          () => false,
        );
        const expected = sorted([...late, ...written]);
        for (const key of keys) expect(await all(key)).toEqual(expected);
        if (crashAt % 3 === 0) await writer.write(batchOf(keys[0]!, written.slice(0, 40), true));
        await sealAll();
        for (const key of keys) expect(await all(key)).toEqual(expected);
        if (finished) expect(crashAt).toBeGreaterThan(25);
      }
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM position_sealing`.execute(test.database.system);
      expect(rows[0]?.n).toBe(0);
    }, 240_000);

    it('and reading and writing go on side by side: every read has each position once', async () => {
      const key = device();
      const known: Position[] = [];
      let stop = false;
      let reads = 0;
      const read = async (way: (known: number) => Promise<readonly { fixTimeMs: number; sequence: number }[]>): Promise<void> => {
        while (!stop) {
          const before = known.slice();
          const found = await way(before.length);
          const keys = new Set(found.map((p) => `${p.fixTimeMs} ${p.sequence}`));
          expect(keys.size).toBe(found.length);
          expect(before.filter((p) => !keys.has(`${p.fixTimeMs} ${p.sequence}`))).toEqual([]);
          expect(found.every((p, i) => i === 0 || comparePositions(found[i - 1]!, p) < 0)).toBe(true);
          reads++;
        }
      };
      const readers = [
        read(() => all(key)),
        read(async () => {
          const { count, fixTimeMs, sequence } = await reader.columns(key, 0, NOW);
          return Array.from({ length: count }, (_, i) => ({ fixTimeMs: fixTimeMs[i]!, sequence: sequence[i]! }));
        }),
        read(async () => {
          const found: Position[] = [];
          for await (const batch of reader.stream(key, 0, NOW)) found.push(...batch);
          return found;
        }),
        read(() =>
          test.database.system.transaction().execute(async (trx) => {
            // As a person's request: a transaction that has been reading already when the sealing goes on.
            await sql`SELECT 1`.execute(trx);
            return await reader.positions(key, 0, NOW, { withAttributes: false, limit: 100_000 });
          }),
        ),
      ];
      const failed = Promise.all(readers).finally(() => (stop = true));
      try {
        for (let round = 0; round < 5 && !stop; round++) {
          await makeDays();
          const from = NOW - 3 * DAY_MS + round * 1000;
          const fresh = Array.from({ length: 200 }, (_, i) => position(from + i * 10 * 60_000));
          await writer.write(batchOf(key, fresh));
          known.push(...fresh);
          await Promise.all([
            sealAll(),
            (async () => {
              for (let i = 0; i < 5; i++) {
                const late = [position(from + i * HOUR_MS + 77, 77), fresh[i]!];
                await writer.write(batchOf(key, late, true));
                known.push(late[0]!);
              }
            })(),
          ]);
        }
      } finally {
        stop = true;
      }
      await failed;
      expect(reads).toBeGreaterThan(20);
      expect(await all(key)).toHaveLength(known.length);
    }, 120_000);
  });

  describe('a re-run', () => {
    const settings = DEFAULT_DEVICE_SETTINGS;
    /** What the pipeline does with a batch, with as much as the store keeps. */
    const take = async (key: number, positions: readonly Position[]): Promise<void> => {
      const state = (await store.engineState(key)) ?? newEngineState(settings);
      const engine = createEngine(settings, state);
      const incoming = sorted(positions).map((p) => ({ deviceKey: key, position: p, late: arrivalOf(state.core, p) === 'late' }));
      const effects = engine.pushAll(incoming.filter((p) => !p.late).map((p) => p.position));
      const of = <T>(values: readonly T[]) => values;
      await writer.write({
        ...EMPTY,
        positions: incoming,
        engineStates: [{ deviceKey: key, state: engine.state }],
        segments: of(effects.segments).map((s) => ({ deviceKey: key, segment: s })),
        buckets: of(effects.buckets).map((bucket) => ({ deviceKey: key, bucket })),
        marks: of(effects.marks).map((mark) => ({ deviceKey: key, mark })),
        checkpoints: of(effects.checkpoints).map((checkpoint) => ({ deviceKey: key, checkpoint })),
      });
    };
    const rerun = (key: number): Promise<boolean> =>
      store.recompute(key, async ({ store: engineStore, span, engineState }) => {
        const result = await recompute(settings, engineStore, span);
        return { result, engineState: applyRecompute(engineState ?? newEngineState(settings), result), state: null };
      });
    const drive = (minutes: number): Position[] => {
      let lat = 50;
      return Array.from({ length: minutes * 3 }, (_, i) => {
        const moving = Math.floor(i / 60) % 2 === 0;
        if (moving) lat += 0.001;
        // Now and then a point in another country.
        const far = i % 97 === 50;
        return position(NOW - DAY_MS + i * 20_000, i, {
          lat: far ? 10 : lat,
          lon: 8,
          speedKph: moving ? 20 : 0,
          attributes: { ignition: moving },
        });
      });
    };

    it('gives the same facts for every order in which positions come, also over sealed days', async () => {
      const track = drive(150);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat({ max: 4 }), { minLength: track.length, maxLength: track.length }),
          fc.boolean(),
          async (when, sealing) => {
            const key = device();
            const reference = new MemoryEngineStore(settings);
            await reference.take(track);
            for (let round = 0; round <= 4; round++) {
              const part = track.filter((_, i) => when[i] === round);
              if (part.length === 0) continue;
              await take(key, part);
              if (sealing && round === 1) await sealAll();
              await rerun(key);
            }
            expect((await store.dirtySpans(10_000)).filter((span) => span.deviceKey === key)).toEqual([]);
            const order = (a: { startMs: number }, b: { startMs: number }) => a.startMs - b.startMs;
            expect((await reader.segments([key], 0, NOW)).get(key)).toEqual([...reference.segments.values()].toSorted(order));
            expect((await reader.buckets([key], 0, NOW)).get(key)).toEqual(
              [...reference.buckets.values()].toSorted((a, b) => a.slotMs - b.slotMs),
            );
            expect((await all(key)).filter((p) => p.flags & PositionFlag.jump).map((p) => p.sequence)).toEqual(
              [...reference.jumps.values()].toSorted(comparePositions).map((mark) => mark.sequence),
            );
            const state = await store.engineState(key);
            expect(state?.odometerMm).toBe(reference.state.odometerMm);
            expect(state?.core).toEqual(reference.state.core);
          },
        ),
        { numRuns: 6 },
      );
    }, 240_000);

    it('is done by one process at a time, does nothing without a queue, and rolls back entirely', async () => {
      const key = device();
      const track = drive(60);
      expect(await rerun(key)).toBe(false);
      await take(
        key,
        track.filter((_, i) => i % 2 === 0),
      );
      await take(
        key,
        track.filter((_, i) => i % 2 === 1),
      );
      const before = await reader.segments([key], 0, NOW);
      await expect(
        store.recompute(key, async (trx) => {
          expect(await rerun(key)).toBe(false);
          await recompute(settings, trx.store, trx.span);
          throw new Error('in the middle');
        }),
      ).rejects.toThrow('in the middle');
      expect(await reader.segments([key], 0, NOW)).toEqual(before);
      expect(await rerun(key)).toBe(true);
      expect(await rerun(key)).toBe(false);
      await store.markDirty(key, { from: { fixTimeMs: NOW - DAY_MS, sequence: 0 }, to: { fixTimeMs: NOW, sequence: 0 } });
      expect(await rerun(key)).toBe(true);
    });

    it('leaves spans in the queue that come while it runs', async () => {
      const key = device();
      const track = drive(60);
      await take(
        key,
        track.filter((_, i) => i % 3 === 0),
      );
      await take(
        key,
        track.filter((_, i) => i % 3 === 1),
      );
      await store.recompute(key, async ({ store: engineStore, span, engineState }) => {
        const result = await recompute(settings, engineStore, span);
        await writer.write(
          batchOf(
            key,
            track.filter((_, i) => i % 3 === 2),
            true,
          ),
        );
        return { result, engineState: applyRecompute(engineState!, result), state: null };
      });
      expect((await store.dirtySpans(10_000)).some((span) => span.deviceKey === key)).toBe(true);
      expect(await rerun(key)).toBe(true);
      const reference = new MemoryEngineStore(settings);
      await reference.take(track);
      expect((await store.engineState(key))?.odometerMm).toBe(reference.state.odometerMm);
    });
  });

  it('removes what is older than the retention, and nothing else', async () => {
    const key = device();
    await makeDays();
    const instants = [NOW - 4 * DAY_MS, NOW - 3 * DAY_MS, NOW - 2 * DAY_MS, NOW];
    for (const sealed of [true, false]) {
      await writer.write({
        ...batchOf(
          key,
          instants.map((ms) => position(ms, sealed ? 1 : 2)),
        ),
        states: [liveState(key, NOW, NOW)],
        segments: instants.map((ms) => ({ deviceKey: key, segment: segment(ms, ms + 1000) })),
        buckets: instants.map((slotMs) => ({
          deviceKey: key,
          bucket: { slotMs, distanceM: 1, movingS: 1, idleS: 0, stoppedS: 0, maxSpeedKph: 1, pointCount: 1 },
        })),
        marks: instants.map((ms) => ({ deviceKey: key, mark: { fixTimeMs: ms, sequence: 1, jump: true } })),
      });
      if (sealed) {
        await sealAll();
        await makeDays();
      }
    }
    const report = await store.dropBefore(NOW - 2 * DAY_MS);
    expect(report.chunks).toBeGreaterThan(0);
    expect((await all(key)).map((p) => p.fixTimeMs)).toEqual([NOW - 2 * DAY_MS, NOW - 2 * DAY_MS, NOW, NOW]);
    expect((await reader.segments([key], 0, NOW + DAY_MS)).get(key)).toHaveLength(2);
    expect((await reader.buckets([key], 0, NOW + DAY_MS)).get(key)).toHaveLength(2);
    expect((await reader.states([key])).size).toBe(1);
  });
}

async function sameByEveryWay(reader: PositionReader, key: number, expected: readonly Position[]): Promise<void> {
  const streamed: Position[] = [];
  for await (const batch of reader.stream(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) streamed.push(...batch);
  expect(streamed).toEqual(expected);
  const plain = expected.map((p) => ({ ...p, attributes: {} }));
  expect(await reader.positions(key, -1e16, 1e16, { withAttributes: false })).toEqual(plain);
  for (const limit of [1, 7, expected.length]) {
    expect(await reader.positions(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, { limit })).toEqual(expected.slice(0, limit));
    expect(await reader.positions(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, { limit, descending: true })).toEqual(
      expected.toReversed().slice(0, limit),
    );
  }
  const from = expected[expected.length >> 2]!.fixTimeMs;
  const to = expected[(expected.length * 3) >> 2]!.fixTimeMs;
  const part = expected.filter((p) => p.fixTimeMs >= from && p.fixTimeMs < to);
  expect(await reader.positions(key, from, to)).toEqual(part);
  expect(await reader.positions(key, from, to, { limit: 3, descending: true })).toEqual(part.toReversed().slice(0, 3));
  const columns = await reader.columns(key, from, to);
  expect(columns.count).toBe(part.length);
  expect([...columns.fixTimeMs]).toEqual(part.map((p) => p.fixTimeMs));
  expect([...columns.sequence]).toEqual(part.map((p) => p.sequence));
  expect([...columns.lat]).toEqual(part.map((p) => p.lat ?? Number.NaN));
  expect([...columns.flags]).toEqual(part.map((p) => p.flags));
  expect([...columns.type]).toEqual(part.map((p) => p.type));
  expect([...columns.valid]).toEqual(part.map((p) => (p.valid ? 1 : 0)));
  expect([...columns.speedKph]).toEqual(part.map((p) => Math.fround(p.speedKph ?? Number.NaN)));
}

/** The database, but the connection that is taken first is killed by the server just before its `crashAt`-th statement. */
function crashingDatabase(database: Database, crashAt: number): Database {
  const pool = {
    connect: async () => {
      const client = await database.pool.connect();
      let count = 0;
      return new Proxy(client, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          if (name !== 'query') return value.bind(target) as unknown;
          return (...parameters: unknown[]): unknown => {
            if (++count === crashAt) {
              // Sent ahead of the statement on the same connection: the server ends it in between.
              target.on('error', () => undefined);
              void target.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
            }
            return (value as (...p: unknown[]) => unknown).apply(target, parameters);
          };
        },
      });
    },
  };
  return Object.create(database, { pool: { value: pool } }) as Database;
}
