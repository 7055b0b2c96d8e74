import { formatZone, parseZone } from '@sightline/domain';
import { expect, it } from 'vitest';
import { hoursWith, OFFSET_HOURS, offsetOf, partsOf } from './offset-parts.ts';

it('every hour and quarter is an offset that is read back as the same hour and quarter', () => {
  expect(OFFSET_HOURS).toHaveLength(25);
  for (const hour of OFFSET_HOURS)
    for (const minute of [0, 15, 30, 45]) {
      const offsetMinutes = offsetOf(hour, minute);
      expect(parseZone(formatZone({ kind: 'fixed', offsetMinutes }))).toEqual({ kind: 'fixed', offsetMinutes });
      if (Math.abs(offsetMinutes) < 720) expect(partsOf(offsetMinutes)).toEqual({ hour, minute });
    }
});

it('counts the minutes away from UTC, and ends at twelve hours', () => {
  expect([OFFSET_HOURS[0], OFFSET_HOURS.at(-1)]).toEqual(['-12', '+12']);
  expect(offsetOf('-03', 30)).toBe(-210);
  expect(offsetOf('+05', 45)).toBe(345);
  expect(Object.is(offsetOf('-00', 0), 0)).toBe(true);
  expect(offsetOf('+12', 45)).toBe(720);
  expect(offsetOf('-12', 15)).toBe(-720);
});

it('offers no hour just behind UTC, and shows one that was kept from elsewhere in its place', () => {
  expect(OFFSET_HOURS).not.toContain('-00');
  expect(hoursWith(null)).toBe(OFFSET_HOURS);
  expect(hoursWith('+05')).toBe(OFFSET_HOURS);
  expect(hoursWith('+13').at(-1)).toBe('+13');
  const west = hoursWith(partsOf(-30).hour);
  expect(west.slice(west.indexOf('-01'), west.indexOf('+01'))).toEqual(['-01', '-00', '+00']);
});
