import { isWithin } from '@sightline/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OnlineTally, type TallyPlace } from './online-tally.ts';

const PATHS = ['1', '1.2', '1.2.3', '1.20', '1.20.4'];

it('says the same as a recount, whatever came, went and moved', () => {
  const place = fc.option(fc.record({ customerPath: fc.constantFrom(...PATHS), basicType: fc.constantFrom(1, 2) }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), place), { maxLength: 60 }), (changes) => {
      const tally = new OnlineTally();
      const devices = new Map<number, TallyPlace>();
      for (const [key, to] of changes) {
        tally.set(key, to);
        if (to) devices.set(key, to);
        else devices.delete(key);
        for (const path of PATHS) {
          const below = [...devices.values()].filter((d) => isWithin(path, d.customerPath));
          expect(tally.online(path)).toBe(below.length);
          expect(tally.online(path, 2)).toBe(below.filter((d) => d.basicType === 2).length);
        }
      }
    }),
  );
});
