import {
  addDays,
  dayOf,
  isDayAllowed,
  isRangeAllowed,
  shortcutRange,
  startOfMonth,
  type DateLimit,
  type DateShortcut,
  type UserZone,
} from '@sightline/domain';

/** Both ends are instants; the end is included (23:59:59). */
export type InstantRange = readonly [fromMs: number, toMs: number];

/** A shortcut as instants. Where the future is closed, this week and this month end today. */
export const shortcutInstants = (zone: UserZone, shortcut: DateShortcut, limit: DateLimit, nowMs: number): InstantRange => {
  const range = shortcutRange(zone, shortcut, nowMs);
  if (limit.mode === 2) return [range.startMs, range.endMs - 1000];
  const today = shortcutRange(zone, 'today', nowMs);
  return [range.startMs, Math.min(range.endMs, today.endMs) - 1000];
};

/** Whether the whole shortcut lies within what the picker allows. */
export const isShortcutAllowed = (zone: UserZone, shortcut: DateShortcut, limit: DateLimit, nowMs: number): boolean => {
  const [fromMs, toMs] = shortcutInstants(zone, shortcut, limit, nowMs);
  return isRangeAllowed(limit, dayOf(zone, fromMs), dayOf(zone, toMs), dayOf(zone, nowMs));
};

/** Whether no day of the month or year that begins with `isoDay` may be picked; the far panels grey it out. */
export const isSpanClosed = (
  limit: DateLimit,
  isoDay: string,
  unit: 'month' | 'year',
  today: string,
  firstPicked: string | null,
): boolean => {
  const start = unit === 'month' ? startOfMonth(isoDay) : `${isoDay.slice(0, 4)}-01-01`;
  const end = unit === 'month' ? addDays(startOfMonth(addDays(start, 31)), -1) : `${isoDay.slice(0, 4)}-12-31`;
  for (let day = start; day <= end; day = addDays(day, 1)) if (isDayAllowed(limit, day, today, firstPicked)) return false;
  return true;
};
