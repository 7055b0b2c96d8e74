import { describe, expect, it } from 'vitest';
import { renewed } from './held-list.ts';

interface Row {
  readonly id: string;
  readonly text?: string;
}
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const keyOf = (row: Row): string => row.id;

describe('a list that renews itself', () => {
  it('follows the server while nobody looks closer', () => {
    expect(renewed(rows('2', '1'), rows('3', '2'), keyOf, false)).toEqual({ shown: rows('3', '2'), waiting: 0 });
  });

  it('stands still while one looks, counts what is newer and keeps what the server has dropped', () => {
    expect(renewed(rows('2', '1'), rows('4', '3', '2'), keyOf, true)).toEqual({ shown: rows('2', '1'), waiting: 2 });
  });

  it('takes the answer that came to a row on screen', () => {
    const newest: Row[] = [{ id: '3' }, { id: '2', text: 'answered' }];
    expect(renewed(rows('2', '1'), newest, keyOf, true)).toEqual({ shown: [{ id: '2', text: 'answered' }, { id: '1' }], waiting: 1 });
  });

  it('begins with what there is', () => {
    expect(renewed([], rows('1'), keyOf, true)).toEqual({ shown: rows('1'), waiting: 0 });
  });
});
