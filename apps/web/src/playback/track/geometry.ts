import type { Track } from '@sightline/contract';
import { ENGINE_RULES, SPEED_CLASSES, speedClassOf } from '@sightline/domain';
import { latToY, lonToX, scaleOf, xToLon, yToLat } from '../../map/mercator.ts';
import { isGood } from './lookup.ts';

/** A line may be off by this much on the screen. */
const TOLERANCE_PX = 0.6;
/** A change of colour is shown when the stretch is at least this long on the screen. */
const CLASS_PX = 4;
/** Longer pieces are cut before their points are ranked: the ranking is quadratic in the worst case. */
const PIECE_POINTS = 2048;
const DOTS_MAX = 2500;
/** Single points are dots from this zoom of the library on. */
const DOTS_ZOOM = 13;

/** The counted points of a track, ready to be drawn at any zoom. */
export interface PreparedTrack {
  readonly count: number;
  /** World units; x is unwrapped, so that a line over the antimeridian does not cross the world. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly speedClass: Uint8Array;
  /** How far the line would be off without the point, world units; Infinity at the ends of a piece. */
  readonly weight: Float64Array;
  /** 1 where the line is broken before the point: nothing is known about what lay between. */
  readonly breaks: Uint8Array;
  /** Index in the track. */
  readonly source: Uint32Array;
  /** Points that do not count but have coordinates: index in the track, place. */
  readonly rejected: { readonly source: Uint32Array; readonly x: Float64Array; readonly y: Float64Array };
}

/** Douglas-Peucker's deviations of one piece: a point's weight is never above that of the split it came from. */
const rank = (x: Float64Array, y: Float64Array, weight: Float64Array, from: number, to: number): void => {
  weight[from] = Infinity;
  weight[to] = Infinity;
  const stack: [number, number, number][] = [[from, to, Infinity]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [start, end, limit] = span;
    if (end - start < 2) continue;
    const ax = x[start] as number;
    const ay = y[start] as number;
    const dx = (x[end] as number) - ax;
    const dy = (y[end] as number) - ay;
    const length2 = dx * dx + dy * dy;
    let worst = -1;
    let at = start + 1;
    for (let i = start + 1; i < end; i++) {
      const px = (x[i] as number) - ax;
      const py = (y[i] as number) - ay;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
      const d2 = (px - t * dx) ** 2 + (py - t * dy) ** 2;
      if (d2 > worst) {
        worst = d2;
        at = i;
      }
    }
    const own = Math.min(limit, Math.sqrt(worst));
    weight[at] = own;
    stack.push([start, at, own], [at, end, own]);
  }
};

/** Projects a track and ranks its points. Takes some 100 ms for a month of 10-second positions: for a worker. */
export const prepareTrack = (track: Track): PreparedTrack => {
  const good: number[] = [];
  const bad: number[] = [];
  for (let i = 0; i < track.count; i++) {
    if (isGood(track, i)) good.push(i);
    else if (!Number.isNaN(track.lat[i] ?? NaN)) bad.push(i);
  }
  const count = good.length;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const speedClass = new Uint8Array(count);
  const weight = new Float64Array(count);
  const breaks = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const source = good[i] as number;
    const raw = lonToX(track.lon[source] as number);
    x[i] = i === 0 ? raw : raw + Math.round((x[i - 1] as number) - raw);
    y[i] = latToY(track.lat[source] as number);
    const kph = track.speedKph[source] as number;
    speedClass[i] = speedClassOf(Number.isNaN(kph) ? null : kph);
    if (i > 0 && (track.timeMs[source] as number) - (track.timeMs[good[i - 1] as number] as number) > ENGINE_RULES.gapMs) breaks[i] = 1;
  }
  for (let from = 0; from < count;) {
    let to = from;
    while (to + 1 < count && !breaks[to + 1] && to - from < PIECE_POINTS) to++;
    rank(x, y, weight, from, to);
    from = to + 1 < count && !breaks[to + 1] ? to : to + 1;
  }
  return {
    count,
    x,
    y,
    speedClass,
    weight,
    breaks,
    source: Uint32Array.from(good),
    rejected: {
      source: Uint32Array.from(bad),
      x: Float64Array.from(bad, (i) => lonToX(track.lon[i] as number)),
      y: Float64Array.from(bad, (i) => latToY(track.lat[i] as number)),
    },
  };
};

