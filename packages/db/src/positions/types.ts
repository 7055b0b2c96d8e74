import type { AlarmFamily, Bucket, LiveState, MotionStatus, Position, Segment } from '@sightline/domain';
import type { EngineStore, LateSpan, Mark, RecomputeResult } from '@sightline/domain/engine/effects';
import type { Checkpoint, EngineState, PositionKey } from '@sightline/domain/engine/state';
import type { ScopedTransaction } from '../connection/database.ts';

/** One position to be stored. */
export interface IncomingPosition {
  readonly deviceKey: number;
  readonly position: Position;
  /**
   * The engine has not taken it in, because it already was past this point in time: when the position turns out to be
   * new (not a repeat), its span is put into the queue of re-runs in the same transaction.
   */
  readonly late: boolean;
}

/** An alarm that begins, or is over as soon as it is told. One of the same device and identity is the same alarm. */
export interface RaisedAlarm {
  readonly deviceKey: number;
  readonly identity: string;
  readonly family: AlarmFamily;
  readonly kind: string;
  readonly type: number | null;
  readonly level: 1 | 2 | 3;
  readonly atMs: number;
  readonly untilMs: number | null;
  /** Its end is still to come. */
  readonly open: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly attributes: Readonly<Record<string, number | string>>;
  /** Hex. */
  readonly sign: string | null;
  readonly files: number;
}

/** An alarm that was told before and is over: those of this kind that are open. */
export interface EndedAlarm {
  readonly deviceKey: number;
  readonly family: AlarmFamily;
  readonly kind: string;
  readonly untilMs: number;
}

/**
 * The outcome of the pipeline for some messages of some devices, written as one transaction. Everything but the
 * positions is an absolute value that replaces the stored one of the same key; of several values with one key the last
 * wins. The order of `positions` is free; a position may be in it twice.
 */
export interface IngestBatch {
  readonly positions: readonly IncomingPosition[];
  /** Latest state per device. An older one (by fix, then by contact) never replaces a newer one. */
  readonly states: readonly LiveState[];
  /** The engine's memory per device, so that a restart goes on where the last commit was. */
  readonly engineStates: readonly { readonly deviceKey: number; readonly state: EngineState }[];
  readonly segments: readonly { readonly deviceKey: number; readonly segment: Segment }[];
  readonly buckets: readonly { readonly deviceKey: number; readonly bucket: Bucket }[];
  readonly marks: readonly { readonly deviceKey: number; readonly mark: Mark }[];
  readonly checkpoints: readonly { readonly deviceKey: number; readonly checkpoint: Checkpoint }[];
  /** Devices that were heard without a position (heartbeat, login). */
  readonly contacts: readonly { readonly deviceKey: number; readonly atMs: number }[];
  /** Ends count for alarms of earlier batches; what ends within the batch has its end. */
  readonly endedAlarms: readonly EndedAlarm[];
  readonly alarms: readonly RaisedAlarm[];
}

export interface WriteResult {
  /** For each of `positions`, by index: 1 = it was new, 0 = a repeat of a stored one (or of one earlier in the batch). */
  readonly isNew: Uint8Array;
  readonly newCount: number;
}

/**
 * Writes batches over one connection of its own. Calls are run one after the other; use some writers side by side
 * (devices spread over them by key) for more. A batch is stored entirely or not at all; when `write` rejects, nothing
 * of it is stored and it may be written again.
 */
export interface PositionWriter {
  /** @throws the driver's error; the connection is made anew by the next call. */
  write(batch: IngestBatch): Promise<WriteResult>;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** The first so many (default: all). */
  readonly limit?: number;
  /** Newest first (default: oldest first). */
  readonly descending?: boolean;
  /** Default true; without them a read costs about a third less, and `attributes` is empty. */
  readonly withAttributes?: boolean;
}

/** Positions of a device as columns, for playback and charts. All arrays have `count` elements. NaN = the device did not say. */
export interface PositionColumns {
  readonly count: number;
  /** ms since the epoch. */
  readonly fixTimeMs: Float64Array;
  readonly sequence: Int32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly speedKph: Float32Array;
  readonly course: Float32Array;
  readonly altitudeM: Float32Array;
  /** 1 GNSS, 2 base station, 3 WIFI. */
  readonly type: Uint8Array;
  /** Bits of PositionFlag. */
  readonly flags: Uint8Array;
  /** The receiver had a fix. */
  readonly valid: Uint8Array;
}

