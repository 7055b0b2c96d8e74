import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf, type OutlineOptions, type OutlinePoints } from './outline.ts';

const OPTIONS: OutlineOptions = { counts: () => true, gapMs: 300_000, sidePx: 1000 };
const pointsOf = (places: readonly (readonly [lat: number, lon: number])[], times?: readonly number[], kph = 40): OutlinePoints => ({
  count: places.length,
  fixTimeMs: times ?? places.map((_, i) => i * 10_000),
  lat: places.map(([lat]) => lat),
  lon: places.map(([, lon]) => lon),
  speedKph: places.map(() => kph),
});

/** Distance of a point from a straight piece. */
const offLine = ([px, py]: readonly [number, number], [ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length2));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
};

describe('outline of a track', () => {
  it('is never off by more than a pixel of the picture, and keeps both ends', () => {
    const micro = fc.integer({ min: -10_000, max: 10_000 }).map((value) => value / 1e6);
    const step = fc.tuple(micro, micro);
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 400 }), (steps) => {
        const places: [number, number][] = [];
        let [lat, lon] = [0, 10];
        for (const [dLat, dLon] of steps) places.push([(lat += dLat), (lon += dLon)]);
        const outline = outlineOf(pointsOf(places), OPTIONS);
        expect([outline[0], outline.at(-1)]).toEqual([0, places.length - 1]);
        const side = (of: 0 | 1): number => Math.max(...places.map((p) => p[of])) - Math.min(...places.map((p) => p[of]));
        const pixel = Math.max(side(0), side(1)) / OPTIONS.sidePx;
        outline.slice(1).forEach((end, at) => {
          const start = outline[at] as number;
          for (let i = start; i <= end; i++)
            expect(
              offLine(places[i] as [number, number], places[start] as [number, number], places[end] as [number, number]),
            ).toBeLessThanOrEqual(pixel + 1e-12);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out what says nothing: a parked day, a straight road', () => {
    const parked = Array.from({ length: 5000 }, (_, i) => [52 + (i % 3) * 1e-7, 9] as const);
    const road = Array.from({ length: 5000 }, (_, i) => [52, 9 + i / 10_000] as const);
    expect(outlineOf(pointsOf([...parked, ...road]), OPTIONS).length).toBeLessThan(12);
  });

  it('breaks at a silence and nowhere else', () => {
    const places = [0, 1, 2, 3, 4, 5].map((i) => [0, i] as const);
    const times = [0, 10_000, 20_000, 600_000, 610_000, 620_000];
    expect(outlineOf(pointsOf(places, times), OPTIONS)).toEqual([0, 2, -1, 3, 5]);
  });

  it('passes over what does not count and goes on over the antimeridian', () => {
    const places = [
      [0, 179.8],
      [0, 179.9],
      [60, 0],
      [0, -179.9],
      [0.1, -179.8],
    ] as const;
    expect(outlineOf(pointsOf(places), { ...OPTIONS, counts: (i) => i !== 2 })).toEqual([0, 3, 4]);
    expect(outlineOf(pointsOf([]), OPTIONS)).toEqual([]);
    expect(outlineOf(pointsOf([[1, 2]]), OPTIONS)).toEqual([0]);
  });

  it('keeps where the speed changes its class', () => {
    const places = Array.from({ length: 100 }, (_, i) => [0, i / 100] as const);
    const kph = Array.from({ length: 100 }, (_, i) => (i < 50 ? 20 : 100));
    expect(outlineOf({ ...pointsOf(places), speedKph: kph }, OPTIONS)).toEqual([0, 49, 99]);
  });
});
