import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.each([
  [undefined, null],
  ['', null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=0x1-2', null],
])('%s of 100 octets', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

test('of an empty file there is no part', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(byteRange('bytes=-5', 0)).toBe('unsatisfiable');
});
