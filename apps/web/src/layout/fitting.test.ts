import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitting } from './fitting.ts';

it('keeps all that fit, and makes room for the button when they do not', () => {
  expect(fitting([100, 100, 100], 60, 300)).toBe(3);
  expect(fitting([100, 100, 100], 60, 299)).toBe(2);
  expect(fitting([100, 100, 100], 60, 259)).toBe(1);
  expect(fitting([100, 100], 60, 50)).toBe(0);
  expect(fitting([], 60, 0)).toBe(0);
});

it('never draws more than there is room for, and never hides one that fits', () => {
  const width = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(fc.array(width), width, fc.integer({ min: 0, max: 2000 }), (widths, more, room) => {
      const count = fitting(widths, more, room);
      const used = (n: number): number => widths.slice(0, n).reduce((sum, w) => sum + w, 0) + (n < widths.length ? more : 0);
      if (count > 0) expect(used(count)).toBeLessThanOrEqual(room);
      if (count < widths.length) expect(used(count + 1)).toBeGreaterThan(room);
    }),
  );
});
