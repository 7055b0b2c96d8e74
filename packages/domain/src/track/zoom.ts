import { metresPerPixel, simplify } from '../geo/simplify.ts';
import type { LatLon } from '../geo/sphere.ts';

/** Detail that nobody can see at a zoom is left out: `pixels` is what a line may be off on the screen. */
export const simplifyForZoom = <T extends LatLon>(points: readonly T[], zoom: number, pixels = 0.75): T[] => {
  const first = points[0];
  if (first === undefined) return [];
  let farthest = Math.abs(first.lat);
  for (const point of points) farthest = Math.max(farthest, Math.abs(point.lat));
  return simplify(points, metresPerPixel(zoom, Math.min(85, farthest)) * pixels);
};
