import { latToY, lonToX, scaleOf } from '../mercator.ts';

/** Marker cluster radius of the product, px. */
export const CLUSTER_RADIUS_PX = 30;
export const KIND_COUNT = 6;
/** Whole cells around the view, so that a cluster does not change its make-up while it is dragged out of the view. */
const MARGIN_CELLS = 2;
const NOT_DRAWN = -1;

/** The visible part of the world in world units (x is unwrapped and may pass 0 or 1), and the library's zoom. */
export interface View {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  readonly zoom: number;
}

/**
 * Markers of a view as columns. `slot` is the device of a single marker and -1 for a cluster; `shares` holds
 * {@link KIND_COUNT} counts per feature. x continues the view's own count of worlds.
 */
export interface ClusterResult {
  readonly length: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: Uint32Array;
  readonly slot: Int32Array;
  readonly course: Float32Array;
  readonly shares: Uint32Array;
}

/**
 * Groups devices for one view: cells of 30 px at the integer zoom, then centroids closer than 30 px are merged, the
 * largest first. Linear in the number of devices, with a flat array for the cells, so 100,000 devices take a few ms.
 */
export class ClusterGrid {
  private count = 0;
  private x = new Float64Array(0);
  private y = new Float64Array(0);
  private course = new Float32Array(0);
  private kind = new Uint8Array(0);
  private drawn = new Uint8Array(0);
  /** Feature of each slot in the last answer, -1 when not visible. */
  private featureOf = new Int32Array(0);

  /** Makes room for `count` devices, none of them drawn. */
  reset(count: number): void {
    this.count = count;
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    this.course = new Float32Array(count);
    this.kind = new Uint8Array(count);
    this.drawn = new Uint8Array(count);
    this.featureOf = new Int32Array(count).fill(NOT_DRAWN);
  }

  /** NaN coordinates (no position yet) or `drawn` false keep the device off the map. */
  set(slot: number, lat: number, lon: number, course: number, kind: number, drawn: boolean): void {
    this.x[slot] = lonToX(lon);
    this.y[slot] = latToY(lat);
    this.course[slot] = course;
    this.kind[slot] = kind;
    this.drawn[slot] = drawn && !Number.isNaN(lat) && !Number.isNaN(lon) ? 1 : 0;
  }

  /** Groups what the view shows. `pinned` slots (selected, followed) are never put into a cluster. */
  query(view: View, pinned: ReadonlySet<number> = new Set()): ClusterResult {
    const cell = CLUSTER_RADIUS_PX / scaleOf(Math.floor(view.zoom));
    const centre = (view.west + view.east) / 2;
    // Never wider than one world: a device stands once.
    const west = Math.max(view.west, centre - 0.5);
    const east = Math.min(view.east, centre + 0.5);
    const column0 = Math.floor(west / cell) - MARGIN_CELLS;
    const row0 = Math.floor(view.north / cell) - MARGIN_CELLS;
    const columns = Math.floor(east / cell) + MARGIN_CELLS + 1 - column0;
    const rows = Math.floor(view.south / cell) + MARGIN_CELLS + 1 - row0;
    const left = column0 * cell;

    const groupAt = new Int32Array(columns * rows).fill(NOT_DRAWN);
    const cellOf: number[] = [];
    const sumX: number[] = [];
    const sumY: number[] = [];
    const size: number[] = [];
    const only: number[] = [];
    const groupOf = this.featureOf;
    for (let slot = 0; slot < this.count; slot++) {
      groupOf[slot] = NOT_DRAWN;
      if (!this.drawn[slot]) continue;
      const raw = this.x[slot] as number;
      const x = raw + Math.ceil(left - raw);
      const y = this.y[slot] as number;
      const column = Math.floor(x / cell) - column0;
      const row = Math.floor(y / cell) - row0;
      if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
      const place = row * columns + column;
      let group = pinned.has(slot) ? NOT_DRAWN : (groupAt[place] as number);
      if (group === NOT_DRAWN) {
        group = size.length;
        if (pinned.has(slot)) cellOf.push(NOT_DRAWN);
        else {
          groupAt[place] = group;
          cellOf.push(place);
        }
        sumX.push(x);
        sumY.push(y);
        size.push(1);
        only.push(slot);
      } else {
        sumX[group] = (sumX[group] as number) + x;
        sumY[group] = (sumY[group] as number) + y;
        size[group] = (size[group] as number) + 1;
      }
      groupOf[slot] = group;
    }

    const root = merge({ groupAt, cellOf, columns, rows, sumX, sumY, size, radius: cell });
    return this.collect(root, sumX, sumY, size, only);
  }

