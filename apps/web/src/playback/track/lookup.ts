import type { Track } from '@sightline/contract';

/** Index of the last point at or before the instant; -1 before the first. */
export const indexAt = (track: Pick<Track, 'count' | 'timeMs'>, atMs: number): number => {
  let low = 0;
  let high = track.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((track.timeMs[middle] as number) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Whether a point has coordinates and counts (no flag of a rejection). */
export const isGood = (track: Track, index: number): boolean => track.flags[index] === 0 && !Number.isNaN(track.lat[index] ?? NaN);

/** Nearest counted point in a direction, `index` itself included; -1 when there is none. */
const goodFrom = (track: Track, index: number, step: 1 | -1): number => {
  for (let i = index; i >= 0 && i < track.count; i += step) if (isGood(track, i)) return i;
  return -1;
};

/** The point after (or before) an instant that counts; the instant itself when there is none. */
export const stepTime = (track: Track, atMs: number, step: 1 | -1): number => {
  const at = indexAt(track, atMs);
  const exact = track.timeMs[at] === atMs;
  const index = goodFrom(track, step === 1 ? at + 1 : exact ? at - 1 : at, step);
  return index === -1 ? atMs : (track.timeMs[index] as number);
};

export interface Spot {
  readonly lat: number;
  readonly lon: number;
  /** Degrees, NaN unknown. */
  readonly course: number;
  readonly speedKph: number;
  /** The counted point at or before the instant. */
  readonly index: number;
}

/** Between points further apart nothing is known: the device stays at the last one. */
const GAP_MS = 5 * 60_000;

/** Where the device was: on the straight line between the two counted points around the instant. Null before the first. */
export const spotAt = (track: Track, atMs: number): Spot | null => {
  const before = goodFrom(track, indexAt(track, atMs), -1);
  if (before === -1) return null;
  const lat = track.lat[before] as number;
  const lon = track.lon[before] as number;
  const rest = { course: track.course[before] as number, speedKph: track.speedKph[before] as number, index: before };
  const after = goodFrom(track, before + 1, 1);
  const fromMs = track.timeMs[before] as number;
  const toMs = after === -1 ? Infinity : (track.timeMs[after] as number);
  if (toMs - fromMs > GAP_MS) return { lat, lon, ...rest };
  const share = toMs === fromMs ? 0 : (atMs - fromMs) / (toMs - fromMs);
  const dLon = (((track.lon[after] as number) - lon + 540) % 360) - 180;
  return { lat: lat + ((track.lat[after] as number) - lat) * share, lon: lon + dLon * share, ...rest };
};

/** Ignition not known; a track may also come without the column. */
export const ACC_UNKNOWN = 2;

const COLUMNS = ['timeMs', 'lat', 'lon', 'speedKph', 'course', 'flags', 'acc'] as const;

export const EMPTY_TRACK: Track = {
  count: 0,
  timeMs: new Float64Array(0),
  lat: new Float64Array(0),
  lon: new Float64Array(0),
  speedKph: new Float32Array(0),
  course: new Float32Array(0),
  flags: new Uint8Array(0),
  acc: new Uint8Array(0),
  changes: [],
};

const arraysOf = (capacity: number): Omit<Track, 'count' | 'changes'> => ({
  timeMs: new Float64Array(capacity),
  lat: new Float64Array(capacity),
  lon: new Float64Array(capacity),
  speedKph: new Float32Array(capacity),
  course: new Float32Array(capacity),
  flags: new Uint8Array(capacity),
  acc: new Uint8Array(capacity).fill(ACC_UNKNOWN),
});

/**
 * A track that comes in parts. The arrays behind it grow by doubling; the tracks that it gives are views on them and stay as
 * they are, because parts are only put behind each other.
 */
export class GrowingTrack {
  private arrays = arraysOf(0);
  private track = EMPTY_TRACK;

  /** @returns everything so far; points of the part that are there already are left out */
  append(part: Track): Track {
    const { count: before, changes } = this.track;
    const lastMs = before === 0 ? -Infinity : (this.track.timeMs[before - 1] as number);
    const from = indexAt(part, lastMs) + 1;
    const count = before + part.count - from;
    if (count > this.arrays.timeMs.length) {
      this.arrays = arraysOf(Math.max(count, before * 2));
      for (const column of COLUMNS) this.arrays[column].set(this.track[column]);
    }
    for (const column of COLUMNS) this.arrays[column].set(part[column].subarray(from), before);
    this.track = {
      ...sliceTrack({ ...this.arrays, count, changes: [] }, 0, count),
      changes: [...changes, ...part.changes.filter(({ timeMs }) => timeMs > lastMs)],
    };
    return this.track;
  }
}

/** Points `start` to before `end`, without changes; the arrays are views on those of the track. */
export const sliceTrack = (track: Track, start: number, end: number): Track => ({
  count: end - start,
  timeMs: track.timeMs.subarray(start, end),
  lat: track.lat.subarray(start, end),
  lon: track.lon.subarray(start, end),
  speedKph: track.speedKph.subarray(start, end),
  course: track.course.subarray(start, end),
  flags: track.flags.subarray(start, end),
  acc: track.acc.subarray(start, end),
  changes: [],
});

/** Arrays of its own, so that they can change hands: a view would take the whole track behind it along. */
export const copyTrack = (track: Track): Track => ({
  ...track,
  timeMs: track.timeMs.slice(),
  lat: track.lat.slice(),
  lon: track.lon.slice(),
  speedKph: track.speedKph.slice(),
  course: track.course.slice(),
  flags: track.flags.slice(),
  acc: track.acc.slice(),
});

/** What changes hands with a track. */
export const buffersOf = (track: Track): Transferable[] => COLUMNS.map((column) => track[column].buffer);

/** The points of a window, both ends included. */
export const windowOf = (track: Track, fromMs: number, toMs: number): Track =>
  sliceTrack(track, indexAt(track, fromMs - 1) + 1, indexAt(track, toMs) + 1);

/** The last counted point up to an index; 0 when there is none. */
export const lastGood = (track: Track, index: number): number => Math.max(0, goodFrom(track, index, -1));
