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
import { describe, expect, it } from 'vitest';
import { EMPTY_BATCH } from '../../src/positions/empty-batch.ts';
import { batchOf, DAY_MS, NOW, position, sorted } from '../fixtures.ts';
import type { StoreWorld } from './store-world.ts';

/** What late positions change is computed anew, with the same result as if they had been in time. */
export function rerunsContract(w: StoreWorld): void {
  describe('a re-run', () => {
    const settings = DEFAULT_DEVICE_SETTINGS;
    /** What the pipeline does with a batch, with as much as the store keeps. */
    const take = async (key: number, positions: readonly Position[]): Promise<void> => {
      const state = (await w.store.engineState(key)) ?? newEngineState(settings);
      const engine = createEngine(settings, state);
      const incoming = sorted(positions).map((p) => ({ deviceKey: key, position: p, late: arrivalOf(state.core, p) === 'late' }));
      const effects = engine.pushAll(incoming.filter((p) => !p.late).map((p) => p.position));
      const of = <T>(values: readonly T[]) => values;
      await w.writer.write({
        ...EMPTY_BATCH,
        positions: incoming,
        engineStates: [{ deviceKey: key, state: engine.state }],
        segments: of(effects.segments).map((s) => ({ deviceKey: key, segment: s })),
        buckets: of(effects.buckets).map((bucket) => ({ deviceKey: key, bucket })),
        marks: of(effects.marks).map((mark) => ({ deviceKey: key, mark })),
        checkpoints: of(effects.checkpoints).map((checkpoint) => ({ deviceKey: key, checkpoint })),
      });
    };
    const rerun = (key: number): Promise<boolean> =>
      w.store.recompute(key, async ({ store: engineStore, span, engineState }) => {
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
            const key = w.device();
            const reference = new MemoryEngineStore(settings);
            await reference.take(track);
            for (let round = 0; round <= 4; round++) {
              const part = track.filter((_, i) => when[i] === round);
              if (part.length === 0) continue;
              await take(key, part);
              if (sealing && round === 1) await w.sealAll();
              await rerun(key);
            }
            expect((await w.store.dirtySpans(10_000)).filter((span) => span.deviceKey === key)).toEqual([]);
            const order = (a: { startMs: number }, b: { startMs: number }) => a.startMs - b.startMs;
            expect((await w.reader.segments([key], 0, NOW)).get(key)).toEqual([...reference.segments.values()].toSorted(order));
            expect((await w.reader.buckets([key], 0, NOW)).get(key)).toEqual(
              [...reference.buckets.values()].toSorted((a, b) => a.slotMs - b.slotMs),
            );
            expect((await w.all(key)).filter((p) => p.flags & PositionFlag.jump).map((p) => p.sequence)).toEqual(
              [...reference.jumps.values()].toSorted(comparePositions).map((mark) => mark.sequence),
            );
            const state = await w.store.engineState(key);
            expect(state?.odometerMm).toBe(reference.state.odometerMm);
            expect(state?.core).toEqual(reference.state.core);
          },
        ),
        { numRuns: 6 },
      );
    }, 240_000);

    it('is done by one process at a time, does nothing without a queue, and rolls back entirely', async () => {
      const key = w.device();
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
      const before = await w.reader.segments([key], 0, NOW);
      await expect(
        w.store.recompute(key, async (trx) => {
          expect(await rerun(key)).toBe(false);
          await recompute(settings, trx.store, trx.span);
          throw new Error('in the middle');
        }),
      ).rejects.toThrow('in the middle');
      expect(await w.reader.segments([key], 0, NOW)).toEqual(before);
      expect(await rerun(key)).toBe(true);
      expect(await rerun(key)).toBe(false);
      await w.store.markDirty(key, { from: { fixTimeMs: NOW - DAY_MS, sequence: 0 }, to: { fixTimeMs: NOW, sequence: 0 } });
      expect(await rerun(key)).toBe(true);
    });

    it('leaves spans in the queue that come while it runs', async () => {
      const key = w.device();
      const track = drive(60);
      await take(
        key,
        track.filter((_, i) => i % 3 === 0),
      );
      await take(
        key,
        track.filter((_, i) => i % 3 === 1),
      );
      await w.store.recompute(key, async ({ store: engineStore, span, engineState }) => {
        const result = await recompute(settings, engineStore, span);
        await w.writer.write(
          batchOf(
            key,
            track.filter((_, i) => i % 3 === 2),
            true,
          ),
        );
        return { result, engineState: applyRecompute(engineState!, result), state: null };
      });
      expect((await w.store.dirtySpans(10_000)).some((span) => span.deviceKey === key)).toBe(true);
      expect(await rerun(key)).toBe(true);
      const reference = new MemoryEngineStore(settings);
      await reference.take(track);
      expect((await w.store.engineState(key))?.odometerMm).toBe(reference.state.odometerMm);
    });
  });
}