/**
 * Reads of stored positions and what was derived from them. Spans are half open, `fromMs <= t < toMs`. Both stores (rows
 * and sealed chunks) are read in one snapshot per step, so a position is never given twice and never missed, also while
 * the sealing job runs. Sorted by comparePositions. Jump marks are laid over `flags`.
 */
export interface PositionReader {
  positions(deviceKey: number, fromMs: number, toMs: number, options?: ReadOptions): Promise<Position[]>;
  /** The same in batches of at most a day, for spans that do not fit into memory. May be left early. */
  stream(
    deviceKey: number,
    fromMs: number,
    toMs: number,
    options?: Pick<ReadOptions, 'withAttributes'>,
  ): AsyncIterable<readonly Position[]>;
  columns(deviceKey: number, fromMs: number, toMs: number): Promise<PositionColumns>;
  /** Latest states by device; devices that were never heard are not in it. */
  states(deviceKeys: readonly number[]): Promise<Map<number, StoredState>>;
  /** Segments that touch the span, by device and start. */
  segments(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<Map<number, Segment[]>>;
  /** Quarters of an hour that begin in the span, by device and time. Empty quarters are not stored. */
  buckets(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<Map<number, Bucket[]>>;
}

/** What `device_state` holds; LiveState without the id, which belongs to the registry. */
export type StoredState = Omit<LiveState, 'deviceId'>;

/** A piece of the queue of re-runs: late positions of one device. */
export interface DirtySpan extends LateSpan {
  readonly deviceKey: number;
}

/** A re-run in its own transaction: the device's facts are locked against other writers until it is committed. */
export interface RecomputeTransaction {
  readonly deviceKey: number;
  readonly span: LateSpan;
  /** Reads of one snapshot in which the late positions are stored. */
  readonly store: EngineStore;
  /** The engine's state as stored; null when the device has none yet. */
  readonly engineState: EngineState | null;
}

export interface RecomputeOutcome {
  readonly result: RecomputeResult;
  /** The new engine state to store, or null to leave it. */
  readonly engineState: EngineState | null;
  /** The new latest state to store, or null to leave it. */
  readonly state: LiveState | null;
}

export interface SealReport {
  /** UTC days whose partition was dropped, as `YYYY-MM-DD`. */
  readonly droppedDays: readonly string[];
  readonly positions: number;
  readonly chunks: number;
  readonly bytes: number;
}

export interface RetentionReport {
  readonly chunks: number;
  readonly segments: number;
  readonly buckets: number;
  readonly marks: number;
  readonly droppedDays: readonly string[];
}

/** Both position stores and the derived facts behind one door. */
export interface PositionStore {
  /** A reader with the caller's eyes: devices outside the scope have no positions. */
  reader(trx: ScopedTransaction): PositionReader;
  /** A reader that sees everything: the pipeline, jobs. */
  systemReader(): PositionReader;
  /** A writer on a connection of its own. */
  writer(): PositionWriter;
  /** Makes the daily partitions from `nowMs` less `hotDays` until two days ahead. Call at start and once a day. */
  ensurePartitions(nowMs: number, hotDays: number): Promise<void>;

  engineState(deviceKey: number): Promise<EngineState | null>;
  engineStates(deviceKeys: readonly number[]): Promise<Map<number, EngineState>>;

  /** Devices with late positions, the longest waiting first; spans of a device are joined. */
  dirtySpans(limit: number): Promise<DirtySpan[]>;
  /** Puts a span into the queue: settings changed, or an operator wants the facts made again. */
  markDirty(deviceKey: number, span: LateSpan): Promise<void>;
  /**
   * Runs `work` in one transaction with the device's facts locked: `work` reads through `store`, its outcome is written
   * and the spans that were in the queue when it began are removed. Returns false when nothing was queued or another
   * process has the device.
   */
  recompute(deviceKey: number, work: (trx: RecomputeTransaction) => Promise<RecomputeOutcome>): Promise<boolean>;

  /** Moves all rows older than `hotDays` whole UTC days into chunks. May be interrupted anywhere and run again. */
  sealDue(nowMs: number, hotDays: number): Promise<SealReport>;
  /** Removes positions and derived facts before the instant (rounded down to a UTC day). */
  dropBefore(beforeMs: number): Promise<RetentionReport>;
}

export type { EngineState, Checkpoint, PositionKey, MotionStatus };
