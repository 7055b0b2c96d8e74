import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromWall, offsetMs, parseZone, toWall, type UserZone } from '../time/zone.ts';
import {
  deviceOffsetMinutes,
  fromDeviceWall,
  parseYearMoment,
  summerTimeOf,
  toDeviceWall,
  type DeviceClockSetting,
  type SummerTimeRule,
} from './summer-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEVER = Number.MAX_SAFE_INTEGER;
const rule = (more: Partial<SummerTimeRule> = {}): SummerTimeRule => ({
  enabled: true,
  offsetMinutes: 60,
  start: '03-29 02:00',
  end: '10-25 03:00',
  ...more,
});
const clock = (utcOffsetMinutes: number, more: Partial<SummerTimeRule> = {}): DeviceClockSetting => ({
  utcOffsetMinutes,
  summerTime: summerTimeOf(rule(more)),
});
/** Central Europe and New South Wales, 2026. */
const BERLIN = clock(60);
const SYDNEY = clock(600, { start: '10-04 02:00', end: '04-05 03:00' });
const at = (text: string): number => Date.parse(`${text}Z`);
const read = (setting: DeviceClockSetting, wall: string, latestMs = NEVER): string =>
  new Date(fromDeviceWall(setting, at(wall), latestMs)).toISOString().slice(0, 19);

describe('the rule', () => {
  it.each(['02-30 00:00', '04-31 00:00', '13-01 00:00', '00-10 00:00', '01-00 00:00', '01-01 24:00', '01-01 23:60', '1-1 0:00', ''])(
    '%s is no moment of a year',
    (text) => expect(parseYearMoment(text)).toBeNull(),
  );
  it('is none when it is off, has no dates or no length', () => {
    expect(summerTimeOf(null)).toBeNull();
    expect(summerTimeOf(rule({ enabled: false }))).toBeNull();
    expect(summerTimeOf(rule({ start: '04-31 02:00' }))).toBeNull();
    expect(summerTimeOf(rule({ end: '03-29 02:00' }))).toBeNull();
  });
  it('with 29 February begins on 1 March of a common year', () => {
    const leap = clock(0, { start: '02-29 00:00' });
    expect(deviceOffsetMinutes(leap, at('2027-02-28T23:59:59'))).toBe(0);
    expect(deviceOffsetMinutes(leap, at('2027-03-01T00:00:00'))).toBe(60);
    expect(deviceOffsetMinutes(leap, at('2028-02-29T00:00:00'))).toBe(60);
  });
});

