import type { Track } from '@sightline/contract';
import type { GeoBox } from '../../map/map-view.tsx';
import { isGood } from './lookup.ts';

/** Box around the counted points of tracks; longitudes continue over the antimeridian. Null when there are none. */
export const boxOf = (tracks: readonly Track[]): GeoBox | null => {
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  let last = NaN;
  for (const track of tracks) {
    for (let i = 0; i < track.count; i++) {
      if (!isGood(track, i)) continue;
      const raw = track.lon[i] as number;
      const lon: number = Number.isNaN(last) ? raw : raw + 360 * Math.round((last - raw) / 360);
      last = lon;
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, track.lat[i] as number);
      north = Math.max(north, track.lat[i] as number);
    }
  }
  return west === Infinity ? null : [west, south, east, north];
};
