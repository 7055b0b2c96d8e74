import { expect, it } from 'vitest';
import { luhnDigit } from './imei.ts';

it('gives the check digit of published examples', () => {
  expect(luhnDigit('49015420323751')).toBe(8);
  expect(luhnDigit('7992739871')).toBe(3);
  expect(luhnDigit('0')).toBe(0);
});
