import { DecodeError, fromHex, toHex } from '@sightline/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAmf0, encodeAmf0, type Amf0Value } from './amf0.ts';

describe('values of commands', () => {
  it('have the octets of the standard', () => {
    // "connect", 1, {app: "live"}
    const bytes = '020007636f6e6e656374' + '003ff0000000000000' + '0300036170700200046c697665000009';
    expect(toHex(encodeAmf0(['connect', 1, { app: 'live' }]))).toBe(bytes);
    expect(decodeAmf0(fromHex(bytes))).toEqual(['connect', 1, { app: 'live' }]);
    // An array of names with a count that lies, a date, a list, undefined.
    expect(decodeAmf0(fromHex('08000000ff0001610101000009'))).toEqual([{ a: true }]);
    expect(decodeAmf0(fromHex('0b3ff00000000000000000'))).toEqual([1]);
    expect(decodeAmf0(fromHex('0a000000020500' + '0000000000000000'))).toEqual([[null, 0]]);
    expect(decodeAmf0(fromHex('060c000000026869'))).toEqual([undefined, 'hi']);
  });

  it('come back as they were', () => {
    const value: fc.Arbitrary<Amf0Value> = fc.letrec<{ value: Amf0Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        expect(decodeAmf0(encodeAmf0(values))).toEqual(values);
      }),
    );
  });

  it('of a hostile sender are refused before they cost anything', () => {
    const deep = fromHex('03000161'.repeat(12));
    const many = encodeAmf0(Array.from({ length: 600 }, () => null));
    for (const bytes of [deep, many, fromHex('0affffffff'), fromHex('0c7fffffff'), fromHex('0200ff61'), fromHex('11'), fromHex('03000161')])
      expect(() => decodeAmf0(bytes)).toThrow(DecodeError);
    const names = decodeAmf0(fromHex('0300095f5f70726f746f5f5f0101000009'));
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.keys(names[0] as object)).toEqual(['__proto__']);
  });
});
