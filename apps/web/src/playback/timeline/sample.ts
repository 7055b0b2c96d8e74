import type { Track } from '@sightline/contract';
import { ACC_UNKNOWN, indexAt } from '../track/lookup.ts';

/** Least and greatest speed per pixel column; NaN where no point lies. Peaks and pauses survive any zoom. */
export interface SpeedColumns {
  readonly least: Float32Array;
  readonly most: Float32Array;
}

/** Column of an instant in a window of `width` columns. */
const columnOf = (timeMs: number, fromMs: number, toMs: number, width: number): number =>
  Math.min(width - 1, Math.floor(((timeMs - fromMs) / (toMs - fromMs)) * width));

/** Samples the speeds of the counted points of a window. */
export const sampleSpeed = (track: Track, fromMs: number, toMs: number, width: number): SpeedColumns => {
  const least = new Float32Array(width).fill(NaN);
  const most = new Float32Array(width).fill(NaN);
  for (let i = Math.max(0, indexAt(track, fromMs - 1) + 1); i < track.count; i++) {
    const timeMs = track.timeMs[i] as number;
    if (timeMs > toMs) break;
    const kph = track.speedKph[i] as number;
    if (track.flags[i] !== 0 || Number.isNaN(kph)) continue;
    const column = columnOf(timeMs, fromMs, toMs, width);
    if (!(kph >= (least[column] as number))) least[column] = kph;
    if (!(kph <= (most[column] as number))) most[column] = kph;
  }
  return { least, most };
};

/** Longer silences are holes in a band. */
const HOLE_MS = 30 * 60_000;

/** Spans of known ignition: `[startMs, endMs, on]`. */
export type AccSpans = readonly (readonly [startMs: number, endMs: number, on: boolean])[];

/** Ignition from point to point; unknown values and long silences leave holes. */
export const accSpans = (track: Track): AccSpans => {
  const spans: [number, number, boolean][] = [];
  let open: [number, number, boolean] | null = null;
  for (let i = 0; i < track.count; i++) {
    const acc = track.acc[i] ?? ACC_UNKNOWN;
    const timeMs = track.timeMs[i] as number;
    if (open !== null && timeMs - open[1] > HOLE_MS) open = null;
    if (open !== null) open[1] = timeMs;
    if (acc === ACC_UNKNOWN) continue;
    if (open === null || open[2] !== (acc === 1)) {
      open = [timeMs, timeMs, acc === 1];
      spans.push(open);
    }
  }
  return spans;
};
