import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsAround, boundsOf, inBounds } from './bounds.ts';
import { formatPoint } from './format.ts';
import { gcj02ToWgs84, wgs84ToGcj02 } from './gcj02.ts';
import { simplify, simplifyIndices } from './simplify.ts';
import { bearingDeg, destination, distanceM, EARTH_RADIUS_M, lineLengthM, normaliseCourse, normaliseLon } from './sphere.ts';

const point = fc.record({ lat: fc.double({ min: -85, max: 85, noNaN: true }), lon: fc.double({ min: -180, max: 179.999, noNaN: true }) });

describe('the sphere', () => {
  it('measures what the geometry of the sphere says', () => {
    expect(distanceM(0, 0, 0, 90)).toBeCloseTo((EARTH_RADIUS_M * Math.PI) / 2, 3);
    expect(distanceM(90, 0, -90, 0)).toBeCloseTo(EARTH_RADIUS_M * Math.PI, 3);
    expect(distanceM(0, 0, 0, 180)).toBeCloseTo(EARTH_RADIUS_M * Math.PI, 3);
    expect(distanceM(60, 179.99, 60, -179.99)).toBeCloseTo(distanceM(60, 10, 60, 10.02), 6);
    // Paris to New York (known to be about 5 837 km on the mean sphere).
    expect(distanceM(48.8566, 2.3522, 40.7128, -74.006) / 1000).toBeCloseTo(5837, -1);
  });

  it('keeps a centimetre where two points are nearly the same', () => {
    const there = destination({ lat: 51.5, lon: -0.1 }, 77, 0.01);
    expect(distanceM(51.5, -0.1, there.lat, there.lon)).toBeCloseTo(0.01, 6);
  });

  it('destination, distance and bearing agree', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 0, max: 359 }), fc.integer({ min: 1, max: 500_000 }), (from, course, metres) => {
        const to = destination(from, course, metres);
        expect(distanceM(from.lat, from.lon, to.lat, to.lon)).toBeCloseTo(metres, 3);
        const turn = Math.abs(normaliseCourse(bearingDeg(from, to) - course + 180) - 180);
        expect(turn).toBeLessThan(0.01);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('brings angles into their range', () => {
    expect([normaliseLon(180), normaliseLon(-180), normaliseLon(190), normaliseLon(-541)]).toEqual([-180, -180, -170, 179]);
    expect([normaliseCourse(360), normaliseCourse(-10), normaliseCourse(725)]).toEqual([0, 350, 5]);
  });
});

describe('bounds', () => {
  it('takes the narrow side of the antimeridian', () => {
    expect(
      boundsOf([
        { lat: -17, lon: 179.5 },
        { lat: -16, lon: -179.5 },
        { lat: -18, lon: 179.9 },
      ]),
    ).toEqual({ south: -18, north: -16, west: 179.5, east: -179.5 });
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([{ lat: 1, lon: 2 }])).toEqual({ south: 1, north: 1, west: 2, east: 2 });
  });

  it('contains all its points; a circle lies within its box', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 800_000 }),
        fc.integer({ min: 0, max: 359 }),
        (points, radius, course) => {
          const box = boundsOf(points);
          for (const p of points) expect(box !== null && inBounds(box, p.lat, p.lon)).toBe(true);
          const centre = points[0] as { lat: number; lon: number };
          const edge = destination(centre, course, radius * 0.999);
          expect(inBounds(boundsAround(centre, radius), edge.lat, edge.lon)).toBe(true);
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });
});

describe('GCJ-02', () => {
  it.each([
    [39.908823, 116.39747, 39.910226, 116.403714],
    [31.230416, 121.473701, 31.228474, 121.478224],
    [22.543096, 114.057865, 22.540379, 114.062979],
  ])('%f,%f', (lat, lon, marsLat, marsLon) => {
    const mars = wgs84ToGcj02(lat, lon);
    expect([mars.lat, mars.lon].map((n) => Number(n.toFixed(6)))).toEqual([marsLat, marsLon]);
    const back = gcj02ToWgs84(mars.lat, mars.lon);
    expect(distanceM(lat, lon, back.lat, back.lon)).toBeLessThan(0.001);
  });

  it('leaves the rest of the world alone', () => {
    expect(wgs84ToGcj02(48.1, 11.5)).toEqual({ lat: 48.1, lon: 11.5 });
    expect(gcj02ToWgs84(-33.9, 151.2)).toEqual({ lat: -33.9, lon: 151.2 });
  });
});

describe('simplification', () => {
  const line = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 1, max: 2000 })), { minLength: 1, maxLength: 120 })
    .map((steps) => {
      let at = { lat: 10, lon: 179.9 };
      return [at, ...steps.map(([course, metres]) => (at = destination(at, course, metres)))];
    });

  it('keeps the ends, the order, and no point of the line farther off than the tolerance', () => {
    fc.assert(
      fc.property(line, fc.constantFrom(1, 20, 200), (points, tolerance) => {
        const kept = simplifyIndices(points, tolerance);
        expect(kept[0]).toBe(0);
        expect(kept.at(-1)).toBe(points.length - 1);
        for (let k = 1; k < kept.length; k++) {
          const a = kept[k - 1] as number;
          const b = kept[k] as number;
          expect(b).toBeGreaterThan(a);
          for (let i = a; i <= b; i++) expect(offLine(points, a, b, i)).toBeLessThanOrEqual(tolerance * 1.02 + 0.5);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('makes two points of a straight line and does not overflow on a long one', () => {
    const long = Array.from({ length: 200_000 }, (_, i) => ({ lat: 0, lon: i * 1e-5 }));
    expect(simplify(long, 1)).toHaveLength(2);
    const zigzag = Array.from({ length: 50_000 }, (_, i) => ({ lat: i % 2 ? 0.001 * (1 + i / 1e5) : 0, lon: i * 1e-4 }));
    expect(simplify(zigzag.slice(0, 3000), 5)).toHaveLength(3000);
    expect(simplify([], 1)).toEqual([]);
  });
});

/** Distance of point i from the piece a-b by brute force: the nearest of many points on it. */
const offLine = (points: readonly { lat: number; lon: number }[], a: number, b: number, i: number): number => {
  const [from, to, p] = [points[a], points[b], points[i]] as [
    { lat: number; lon: number },
    { lat: number; lon: number },
    { lat: number; lon: number },
  ];
  const dLon = normaliseLon(to.lon - from.lon);
  let best = Infinity;
  for (let k = 0; k <= 400; k++)
    best = Math.min(best, distanceM(p.lat, p.lon, from.lat + ((to.lat - from.lat) * k) / 400, from.lon + (dLon * k) / 400));
  return best - lineLengthM([from, to]) / 800;
};

describe('writing points', () => {
  it('writes decimals and degrees, minutes, seconds', () => {
    expect(formatPoint(1.32, 103.82)).toBe('1.320000, 103.820000');
    expect(formatPoint(-0.0000001, -179.5)).toBe('0.000000, -179.500000');
    expect(formatPoint(-33.999999999, 151.2093, 'dms')).toBe('34°00′00.0″S, 151°12′33.5″E');
  });
});
