import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEFAULT_DEVICE_SETTINGS, newEngineState, PositionFlag } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { EMPTY_BATCH } from '../../src/positions/empty-batch.ts';
import type { IngestBatch } from '../../src/positions/types.ts';
import { batchOf, liveState, NOW, position, segment } from '../fixtures.ts';
import type { StoreWorld } from './store-world.ts';

/** A batch is one transaction. */
export function batchesContract(w: StoreWorld): void {
  describe('a batch', () => {
    it('is stored entirely or not at all, and the writer goes on', async () => {
      const key = w.device();
      const broken = { ...segment(NOW, NOW + 1), distanceM: undefined as unknown as number };
      const batch: IngestBatch = {
        ...batchOf(key, [position(NOW)], true),
        states: [liveState(key, NOW, NOW)],
        segments: [{ deviceKey: key, segment: broken }],
      };
      await expect(w.writer.write(batch)).rejects.toThrow(/distance_m/);
      expect(await w.all(key)).toEqual([]);
      expect((await w.reader.states([key])).size).toBe(0);
      expect((await w.store.dirtySpans(1000)).filter((span) => span.deviceKey === key)).toEqual([]);
      expect((await w.writer.write({ ...batch, segments: [] })).newCount).toBe(1);
      expect(await w.all(key)).toHaveLength(1);
    });

    it('survives the loss of its connection: entirely there or not at all, and can be written again', async () => {
      const positions = Array.from({ length: 3000 }, (_, i) => position(NOW - i * 1000));
      let interrupted = 0;
      for (let round = 0; round < 12; round++) {
        const key = w.device();
        const batch = { ...batchOf(key, positions), contacts: [{ deviceKey: key, atMs: NOW }] };
        const own = w.store.writer();
        await own.write({ ...EMPTY_BATCH, contacts: [{ deviceKey: w.device(), atMs: NOW }] });
        const writing = own.write(batch).then(
          () => true,
          () => false,
        );
        await sleep(round * 4);
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'COPY position|SAVEPOINT|BEGIN|device_state|COMMIT'`
          .execute(w.test.database.system)
          .catch(() => undefined);
        const done = await writing;
        const found = (await w.all(key)).length;
        // A commit may have happened although its answer was lost; half a batch may not.
        if (done) expect(found).toBe(3000);
        else expect([0, 3000]).toContain(found);
        if (!done) interrupted++;
        expect((await w.reader.states([key])).size).toBe(found === 0 ? 0 : 1);
        await own.write(batch).catch(() => own.write(batch));
        expect(await w.all(key)).toHaveLength(3000);
        await own.close();
      }
      expect(interrupted).toBeGreaterThan(0);
    }, 120_000);

    it('writes facts that come back as they were; of several with one key the last', async () => {
      const key = w.device();
      const open = segment(NOW + 10, NOW + 20, {
        kind: 'stop',
        end: null,
        start: { rule: 'gap', threshold: null, value: null, decidedAtMs: NOW, decidedSequence: -1 },
      });
      const bucket = { slotMs: NOW, distanceM: 12.345, movingS: 1.5, idleS: 2, stoppedS: 896.5, maxSpeedKph: 3.25, pointCount: 7 };
      const core = newEngineState(DEFAULT_DEVICE_SETTINGS).core;
      const state = { core, odometerMm: 123_456_789_012 };
      await w.writer.write({
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
      expect((await w.reader.segments([key], NOW, NOW + 100)).get(key)).toEqual([segment(NOW, NOW + 5), open]);
      expect((await w.reader.segments([key], NOW + 6, NOW + 10)).get(key)).toBeUndefined();
      expect((await w.reader.segments([key], NOW + 15, NOW + 16)).get(key)).toEqual([open]);
      expect((await w.reader.segments([key], NOW + 3, NOW + 11)).get(key)).toHaveLength(2);
      expect((await w.reader.buckets([key], NOW, NOW + 1)).get(key)).toEqual([bucket]);
      expect((await w.reader.buckets([key], NOW - 1, NOW)).get(key)).toBeUndefined();
      expect((await w.all(key)).map((p) => p.flags)).toEqual([PositionFlag.jump, 0]);
      expect([...(await w.reader.columns(key, 0, NOW + 1)).flags]).toEqual([PositionFlag.jump, 0]);
      expect(await w.store.engineState(key)).toEqual(state);
      const { deviceId: _, ...stored } = liveState(key, NOW, NOW + 7);
      expect((await w.reader.states([key])).get(key)).toEqual(stored);
      await w.writer.write({ ...EMPTY_BATCH, marks: [{ deviceKey: key, mark: { fixTimeMs: NOW, sequence: 1, jump: false } }] });
      expect((await w.all(key)).map((p) => p.flags)).toEqual([0, 0]);
    });

    it('never puts an older state over a newer one, but keeps the later contact', async () => {
      const key = w.device();
      const at = async () => {
        const state = (await w.reader.states([key])).get(key);
        return [state?.fix?.fixTimeMs ?? null, state?.lastContactMs, state?.motion];
      };
      const write = (change: Partial<IngestBatch>) => w.writer.write({ ...EMPTY_BATCH, ...change });
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
      const key = w.device();
      await w.writer.write(batchOf(key, [position(NOW, 1), position(NOW + 1000, 1)]));
      await w.writer.write(batchOf(key, [position(NOW, 1)], true));
      const own = async () => (await w.store.dirtySpans(10_000)).filter((span) => span.deviceKey === key);
      expect(await own()).toEqual([]);
      await w.writer.write(batchOf(key, [position(NOW + 500, 3), position(NOW + 500, -3), position(NOW, 1)], true));
      await w.writer.write(batchOf(key, [position(NOW + 400, 9)], true));
      expect(await own()).toEqual([
        { deviceKey: key, from: { fixTimeMs: NOW + 400, sequence: 9 }, to: { fixTimeMs: NOW + 500, sequence: 3 } },
      ]);
    });
  });
}
