import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journey } from '../../test/journey.ts';
import type { Position } from '../position/position.ts';
import { deriveAll } from './derive.ts';
import { createEngine } from './engine.ts';
import { MemoryEngineStore } from './memory-store.ts';
import { newEngineState } from './work.ts';

const settings = fc.record({
  minMovingSpeedKph: fc.constantFrom(0, 5, 15),
  minStayS: fc.constantFrom(60, 300, 600),
  locationPoints: fc.constantFrom(3, 4, 5),
});
const RUNS = { numRuns: 600, seed: 20260101 };

const byStart = (a: { startMs: number; startSequence: number }, b: { startMs: number; startSequence: number }): number =>
  a.startMs - b.startMs || a.startSequence - b.startSequence;

const factsOf = (store: MemoryEngineStore): unknown => ({
  segments: [...store.segments.values()].sort(byStart),
  buckets: [...store.buckets.values()].sort((a, b) => a.slotMs - b.slotMs),
  jumps: [...store.jumps.values()].sort((a, b) => a.fixTimeMs - b.fixTimeMs || a.sequence - b.sequence),
  state: store.state,
});
const wholeOf = (rules: Parameters<typeof deriveAll>[0], positions: Position[]): unknown => {
  const { segments, buckets, jumps, state } = deriveAll(rules, positions);
  return { segments, buckets, jumps, state };
};

/** How the positions arrive: chunks of the order in time, some held back, some shuffled, some repeated. */
const arrival = fc.record({
  moves: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
  cuts: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 8 }),
  repeats: fc.array(fc.nat(), { maxLength: 6 }),
  shuffle: fc.boolean(),
});

const arrange = (
  positions: readonly Position[],
  how: { moves: [number, number][]; cuts: number[]; repeats: number[]; shuffle: boolean },
): Position[][] => {
  const order = [...positions];
  if (how.shuffle) order.sort((a, b) => ((a.sequence * 2654435761) % 1009) - ((b.sequence * 2654435761) % 1009));
  for (const [from, to] of how.moves) {
    if (order.length === 0) break;
    const [moved] = order.splice(from % order.length, 1);
    order.splice(to % (order.length + 1), 0, moved as Position);
  }
  for (const index of how.repeats) if (order.length > 0) order.push(order[index % order.length] as Position);
  const batches: Position[][] = [];
  for (let i = 0, k = 0; i < order.length; k++) {
    const size = how.cuts[k % how.cuts.length] as number;
    batches.push(order.slice(i, i + size));
    i += size;
  }
  return batches;
};

describe('derived facts are a function of the set of positions', () => {
  it('one by one, through a stored state, equals the whole run', () => {
    fc.assert(
      fc.property(settings, journey, (rules, positions) => {
        const store = new MemoryEngineStore(rules);
        for (const position of positions) {
          const engine = createEngine(rules, JSON.parse(JSON.stringify(store.state)));
          store.applyEffects(engine.push(position));
          store.state = engine.state;
        }
        expect(factsOf(store)).toEqual(wholeOf(rules, positions));
      }),
      RUNS,
    );
  });

  it('any order of arrival, any batches, repeats: equals the whole run', async () => {
    await fc.assert(
      fc.asyncProperty(settings, journey, arrival, async (rules, positions, how) => {
        const store = new MemoryEngineStore(rules);
        for (const batch of arrange(positions, how)) await store.take(batch);
        expect(factsOf(store)).toEqual(wholeOf(rules, positions));
      }),
      RUNS,
    );
  });

  it('holds with checkpoints pruned at random and key order lost', async () => {
    await fc.assert(
      fc.asyncProperty(settings, journey, arrival, fc.integer({ min: 2, max: 5 }), async (rules, positions, how, nth) => {
        const store = new MemoryEngineStore(rules);
        for (const batch of arrange(positions, how)) {
          await store.take(batch);
          [...store.checkpoints].forEach(([key, checkpoint], i) => {
            if (i % nth === 0) store.checkpoints.delete(key);
            else store.checkpoints.set(key, { ...checkpoint, core: reversed(checkpoint.core) as typeof checkpoint.core });
          });
        }
        expect(factsOf(store)).toEqual(wholeOf(rules, positions));
      }),
      { ...RUNS, numRuns: 300 },
    );
  });

  it('after every single late position the facts are those of the set so far', async () => {
    await fc.assert(
      fc.asyncProperty(settings, journey, fc.nat(), async (rules, positions, pick) => {
        if (positions.length < 2) return;
        const held = positions[pick % positions.length] as Position;
        const rest = positions.filter((position) => position !== held);
        const store = new MemoryEngineStore(rules);
        await store.take(rest);
        expect(factsOf(store)).toEqual(wholeOf(rules, rest));
        await store.take([held]);
        expect(factsOf(store)).toEqual(wholeOf(rules, positions));
      }),
      RUNS,
    );
  });
});

