import type { Track } from '@sightline/contract';
import type { TrackPicture, TrackView } from './geometry.ts';

export type ToTrackWorker =
  /** Points from `offset` on; 0 replaces what was there. It begins with the last point of the part before, so that the line has no hole. */
  | { readonly type: 'part'; readonly deviceId: string; readonly offset: number; readonly track: Track }
  | { readonly type: 'forget'; readonly deviceId: string }
  | { readonly type: 'picture'; readonly id: number; readonly view: TrackView };

export interface DevicePicture {
  readonly deviceId: string;
  readonly picture: TrackPicture;
}

export interface FromTrackWorker {
  readonly id: number;
  /** One for each part of each device; indices count from the beginning of the track. */
  readonly pictures: readonly DevicePicture[];
  readonly workMs: number;
}
