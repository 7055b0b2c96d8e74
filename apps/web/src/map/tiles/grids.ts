import { wgs84ToGcj02 } from '@sightline/domain';
import { latToY, lonToX, xToLon, yToLat } from '../mercator.ts';

/**
 * The grid a tile server cuts its pictures in. `web`: EPSG:3857. `ellipsoidal`: EPSG:3395 (World Mercator on the WGS-84
 * ellipsoid). `gcj02`: EPSG:3857 over coordinates with the offset of maps in mainland China.
 */
export type GridName = 'web' | 'ellipsoidal' | 'gcj02';

const RAD = Math.PI / 180;
/** First eccentricity of WGS-84. */
const E = 0.0818191908426215;

/** World unit y of EPSG:3395 (EPSG guidance note 7-2, variant A of Mercator, 3.2.1.1). */
export const ellipsoidalY = (lat: number): number => {
  const phi = lat * RAD;
  const s = E * Math.sin(phi);
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2) * ((1 - s) / (1 + s)) ** (E / 2)) / (2 * Math.PI);
};

/** Where a point of the drawn world (EPSG:3857, world units) lies in a server's grid, in world units. */
export const toGrid: Readonly<Record<GridName, (x: number, y: number) => readonly [x: number, y: number]>> = {
  web: (x, y) => [x, y],
  ellipsoidal: (x, y) => [x, ellipsoidalY(yToLat(y))],
  gcj02: (x, y) => {
    const moved = wgs84ToGcj02(yToLat(y), xToLon(x));
    return [lonToX(moved.lon), latToY(moved.lat)];
  },
};

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A horizontal strip of a drawn tile and the rectangle of the server's grid (in its tiles) that fills it. */
export interface Strip {
  /** Top and height within the drawn tile, 0..1. */
  readonly top: number;
  readonly height: number;
  readonly sourceX: number;
  readonly sourceY: number;
  readonly sourceWidth: number;
  readonly sourceHeight: number;
}

/** Within a strip the mapping is taken as linear: with 8 strips the error stays under a pixel at every zoom. */
const STRIPS = 8;

/** How a drawn tile is put together from a server's grid; one strip of the tile itself where both agree. */
export const stripsOf = (grid: GridName, { z, x, y }: TileAddress): readonly Strip[] => {
  const tiles = 2 ** z;
  const project = toGrid[grid];
  const at = (tx: number, ty: number): readonly [number, number] => {
    const [gx, gy] = project(tx / tiles, ty / tiles);
    return [gx * tiles, gy * tiles];
  };
  const count = grid === 'web' ? 1 : STRIPS;
  return Array.from({ length: count }, (_, i) => {
    const top = i / count;
    const [left, upper] = at(x, y + top);
    const [right, lower] = at(x + 1, y + (i + 1) / count);
    return { top, height: 1 / count, sourceX: left, sourceY: upper, sourceWidth: right - left, sourceHeight: lower - upper };
  });
};

const EPSILON = 1e-6;

/** The server's tiles that a set of strips needs; rows above and below the world are left out, columns wrap. */
export const tilesOf = (z: number, strips: readonly Strip[]): readonly TileAddress[] => {
  const tiles = 2 ** z;
  const found = new Map<string, TileAddress>();
  for (const strip of strips) {
    const lastX = Math.floor(strip.sourceX + strip.sourceWidth - EPSILON);
    const lastY = Math.floor(strip.sourceY + strip.sourceHeight - EPSILON);
    for (let x = Math.floor(strip.sourceX + EPSILON); x <= lastX; x++) {
      for (let y = Math.max(0, Math.floor(strip.sourceY + EPSILON)); y <= Math.min(tiles - 1, lastY); y++)
        found.set(`${x},${y}`, { z, x, y });
    }
  }
  return [...found.values()];
};