describe('the clock of a device', () => {
  it.each([
    ['the last second before the first minute in', BERLIN, '2026-03-29T01:59:59', '2026-03-29T00:59:59'],
    ['the first minute in', BERLIN, '2026-03-29T03:00:00', '2026-03-29T01:00:00'],
    ['the middle of summer', BERLIN, '2026-07-01T12:00:00', '2026-07-01T10:00:00'],
    ['the last second that exists once', BERLIN, '2026-10-25T01:59:59', '2026-10-24T23:59:59'],
    ['the first minute out', BERLIN, '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
    ['winter', BERLIN, '2026-12-31T23:59:59', '2026-12-31T22:59:59'],
    ['the hour that does not exist, of a clock that is changed late', BERLIN, '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
    ['south: the last second of winter', SYDNEY, '2026-10-04T01:59:59', '2026-10-03T15:59:59'],
    ['south: the first minute of summer', SYDNEY, '2026-10-04T03:00:00', '2026-10-03T16:00:00'],
    ['south: summer before the turn of the year', SYDNEY, '2026-12-31T23:30:00', '2026-12-31T12:30:00'],
    ['south: summer after it', SYDNEY, '2027-01-01T00:30:00', '2026-12-31T13:30:00'],
    ['south: the last second that exists once', SYDNEY, '2026-04-05T01:59:59', '2026-04-04T14:59:59'],
    ['south: the first minute out', SYDNEY, '2026-04-05T03:00:00', '2026-04-04T17:00:00'],
  ])('%s', (_, setting, wall, instant) => {
    expect(read(setting, wall)).toBe(instant);
  });

  it('in the hour that exists twice goes by the time of receipt', () => {
    expect(read(BERLIN, '2026-10-25T02:00:00', at('2026-10-25T00:00:05'))).toBe('2026-10-25T00:00:00');
    expect(read(BERLIN, '2026-10-25T02:00:00', at('2026-10-25T01:00:05'))).toBe('2026-10-25T01:00:00');
    expect(read(BERLIN, '2026-10-25T02:59:59', at('2026-10-25T01:00:05'))).toBe('2026-10-25T00:59:59');
  });

  it('without a rule is its offset alone', () => {
    expect(read({ utcOffsetMinutes: 480, summerTime: null }, '2026-07-01T12:00:00')).toBe('2026-07-01T04:00:00');
  });

  it('that is no number stays none', () => {
    expect(fromDeviceWall(BERLIN, Number.NaN, NEVER)).toBeNaN();
  });

  const moment = fc
    .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }), minute: fc.integer({ min: 0, max: 1439 }) })
    .map(({ month, day, minute }) => {
      const two = (n: number): string => String(n).padStart(2, '0');
      return `${two(month)}-${two(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
    })
    .filter((text) => parseYearMoment(text) !== null);
  const setting = fc
    .record({
      utcOffsetMinutes: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
      offsetMinutes: fc.integer({ min: 1, max: 8 }).map((quarters) => quarters * 15),
      start: moment,
      end: moment,
    })
    .map(({ utcOffsetMinutes, ...more }) => clock(utcOffsetMinutes, more));
  const instant = fc.integer({ min: at('2010-01-01T00:00:00'), max: at('2099-12-31T23:59:59') });

  it('shows every instant so that it is found again at its receipt, whatever zone and rule', () => {
    fc.assert(
      fc.property(setting, instant, fc.integer({ min: 0, max: 14 * MINUTE }), (of, ms, underWayMs) => {
        expect(fromDeviceWall(of, toDeviceWall(of, ms), ms + underWayMs)).toBe(ms);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found again at the moments of the change too', () => {
    fc.assert(
      fc.property(
        setting,
        fc.integer({ min: 2010, max: 2099 }),
        fc.boolean(),
        fc.integer({ min: -150, max: 150 }),
        (of, year, first, offBy) => {
          fc.pre(of.summerTime !== null);
          const { start, end } = of.summerTime!;
          const { month, day, minute } = first ? start : end;
          const ms = Date.UTC(year, month, day, 0, minute + offBy) - of.utcOffsetMinutes * MINUTE;
          expect(fromDeviceWall(of, toDeviceWall(of, ms), ms)).toBe(ms);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each<[string, DeviceClockSetting]>([
    ['Europe/Berlin', BERLIN],
    ['Australia/Sydney', SYDNEY],
  ])('agrees with the tables of %s in the year of the rule', (name, of) => {
    const zone = parseZone(name) as UserZone;
    const end = at('2027-01-01T00:00:00');
    let last = offsetMs(zone, at('2026-01-01T00:00:00'));
    const changes: number[] = [];
    for (let ms = at('2026-01-01T00:00:00'); ms < end; ms += 12 * HOUR) {
      const offset = offsetMs(zone, ms);
      if (offset !== last) changes.push(ms);
      last = offset;
    }
    expect(changes).toHaveLength(2);
    // Every day of the year at some minute, and every five minutes around the changes.
    const looks = [
      ...Array.from({ length: 364 }, (_, day) => at('2026-01-01T00:07:00') + day * 24.1 * HOUR).filter((ms) => ms < end),
      ...changes.flatMap((ms) => Array.from({ length: 16 * 12 }, (_, i) => ms - 14 * HOUR + i * 5 * MINUTE)),
    ];
    for (const ms of looks) {
      expect(deviceOffsetMinutes(of, ms) * MINUTE).toBe(offsetMs(zone, ms));
      expect(fromDeviceWall(of, toWall(zone, ms), NEVER)).toBe(fromWall(zone, toWall(zone, ms), 'second'));
    }
  });
});
