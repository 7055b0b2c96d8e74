import { expect, it } from 'vitest';
import { hasWrongCheckDigit, isRegisteredId, isSameIdentity } from './identity.ts';

it('takes whole IMEIs and their last twelve digits', () => {
  expect(
    ['490154203237518', '154203237518', '49015420323751', '4901542032375180', '49015420323751a', ' 154203237518'].map(isRegisteredId),
  ).toEqual([true, true, false, false, false, false]);
});
it('knows a wrong check digit, and leaves short ids alone', () => {
  expect(['490154203237518', '490154203237517', '154203237518'].map(hasWrongCheckDigit)).toEqual([false, true, false]);
});
it('takes a short id for the end of a long one, and nothing else', () => {
  expect([
    isSameIdentity('490154203237518', '154203237518'),
    isSameIdentity('154203237518', '154203237518'),
    isSameIdentity('490154203237518', '999154203237518'),
    isSameIdentity('154203237518', '154203237519'),
  ]).toEqual([true, true, false, false]);
});
