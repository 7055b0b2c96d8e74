import { describe, expect, it } from 'vitest';
import { summerTimeOf } from '../device/summer-time.ts';
import { normaliseFix, repairClock, staticVerdict, WEEK_ROLL_OVER_MS, type ClockSettings } from './verdict.ts';
import { PositionFlag } from './position.ts';
import type { Fix } from './position.ts';

const NOW = Date.UTC(2026, 10, 21, 4);
const fix = (more: Partial<Fix> = {}): Fix => ({
  timeMs: NOW,
  localTime: false,
  type: 1,
  valid: true,
  lat: 1.3,
  lon: 103.8,
  speedKph: 50,
  course: 90,
  altitudeM: 10,
  buffered: false,
  sequence: 7,
  attributes: { sat: 9 },
  ...more,
});
const verdict = (more: Partial<Fix>): number => staticVerdict(fix(more), fix(more).timeMs, NOW);

describe('the verdict on a record', () => {
  it.each<[string, Partial<Fix>, number]>([
    ['good', {}, 0],
    ['no fix, last known coordinates', { valid: false }, PositionFlag.noFix],
    ['no coordinates', { lat: null, lon: null }, PositionFlag.noFix],
    ['0, 0', { lat: 0, lon: 0 }, PositionFlag.nullIsland],
    ['near 0, 0', { lat: 0.0004, lon: -0.0002 }, PositionFlag.nullIsland],
    ['on the equator', { lat: 0, lon: 103 }, 0],
    ['0, 0 without a fix', { lat: 0, lon: 0, valid: false }, PositionFlag.noFix | PositionFlag.nullIsland],
    ['10 minutes ahead', { timeMs: NOW + 600_000 }, 0],
    ['more than 10 minutes ahead', { timeMs: NOW + 600_001 }, PositionFlag.wrongClock],
    ['last moment of 2009', { timeMs: Date.UTC(2010, 0, 1) - 1 }, PositionFlag.wrongClock],
    ['first moment of 2010', { timeMs: Date.UTC(2010, 0, 1) }, 0],
    ['beyond the pole', { lat: 90.0001 }, PositionFlag.outOfRange],
    ['beyond the antimeridian', { lon: -180.5 }, PositionFlag.outOfRange],
    ['not a number', { lat: NaN }, PositionFlag.noFix | PositionFlag.outOfRange],
    ['400 km/h', { speedKph: 400 }, 0],
    ['absurd speed', { speedKph: 400.1 }, PositionFlag.outOfRange],
    ['negative speed', { speedKph: -1 }, PositionFlag.outOfRange],
    ['no speed', { speedKph: null }, 0],
  ])('%s', (_, more, flags) => expect(verdict(more)).toBe(flags));
});

describe('clock repair', () => {
  it('undoes one or two roll-overs of the week number', () => {
    expect(repairClock(NOW - WEEK_ROLL_OVER_MS, NOW)).toBe(NOW);
    expect(repairClock(NOW - 2 * WEEK_ROLL_OVER_MS - 5000, NOW)).toBe(NOW - 5000);
    expect(repairClock(NOW - WEEK_ROLL_OVER_MS - 300 * 86_400_000, NOW)).toBe(NOW - 300 * 86_400_000);
  });
  it.each([0, Date.UTC(1980, 0, 6), Date.UTC(2000, 0, 1), NOW - 400 * 86_400_000, NOW + 86_400_000, Date.UTC(2010, 5, 1)])(
    'leaves %d alone',
    (ms) => {
      expect(repairClock(ms, NOW)).toBe(ms);
    },
  );
});

const CLOCK: ClockSettings = { utcOffsetMinutes: null, summerTime: null };

describe('normalising', () => {
  it("shifts local times by the device's own offset, others never", () => {
    const local = fix({ localTime: true, timeMs: NOW - 480 * 60_000 });
    expect(normaliseFix(local, CLOCK, 480, NOW).fixTimeMs).toBe(NOW - 480 * 60_000);
    expect(normaliseFix(local, { ...CLOCK, utcOffsetMinutes: 0 }, 480, NOW).fixTimeMs).toBe(NOW);
    expect(normaliseFix(local, { ...CLOCK, utcOffsetMinutes: 60 }, 480, NOW).fixTimeMs).toBe(NOW - 60 * 60_000);
    expect(normaliseFix(fix(), { ...CLOCK, utcOffsetMinutes: 60 }, 480, NOW).fixTimeMs).toBe(NOW);
  });
  it('takes summer time off local times only, also of a clock whose week number rolled over', () => {
    const summerTime = summerTimeOf({ enabled: true, offsetMinutes: 60, start: '10-25 02:00', end: '03-31 03:00' });
    const settings = { utcOffsetMinutes: 60, summerTime };
    // The device shows NOW + 2 h, which its protocol read as GMT+8.
    const wall = { localTime: true, timeMs: NOW + 120 * 60_000 - 480 * 60_000 };
    expect(normaliseFix(fix(wall), settings, 480, NOW).fixTimeMs).toBe(NOW);
    expect(normaliseFix(fix(wall), { ...CLOCK, summerTime }, 60, NOW - 420 * 60_000).fixTimeMs).toBe(NOW - 420 * 60_000);
    expect(normaliseFix(fix(), settings, 480, NOW).fixTimeMs).toBe(NOW);
    // 1024 weeks before November lies in April, where there is no summer time.
    expect(normaliseFix(fix({ ...wall, timeMs: wall.timeMs - WEEK_ROLL_OVER_MS }), settings, 480, NOW)).toMatchObject({
      fixTimeMs: NOW,
      flags: 0,
    });
  });
  it('repairs before it judges', () => {
    expect(normaliseFix(fix({ timeMs: NOW - WEEK_ROLL_OVER_MS }), CLOCK, 0, NOW)).toMatchObject({
      fixTimeMs: NOW,
      flags: 0,
    });
  });
  it('keeps no value that is no number', () => {
    const bad = normaliseFix(fix({ lat: Infinity, speedKph: NaN, course: -10, altitudeM: NaN, timeMs: NaN }), CLOCK, 0, NOW);
    expect(bad).toMatchObject({ lat: null, lon: null, speedKph: null, course: 350, altitudeM: null, fixTimeMs: NOW });
    expect(bad.flags & PositionFlag.wrongClock).toBe(PositionFlag.wrongClock);
    expect(bad.flags & (PositionFlag.noFix | PositionFlag.outOfRange)).not.toBe(0);
    expect(normaliseFix(fix({ course: 360 }), CLOCK, 0, NOW).course).toBe(0);
  });
  it('keeps what a device repeats before its fix, out of the way', () => {
    expect(normaliseFix(fix({ valid: false }), CLOCK, 0, NOW)).toMatchObject({
      lat: 1.3,
      lon: 103.8,
      flags: PositionFlag.noFix,
      sequence: 7,
      attributes: { sat: 9 },
    });
  });
});
