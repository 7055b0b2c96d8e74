import fc from 'fast-check';
import { expect, it } from 'vitest';
import { breadcrumbItems, pathOf, type Crumb } from './breadcrumb.ts';

const path = (length: number): Crumb[] => Array.from({ length }, (_, i) => ({ id: String(i), name: `L${i}` }));
const show = (length: number): string =>
  breadcrumbItems(path(length))
    .map((item) => (item.kind === 'ellipsis' ? '…' : item.crumb.name))
    .join('/');

it('shows up to three entries as they are', () => {
  expect(show(1)).toBe('L0');
  expect(show(2)).toBe('L0/L1');
  expect(show(3)).toBe('L0/L1/L2');
});

it('shows the first, an ellipsis and the last two of more than three', () => {
  expect(show(4)).toBe('L0/…/L2/L3');
  expect(show(9)).toBe('L0/…/L7/L8');
});

it('loses no level', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (length) => {
      const items = breadcrumbItems(path(length));
      const names = items.flatMap((item) => (item.kind === 'ellipsis' ? item.hidden : [item.crumb])).map((crumb) => crumb.name);
      expect(names).toEqual(path(length).map((crumb) => crumb.name));
      expect(items.filter((item) => item.kind === 'crumb' && item.isLast)).toHaveLength(1);
    }),
  );
});

it('has the own customer of the person as the root alone', () => {
  const root = { id: '1', name: 'Top' };
  expect(pathOf(root, { customerCode: '1,12,30', customerCodeName: 'Own,Sub,Leaf' })).toEqual([
    root,
    { id: '12', name: 'Sub' },
    { id: '30', name: 'Leaf' },
  ]);
  expect(pathOf(root, { customerCode: '1', customerCodeName: 'Own' })).toEqual([root]);
});
