import { SPEED_CLASSES } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { latToY, lonToX, scaleOf, xToLon, yToLat } from '../../map/mercator.ts';
import { trackOf, type Sample } from '../test-track.ts';
import { pictureOf, prepareTrack } from './geometry.ts';
import { CORNER_FLOATS, meshOf, strokesIn, trianglesOf } from './stroke-mesh.ts';

describe('track geometry', () => {
  const world = { west: 0, east: 1, north: 0, south: 1 };
  /** Strokes of a picture as `[lon, lat]` pairs, with their class. */
  const strokesOf = (samples: readonly Sample[], zoom: number) => {
    const { strokes, kinds } = pictureOf(prepareTrack(trackOf(samples)), { ...world, zoom });
    const at = (i: number): readonly [number, number] => [
      xToLon((strokes[i] as number) / scaleOf(zoom) + 0.5),
      yToLat((strokes[i + 1] as number) / scaleOf(zoom) + 0.5),
    ];
    return [...kinds].map((kind, i) => ({ kind, from: at(i * 4), to: at(i * 4 + 2) }));
  };
  const wave = Array.from({ length: 5000 }, (_, i) => ({
    t: i * 10_000,
    lat: 1 + Math.sin(i / 9) * 0.002,
    lon: 103 + i * 0.0001,
    kph: 50,
  }));

  it('keeps within the tolerance of the full line at every zoom', () => {
    for (const zoom of [4, 8, 12]) {
      const strokes = strokesOf(wave, zoom);
      const scale = scaleOf(zoom);
      let at = 0;
      for (const { lat, lon } of wave) {
        while (at + 1 < strokes.length && (strokes[at]?.to[0] ?? 0) < lon) at++;
        const stroke = strokes[at];
        if (stroke === undefined) throw new Error('no stroke');
        const [ax, ay, bx, by] = [lonToX(stroke.from[0]), latToY(stroke.from[1]), lonToX(stroke.to[0]), latToY(stroke.to[1])];
        const [px, py] = [lonToX(lon), latToY(lat)];
        const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
        const t = Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length2));
        expect(Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay)) * scale).toBeLessThan(1);
      }
    }
  });

  it('draws fewer strokes further out', () => {
    expect(strokesOf(wave, 5).length).toBeLessThan(strokesOf(wave, 12).length / 10);
  });

  it('gives each stretch the class of the point it leads to, without holes', () => {
    const strokes = strokesOf(
      [
        { t: 0, lon: 100, kph: 0 },
        { t: 10_000, lon: 101, kph: 20 },
        { t: 20_000, lon: 102, kph: 20 },
        { t: 30_000, lon: 103, kph: 130 },
      ],
      8,
    );
    const seen = strokes.map(({ kind, from, to }) => [kind, Math.round(from[0]), Math.round(to[0])]);
    expect(seen).toEqual([
      [1, 100, 102],
      [SPEED_CLASSES.length - 1, 102, 103],
    ]);
  });

  it('of an overview is broken where a point has no place, however long its pieces last', () => {
    const overview = trackOf([
      { t: 0, lon: 100 },
      { t: 3_600_000, lon: 102 },
      { t: 3_600_000, lat: NaN, lon: NaN },
      { t: 3_610_000, lon: 104 },
      { t: 9_000_000, lon: 106 },
    ]);
    const spans = (brokenBy: 'silence' | 'hole') => {
      const { strokes } = pictureOf(prepareTrack(overview, brokenBy), { ...world, zoom: 6 });
      return [...strokes].filter((_, i) => i % 2 === 0).map((px) => Math.round((px / scaleOf(6) + 0.5) * 360 - 180));
    };
    expect(spans('hole')).toEqual([100, 102, 104, 106]);
    expect(spans('silence')).toEqual([102, 104]);
  });

  it('is drawn in every copy of the world that is in view', () => {
    const track = prepareTrack(
      trackOf([
        { t: 0, lon: 179 },
        { t: 10_000, lon: -179 },
      ]),
    );
    const spansAt = (west: number, east: number) => {
      const view = { west, east, north: 0.4, south: 0.6, zoom: 4 };
      return [...pictureOf(track, view).strokes]
        .filter((_, i) => i % 2 === 0)
        .map((px) => Math.round((px / scaleOf(4) + (west + east) / 2) * 360 - 180));
    };
    expect(spansAt(0.98, 1.02)).toEqual([179, 181]);
    expect(spansAt(-0.02, 0.02)).toEqual([-181, -179]);
    expect(spansAt(-0.1, 1.1)).toEqual([-181, -179, 179, 181]);
    expect(spansAt(0.3, 0.6)).toEqual([]);
  });

  it('puts arrows along the line at even distances, never two in one place, the same ones when the map is moved', () => {
    const straight = prepareTrack(trackOf(Array.from({ length: 60 }, (_, i) => ({ t: i * 10_000, lat: 0, lon: 103 + i * 0.001 }))));
    const view = { west: lonToX(103), east: lonToX(103.06), north: 0.4999, south: 0.5001, zoom: 12 };
    const half = (lonToX(103.06) - lonToX(103)) / 2;
    const taken = new Set<number>();
    const { arrows } = pictureOf(straight, view, taken);
    const xs = [...arrows].filter((_, i) => i % 3 === 0);
    expect(xs.length).toBeGreaterThan(3);
    xs.slice(1).forEach((x, i) => expect(x - (xs[i] ?? 0)).toBeCloseTo(70, 1));
    expect([...arrows].filter((_, i) => i % 3 === 2).every((direction) => Math.abs(direction) < 1e-6)).toBe(true);
    expect(pictureOf(straight, view, taken).arrows.length).toBe(0);
    const moved = pictureOf(straight, { ...view, west: view.west + half, east: view.east + half });
    const movedXs = [...moved.arrows].filter((_, i) => i % 3 === 0).map((x) => x + half * scaleOf(12));
    expect(movedXs.length).toBeGreaterThan(0);
    for (const x of movedXs) expect(Math.min(...xs.map((other) => Math.abs(other - x)))).toBeLessThan(0.1);
    expect(pictureOf(straight, { ...view, zoom: 10 }).arrows.length).toBe(0);
  });

  it('gives the graphics card four corners and two triangles for each stroke', () => {
    const mesh = meshOf(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), Uint8Array.of(2, 5));
    expect(strokesIn(mesh)).toBe(2);
    expect([...mesh.subarray(3 * CORNER_FLOATS, 5 * CORNER_FLOATS)]).toEqual([1, 2, 3, 4, 2, 5, 6, 7, 8, 5]);
    expect([...trianglesOf(2)]).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7]);
  });

  it('breaks the line where nothing is known, and leaves rejected points out', () => {
    const prepared = prepareTrack(
      trackOf([
        { t: 0, lon: 100 },
        { t: 10_000, lon: 101 },
        { t: 15_000, lat: 60, flags: 16 },
        { t: 9_000_000, lon: 102 },
        { t: 9_010_000, lon: 103 },
      ]),
    );
    const picture = pictureOf(prepared, { ...world, zoom: 6 });
    const { strokes } = picture;
    expect(strokes.length).toBe(8);
    expect([strokes[2], strokes[3]]).not.toEqual([strokes[4], strokes[5]]);
    expect([...picture.rejected]).toEqual([2]);
  });

  it('gives only what is in view', () => {
    const view = { west: lonToX(103), east: lonToX(103.01), north: latToY(1.01), south: latToY(0.99), zoom: 14 };
    const { kinds, dots } = pictureOf(prepareTrack(trackOf(wave)), view);
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.length).toBeLessThan(400);
    expect(dots.length).toBeGreaterThan(50);
    expect(dots.every((index) => (wave[index]?.lon ?? 0) < 103.05)).toBe(true);
  });

  it('round-trips places through world units', () => {
    expect(xToLon(lonToX(103.8))).toBeCloseTo(103.8, 9);
    expect(yToLat(latToY(1.3))).toBeCloseTo(1.3, 9);
  });
});
