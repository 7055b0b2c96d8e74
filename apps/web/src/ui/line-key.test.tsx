import { afterEach, expect, it } from 'vitest';
import { lineKey } from './line-key.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

it('the arrows along the line change places in a page from right to left, and no other keys', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'a'];
  expect(keys.map((key) => lineKey({ key }))).toEqual(keys);
  document.documentElement.dir = 'rtl';
  expect(keys.map((key) => lineKey({ key }))).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'a']);
});
