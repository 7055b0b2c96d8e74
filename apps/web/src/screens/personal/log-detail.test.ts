import { expect, it } from 'vitest';
import { detailText } from './log-detail.ts';

it('an entry is one line, what is empty a dash, what has parts readable', () => {
  expect(detailText({ timezone: '+08:00', phone: null, ids: ['1', '2'], enabled: false })).toBe(
    'timezone: +08:00 · phone: – · ids: ["1","2"] · enabled: false',
  );
  expect(detailText({})).toBe('');
});
