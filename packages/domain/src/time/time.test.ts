import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayOf,
  dayRange,
  DATE_SHORTCUTS,
  isDayAllowed,
  isRangeAllowed,
  parseDay,
  shortcutRange,
  slotsOfDay,
  startOfWeek,
} from './calendar.ts';
import { formatDuration, formatInstant, parseWallClock } from './format.ts';
import { FIXED_OFFSETS_MINUTES, formatZone, fromWall, offsetMs, parseZone, toWall, UTC_ZONE } from './zone.ts';
import type { UserZone } from './zone.ts';

const zone = (text: string): UserZone => {
  const found = parseZone(text);
  if (found === null) throw new Error(text);
  return found;
};
const HOUR = 3_600_000;

describe('zones', () => {
  it.each([
    ['+08:00', 480],
    ['8:00', 480],
    ['-03:30', -210],
    ['UTC+5:45', 345],
    ['GMT-12', -720],
    ['+14:00', 840],
    ['UTC', 0],
    ['z', 0],
    ['-0:15', -15],
    ['+00:00', 0],
  ])('%s', (text, minutes) => expect(parseZone(text)).toEqual({ kind: 'fixed', offsetMinutes: minutes }));

  it.each(['+15:00', '-12:15', '+08:10', '+08:60', 'Mars/Base', '', '8:', 'Europe/Berlin; drop'])('refuses %j', (text) =>
    expect(parseZone(text)).toBeNull(),
  );

  it('writes what it reads', () => {
    for (const offsetMinutes of FIXED_OFFSETS_MINUTES)
      expect(parseZone(formatZone({ kind: 'fixed', offsetMinutes }))).toEqual({ kind: 'fixed', offsetMinutes });
    expect(formatZone(zone('Europe/Berlin'))).toBe('Europe/Berlin');
    expect(FIXED_OFFSETS_MINUTES).toHaveLength(102);
    expect(FIXED_OFFSETS_MINUTES.filter((minutes) => formatZone({ kind: 'fixed', offsetMinutes: minutes }).startsWith('-00'))).toEqual([]);
  });

  it('knows offsets through the year, also of odd zones', () => {
    expect(offsetMs(zone('Asia/Kathmandu'), 0 + Date.UTC(2026, 0, 1))).toBe(345 * 60_000);
    expect(offsetMs(zone('Australia/Lord_Howe'), Date.UTC(2026, 0, 1))).toBe(11 * HOUR);
    expect(offsetMs(zone('Australia/Lord_Howe'), Date.UTC(2026, 6, 1))).toBe(10.5 * HOUR);
    expect(offsetMs(zone('America/New_York'), Date.UTC(2026, 6, 1))).toBe(-4 * HOUR);
  });

  it('changes exactly at the change', () => {
    const berlin = zone('Europe/Berlin');
    const change = Date.UTC(2026, 2, 29, 1);
    expect([offsetMs(berlin, change - 1), offsetMs(berlin, change)]).toEqual([HOUR, 2 * HOUR]);
  });

  it('wall clock and instant are each other’s inverse, but for gaps', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Singapore', 'Australia/Lord_Howe', 'Africa/Casablanca', '+05:45'].map(zone);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2030, 0, 1) }), (in_, ms) => {
        const wall = toWall(in_, ms);
        const ways = [fromWall(in_, wall, 'first'), fromWall(in_, wall, 'second')];
        expect(ways).toContain(ms);
        for (const way of ways) expect(toWall(in_, way)).toBe(wall);
      }),
      { seed: 4, numRuns: 800 },
    );
  });
});

describe('days', () => {
  it('has 23, 24 or 25 hours, in quarters', () => {
    const berlin = zone('Europe/Berlin');
    expect(slotsOfDay(berlin, '2026-03-29')).toHaveLength(92);
    expect(slotsOfDay(berlin, '2026-10-25')).toHaveLength(100);
    expect(slotsOfDay(berlin, '2026-05-01')).toHaveLength(96);
    expect(slotsOfDay(zone('+05:45'), '2026-05-01')[0]).toBe(Date.UTC(2026, 3, 30, 18, 15));
    expect(slotsOfDay(zone('Australia/Lord_Howe'), '2026-04-05')).toHaveLength(98);
  });

  it('begins after a midnight that was left out, and is empty when the whole day was', () => {
    const beirut = zone('Asia/Beirut');
    const [start] = dayRange(beirut, '2026-03-29');
    expect(formatInstant(beirut, start)).toBe('2026-03-29 01:00:00');
    expect(formatInstant(beirut, start - 1000)).toBe('2026-03-28 23:59:59');
    const apia = dayRange(zone('Pacific/Apia'), '2011-12-30');
    expect(apia[1] - apia[0]).toBe(0);
  });

  it('tiles time: each day ends where the next begins', () => {
    for (const name of ['Asia/Beirut', 'America/Havana', 'Pacific/Apia', 'Europe/London', '-03:30']) {
      for (let day = '2026-01-01'; day < '2027-01-02'; day = addDays(day, 1)) {
        const [startMs, endMs] = dayRange(zone(name), day);
        expect(endMs).toBe(dayRange(zone(name), addDays(day, 1))[0]);
        expect(dayOf(zone(name), startMs)).toBe(day);
        expect(dayOf(zone(name), endMs - 1)).toBe(day);
      }
    }
  });

  it('refuses what is no day', () => {
    expect([parseDay('2026-02-29'), parseDay('2026-2-1'), parseDay('x')]).toEqual([null, null, null]);
    expect(parseDay('2028-02-29')).toBe(Date.UTC(2028, 1, 29));
    expect(() => addDays('2026-13-01', 1)).toThrow(RangeError);
  });

  it('knows Mondays', () => {
    expect(['2026-11-21', '2026-11-22', '2026-11-23', '2026-03-01'].map(startOfWeek)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
      '2026-02-23',
    ]);
  });
});

