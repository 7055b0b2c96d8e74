import type { ClusterResult, View } from './cluster-grid.ts';

/** Columns of devices for the cluster worker; `slots` null: all devices in order, replacing everything. */
export interface DeviceColumns {
  readonly slots: Uint32Array | null;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly course: Float32Array;
  readonly kind: Uint8Array;
  readonly drawn: Uint8Array;
}

/** What changes hands with columns. */
export const buffersOf = ({ lat, lon, course, kind, drawn }: DeviceColumns): Transferable[] => [
  lat.buffer,
  lon.buffer,
  course.buffer,
  kind.buffer,
  drawn.buffer,
];

/** Pictures stand on their sheets in rows of so many. */
export const SHEET_COLUMNS = 16;

/** What pictures of clusters are made for. */
export interface ClusterLook {
  readonly theme: 'light' | 'dark';
  readonly pixelRatio: number;
}

/** New pictures of one size, px of the screen; the i-th has the number `firstId + i`. */
export interface PictureSheet {
  readonly sheet: ImageBitmap;
  readonly firstId: number;
  readonly count: number;
  readonly width: number;
  readonly height: number;
}

export interface ShelfChange {
  readonly added: PictureSheet | null;
  /** Numbers that will not be drawn again. */
  readonly dropped: readonly number[];
}

/** How the clusters of an answer look: by feature the numbers of its pictures, -1 for a single marker. */
export interface ClusterPictures {
  readonly look: ClusterLook;
  /** Everything from before is of another look. */
  readonly fresh: boolean;
  readonly disc: Int32Array;
  readonly label: Int32Array;
  readonly discs: ShelfChange;
  readonly labels: ShelfChange;
}

export type ToClusterWorker =
  | {
      readonly type: 'query';
      readonly id: number;
      readonly devices: DeviceColumns | null;
      readonly view: View;
      readonly pinned: Int32Array;
      readonly look: ClusterLook;
    }
  | { readonly type: 'members'; readonly id: number; readonly feature: number; readonly limit: number };

export type FromClusterWorker =
  | {
      readonly type: 'result';
      readonly id: number;
      readonly result: ClusterResult;
      readonly pictures: ClusterPictures;
      readonly workMs: number;
      /** The columns of the question, to be filled again. */
      readonly spare: DeviceColumns | null;
    }
  | { readonly type: 'members'; readonly id: number; readonly slots: Uint32Array };
