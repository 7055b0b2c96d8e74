import type { Track } from '@sightline/contract';
import { extendEvents, NO_EVENTS, type FoundEvents } from '../events/track-events.ts';
import { extendAccSpans, extendBlocks, NO_BLOCKS, type AccSpans, type SpeedBlocks } from '../timeline/sample.ts';
import { extendReach, type Reach } from './bounds.ts';

/** What lists, timeline and map need to know of all points of a track, found once for each of them. */
export interface TrackDigest {
  /** Points that it knows. */
  readonly count: number;
  readonly reach: Reach | null;
  /** Fastest counted point, km/h; 0 without one. */
  readonly topKph: number;
  /** Points with a flag. */
  readonly rejected: number;
  readonly speeds: SpeedBlocks;
  readonly ignition: AccSpans;
  readonly found: FoundEvents;
}

export const EMPTY_DIGEST: TrackDigest = {
  count: 0,
  reach: null,
  topKph: 0,
  rejected: 0,
  speeds: NO_BLOCKS,
  ignition: [],
  found: NO_EVENTS,
};

/** Reads on in a track that has grown: the time it takes is that of the new points alone. */
export const extendDigest = (before: TrackDigest, track: Track): TrackDigest => {
  let { topKph, rejected } = before;
  for (let i = before.count; i < track.count; i++) {
    if (track.flags[i] !== 0) rejected++;
    else if ((track.speedKph[i] as number) > topKph) topKph = track.speedKph[i] as number;
  }
  return {
    count: track.count,
    reach: extendReach(before.reach, track, before.count),
    topKph,
    rejected,
    speeds: extendBlocks(before.speeds, track),
    ignition: extendAccSpans(before.ignition, track, before.count),
    found: extendEvents(before.found, track),
  };
};
