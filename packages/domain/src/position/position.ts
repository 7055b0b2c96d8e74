import type { Attributes } from './attributes.ts';

/** Location kinds of the product: 1 GNSS, 2 base station (LBS), 3 WIFI. */
export type LocationType = 1 | 2 | 3;

/** What one record of a device says about where it was: the output of a protocol, before the pipeline. */
export interface Fix {
  /** Instant of the record, ms since the epoch, read with the protocol's default UTC offset where it is a local time. */
  readonly timeMs: number;
  /**
   * `true` when the record carries a wall-clock time without zone (JT/T 808, some GT06): the pipeline shifts it when
   * the device's own offset differs from the protocol's default.
   */
  readonly localTime: boolean;
  readonly type: LocationType;
  /** The receiver had a fix when the record was made. */
  readonly valid: boolean;
  /** WGS-84 degrees, south and west negative; `null` when the record has no coordinates. Both or none are null. */
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  /** Degrees clockwise from north, 0-359. */
  readonly course: number | null;
  readonly altitudeM: number | null;
  /** Sent from the device's memory, later than it was made: must not fire live notices nor move "latest" backwards. */
  readonly buffered: boolean;
  /**
   * Tells records of one instant apart: a signed 32-bit hash of the record's own bytes, so that a repeat (also one in
   * another envelope, such as 0x0200 again in 0x0704) has the same identity.
   */
  readonly sequence: number;
  readonly attributes: Attributes;
}

/**
 * Why a position is kept but left out of distances and trips. Bits, stored with the position; 0 = good.
 * The first four follow from the record alone; `jump` depends on its neighbours and is derived by the engine.
 */
export const PositionFlag = {
  noFix: 1,
  nullIsland: 2,
  wrongClock: 4,
  outOfRange: 8,
  jump: 16,
} as const;
export type PositionFlagName = keyof typeof PositionFlag;

/** A stored position: identity is (device, fixTimeMs, sequence). */
export interface Position {
  readonly fixTimeMs: number;
  readonly sequence: number;
  readonly receivedAtMs: number;
  readonly type: LocationType;
  readonly valid: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitudeM: number | null;
  readonly buffered: boolean;
  /** Bits of {@link PositionFlag}. */
  readonly flags: number;
  readonly attributes: Attributes;
}

/** Total order of a device's positions: time, then sequence. */
export const comparePositions = (a: Pick<Position, 'fixTimeMs' | 'sequence'>, b: Pick<Position, 'fixTimeMs' | 'sequence'>): number =>
  a.fixTimeMs - b.fixTimeMs || a.sequence - b.sequence;
