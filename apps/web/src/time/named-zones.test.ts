import { expect, it } from 'vitest';
import { namedZones } from './named-zones.ts';

it('a zone with daylight saving stands with the offset that it has at present', () => {
  const berlin = (now: number): string | undefined => namedZones(now).find(({ value }) => value === 'Europe/Berlin')?.label;
  expect(berlin(Date.UTC(2026, 0, 15))).toBe('Europe/Berlin (UTC+1)');
  expect(berlin(Date.UTC(2026, 6, 15))).toBe('Europe/Berlin (UTC+2)');
});
