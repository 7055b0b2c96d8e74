import type { Track } from '@sightline/contract';
import { ENGINE_RULES, rankLines, speedClassOf } from '@sightline/domain';
import { latToY, lonToX, scaleOf } from '../../map/mercator.ts';
import { isGood } from './lookup.ts';

/** A line may be off by this much on the screen. */
const TOLERANCE_PX = 0.6;
/** A change of colour is shown when the stretch is at least this long on the screen. */
const CLASS_PX = 4;
const DOTS_MAX = 2500;
/** Single points are dots from this zoom of the library on. */
const DOTS_ZOOM = 13;
/** Arrow heads stand this far from each other along the line, from this zoom on, and never two in one cell of the screen. */
const ARROW_ZOOM = 11;
const ARROW_STEP_PX = 70;
const ARROW_CELL_PX = 24;

/** The counted points of a track, ready to be drawn at any zoom. */
export interface PreparedTrack {
  readonly count: number;
  /** World units; x is unwrapped, so that a line over the antimeridian does not cross the world. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Least and greatest x; Infinity and -Infinity without points. */
  readonly reach: readonly [west: number, east: number];
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

/**
 * Projects a track and ranks its points. Takes some 100 ms for a month of 10-second positions: for a worker.
 * @param brokenBy where the line is broken: at silences longer than the engine's gap, or in an overview at points without a place
 */
export const prepareTrack = (track: Track, brokenBy: 'silence' | 'hole' = 'silence'): PreparedTrack => {
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
  const breaks = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const source = good[i] as number;
    const raw = lonToX(track.lon[source] as number);
    x[i] = i === 0 ? raw : raw + Math.round((x[i - 1] as number) - raw);
    y[i] = latToY(track.lat[source] as number);
    const kph = track.speedKph[source] as number;
    speedClass[i] = speedClassOf(Number.isNaN(kph) ? null : kph);
    if (i === 0) continue;
    const before = good[i - 1] as number;
    const silent = (track.timeMs[source] as number) - (track.timeMs[before] as number) > ENGINE_RULES.gapMs;
    if (brokenBy === 'hole' ? source - before > 1 : silent) breaks[i] = 1;
  }
  return {
    count,
    x,
    y,
    reach: [x.reduce((least, value) => Math.min(least, value), Infinity), x.reduce((most, value) => Math.max(most, value), -Infinity)],
    speedClass,
    weight: rankLines(count, x, y, breaks),
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

/** What of a track is seen in a view. Lengths are pixels at the zoom of the view, counted from its middle. */
export interface TrackPicture {
  /** Straight pieces one behind the other, `[ax, ay, bx, by]` each; one that goes on where another ends begins at the very same numbers. */
  readonly strokes: Float32Array;
  /** Speed class of each stroke. */
  readonly kinds: Uint8Array;
  /** Heads of arrows along the line, `[x, y, direction in radians]` each. */
  readonly arrows: Float32Array;
  /** Counted points to be drawn as dots: their index in the track. Empty when there would be too many. */
  readonly dots: Uint32Array;
  /** Points that do not count, in view. */
  readonly rejected: Uint32Array;
}

/** Cells of the screen that hold an arrow: shared by everything that is drawn in one view. */
export type TakenCells = Set<number>;

/** Collects strokes and the arrows on them. */
class Pen {
  readonly strokes: number[] = [];
  readonly kinds: number[] = [];
  readonly arrows: number[] = [];
  private walked = 0;

  constructor(
    private readonly taken: TakenCells,
    private readonly withArrows: boolean,
    private readonly halfWidth: number,
    private readonly halfHeight: number,
  ) {}

  lift(): void {
    this.walked = ARROW_STEP_PX / 2;
  }

  draw(ax: number, ay: number, bx: number, by: number, kind: number): void {
    this.strokes.push(ax, ay, bx, by);
    this.kinds.push(kind);
  }

  /** Goes along a piece, seen or not, so that arrows keep their places while the map is moved. */
  walk(ax: number, ay: number, bx: number, by: number, seen: boolean): void {
    if (!this.withArrows) return;
    const length = Math.hypot(bx - ax, by - ay);
    if (seen)
      for (let at = ARROW_STEP_PX - this.walked; at <= length; at += ARROW_STEP_PX)
        this.place(ax + ((bx - ax) * at) / length, ay + ((by - ay) * at) / length, Math.atan2(by - ay, bx - ax));
    this.walked = (this.walked + length) % ARROW_STEP_PX;
  }

  private place(x: number, y: number, direction: number): void {
    if (Math.abs(x) > this.halfWidth || Math.abs(y) > this.halfHeight) return;
    const cell = Math.floor(x / ARROW_CELL_PX) * 65_536 + Math.floor(y / ARROW_CELL_PX);
    if (this.taken.has(cell)) return;
    this.taken.add(cell);
    this.arrows.push(x, y, direction);
  }
}

/** What of a track is seen in a view, with just the detail that can be seen; once for each copy of the world that is in view. */
export const pictureOf = (track: PreparedTrack, view: TrackView, taken: TakenCells = new Set()): TrackPicture => {
  const { count, x, y, speedClass, weight, breaks } = track;
  const scale = scaleOf(view.zoom);
  const tolerance = TOLERANCE_PX / scale;
  const shortest = CLASS_PX / scale;
  const margin = 64 / scale;
  const west = view.west - margin;
  const east = view.east + margin;
  const north = view.north - margin;
  const south = view.south + margin;
  const centreX = (view.west + view.east) / 2;
  const centreY = (view.north + view.south) / 2;
  const pen = new Pen(taken, view.zoom >= ARROW_ZOOM, ((east - west) * scale) / 2, ((south - north) * scale) / 2);
  const copies = count === 0 ? -1 : Math.floor(east - track.reach[0]);
  for (let copy = Math.ceil(west - track.reach[1]); copy <= copies; copy++) {
    let last = -1;
    for (let i = 0; i < count; i++) {
      if (breaks[i]) last = -1;
      if (last === -1) {
        pen.lift();
        last = i;
        continue;
      }
      const kind = speedClass[i] as number;
      const xi = (x[i] as number) + copy;
      const yi = y[i] as number;
      const xl = (x[last] as number) + copy;
      const yl = y[last] as number;
      const recoloured = kind !== (speedClass[i + 1] ?? kind) && Math.abs(xi - xl) + Math.abs(yi - yl) >= shortest;
      if ((weight[i] as number) < tolerance && !recoloured && i !== count - 1 && !breaks[i + 1]) continue;
      const seen = Math.max(xi, xl) >= west && Math.min(xi, xl) <= east && Math.max(yi, yl) >= north && Math.min(yi, yl) <= south;
      const [ax, ay, bx, by] = [(xl - centreX) * scale, (yl - centreY) * scale, (xi - centreX) * scale, (yi - centreY) * scale];
      if (seen) pen.draw(ax, ay, bx, by, kind);
      pen.walk(ax, ay, bx, by, seen);
      last = i;
    }
  }
  const inside = (px: number, py: number): boolean => {
    const near = px + Math.round(centreX - px);
    return near >= west && near <= east && py >= north && py <= south;
  };
  const dots: number[] = [];
  if (view.zoom >= DOTS_ZOOM)
    for (let i = 0; i < count && dots.length <= DOTS_MAX; i++)
      if (inside(x[i] as number, y[i] as number)) dots.push(track.source[i] as number);
  const rejected: number[] = [];
  const bad = track.rejected;
  for (let i = 0; i < bad.source.length && rejected.length < DOTS_MAX; i++)
    if (inside(bad.x[i] as number, bad.y[i] as number)) rejected.push(bad.source[i] as number);
  return {
    strokes: Float32Array.from(pen.strokes),
    kinds: Uint8Array.from(pen.kinds),
    arrows: Float32Array.from(pen.arrows),
    dots: Uint32Array.from(dots.length > DOTS_MAX ? [] : dots),
    rejected: Uint32Array.from(rejected),
  };
};
