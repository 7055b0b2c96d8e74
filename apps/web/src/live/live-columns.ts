/**
 * The newest state of every device on screen as columns of typed arrays. `slot` is an index into all of them, valid
 * until `LiveStore.rosterVersion` changes. Read `columns` afresh on each use: arrays are replaced with the roster.
 */
export interface LiveColumns {
  /** Slots in use: 0 .. count-1. */
  readonly count: number;
  /** The server's number of the device, the key of binary updates. */
  readonly key: Float64Array;
  /** WGS-84 degrees; NaN before the first position. */
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Degrees clockwise from north, NaN unknown. */
  readonly course: Float32Array;
  /** km/h, NaN unknown. */
  readonly speedKph: Float32Array;
  /** A code of `LiveStatus`. */
  readonly status: Uint8Array;
  /** Ignition: 0 off, 1 on, 2 not known. */
  readonly acc: Uint8Array;
  /** The most urgent alarm, a number of the domain's alarm kinds; 0 = none. */
  readonly alarm: Uint8Array;
  /** UTC ms of the position, NaN before the first. */
  readonly fixTimeMs: Float64Array;
  /** UTC ms of the last contact of any kind, NaN before the first. */
  readonly lastContactMs: Float64Array;
}

const NUMBERS = ['lat', 'lon', 'course', 'speedKph', 'fixTimeMs', 'lastContactMs'] as const;

export const allocateColumns = (count: number): LiveColumns => ({
  count,
  key: new Float64Array(count),
  lat: new Float64Array(count).fill(NaN),
  lon: new Float64Array(count).fill(NaN),
  course: new Float32Array(count).fill(NaN),
  speedKph: new Float32Array(count).fill(NaN),
  status: new Uint8Array(count),
  acc: new Uint8Array(count).fill(2),
  alarm: new Uint8Array(count),
  fixTimeMs: new Float64Array(count).fill(NaN),
  lastContactMs: new Float64Array(count).fill(NaN),
});

/** Carries a device's values over to another set of columns. */
export const copySlot = (from: LiveColumns, source: number, to: LiveColumns, target: number): void => {
  for (const column of NUMBERS) to[column][target] = from[column][source] as number;
  to.status[target] = from.status[source] as number;
  to.acc[target] = from.acc[source] as number;
  to.alarm[target] = from.alarm[source] as number;
};
