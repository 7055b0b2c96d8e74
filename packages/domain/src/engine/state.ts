import type { Boundary, MotionStatus, SegmentKind } from './facts.ts';

/** Identity of a position within its device. */
export interface PositionKey {
  readonly fixTimeMs: number;
  readonly sequence: number;
}

/** The part of a position that the engine remembers. Speed in km/h or null; `ignition` is the one in force then. */
export interface Waypoint {
  ms: number;
  sequence: number;
  lat: number;
  lon: number;
  speedKph: number | null;
  ignition: boolean | null;
}

/** The open segment. Distances in whole millimetres and durations in whole milliseconds, so that sums are exact. */
export interface OpenSegment {
  kind: SegmentKind;
  startMs: number;
  startSequence: number;
  startLat: number;
  startLon: number;
  endMs: number;
  endLat: number;
  endLon: number;
  distanceMm: number;
  maxSpeedKph: number;
  movingMs: number;
  idleMs: number;
  pointCount: number;
  start: Boundary;
}

/** A quarter of an hour that can still change. `pointCount` counts positions, the rest is in mm and ms. */
export interface OpenSlot {
  slotMs: number;
  distanceMm: number;
  movingMs: number;
  idleMs: number;
  stoppedMs: number;
  maxSpeedKph: number;
  pointCount: number;
}

/**
 * Consecutive intervals that speak against the open segment: standing ones in a trip, moving ones in a stop. It becomes
 * the next segment when confirmed and flows back into the open one when it breaks off.
 */
export interface Run {
  startMs: number;
  startSequence: number;
  startLat: number;
  startLon: number;
  endMs: number;
  endLat: number;
  endLon: number;
  /** Positions after the start. */
  pointCount: number;
  /** Moving intervals in a row at the end of a standing run; all intervals of a moving run. */
  movingCount: number;
  maxSpeedKph: number;
  distanceMm: number;
  movingMs: number;
  idleMs: number;
  /** The previous point of a moving run was beyond the displacement that proves a trip. */
  away: boolean;
  /** What the run would change in the quarters of an hour (moving runs only): turned from standing into moving. */
  slots: OpenSlot[];
}

/**
 * Everything that the future of a device's facts depends on: plain JSON, about 1 kB. Lifetime totals are not in it, so
 * that it becomes equal again some time after a late position (see recompute.ts).
 */
export interface EngineCore {
  version: 1;
  /** The settings it was made with. */
  rules: { minMovingSpeedKph: number; minStayS: number; locationPoints: number };
  /** The last record taken in, whatever its quality; null at the beginning. */
  last: { ms: number; sequence: number } | null;
  /** The last accepted position. */
  good: Waypoint | null;
  ignition: boolean | null;
  ignitionSinceMs: number | null;
  /** Ignition changes since the last accepted position, as told by any record. */
  ignitionChanges: { ms: number; on: boolean }[];
  /** Since when the accepted coordinates have been exactly the same (a frozen receiver). */
  sameSinceMs: number;
  /** The last point whose distance was counted. */
  counted: { lat: number; lon: number } | null;
  /** For positions without speed: the place and time where the device last left the drift radius. */
  window: { lat: number; lon: number; ms: number; moving: boolean } | null;
  /** Where the present stop is taken to be. */
  place: { lat: number; lon: number } | null;
  segment: OpenSegment | null;
  run: Run | null;
  slots: OpenSlot[];
  /** Positions that cannot have been reached from `good`, marked as jumps until they prove to be a real relocation. */
  outliers: Waypoint[];
  status: MotionStatus;
  statusSinceMs: number | null;
}

/** The complete state of a device's engine; JSON-serialisable. */
export interface EngineState {
  core: EngineCore;
  /** Sum of the distances of all trips, mm. */
  odometerMm: number;
}

/** A state to which a re-run can return: what the core was right after the position with this key. */
export interface Checkpoint extends PositionKey {
  readonly core: EngineCore;
}

/** What the live map and the device list need to know of a device. */
export interface DeviceSummary {
  readonly odometerM: number;
  /** The last accepted position. */
  readonly lastGood: {
    readonly fixTimeMs: number;
    readonly sequence: number;
    readonly lat: number;
    readonly lon: number;
    readonly speedKph: number | null;
  } | null;
  readonly ignition: boolean | null;
  readonly ignitionSinceMs: number | null;
  readonly status: MotionStatus;
  readonly statusSinceMs: number | null;
  readonly segmentKind: SegmentKind | null;
  readonly segmentStartMs: number | null;
}
