import { BUCKET_MS } from '../engine/facts.ts';
import { fromWall, toWall } from './zone.ts';
import type { UserZone } from './zone.ts';

const DAY_MS = 86_400_000;

/** Days are written yyyy-MM-dd. Null for what is no day of the calendar. */
export const parseDay = (text: string): number | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return new Date(ms).toISOString().startsWith(text) ? ms : null;
};

const dayMs = (isoDay: string): number => {
  const ms = parseDay(isoDay);
  if (ms === null) throw new RangeError(`not a day: ${isoDay}`);
  return ms;
};
const isoOf = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10);

/** The day so many days later. Throws RangeError for what is no day, as all functions here do. */
export const addDays = (isoDay: string, days: number): string => isoOf(dayMs(isoDay) + days * DAY_MS);
/** Days from a to b. */
export const daysBetween = (a: string, b: string): number => (dayMs(b) - dayMs(a)) / DAY_MS;
/** The Monday of the day's week. */
export const startOfWeek = (isoDay: string): string => addDays(isoDay, -((new Date(dayMs(isoDay)).getUTCDay() + 6) % 7));
/** The first of the day's month. */
export const startOfMonth = (isoDay: string): string => `${isoOf(dayMs(isoDay)).slice(0, 7)}-01`;
/** The day of the instant in the zone. */
export const dayOf = (zone: UserZone, ms: number): string => isoOf(toWall(zone, ms));

/** First instant of the day and first instant after it: 23 to 25 hours where clocks change, none for a day that the zone left out. */
export const dayRange = (zone: UserZone, isoDay: string): readonly [startMs: number, endMs: number] => [
  fromWall(zone, dayMs(isoDay)),
  fromWall(zone, dayMs(isoDay) + DAY_MS),
];

/** The quarters of an hour that make up the day, as the starts of {@link Bucket}s. */
export const slotsOfDay = (zone: UserZone, isoDay: string): number[] => {
  const [startMs, endMs] = dayRange(zone, isoDay);
  return Array.from({ length: Math.max(0, Math.ceil((endMs - startMs) / BUCKET_MS)) }, (_, i) => startMs + i * BUCKET_MS);
};

export type DateShortcut = 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth';
export const DATE_SHORTCUTS: readonly DateShortcut[] = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'];

/** A range of whole days: its texts (00:00:00 to 23:59:59) and its instants (`endMs` is the first one after it). */
export interface DayRange {
  readonly startDay: string;
  readonly endDay: string;
  readonly start: string;
  readonly end: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Both days included. */
export const daysRange = (zone: UserZone, startDay: string, endDay: string): DayRange => ({
  startDay,
  endDay,
  start: `${startDay} 00:00:00`,
  end: `${endDay} 23:59:59`,
  startMs: dayRange(zone, startDay)[0],
  endMs: dayRange(zone, endDay)[1],
});

/** What a shortcut means at an instant. Weeks start on Monday; this week and this month run through their last day. */
export const shortcutRange = (zone: UserZone, shortcut: DateShortcut, nowMs: number): DayRange => {
  const today = dayOf(zone, nowMs);
  const week = startOfWeek(today);
  const month = startOfMonth(today);
  const nextMonth = startOfMonth(addDays(month, 31));
  const days: Record<DateShortcut, readonly [string, string]> = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    thisWeek: [week, addDays(week, 6)],
    lastWeek: [addDays(week, -7), addDays(week, -1)],
    thisMonth: [month, addDays(nextMonth, -1)],
    lastMonth: [startOfMonth(addDays(month, -1)), addDays(month, -1)],
  };
  return daysRange(zone, ...days[shortcut]);
};

/** What a date-range picker allows; `mode` and `days` as a search field states them. */
export interface DateLimit {
  /** 1: the last N days through today. 2: N days back to N days ahead. null: at most N days either side of the first picked day, none in the future. */
  readonly mode: 1 | 2 | null;
  readonly days: number;
}
export const DEFAULT_DATE_LIMIT: DateLimit = { mode: null, days: 30 };

/** Whether the picker offers the day. `firstPicked` is the day chosen first, while the second one is still open. */
export const isDayAllowed = (limit: DateLimit, isoDay: string, today: string, firstPicked: string | null = null): boolean => {
  const ahead = daysBetween(today, isoDay);
  if (limit.mode === 2) return Math.abs(ahead) <= limit.days;
  if (ahead > 0) return false;
  if (limit.mode === 1) return ahead > -limit.days;
  return firstPicked === null || Math.abs(daysBetween(firstPicked, isoDay)) <= limit.days;
};

/** Whether a typed or linked range keeps the same rules; both days included. */
export const isRangeAllowed = (limit: DateLimit, startDay: string, endDay: string, today: string): boolean =>
  startDay <= endDay && isDayAllowed(limit, startDay, today) && isDayAllowed(limit, endDay, today, startDay);
