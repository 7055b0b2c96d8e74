import { describe, expect, it } from 'vitest';
import { characterOf, fieldAt, fieldForKey, octetFieldForKey, octetsOf, rowLabel, spacedHex } from './frame-map.ts';

/** Tiles 40 octets: 2, 18, 1, 19. */
const fields = [
  { offset: 0, size: 2 },
  { offset: 2, size: 18 },
  { offset: 20, size: 1 },
  { offset: 21, size: 19 },
];

describe('fields and octets', () => {
  it('find each other for every octet', () => {
    fields.forEach((field, index) => {
      for (let octet = field.offset; octet < field.offset + field.size; octet++) expect(fieldAt(fields, octet), String(octet)).toBe(index);
    });
    expect([fieldAt(fields, -1), fieldAt(fields, 40), fieldAt([], 0)]).toEqual([-1, -1, -1]);
  });

  it('are gone through with the keys, and stop at both ends', () => {
    expect(fieldForKey('ArrowDown', -1, 4)).toBe(0);
    expect(fieldForKey('ArrowDown', 3, 4)).toBe(3);
    expect(fieldForKey('ArrowUp', 0, 4)).toBe(0);
    expect(fieldForKey('End', 0, 4)).toBe(3);
    expect(fieldForKey('Home', 3, 4)).toBe(0);
    expect(fieldForKey('x', 1, 4)).toBeNull();
    expect(fieldForKey('ArrowDown', -1, 0)).toBeNull();
  });

  it('in the dump, up and down go by rows', () => {
    // Octet 0 -> octet 16, in the field that begins at 2.
    expect(octetFieldForKey('ArrowDown', 0, fields)).toBe(1);
    // Octet 2 -> octet 18 lies in the same field: on to the next one, never stuck.
    expect(octetFieldForKey('ArrowDown', 1, fields)).toBe(2);
    expect(octetFieldForKey('ArrowUp', 3, fields)).toBe(1);
    expect(octetFieldForKey('ArrowUp', 1, fields)).toBe(0);
    expect(octetFieldForKey('ArrowDown', 3, fields)).toBe(3);
    expect(octetFieldForKey('ArrowRight', 0, fields)).toBe(1);
    expect(octetFieldForKey('ArrowDown', -1, fields)).toBe(0);
  });
});

it('octets as text', () => {
  expect(octetsOf('7e0200')).toEqual(['7e', '02', '00']);
  expect(spacedHex('7e0200')).toBe('7E 02 00');
  expect(spacedHex('')).toBe('');
  expect([characterOf('41'), characterOf('7e'), characterOf('7f'), characterOf('00')]).toEqual(['A', '~', '·', '·']);
  expect(rowLabel(16)).toBe('0010');
});
