const MINUTE_MS = 60_000;
const DATE_TEXT = /^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]) ([01][0-9]|2[0-3]):([0-5][0-9])$/;
/** In a leap year: 29 February is a date, in other years 1 March. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * When the clock of a device is how much ahead. `start` and `end` are what it shows when it is changed, `MM-dd HH:mm`: the standard time
 * at which it is put forward, the summer time at which it is put back. A `start` after the `end` is the summer of the southern hemisphere.
 */
export interface SummerTimeRule {
  readonly enabled: boolean;
  readonly offsetMinutes: number;
  readonly start: string;
  readonly end: string;
}

/** A moment of every year: month from 0, day of the month, minute of the day. */
interface YearMoment {
  readonly month: number;
  readonly day: number;
  readonly minute: number;
}

/** A rule that is in force, read once for many times. */
export interface SummerTime {
  readonly offsetMinutes: number;
  readonly start: YearMoment;
  readonly end: YearMoment;
  /** Ends in the year after the one in which it began. */
  readonly overNewYear: boolean;
}

/** How the clock of a device is set: minutes east of UTC without summer time, and its summer time. */
export interface DeviceClockSetting {
  readonly utcOffsetMinutes: number;
  readonly summerTime: SummerTime | null;
}

/** Reads `MM-dd HH:mm`; null when no year has such a moment. */
export function parseYearMoment(text: string): YearMoment | null {
  const match = DATE_TEXT.exec(text);
  if (match === null) return null;
  const [month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number];
  return day > DAYS[month - 1]! ? null : { month: month - 1, day, minute: hour * 60 + minute };
}

const inYear = (moment: YearMoment, year: number): number => Date.UTC(year, moment.month, moment.day, 0, moment.minute);
const LEAP_YEAR = 2000;

/** The rule as it is applied; null when it is switched off or names no period. */
export function summerTimeOf(rule: SummerTimeRule | null): SummerTime | null {
  if (!rule?.enabled) return null;
  const start = parseYearMoment(rule.start);
  const end = parseYearMoment(rule.end);
  if (start === null || end === null) return null;
  const between = inYear(end, LEAP_YEAR) - inYear(start, LEAP_YEAR);
  return between === 0 ? null : { offsetMinutes: rule.offsetMinutes, start, end, overNewYear: between < 0 };
}

/** Whether the device's summer time is in force when its clock without summer time would show `standardMs` (as if it were UTC). */
function isSummer(summer: SummerTime, standardMs: number): boolean {
  const year = new Date(standardMs).getUTCFullYear();
  // A period that began last year may still run.
  for (let began = year - 1; began <= year; began++) {
    const end = inYear(summer.end, summer.overNewYear ? began + 1 : began) - summer.offsetMinutes * MINUTE_MS;
    if (standardMs >= inYear(summer.start, began) && standardMs < end) return true;
  }
  return false;
}

/** How many minutes the clock of the device is ahead of UTC at an instant, summer time included. */
export function deviceOffsetMinutes({ utcOffsetMinutes, summerTime }: DeviceClockSetting, ms: number): number {
  const ahead = summerTime !== null && isSummer(summerTime, ms + utcOffsetMinutes * MINUTE_MS);
  return utcOffsetMinutes + (ahead ? summerTime.offsetMinutes : 0);
}

/** What the clock of the device shows at an instant, as if it were UTC. */
export const toDeviceWall = (clock: DeviceClockSetting, ms: number): number => ms + deviceOffsetMinutes(clock, ms) * MINUTE_MS;

/**
 * The instant at which the clock of the device shows `wallMs` (as if it were UTC). Of the hour that exists twice it is the second one unless
 * that comes after `latestMs`: what is live is told apart by the time of its receipt. A time in the hour that does not exist was said by a clock
 * that is changed late, and is read as standard time.
 */
export function fromDeviceWall({ utcOffsetMinutes, summerTime }: DeviceClockSetting, wallMs: number, latestMs: number): number {
  const standardMs = wallMs - utcOffsetMinutes * MINUTE_MS;
  if (summerTime === null) return standardMs;
  const aheadMs = summerTime.offsetMinutes * MINUTE_MS;
  if (!isSummer(summerTime, wallMs - aheadMs)) return standardMs;
  const mayBeStandard = !isSummer(summerTime, wallMs) && standardMs <= latestMs;
  return mayBeStandard ? standardMs : standardMs - aheadMs;
}
