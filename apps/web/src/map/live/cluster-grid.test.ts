import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latToY, lonToX, scaleOf } from '../mercator.ts';
import { CLUSTER_RADIUS_PX, ClusterGrid, KIND_COUNT, type View } from './cluster-grid.ts';

const viewAround = (lat: number, lon: number, zoom: number, widthPx = 1200, heightPx = 800): View => {
  const scale = scaleOf(zoom);
  const x = lonToX(lon);
  const y = latToY(lat);
  return {
    west: x - widthPx / 2 / scale,
    east: x + widthPx / 2 / scale,
    north: y - heightPx / 2 / scale,
    south: y + heightPx / 2 / scale,
    zoom,
  };
};

interface Device {
  readonly lat: number;
  readonly lon: number;
  readonly kind: number;
  readonly drawn: boolean;
}
const device = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lon: fc.double({ min: -180, max: 179.999, noNaN: true }),
  kind: fc.integer({ min: 0, max: KIND_COUNT - 1 }),
  drawn: fc.boolean(),
});
const gridOf = (devices: readonly Device[]): ClusterGrid => {
  const grid = new ClusterGrid();
  grid.reset(devices.length);
  devices.forEach(({ lat, lon, kind, drawn }, slot) => grid.set(slot, lat, lon, 10, kind, drawn));
  return grid;
};
const inView = (view: View, { lat, lon }: Device): boolean => {
  const y = latToY(lat);
  const raw = lonToX(lon);
  const x = raw + Math.ceil(view.west - raw);
  return y >= view.north && y <= view.south && x <= view.east;
};

describe('ClusterGrid', () => {
  it('puts every visible device into exactly one feature, with right counts and shares', () => {
    fc.assert(
      fc.property(
        fc.array(device, { maxLength: 300 }),
        fc.integer({ min: 1, max: 18 }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        (devices, zoom, lon) => {
          const view = viewAround(10, lon, zoom);
          const grid = gridOf(devices);
          const result = grid.query(view);
          const seen = new Map<number, number>();
          for (let feature = 0; feature < result.length; feature++) {
            const members = grid.members(feature);
            expect(members).toHaveLength(result.count[feature] as number);
            for (const slot of members) {
              expect(seen.has(slot)).toBe(false);
              seen.set(slot, feature);
            }
            for (let kind = 0; kind < KIND_COUNT; kind++) {
              expect(result.shares[feature * KIND_COUNT + kind]).toBe(members.filter((slot) => devices[slot]?.kind === kind).length);
            }
            expect(result.slot[feature]).toBe(members.length === 1 ? members[0] : -1);
          }
          devices.forEach((one, slot) => {
            if (!one.drawn) expect(seen.has(slot)).toBe(false);
            else if (inView(view, one)) expect(seen.has(slot)).toBe(true);
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('leaves no two largest neighbours of equal rank closer than the radius', () => {
    const devices = Array.from({ length: 400 }, (_, i) => ({
      lat: 1 + (i % 20) * 0.01,
      lon: 103 + Math.floor(i / 20) * 0.01,
      kind: 4,
      drawn: true,
    }));
    const view = viewAround(1.1, 103.1, 8);
    const result = gridOf(devices).query(view);
    expect(result.length).toBeLessThan(20);
    expect(result.count.reduce((sum, count) => sum + count, 0)).toBe(400);
  });

  it('merges what straddles a cell border: two devices a pixel apart are never two markers', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -170, max: 170, noNaN: true }),
        fc.integer({ min: 2, max: 17 }),
        (lat, lon, zoom) => {
          const step = 360 / scaleOf(zoom);
          const result = gridOf([
            { lat, lon, kind: 4, drawn: true },
            { lat, lon: lon + step, kind: 2, drawn: true },
          ]).query(viewAround(lat, lon, zoom));
          expect([...result.count]).toEqual([2]);
        },
      ),
    );
  });

  it('keeps devices apart that are further than two radii', () => {
    const step = (360 / scaleOf(10)) * CLUSTER_RADIUS_PX * 2.1;
    const result = gridOf([
      { lat: 5, lon: 50, kind: 4, drawn: true },
      { lat: 5, lon: 50 + step, kind: 4, drawn: true },
    ]).query(viewAround(5, 50, 10));
    expect([...result.count]).toEqual([1, 1]);
  });

  it('shows a device on the far side of the antimeridian in the world of the view', () => {
    const grid = gridOf([{ lat: 0, lon: -179.9, kind: 4, drawn: true }]);
    const result = grid.query(viewAround(0, 179.9, 8));
    expect(result.length).toBe(1);
    expect(result.x[0]).toBeGreaterThan(1);
  });

  it('never clusters a pinned device', () => {
    const devices = Array.from({ length: 50 }, () => ({ lat: 1, lon: 103, kind: 4, drawn: true }));
    const result = gridOf(devices).query(viewAround(1, 103, 5), new Set([7]));
    expect([...result.slot].filter((slot) => slot === 7)).toHaveLength(1);
    expect([...result.count].toSorted((a, b) => a - b)).toEqual([1, 49]);
  });

  it('leaves out devices without a position', () => {
    expect(gridOf([{ lat: NaN, lon: NaN, kind: 0, drawn: true }]).query(viewAround(0, 0, 2)).length).toBe(0);
  });

  it('does not change a cluster that stays in view while the map is dragged', () => {
    const devices = Array.from({ length: 300 }, (_, i) => ({
      lat: 1 + ((i * 37) % 100) / 500,
      lon: 103 + ((i * 53) % 100) / 500,
      kind: 4,
      drawn: true,
    }));
    const grid = gridOf(devices);
    const sizes = (view: View): number[] => {
      const result = grid.query(view);
      const inside: number[] = [];
      for (let i = 0; i < result.length; i++)
        if ((result.x[i] as number) > view.west && (result.x[i] as number) < view.east) inside.push(result.count[i] as number);
      return inside.toSorted((a, b) => a - b);
    };
    expect(sizes(viewAround(1.1, 103.1, 10, 900))).toEqual(sizes(viewAround(1.1, 103.1003, 10, 900)));
  });
});
