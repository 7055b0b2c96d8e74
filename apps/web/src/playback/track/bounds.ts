import type { Track } from '@sightline/contract';
import type { GeoBox } from '../../map/map-view.tsx';
import { isGood } from './lookup.ts';

/** How far counted points reach, degrees; longitudes continue over the antimeridian from point to point. */
export interface Reach {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly lastLon: number;
}

/** The reach of points known so far and of those from index `from` on; null while there is none. */
export const extendReach = (before: Reach | null, track: Track, from: number): Reach | null => {
  let { west, south, east, north, lastLon } = before ?? {
    west: Infinity,
    south: Infinity,
    east: -Infinity,
    north: -Infinity,
    lastLon: NaN,
  };
  for (let i = from; i < track.count; i++) {
    if (!isGood(track, i)) continue;
    const raw = track.lon[i] as number;
    const lat = track.lat[i] as number;
    lastLon = Number.isNaN(lastLon) ? raw : raw + 360 * Math.round((lastLon - raw) / 360);
    if (lastLon < west) west = lastLon;
    if (lastLon > east) east = lastLon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return west === Infinity ? null : { west, south, east, north, lastLon };
};

/** Box around several reaches, each taken in the world nearest to the ones before. Null when there are none. */
export const uniteReaches = (reaches: readonly (Reach | null)[]): GeoBox | null => {
  let box: GeoBox | null = null;
  for (const reach of reaches) {
    if (reach === null) continue;
    const shift: number = box === null ? 0 : 360 * Math.round((box[0] + box[2] - reach.west - reach.east) / 720);
    const [west, south, east, north] = [reach.west + shift, reach.south, reach.east + shift, reach.north];
    box =
      box === null
        ? [west, south, east, north]
        : [Math.min(box[0], west), Math.min(box[1], south), Math.max(box[2], east), Math.max(box[3], north)];
  }
  return box;
};

/** Box around the counted points of a track; null when there are none. */
export const boxOf = (track: Track): GeoBox | null => uniteReaches([extendReach(null, track, 0)]);
