import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_ZOOM, moved, squareOf, WHOLE, within } from './crop.ts';

it('begins with the largest square in the middle', () => {
  expect(squareOf({ width: 400, height: 300 }, WHOLE)).toEqual({ left: 50, top: 0, edge: 300 });
  expect(squareOf({ width: 300, height: 400 }, WHOLE)).toEqual({ left: 0, top: 50, edge: 300 });
  expect(squareOf({ width: 400, height: 400 }, { ...WHOLE, zoom: 4 })).toEqual({ left: 150, top: 150, edge: 100 });
});

it('moves by shares of the square, as far as the picture goes', () => {
  const size = { width: 400, height: 300 };
  const square = squareOf(size, moved(size, { ...WHOLE, zoom: 3 }, 0.5, -0.5));
  for (const [name, pixels] of Object.entries({ left: 200, top: 50, edge: 100 } as const)) {
    expect(square[name as keyof typeof square]).toBeCloseTo(pixels, 6);
  }
  expect(squareOf(size, moved(size, WHOLE, 5, 5))).toEqual({ left: 100, top: 0, edge: 300 });
});

it('never leaves the picture', () => {
  const length = fc.integer({ min: 1, max: 5000 });
  const share = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(
      length,
      length,
      share,
      share,
      share,
      share,
      fc.double({ min: 0, max: 9, noNaN: true }),
      (width, height, x, y, right, down, zoom) => {
        const size = { width, height };
        const { left, top, edge } = squareOf(size, moved(size, within(size, { x, y, zoom }), right, down));
        expect(edge).toBeGreaterThanOrEqual(Math.min(width, height) / MAX_ZOOM - 1e-6);
        expect(left).toBeGreaterThanOrEqual(-1e-6);
        expect(top).toBeGreaterThanOrEqual(-1e-6);
        expect(left + edge).toBeLessThanOrEqual(width + 1e-6);
        expect(top + edge).toBeLessThanOrEqual(height + 1e-6);
      },
    ),
  );
});
