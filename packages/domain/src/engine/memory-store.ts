import { comparePositions } from '../position/position.ts';
import type { Position } from '../position/position.ts';
import { sortedUnique } from './derive.ts';
import type { Effects, EngineStore, RecomputeResult } from './effects.ts';
import { arrivalOf, createEngine } from './engine.ts';
import type { Bucket, Segment } from './facts.ts';
import { applyRecompute, recompute } from './recompute.ts';
import type { Checkpoint, EngineState, PositionKey } from './state.ts';
import { newEngineState } from './work.ts';
import type { EngineSettings } from './work.ts';

const keyOf = (key: PositionKey): string => `${key.fixTimeMs}/${key.sequence}`;
const inSpan = (key: PositionKey, after: PositionKey | null, until: PositionKey | null): boolean =>
  (after === null || comparePositions(key, after) > 0) && (until === null || comparePositions(key, until) <= 0);
const startOrder = (a: { startMs: number; startSequence: number }, b: { startMs: number; startSequence: number }): number =>
  a.startMs - b.startMs || a.startSequence - b.startSequence;

/**
 * One device's positions and facts in memory: the reference of what a storage layer does with effects and re-runs, and
 * a way to derive facts from positions that come in any order (simulation, imports, tests).
 */
export class MemoryEngineStore implements EngineStore {
  readonly positions: Position[] = [];
  readonly segments = new Map<string, Segment>();
  readonly buckets = new Map<number, Bucket>();
  readonly jumps = new Map<string, PositionKey>();
  readonly checkpoints = new Map<string, Checkpoint>();
  readonly settings: EngineSettings;
  state: EngineState;

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.state = newEngineState(settings);
  }

  /** Takes a batch in any order, repeats included. Returns how many positions a re-run read. */
  async take(batch: readonly Position[]): Promise<number> {
    const known = new Set(this.positions.map(keyOf));
    const fresh = sortedUnique(batch).filter((position) => !known.has(keyOf(position)));
    const late = fresh.filter((position) => arrivalOf(this.state.core, position) === 'late');
    let read = 0;
    if (late.length > 0) {
      this.store(late);
      const result = await recompute(this.settings, this, { from: late[0] as Position, to: late.at(-1) as Position });
      this.applyResult(result);
      read = result.positionsRead;
    }
    const rest = fresh.filter((position) => !late.includes(position));
    this.store(rest);
    const engine = createEngine(this.settings, this.state);
    this.applyEffects(engine.pushAll(rest));
    return read;
  }

  applyEffects(effects: Effects): void {
    for (const segment of effects.segments) this.segments.set(`${segment.startMs}/${segment.startSequence}`, segment);
    for (const bucket of effects.buckets) this.buckets.set(bucket.slotMs, bucket);
    for (const checkpoint of effects.checkpoints) this.checkpoints.set(keyOf(checkpoint), checkpoint);
    for (const mark of effects.marks) {
      if (mark.jump) this.jumps.set(keyOf(mark), { fixTimeMs: mark.fixTimeMs, sequence: mark.sequence });
      else this.jumps.delete(keyOf(mark));
    }
  }

  applyResult(result: RecomputeResult): void {
    const { after, until, segmentsFrom, segmentsTo, bucketsFromMs, bucketsToMs } = result;
    for (const [key, segment] of this.segments) {
      const begun = segmentsFrom === null || startOrder(segment, segmentsFrom) >= 0;
      if (begun && (segmentsTo === null || startOrder(segment, segmentsTo) < 0)) this.segments.delete(key);
    }
    for (const slotMs of this.buckets.keys()) {
      if (slotMs >= (bucketsFromMs ?? -Infinity) && slotMs < (bucketsToMs ?? Infinity)) this.buckets.delete(slotMs);
    }
    for (const [key, jump] of this.jumps) if (inSpan(jump, after, until)) this.jumps.delete(key);
    for (const [key, checkpoint] of this.checkpoints) if (inSpan(checkpoint, after, until)) this.checkpoints.delete(key);
    const marks = result.jumps.map((jump) => ({ ...jump, jump: true }));
    this.applyEffects({ segments: result.segments, buckets: result.buckets, marks, checkpoints: result.checkpoints });
    this.state = applyRecompute(this.state, result);
  }

  async checkpointBefore(key: PositionKey): Promise<Checkpoint | null> {
    let best: Checkpoint | null = null;
    for (const checkpoint of this.checkpoints.values()) {
      if (comparePositions(checkpoint, key) < 0 && (best === null || comparePositions(checkpoint, best) > 0)) best = checkpoint;
    }
    return best;
  }

  async checkpointAt(key: PositionKey): Promise<Checkpoint | null> {
    return this.checkpoints.get(keyOf(key)) ?? null;
  }

  async *positionsAfter(key: PositionKey | null): AsyncIterable<readonly Position[]> {
    const rest = key === null ? this.positions : this.positions.filter((position) => comparePositions(position, key) > 0);
    for (let i = 0; i < rest.length; i += 64) yield rest.slice(i, i + 64);
  }

  async distanceM(fromMs: number, toMs: number | null): Promise<number> {
    let sum = 0;
    for (const bucket of this.buckets.values())
      if (bucket.slotMs >= fromMs && (toMs === null || bucket.slotMs < toMs)) sum += bucket.distanceM;
    return sum;
  }

  private store(positions: readonly Position[]): void {
    this.positions.push(...positions);
    this.positions.sort(comparePositions);
  }
}
