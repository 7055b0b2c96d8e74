import type { Track } from '@sightline/contract';
import type { TrackPicture, TrackView } from './geometry.ts';

export type ToTrackWorker =
  /** Points from `offset` on; 0 replaces what was there. It begins with the last point of the part before, so that the line has no hole. */
  | { readonly type: 'part'; readonly deviceId: string; readonly offset: number; readonly track: Track }
  /** The line of the whole range in few points, below all parts until they are there; null takes it away. */
  | { readonly type: 'overview'; readonly deviceId: string; readonly track: Track | null }
  | { readonly type: 'forget'; readonly deviceId: string }
  | { readonly type: 'view'; readonly view: TrackView };

/** Stands for the offset of an overview, which is no part. */
export const OVERVIEW = -1;

/** What is drawn of one part of a device's track; indices count from the beginning of the track. */
export interface PartPicture extends Pick<TrackPicture, 'arrows' | 'dots' | 'rejected'> {
  readonly deviceId: string;
  readonly offset: number;
  /** See `meshOf`. */
  readonly mesh: Float32Array;
}

export interface FromTrackWorker {
  readonly view: TrackView;
  /** True: of every part, in answer to a view. False: of a part that came for the view of the answer before. */
  readonly whole: boolean;
  readonly parts: readonly PartPicture[];
}
