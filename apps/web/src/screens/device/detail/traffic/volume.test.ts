import { expect, it } from 'vitest';
import { volumeText } from './volume.ts';

it('volumes have at most three figures, and never 1000 of a unit', () => {
  expect([0, 999, 1000, 1_236_000, 12_360_000, 123_600_000, 999_600, 5e12].map(volumeText)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '1.24 MB',
    '12.4 MB',
    '124 MB',
    '1.00 MB',
    '5.00 TB',
  ]);
});
