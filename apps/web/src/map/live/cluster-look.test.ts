import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_COUNT } from './cluster-grid.ts';
import { RIM_STEPS, rimSteps, shortCount } from './cluster-look.ts';

describe('rim of a cluster', () => {
  it('is one whole turn, shows every kind that is there and no other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50_000), { minLength: KIND_COUNT, maxLength: KIND_COUNT }).filter((shares) => shares.some((share) => share > 0)),
        (shares) => {
          const count = shares.reduce((sum, share) => sum + share, 0);
          const steps = rimSteps(Uint32Array.from(shares), 0, count);
          expect(steps.reduce((sum, step) => sum + step, 0)).toBe(RIM_STEPS);
          steps.forEach((step, kind) => {
            if (shares[kind] === 0) expect(step).toBe(0);
            else expect(step).toBeGreaterThan(0);
          });
        },
      ),
    );
  });

  it('reads the shares of its own feature', () => {
    const shares = new Uint32Array(2 * KIND_COUNT);
    shares[0] = 9;
    shares[KIND_COUNT + 2] = 1;
    shares[KIND_COUNT + 4] = 3;
    expect(rimSteps(shares, 1, 4)).toEqual([0, 0, RIM_STEPS / 4, 0, (RIM_STEPS * 3) / 4, 0]);
  });
});

it('writes counts with at most four characters', () => {
  expect([1, 999, 1000, 9949, 9950, 99_499, 150_000].map(shortCount)).toEqual(['1', '999', '1.0k', '9.9k', '10k', '99k', '150k']);
});
