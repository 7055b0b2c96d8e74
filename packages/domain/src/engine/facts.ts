/**
 * The derived facts of a device. All of them are made by one reducer from the device's sorted positions, so the live
 * map, playback, reports and alarms cannot disagree.
 */

/** Why a segment begins or ends: the rule, its threshold and the position that decided it. */
export interface Boundary {
  readonly rule: BoundaryRule;
  /** The threshold in force, in the rule's unit (km/h, s, points, m); null where the rule has none. */
  readonly threshold: number | null;
  /** The measured value that met it, in the same unit. */
  readonly value: number | null;
  /** The position that decided it: time and sequence. */
  readonly decidedAtMs: number;
  readonly decidedSequence: number;
}

/**
 * - `first`: the first position of the device.
 * - `moved`: enough points in a row above the minimum speed (or with that displacement).
 * - `stayed`: stood for the minimum stay.
 * - `ignitionOff` / `ignitionOn`: ACC decided.
 * - `gap`: no position for so long that nothing may be assumed between.
 * - `relocated`: several positions agreed on a place that cannot have been reached (m).
 */
export type BoundaryRule = 'first' | 'moved' | 'stayed' | 'ignitionOff' | 'ignitionOn' | 'gap' | 'relocated';

export type SegmentKind = 'trip' | 'stop';

/** A trip or a stop. The last segment of a device is open (`end` null) and grows. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly startMs: number;
  readonly startSequence: number;
  /** Time of the last position that belongs to it. */
  readonly endMs: number;
  readonly startLat: number;
  readonly startLon: number;
  readonly endLat: number;
  readonly endLon: number;
  readonly distanceM: number;
  readonly maxSpeedKph: number;
  readonly movingS: number;
  readonly idleS: number;
  readonly pointCount: number;
  readonly start: Boundary;
  /** null while the segment is open. */
  readonly end: Boundary | null;
}

/** A quarter of an hour of a device; every time zone of the product is a multiple of it. */
export interface Bucket {
  /** Start of the quarter, ms since the epoch, a multiple of 900 000. */
  readonly slotMs: number;
  readonly distanceM: number;
  readonly movingS: number;
  /** Standing with ignition on. */
  readonly idleS: number;
  /** Standing with ignition off. */
  readonly stoppedS: number;
  readonly maxSpeedKph: number;
  readonly pointCount: number;
}
export const BUCKET_MS = 900_000;

/** moving, idle (stands, ignition on), stopped (stands, ignition off or unknown). */
export type MotionStatus = 'moving' | 'idle' | 'stopped';
/** online (heard within the time-out), offline, inactive (never heard). */
export type ConnectionStatus = 'online' | 'offline' | 'inactive';