export interface TrackView {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  readonly zoom: number;
}

/** Lines of one speed class behind each other: `[lon, lat, lon, lat ...]`, and where each line ends (in vertices). */
export interface PackedLines {
  readonly coordinates: Float64Array;
  readonly ends: Uint32Array;
}

export interface TrackPicture {
  /** By speed class. */
  readonly lines: readonly PackedLines[];
  /** Counted points to be drawn as dots: their index in the track. Empty when there would be too many. */
  readonly dots: Uint32Array;
  /** Points that do not count, in view. */
  readonly rejected: Uint32Array;
  readonly vertices: number;
}

const pack = (lines: readonly (readonly number[])[]): PackedLines => {
  const ends = new Uint32Array(lines.length);
  let end = 0;
  lines.forEach((line, i) => {
    end += line.length / 2;
    ends[i] = end;
  });
  const coordinates = new Float64Array(end * 2);
  lines.forEach((line, i) => coordinates.set(line, ((ends[i] as number) - line.length / 2) * 2));
  return { coordinates, ends };
};

/** What of a track is seen in a view, with just the detail that can be seen. */
export const pictureOf = (track: PreparedTrack, view: TrackView): TrackPicture => {
  const { count, x, y, speedClass, weight, breaks } = track;
  const scale = scaleOf(view.zoom);
  const tolerance = TOLERANCE_PX / scale;
  const shortest = CLASS_PX / scale;
  const margin = 64 / scale;
  const west = view.west - margin;
  const east = view.east + margin;
  const north = view.north - margin;
  const south = view.south + margin;
  const lines: number[][][] = SPEED_CLASSES.map(() => []);
  let vertices = 0;
  let last = -1;
  let line: number[] | null = null;
  let lineClass = -1;
  for (let i = 0; i < count; i++) {
    const kind = speedClass[i] as number;
    if (breaks[i]) {
      last = -1;
      line = null;
    }
    if (last === -1) {
      last = i;
      continue;
    }
    const xi = x[i] as number;
    const yi = y[i] as number;
    const xl = x[last] as number;
    const yl = y[last] as number;
    const recoloured = kind !== (speedClass[i + 1] ?? kind) && Math.abs(xi - xl) + Math.abs(yi - yl) >= shortest;
    if ((weight[i] as number) < tolerance && !recoloured && i !== count - 1 && !breaks[i + 1]) continue;
    const seen = Math.max(xi, xl) >= west && Math.min(xi, xl) <= east && Math.max(yi, yl) >= north && Math.min(yi, yl) <= south;
    if (seen) {
      if (line === null || lineClass !== kind) {
        line = [xToLon(xl), yToLat(yl)];
        lineClass = kind;
        (lines[kind] as number[][]).push(line);
        vertices++;
      }
      line.push(xToLon(xi), yToLat(yi));
      vertices++;
    } else line = null;
    last = i;
  }
  const inside = (px: number, py: number): boolean => px >= west && px <= east && py >= north && py <= south;
  const dots: number[] = [];
  if (view.zoom >= DOTS_ZOOM)
    for (let i = 0; i < count && dots.length <= DOTS_MAX; i++)
      if (inside(x[i] as number, y[i] as number)) dots.push(track.source[i] as number);
  const rejected: number[] = [];
  const bad = track.rejected;
  for (let i = 0; i < bad.source.length && rejected.length < DOTS_MAX; i++)
    if (inside(bad.x[i] as number, bad.y[i] as number)) rejected.push(bad.source[i] as number);
  return {
    lines: lines.map(pack),
    dots: Uint32Array.from(dots.length > DOTS_MAX ? [] : dots),
    rejected: Uint32Array.from(rejected),
    vertices,
  };
};
