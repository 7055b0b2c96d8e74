import { speedClassOf } from './speed-class.ts';

/** Longer pieces are cut before their points are ranked: the ranking is quadratic in the worst case. */
export const PIECE_POINTS = 2048;

/**
 * Douglas-Peucker's deviations of the points `from` to `to` (both included) of one piece: how far the line would be off without the point, in the
 * unit of x and y, Infinity at the ends. A point's weight is never above that of the split it came from.
 */
export const rankPoints = (x: Float64Array, y: Float64Array, weight: Float64Array, from: number, to: number): void => {
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

/** Ranks all points of lines: `breaks` is 1 where the line is broken before the point. */
export const rankLines = (count: number, x: Float64Array, y: Float64Array, breaks: Uint8Array): Float64Array => {
  const weight = new Float64Array(count);
  for (let from = 0; from < count;) {
    let to = from;
    while (to + 1 < count && !breaks[to + 1] && to - from < PIECE_POINTS) to++;
    rankPoints(x, y, weight, from, to);
    from = to + 1 < count && !breaks[to + 1] ? to : to + 1;
  }
  return weight;
};

/** Columns of positions in the order of time; NaN where a value is not known. */
export interface OutlinePoints {
  readonly count: number;
  /** ms since the epoch. */
  readonly fixTimeMs: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
  readonly lon: ArrayLike<number>;
  readonly speedKph: ArrayLike<number>;
}

export interface OutlineOptions {
  /** Which positions the line goes through. */
  readonly counts: (index: number) => boolean;
  /** A longer silence breaks the line, ms. */
  readonly gapMs: number;
  /** The longer side of a picture that shows all of it, px. */
  readonly sidePx: number;
}

/** The line may be off by this much in that picture, px. */
const TOLERANCE_PX = 0.6;
/** Points nearer to the one before are left out before the others are ranked, px. */
const THIN_PX = 0.3;
/** A change of the speed's colour is kept when the stretch is at least this long, px. */
const CLASS_PX = 4;

/**
 * The few points that show the lines of a long track in a picture of a given size, as indices; -1 stands where a line ends and
 * another begins. Linear in the number of positions but for the ranking of those that are apart.
 */
export const outlineOf = (points: OutlinePoints, { counts, gapMs, sidePx }: OutlineOptions): number[] => {
  const { count, fixTimeMs, lat, lon, speedKph } = points;
  // Degrees, the longitude narrowed as it is in the middle of the track, and continued over the antimeridian.
  let [south, north] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    if (!counts(i)) continue;
    south = Math.min(south, lat[i] as number);
    north = Math.max(north, lat[i] as number);
  }
  if (south === Infinity) return [];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const source = new Uint32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  let n = 0;
  let lastLon = NaN;
  let [west, east] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    if (!counts(i)) continue;
    const raw = lon[i] as number;
    lastLon = Number.isNaN(lastLon) ? raw : raw + 360 * Math.round((lastLon - raw) / 360);
    source[n] = i;
    x[n] = lastLon * narrow;
    y[n] = lat[i] as number;
    west = Math.min(west, x[n] as number);
    east = Math.max(east, x[n] as number);
    n++;
  }
  const pixel = Math.max(east - west, north - south) / sidePx;
  const isBreak = (i: number): boolean =>
    (fixTimeMs[source[i] as number] as number) - (fixTimeMs[source[i - 1] as number] as number) > gapMs;
  // First what lies on the point before it, as most of a parked day does: in place, for the kept ones come no later.
  const breaks = new Uint8Array(n);
  let kept = 0;
  for (let i = 0; i < n; i++) {
    const begins = i === 0 || isBreak(i);
    const ends = i === n - 1 || isBreak(i + 1);
    const apart =
      kept === 0 ? Infinity : Math.hypot((x[i] as number) - (x[kept - 1] as number), (y[i] as number) - (y[kept - 1] as number));
    if (!begins && !ends && apart < THIN_PX * pixel) continue;
    source[kept] = source[i] as number;
    x[kept] = x[i] as number;
    y[kept] = y[i] as number;
    breaks[kept] = begins && i > 0 ? 1 : 0;
    kept++;
  }
  const weight = rankLines(kept, x, y, breaks);
  const classOf = (i: number): number => {
    const kph = speedKph[source[i] as number] as number;
    return speedClassOf(Number.isNaN(kph) ? null : kph);
  };
  const found: number[] = [];
  let last = 0;
  for (let i = 0; i < kept; i++) {
    const way = Math.abs((x[i] as number) - (x[last] as number)) + Math.abs((y[i] as number) - (y[last] as number));
    const recoloured = i + 1 < kept && way >= CLASS_PX * pixel && classOf(i) !== classOf(i + 1);
    if ((weight[i] as number) < TOLERANCE_PX * pixel && !recoloured) continue;
    if (breaks[i]) found.push(-1);
    found.push(source[i] as number);
    last = i;
  }
  return found;
};
