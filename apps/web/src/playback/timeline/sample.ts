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

const include = (least: Float32Array, most: Float32Array, at: number, kph: number): void => {
  if (Number.isNaN(kph)) return;
  if (!(kph >= (least[at] as number))) least[at] = kph;
  if (!(kph <= (most[at] as number))) most[at] = kph;
};

/** Points of a block. */
const BLOCK = 16;

/** Least and greatest speed of each full block of points; NaN where none of them counts. */
export type SpeedBlocks = SpeedColumns;

export const NO_BLOCKS: SpeedBlocks = { least: new Float32Array(0), most: new Float32Array(0) };

/** Speed of a point that counts, km/h; NaN otherwise. */
const countedKph = (track: Track, i: number): number => (track.flags[i] === 0 ? (track.speedKph[i] as number) : NaN);

/** Adds the blocks that a track has filled since. */
export const extendBlocks = (before: SpeedBlocks, track: Track): SpeedBlocks => {
  const blocks = Math.floor(track.count / BLOCK);
  const least = new Float32Array(blocks).fill(NaN);
  const most = new Float32Array(blocks).fill(NaN);
  least.set(before.least);
  most.set(before.most);
  for (let i = before.least.length * BLOCK; i < blocks * BLOCK; i++) include(least, most, Math.floor(i / BLOCK), countedKph(track, i));
  return { least, most };
};

/** Samples the speeds of the counted points of a window; a block that lies in one column is taken as a whole. */
export const sampleSpeed = (track: Track, blocks: SpeedBlocks, fromMs: number, toMs: number, width: number): SpeedColumns => {
  const least = new Float32Array(width).fill(NaN);
  const most = new Float32Array(width).fill(NaN);
  const end = indexAt(track, toMs) + 1;
  for (let i = Math.max(0, indexAt(track, fromMs - 1) + 1); i < end;) {
    const column = columnOf(track.timeMs[i] as number, fromMs, toMs, width);
    const block = i / BLOCK;
    const next = i + BLOCK;
    const whole =
      Number.isInteger(block) &&
      block < blocks.least.length &&
      next <= end &&
      columnOf(track.timeMs[next - 1] as number, fromMs, toMs, width) === column;
    if (whole) {
      include(least, most, column, blocks.least[block] as number);
      include(least, most, column, blocks.most[block] as number);
      i = next;
    } else include(least, most, column, countedKph(track, i++));
  }
  return { least, most };
};

/** Longer silences are holes in a band. */
const HOLE_MS = 30 * 60_000;

/** Spans of known ignition: `[startMs, endMs, on]`. */
export type AccSpans = readonly (readonly [startMs: number, endMs: number, on: boolean])[];

/** Ignition from point to point, read on from index `from`; unknown values and long silences leave holes. */
export const extendAccSpans = (before: AccSpans, track: Track, from: number): AccSpans => {
  const spans = before.map(([startMs, endMs, on]): [number, number, boolean] => [startMs, endMs, on]);
  let open = spans.at(-1) ?? null;
  for (let i = from; i < track.count; i++) {
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
