import { EARTH_RADIUS_M } from './sphere.ts';
import type { LatLon } from './sphere.ts';

const RAD = Math.PI / 180;

/**
 * Douglas-Peucker with a tolerance in m: the indices to keep, ascending, ends included. Iterative (no stack overflow at
 * any length), planar per segment with the longitudes unwrapped, so it holds over the antimeridian and up to about
 * 85 degrees of latitude.
 */
export const simplifyIndices = (points: readonly LatLon[], toleranceM: number): number[] => {
  const n = points.length;
  if (n <= 2) return points.map((_, i) => i);
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  let lon = (points[0] as LatLon).lon;
  for (let i = 0; i < n; i++) {
    const point = points[i] as LatLon;
    lon += ((point.lon - lon + 540) % 360) - 180;
    x[i] = lon * RAD * EARTH_RADIUS_M;
    y[i] = point.lat * RAD * EARTH_RADIUS_M;
  }
  const keep = new Uint8Array(n);
  keep[0] = 1;
  keep[n - 1] = 1;
  const limit = toleranceM * toleranceM;
  const stack = [0, n - 1];
  while (stack.length > 0) {
    const end = stack.pop() as number;
    const start = stack.pop() as number;
    // East-west metres shrink with the latitude; the middle of the piece is exact enough for a tolerance.
    const scale = Math.cos(((y[start] as number) + (y[end] as number)) / 2 / EARTH_RADIUS_M);
    const ax = (x[start] as number) * scale;
    const ay = y[start] as number;
    const dx = (x[end] as number) * scale - ax;
    const dy = (y[end] as number) - ay;
    const length2 = dx * dx + dy * dy;
    let worst = limit;
    let worstIndex = -1;
    for (let i = start + 1; i < end; i++) {
      const px = (x[i] as number) * scale - ax;
      const py = (y[i] as number) - ay;
      const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
      const ex = px - t * dx;
      const ey = py - t * dy;
      const d2 = ex * ex + ey * ey;
      if (d2 > worst) {
        worst = d2;
        worstIndex = i;
      }
    }
    if (worstIndex > 0) {
      keep[worstIndex] = 1;
      stack.push(start, worstIndex, worstIndex, end);
    }
  }
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (keep[i]) kept.push(i);
  return kept;
};

/** The simplified line itself; the points are the given objects. */
export const simplify = <T extends LatLon>(points: readonly T[], toleranceM: number): T[] =>
  simplifyIndices(points, toleranceM).map((i) => points[i] as T);

/** Metres that one pixel of a 512 px tile pyramid (the map's zoom) covers at a latitude. */
export const metresPerPixel = (zoom: number, lat: number): number =>
  (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat * RAD)) / (512 * 2 ** zoom);
