import { comparePositions } from '../position/position.ts';
import { markedOf } from './derive.ts';
import type { EngineStore, LateSpan, Mark, RecomputeResult } from './effects.ts';
import { step } from './engine.ts';
import type { Bucket, Segment } from './facts.ts';
import { slotOf } from './slots.ts';
import type { Checkpoint, EngineCore, EngineState } from './state.ts';
import { beginWork, newEngineState, takeEffects } from './work.ts';
import type { EngineSettings, Work } from './work.ts';

/**
 * Runs the engine again over the least span that late positions can have changed: from the last checkpoint before them
 * to the first position after them at which the core is exactly what it was in the run that is stored.
 *
 * Why that equals a whole run: the core is all that the future depends on, so behind an equal core equal positions give
 * equal effects, and those are stored already. Segments and buckets still open in the equal core are live: their stored value is
 * that of a later step, or the value that the core itself holds; either way it is right and is left alone. Everything else that
 * begins within the span is replaced.
 */
export const recompute = async (settings: EngineSettings, store: EngineStore, late: LateSpan): Promise<RecomputeResult> => {
  const from = await store.checkpointBefore(late.from);
  const state: EngineState = { core: from === null ? newEngineState(settings).core : structuredClone(from.core), odometerMm: 0 };
  const work = beginWork(settings, state, true);
  const { resynced, positionsRead } = await rerun(work, store, from, late);
  const marks: readonly Mark[] = work.marks;
  const { segments, buckets, checkpoints } = takeEffects(work);

  const live = resynced ? liveOf(state.core) : null;
  const firstLive = from === null ? null : liveOf(from.core);
  const settledSegments = live === null ? segments : segments.filter((segment) => beforeStart(segment, live));
  const settledBuckets = live === null ? buckets : buckets.filter((bucket) => bucket.slotMs < live.slotMs);
  const storedM = await store.distanceM(firstLive?.slotMs ?? -Infinity, live?.slotMs ?? null);
  return {
    fromMs: firstLive === null ? null : Math.min(firstLive.startMs, firstLive.slotMs),
    toMs: resynced === null ? null : resynced.fixTimeMs,
    after: from && { fixTimeMs: from.fixTimeMs, sequence: from.sequence },
    until: resynced && { fixTimeMs: resynced.fixTimeMs, sequence: resynced.sequence },
    segments: settledSegments,
    segmentsFrom: firstLive && { startMs: firstLive.startMs, startSequence: firstLive.startSequence },
    segmentsTo: live && { startMs: live.startMs, startSequence: live.startSequence },
    buckets: settledBuckets,
    bucketsFromMs: firstLive?.slotMs ?? null,
    bucketsToMs: live?.slotMs ?? null,
    jumps: markedOf(marks),
    checkpoints,
    core: resynced === null ? state.core : null,
    odometerDeltaMm: millimetres(settledBuckets) - Math.round(storedM * 1000),
    positionsRead,
  };
};

const rerun = async (
  work: Work,
  store: EngineStore,
  from: Checkpoint | null,
  late: LateSpan,
): Promise<{ resynced: Checkpoint | null; positionsRead: number }> => {
  let positionsRead = 0;
  for await (const batch of store.positionsAfter(from)) {
    for (const position of batch) {
      positionsRead++;
      const before = work.checkpoints.length;
      step(work, position);
      const made = work.checkpoints[before];
      if (made === undefined || comparePositions(made, late.to) < 0) continue;
      const stored = await store.checkpointAt({ fixTimeMs: made.fixTimeMs, sequence: made.sequence });
      if (stored !== null && sameJson(stored.core, made.core)) return { resynced: made, positionsRead };
    }
  }
  return { resynced: null, positionsRead };
};

/** The start of what a checkpoint's core leaves open. */
const liveOf = (core: EngineCore): { startMs: number; startSequence: number; slotMs: number } => {
  if (core.segment === null || core.good === null) throw new RangeError('a checkpoint has an open segment and an accepted position');
  return { startMs: core.segment.startMs, startSequence: core.segment.startSequence, slotMs: slotOf(core.good.ms) };
};

const beforeStart = (segment: Segment, live: { startMs: number; startSequence: number }): boolean =>
  segment.startMs < live.startMs || (segment.startMs === live.startMs && segment.startSequence < live.startSequence);

const millimetres = (buckets: readonly Bucket[]): number => buckets.reduce((sum, bucket) => sum + Math.round(bucket.distanceM * 1000), 0);

/** The device's state after a re-run; what goes into the same transaction as the result. */
export const applyRecompute = (state: EngineState, result: RecomputeResult): EngineState => ({
  core: result.core ?? state.core,
  odometerMm: state.odometerMm + result.odometerDeltaMm,
});

/** Equality of plain JSON values, whatever the order of their keys (a database may change it). */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(Reflect.get(a, key), Reflect.get(b, key)))
  );
};
