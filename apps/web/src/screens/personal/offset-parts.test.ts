import { formatZone, parseZone } from '@sightline/domain';
import { expect, it } from 'vitest';
import { OFFSET_HOURS, offsetOf, partsOf } from './offset-parts.ts';

it('every hour and quarter is an offset that is read back as the same hour and quarter', () => {
  expect(OFFSET_HOURS).toHaveLength(26);
  for (const hour of OFFSET_HOURS)
    for (const minute of [0, 15, 30, 45]) {
      const offsetMinutes = offsetOf(hour, minute);
      expect(parseZone(formatZone({ kind: 'fixed', offsetMinutes }))).toEqual({ kind: 'fixed', offsetMinutes });
      if (Math.abs(offsetMinutes) < 720 && offsetMinutes !== 0) expect(partsOf(offsetMinutes)).toEqual({ hour, minute });
    }
});

it('counts the minutes away from UTC, and ends at twelve hours', () => {
  expect(offsetOf('-03', 30)).toBe(-210);
  expect(offsetOf('+05', 45)).toBe(345);
  expect(offsetOf('-00', 30)).toBe(-30);
  expect(Object.is(offsetOf('-00', 0), 0)).toBe(true);
  expect(offsetOf('+12', 45)).toBe(720);
  expect(offsetOf('-12', 15)).toBe(-720);
});
