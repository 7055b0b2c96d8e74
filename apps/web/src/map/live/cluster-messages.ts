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

export type ToClusterWorker =
  | {
      readonly type: 'query';
      readonly id: number;
      readonly devices: DeviceColumns | null;
      readonly view: View;
      readonly pinned: Int32Array;
    }
  | { readonly type: 'members'; readonly id: number; readonly feature: number; readonly limit: number };

export type FromClusterWorker =
  | {
      readonly type: 'result';
      readonly id: number;
      readonly result: ClusterResult;
      readonly workMs: number;
      /** The columns of the question, to be filled again. */
      readonly spare: DeviceColumns | null;
    }
  | { readonly type: 'members'; readonly id: number; readonly slots: Uint32Array };
