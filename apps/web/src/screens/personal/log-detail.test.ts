import { expect, it } from 'vitest';
import { changedThings, changesText, detailText } from './log-detail.ts';

it('an entry is one line, what is empty a dash, what has parts readable', () => {
  expect(detailText({ timezone: '+08:00', phone: null, ids: ['1', '2'], enabled: false })).toBe(
    'timezone: +08:00 · phone: – · ids: ["1","2"] · enabled: false',
  );
  expect(detailText({})).toBe('');
});

it('changes stand with what was before and after, by the thing that was changed', () => {
  const change = (name: string, field: string, before: unknown, after: unknown) => ({ of: 'device', name, field, before, after });
  const changes = [change('Van 1', 'icon', 'car', 'van'), change('Van 2', 'icon', 'car', 'van'), change('Van 1', 'plate', null, 'M-1')];
  expect(changesText(changes.slice(0, 1))).toBe('icon: car → van');
  expect(changedThings(changes).map(({ title, changes: fields }) => [title, changesText(fields)])).toEqual([
    ['Van 1', 'icon: car → van · plate: – → M-1'],
    ['Van 2', 'icon: car → van'],
  ]);
  expect(changedThings([])).toEqual([]);
});
