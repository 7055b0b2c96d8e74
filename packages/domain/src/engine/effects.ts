import type { Bucket, Segment } from './facts.ts';
import type { Checkpoint, EngineCore, EngineState, DeviceSummary, PositionKey } from './state.ts';
import type { Position } from '../position/position.ts';

/** Sets or clears {@link PositionFlag.jump} of a stored position. */
export interface Mark extends PositionKey {
  readonly jump: boolean;
}

/**
 * What a step changed. Everything is an absolute value to be upserted by its key: segments by (startMs, startSequence),
 * buckets by slotMs, marks by position. Nothing ever needs a delete in the incremental path.
 */
export interface Effects {
  readonly segments: readonly Segment[];
  readonly buckets: readonly Bucket[];
  readonly marks: readonly Mark[];
  /** To be stored beside the segments; may be pruned freely (a re-run then only takes longer). */
  readonly checkpoints: readonly Checkpoint[];
}

/** How a position relates to what the engine has taken in: only `next` may be pushed, `late` needs a recompute. */
export type Arrival = 'next' | 'repeat' | 'late' | 'ignored';

/** The incremental engine of one device. It owns and mutates its state; copy it (structuredClone, JSON) to keep one. */
export interface Engine {
  readonly state: EngineState;
  /**
   * `late`: before the last record taken in; `repeat`: the very last record again; `ignored`: its clock is wrong, it has no place in time.
   */
  arrival(position: PositionKey & { readonly flags: number }): Arrival;
  /** Takes the next position. `repeat` and `ignored` ones change nothing; a `late` one throws RangeError. */
  push(position: Position): Effects;
  /** The same for several positions in order; of each key only the last value is given back. */
  pushAll(positions: Iterable<Position>): Effects;
  summary(): DeviceSummary;
}

/**
 * What a re-run needs to read, for one device. All of it from one snapshot, in the transaction that also writes the
 * outcome, with the late positions already stored.
 */
export interface EngineStore {
  /** The stored checkpoint with the greatest key that is less than `key`; null when there is none. */
  checkpointBefore(key: PositionKey): Promise<Checkpoint | null>;
  /** The stored checkpoint of exactly this position, or null. */
  checkpointAt(key: PositionKey): Promise<Checkpoint | null>;
  /** All stored positions after `key` (null: from the first on), sorted by comparePositions, without repeats, in batches of any size. Closed early when the run re-synchronises. */
  positionsAfter(key: PositionKey | null): AsyncIterable<readonly Position[]>;
  /** Sum of distanceM of the stored buckets with fromMs <= slotMs and (toMs null or slotMs < toMs). `fromMs` may be -Infinity. */
  distanceM(fromMs: number, toMs: number | null): Promise<number>;
}

/** The keys of the late positions: least and greatest. */
export interface LateSpan {
  readonly from: PositionKey;
  readonly to: PositionKey;
}

/**
 * The outcome of a re-run, to be written in one transaction:
 * - segments: delete those with segmentsFrom <= (startMs, startSequence) < segmentsTo, insert `segments`;
 * - buckets: delete those with bucketsFromMs <= slotMs < bucketsToMs, insert `buckets`;
 * - marks: of the positions with after < key <= until, exactly those in `jumps` carry the jump flag;
 * - checkpoints: delete those with after < key <= until, insert `checkpoints`;
 * - state: {@link applyRecompute}.
 * A null bound is open.
 */
export interface RecomputeResult {
  /** Earliest and latest instant whose facts can have changed; toMs null: to the end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly after: PositionKey | null;
  readonly until: PositionKey | null;
  readonly segments: readonly Segment[];
  readonly segmentsFrom: { readonly startMs: number; readonly startSequence: number } | null;
  readonly segmentsTo: { readonly startMs: number; readonly startSequence: number } | null;
  readonly buckets: readonly Bucket[];
  readonly bucketsFromMs: number | null;
  readonly bucketsToMs: number | null;
  readonly jumps: readonly PositionKey[];
  readonly checkpoints: readonly Checkpoint[];
  /** The new core when the run went to the end; null when it re-synchronised (the stored core stays right). */
  readonly core: EngineCore | null;
  /** What the run changes in the lifetime distance. */
  readonly odometerDeltaMm: number;
  readonly positionsRead: number;
}
