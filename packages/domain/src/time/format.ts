import { parseDay } from './calendar.ts';
import { fromWall, toWall } from './zone.ts';
import type { UserZone } from './zone.ts';

export const DATE_TIME_PATTERN = 'yyyy-MM-dd HH:mm:ss';
export const DATE_PATTERN = 'yyyy-MM-dd';

/** The instant on the zone's wall clock. Known in a pattern: yyyy MM dd HH mm ss SSS; everything else stands for itself. */
export const formatInstant = (zone: UserZone, ms: number, pattern: string = DATE_TIME_PATTERN): string => {
  const iso = new Date(toWall(zone, ms)).toISOString();
  if (pattern === DATE_TIME_PATTERN) return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  return pattern.replace(/yyyy|MM|dd|HH|mm|ss|SSS/g, (field) => {
    const [start, length] = FIELDS[field] as readonly [number, number];
    return iso.slice(start, start + length);
  });
};

/** Where a field stands in yyyy-MM-ddTHH:mm:ss.SSSZ. */
const FIELDS: Readonly<Record<string, readonly [number, number]>> = {
  yyyy: [0, 4],
  MM: [5, 2],
  dd: [8, 2],
  HH: [11, 2],
  mm: [14, 2],
  ss: [17, 2],
  SSS: [20, 3],
};

/**
 * Reads "yyyy-MM-dd", "yyyy-MM-dd HH:mm" or "yyyy-MM-dd HH:mm:ss" (a T for the blank is taken too) on the zone's wall clock. Null for anything else.
 * Gaps and overlaps of daylight saving as in {@link fromWall}.
 */
export const parseWallClock = (zone: UserZone, text: string, prefer: 'first' | 'second' = 'first'): number | null => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim());
  if (match === null) return null;
  const day = parseDay(match[1] as string);
  const [hour, minute, second] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0)) as [number, number, number];
  if (day === null || hour > 23 || minute > 59 || second > 59) return null;
  return fromWall(zone, day + ((hour * 60 + minute) * 60 + second) * 1000, prefer);
};

/** A duration as H:mm:ss, hours without limit. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
};