describe('shortcuts', () => {
  // 2026-11-01 02:00 in Singapore is still October 31st in London.
  const now = Date.UTC(2026, 9, 31, 18);
  it('are of the user’s zone', () => {
    const days = (text: string) =>
      DATE_SHORTCUTS.map((shortcut) => shortcutRange(zone(text), shortcut, now)).map((r) => `${r.startDay}..${r.endDay}`);
    expect(days('+08:00')).toEqual([
      '2026-11-01..2026-11-01',
      '2026-10-31..2026-10-31',
      '2026-10-26..2026-11-01',
      '2026-10-19..2026-10-25',
      '2026-11-01..2026-11-30',
      '2026-10-01..2026-10-31',
    ]);
    expect(days('Europe/London')).toEqual([
      '2026-10-31..2026-10-31',
      '2026-10-30..2026-10-30',
      '2026-10-26..2026-11-01',
      '2026-10-19..2026-10-25',
      '2026-10-01..2026-10-31',
      '2026-09-01..2026-09-30',
    ]);
  });
  it('run from 00:00:00 to 23:59:59', () => {
    expect(shortcutRange(UTC_ZONE, 'lastMonth', Date.UTC(2026, 2, 31))).toEqual({
      startDay: '2026-02-01',
      endDay: '2026-02-28',
      start: '2026-02-01 00:00:00',
      end: '2026-02-28 23:59:59',
      startMs: Date.UTC(2026, 1, 1),
      endMs: Date.UTC(2026, 2, 1),
    });
  });
});

describe('the date-range picker', () => {
  const today = '2026-11-21';
  const offered = (mode: 1 | 2 | null, days: number, picked: string | null = null): [string | undefined, string | undefined, number] => {
    const all = Array.from({ length: 200 }, (_, i) => addDays(today, i - 100)).filter((day) =>
      isDayAllowed({ mode, days }, day, today, picked),
    );
    return [all[0], all.at(-1), all.length];
  };
  it('mode 1: the last N days through today', () => expect(offered(1, 7)).toEqual(['2026-11-15', today, 7]));
  it('mode 2: N days back to N days ahead', () => expect(offered(2, 3)).toEqual(['2026-11-18', '2026-11-24', 7]));
  it('otherwise: no future, and N days either side of the first pick', () => {
    expect(offered(null, 30)).toEqual(['2026-08-13', today, 101]);
    expect(offered(null, 30, '2026-10-10')).toEqual(['2026-09-10', '2026-11-09', 61]);
    expect(offered(null, 30, '2026-11-11')).toEqual(['2026-10-12', today, 41]);
  });
  it('judges a typed range by the same rules', () => {
    expect(isRangeAllowed({ mode: null, days: 30 }, '2026-10-01', '2026-10-31', today)).toBe(true);
    expect(isRangeAllowed({ mode: null, days: 30 }, '2026-10-01', '2026-11-01', today)).toBe(false);
    expect(isRangeAllowed({ mode: null, days: 30 }, '2026-10-05', '2026-10-01', today)).toBe(false);
  });
});

describe('wall-clock texts', () => {
  it('reads gaps and overlaps', () => {
    const newYork = zone('America/New_York');
    expect(parseWallClock(newYork, '2026-03-08 02:30:00')).toBe(Date.UTC(2026, 2, 8, 7, 30));
    expect(parseWallClock(newYork, '2026-11-01 01:30:00')).toBe(Date.UTC(2026, 10, 1, 5, 30));
    expect(parseWallClock(newYork, '2026-11-01 01:30:00', 'second')).toBe(Date.UTC(2026, 10, 1, 6, 30));
  });
  it.each(['2026-02-30', '2026-01-01 24:00', '2026-01-01 10:60:00', '', '01.02.2026', '2026-01-01 1:00'])('refuses %j', (text) =>
    expect(parseWallClock(UTC_ZONE, text)).toBeNull(),
  );
  it('writes what it reads', () => {
    expect(formatInstant(zone('+05:45'), parseWallClock(zone('+05:45'), '2026-01-01 00:00:01') as number)).toBe('2026-01-01 00:00:01');
    expect(formatInstant(UTC_ZONE, Date.UTC(2026, 0, 2, 3, 4, 5, 6), 'dd.MM.yyyy HH:mm:ss.SSS')).toBe('02.01.2026 03:04:05.006');
    expect([formatDuration(0), formatDuration(3599.6), formatDuration(90_061)]).toEqual(['0:00:00', '1:00:00', '25:01:01']);
  });
});