  /** Slots of a feature of the last answer. */
  members(feature: number, limit = Infinity): number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.count && slots.length < limit; slot++) if (this.featureOf[slot] === feature) slots.push(slot);
    return slots;
  }

  private collect(
    root: Int32Array,
    sumX: readonly number[],
    sumY: readonly number[],
    size: readonly number[],
    only: readonly number[],
  ): ClusterResult {
    const feature = new Int32Array(root.length).fill(NOT_DRAWN);
    let length = 0;
    for (let group = 0; group < root.length; group++) if (root[group] === group) feature[group] = length++;
    const result = {
      length,
      x: new Float64Array(length),
      y: new Float64Array(length),
      count: new Uint32Array(length),
      slot: new Int32Array(length).fill(-1),
      course: new Float32Array(length).fill(NaN),
      shares: new Uint32Array(length * KIND_COUNT),
    };
    for (let group = 0; group < root.length; group++) {
      const at = feature[group] as number;
      if (at === NOT_DRAWN) continue;
      const count = size[group] as number;
      result.x[at] = (sumX[group] as number) / count;
      result.y[at] = (sumY[group] as number) / count;
      result.count[at] = count;
      if (count === 1) {
        const slot = only[group] as number;
        result.slot[at] = slot;
        result.course[at] = this.course[slot] as number;
      }
    }
    for (let slot = 0; slot < this.count; slot++) {
      const group = this.featureOf[slot] as number;
      if (group === NOT_DRAWN) continue;
      const at = feature[root[group] as number] as number;
      this.featureOf[slot] = at;
      const share = at * KIND_COUNT + (this.kind[slot] as number);
      result.shares[share] = (result.shares[share] as number) + 1;
    }
    return result;
  }
}

interface Groups {
  readonly groupAt: Int32Array;
  readonly cellOf: readonly number[];
  readonly columns: number;
  readonly rows: number;
  readonly sumX: number[];
  readonly sumY: number[];
  readonly size: number[];
  readonly radius: number;
}

/** Lets each group, the largest first, take in the neighbours whose centroid is within the radius. Answers the root of each group. */
const merge = ({ groupAt, cellOf, columns, rows, sumX, sumY, size, radius }: Groups): Int32Array => {
  const n = size.length;
  const root = Int32Array.from({ length: n }, (_, i) => i);
  const settled = new Uint8Array(n);
  const x = Float64Array.from(sumX, (sum, i) => sum / (size[i] as number));
  const y = Float64Array.from(sumY, (sum, i) => sum / (size[i] as number));
  const own = Float64Array.from(size);
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => (own[b] as number) - (own[a] as number) || a - b);
  for (const group of order) {
    const place = cellOf[group] as number;
    if (settled[group] || place === NOT_DRAWN) continue;
    settled[group] = 1;
    // A centroid lies in its own cell, so everything within a cell's width is in the eight cells around it.
    const row = Math.floor(place / columns);
    const column = place % columns;
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        const other = groupAt[r * columns + c] as number;
        if (other === NOT_DRAWN || settled[other]) continue;
        const dx = (x[other] as number) - (x[group] as number);
        const dy = (y[other] as number) - (y[group] as number);
        if (dx * dx + dy * dy > radius * radius) continue;
        settled[other] = 1;
        root[other] = group;
        sumX[group] = (sumX[group] as number) + (sumX[other] as number);
        sumY[group] = (sumY[group] as number) + (sumY[other] as number);
        size[group] = (size[group] as number) + (size[other] as number);
      }
    }
  }
  return root;
};
