import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLicenseCode, LICENSE_CODE_RANDOM_BYTES, licenseCodeOf, parseLicenseCode } from './license-code.ts';

const code = fc.uint8Array({ minLength: LICENSE_CODE_RANDOM_BYTES, maxLength: LICENSE_CODE_RANDOM_BYTES }).map(licenseCodeOf);
const ALPHABET = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];

it('a code is read back as it is printed, in lower case, without dashes, and with the letters that people mistake', () => {
  fc.assert(
    fc.property(code, (c) => {
      expect(formatLicenseCode(c)).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      for (const typed of [c, formatLicenseCode(c), ` ${formatLicenseCode(c).toLowerCase()} `, c.replace(/0/g, 'o').replace(/1/g, 'l')])
        expect(parseLicenseCode(typed)).toBe(c);
    }),
  );
});

it('no single wrong character passes', () => {
  fc.assert(
    fc.property(code, fc.nat(15), fc.constantFrom(...ALPHABET), (c, at, wrong) => {
      fc.pre(c[at] !== wrong);
      expect(parseLicenseCode(c.slice(0, at) + wrong + c.slice(at + 1))).toBeNull();
    }),
  );
});

it('no swap of neighbours passes but 0 and Z', () => {
  fc.assert(
    fc.property(code, fc.nat(14), (c, at) => {
      const [a, b] = [c.charAt(at), c.charAt(at + 1)];
      fc.pre(a !== b && [a, b].toSorted().join('') !== '0Z');
      expect(parseLicenseCode(c.slice(0, at) + b + a + c.slice(at + 2))).toBeNull();
    }),
  );
});

it('refuses what is no code', () => {
  for (const typed of ['', '0', '0'.repeat(15), '0'.repeat(17), 'UUUU-UUUU-UUUU-UUUU', '<script>', '0000-0000-0000-000!'])
    expect(parseLicenseCode(typed)).toBeNull();
  expect(() => licenseCodeOf(new Uint8Array(3))).toThrow(RangeError);
});
