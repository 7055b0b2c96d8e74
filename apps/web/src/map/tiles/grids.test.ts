import { wgs84ToGcj02 } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { latToY, lonToX } from '../mercator.ts';
import { ellipsoidalY, stripsOf, tilesOf, toGrid } from './grids.ts';

const WORLD_HALF_M = 20_037_508.342789244;
/** World unit to the metres of the projection's northing. */
const northing = (y: number): number => (0.5 - y) * 2 * WORLD_HALF_M;

describe('grids', () => {
  it('projects EPSG:3395 as the EPSG guidance note does', () => {
    // `proj +proj=merc +ellps=WGS84` for 45 degrees of latitude.
    expect(ellipsoidalY(0)).toBeCloseTo(0.5, 12);
    expect(northing(ellipsoidalY(45))).toBeCloseTo(5_591_295.9185533915, 1);
    expect(northing(ellipsoidalY(-45))).toBeCloseTo(-5_591_295.9185533915, 1);
  });

  it('projects EPSG:3857 to its known northing', () => {
    expect(northing(latToY(45))).toBeCloseTo(5_621_521.486192066, 3);
  });

  it('leaves tiles of the drawn grid alone', () => {
    const address = { z: 12, x: 3240, y: 2020 };
    const strips = stripsOf('web', address);
    expect(strips).toHaveLength(1);
    expect(strips[0]).toMatchObject({ top: 0, height: 1, sourceWidth: 1, sourceHeight: 1 });
    expect(tilesOf(12, strips)).toEqual([address]);
  });

  it.each(['ellipsoidal', 'gcj02'] as const)('covers each drawn tile without holes (%s)', (grid) => {
    for (const address of [
      { z: 3, x: 4, y: 2 },
      { z: 14, x: 9903, y: 5122 },
      { z: 18, x: 219_000, y: 108_000 },
    ]) {
      const strips = stripsOf(grid, address);
      strips.forEach((strip, i) => {
        const next = strips[i + 1];
        if (next) expect(strip.sourceY + strip.sourceHeight).toBeCloseTo(next.sourceY, 3);
        expect(strip.sourceHeight).toBeGreaterThan(0);
      });
      expect(tilesOf(address.z, strips).length).toBeGreaterThan(0);
    }
  });

  it('is linear within a strip to a pixel', () => {
    for (const address of [
      { z: 4, x: 9, y: 4 },
      { z: 10, x: 619, y: 320 },
    ]) {
      const tiles = 2 ** address.z;
      for (const strip of stripsOf('ellipsoidal', address)) {
        const middle = toGrid.ellipsoidal(address.x / tiles, (address.y + strip.top + strip.height / 2) / tiles)[1] * tiles;
        expect(Math.abs(middle - (strip.sourceY + strip.sourceHeight / 2)) * 256).toBeLessThan(1);
      }
    }
  });

  it('moves a place in China by the offset of its maps and leaves others', () => {
    const beijing = wgs84ToGcj02(39.9075, 116.39723);
    const [x, y] = toGrid.gcj02(lonToX(116.39723), latToY(39.9075));
    expect(x).toBeCloseTo(lonToX(beijing.lon), 12);
    expect(y).toBeCloseTo(latToY(beijing.lat), 12);
    expect(Math.hypot(beijing.lat - 39.9075, beijing.lon - 116.39723)).toBeGreaterThan(0.003);
    const [sx, sy] = toGrid.gcj02(lonToX(-0.12), latToY(51.5));
    expect(sx).toBeCloseTo(lonToX(-0.12), 12);
    expect(sy).toBeCloseTo(latToY(51.5), 12);
  });

  it('wraps nothing above or below the world', () => {
    const tiles = tilesOf(2, stripsOf('ellipsoidal', { z: 2, x: 0, y: 0 }));
    expect(tiles.every((tile) => tile.y >= 0 && tile.y < 4)).toBe(true);
  });
});
