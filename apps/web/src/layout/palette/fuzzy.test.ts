import { expect, it } from 'vitest';
import { fuzzyFind, fuzzyScore } from './fuzzy.ts';

const found = (wanted: string) =>
  fuzzyFind(['Units', 'Basic settings', 'Alarm settings', 'Museum units', '基本设置', 'Camera log', 'Zürich'], wanted, (t) => t);

it('finds whole parts, at the beginning of a word first', () => {
  expect(found('unit')).toEqual(['Units', 'Museum units']);
  expect(found('SETT')).toEqual(['Basic settings', 'Alarm settings']);
  expect(fuzzyScore('Museum', 'use')).toBeLessThan(fuzzyScore('A user', 'use'));
});

it('finds letters in their order when they begin words', () => {
  expect(found('bset')).toEqual(['Basic settings']);
  expect(found('cl')).toEqual(['Camera log']);
  expect(found('xyz')).toEqual([]);
});

it('takes Chinese, and letters without their accents', () => {
  expect(found('设置')).toEqual(['基本设置']);
  expect(found('zurich')).toEqual(['Zürich']);
});

it('finds everything for nothing, in order', () => {
  expect(found(' ')).toHaveLength(7);
});