describe('what always holds of the facts', () => {
  it('segments tile the time, and their sums are those of the buckets and the odometer', () => {
    fc.assert(
      fc.property(settings, journey, (rules, positions) => {
        const { segments, buckets, state } = deriveAll(rules, positions);
        const sum = (values: readonly number[]): number => Math.round(values.reduce((a, b) => a + b, 0) * 1000);
        expect(sum(segments.map((s) => s.distanceM))).toBe(sum(buckets.map((b) => b.distanceM)));
        expect(state.odometerMm).toBe(sum(buckets.map((b) => b.distanceM)));
        expect(sum(segments.map((s) => (s.endMs - s.startMs) / 1000))).toBe(sum(buckets.map((b) => b.movingS + b.idleS + b.stoppedS)));
        expect(sum(segments.map((s) => s.movingS))).toBe(sum(buckets.map((b) => b.movingS)));
        expect(sum(segments.map((s) => s.idleS))).toBe(sum(buckets.map((b) => b.idleS)));
        expect(sum(segments.map((s) => s.pointCount))).toBe(sum(buckets.map((b) => b.pointCount)));
        expect(segments.filter((s) => s.end === null).length).toBe(segments.length === 0 ? 0 : 1);
        segments.forEach((segment, i) => {
          if (segment.kind === 'stop') expect([segment.distanceM, segment.movingS, segment.maxSpeedKph]).toEqual([0, 0, 0]);
          if (i === 0) return;
          const before = segments[i - 1] as typeof segment;
          expect(segment.startMs).toBeGreaterThanOrEqual(before.endMs);
          if (segment.start.rule !== 'gap' && segment.start.rule !== 'relocated') {
            expect(segment.startMs).toBe(before.endMs);
            expect([segment.startLat, segment.startLon]).toEqual([before.endLat, before.endLon]);
          }
        });
        for (const bucket of buckets) {
          expect(bucket.movingS + bucket.idleS + bucket.stoppedS).toBeLessThanOrEqual(900);
          expect(Math.min(bucket.distanceM, bucket.movingS, bucket.idleS, bucket.stoppedS)).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  it('the generator reaches every boundary rule, marks and resynchronisation', async () => {
    const rules = new Set<string>();
    let marks = 0;
    let tripCount = 0;
    for (const positions of fc.sample(journey, { numRuns: 400, seed: 7 })) {
      const facts = deriveAll({ minMovingSpeedKph: 5, minStayS: 300, locationPoints: 3 }, positions);
      for (const segment of facts.segments) {
        rules.add(segment.start.rule);
        if (segment.kind === 'trip') tripCount++;
      }
      marks += facts.jumps.length;
    }
    expect([...rules].sort()).toEqual(['first', 'gap', 'ignitionOff', 'ignitionOn', 'moved', 'relocated', 'stayed']);
    expect(marks).toBeGreaterThan(100);
    expect(tripCount).toBeGreaterThan(200);
  });

  it('a state survives JSON and starts empty', () => {
    expect(JSON.parse(JSON.stringify(newEngineState()))).toEqual(newEngineState());
  });
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};
