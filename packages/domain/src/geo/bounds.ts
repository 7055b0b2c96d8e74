import { EARTH_RADIUS_M, normaliseLon } from './sphere.ts';
import type { LatLon } from './sphere.ts';

/** A box in degrees. `west > east` means that it crosses the antimeridian. */
export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Whether a point lies in the box, borders included. */
export const inBounds = (box: Bounds, lat: number, lon: number): boolean =>
  lat >= box.south && lat <= box.north && (box.west <= box.east ? lon >= box.west && lon <= box.east : lon >= box.west || lon <= box.east);

/**
 * The smallest box around the points, null for none. Of all boxes it takes the one with the least width, so a track
 * over the antimeridian gets a narrow box with `west > east` and not the whole world.
 */
export const boundsOf = (points: readonly LatLon[]): Bounds | null => {
  if (points.length === 0) return null;
  let south = 90;
  let north = -90;
  const lons = new Float64Array(points.length);
  points.forEach((point, i) => {
    south = Math.min(south, point.lat);
    north = Math.max(north, point.lat);
    lons[i] = normaliseLon(point.lon);
  });
  lons.sort();
  const last = lons.length - 1;
  let widest = (lons[0] as number) + 360 - (lons[last] as number);
  let eastOfGap = 0;
  for (let i = 1; i <= last; i++) {
    const gap = (lons[i] as number) - (lons[i - 1] as number);
    if (gap > widest) {
      widest = gap;
      eastOfGap = i;
    }
  }
  return { south, north, west: lons[eastOfGap] as number, east: lons[eastOfGap === 0 ? last : eastOfGap - 1] as number };
};

/** A box that contains the circle of `radiusM` around the point; near a pole it spans all longitudes. */
export const boundsAround = (centre: LatLon, radiusM: number): Bounds => {
  const dLat = (radiusM / EARTH_RADIUS_M) * (180 / Math.PI);
  const south = Math.max(-90, centre.lat - dLat);
  const north = Math.min(90, centre.lat + dLat);
  const ratio = Math.sin(radiusM / EARTH_RADIUS_M) / Math.cos((centre.lat * Math.PI) / 180);
  if (south <= -90 || north >= 90 || ratio >= 1) return { south, north, west: -180, east: 180 };
  const dLon = Math.asin(ratio) * (180 / Math.PI);
  return { south, north, west: normaliseLon(centre.lon - dLon), east: normaliseLon(centre.lon + dLon) };
};
