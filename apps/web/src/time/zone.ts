import { formatInstant, formatLocaleOf, offsetMs, parseZone, toWall, UTC_ZONE, type UserZone } from '@sightline/domain';
import { useCallback, useMemo } from 'react';
import { useOptionalSession } from '../session/session.ts';

const PATTERNS = {
  seconds: 'yyyy-MM-dd HH:mm:ss',
  minutes: 'yyyy-MM-dd HH:mm',
  time: 'HH:mm:ss',
  date: 'yyyy-MM-dd',
} as const;
export type TimeStyle = keyof typeof PATTERNS;

/** What stands beside every time: `UTC+8`, `UTC-3:30`, as it is at that instant. */
export const zoneLabel = (zone: UserZone, ms: number): string => {
  const minutes = Math.round(offsetMs(zone, ms) / 60_000);
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
};

const browserZone = (): UserZone => parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC_ZONE;

/** The zone of the signed-in person; without a session the browser's. */
export const useZone = (): UserZone => {
  const text = useOptionalSession()?.user.timezone;
  return useMemo(() => (text === undefined ? browserZone() : (parseZone(text) ?? UTC_ZONE)), [text]);
};

/** Parts of an instant as a locale writes them. */
const PARTS: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  seconds: { dateStyle: 'short', timeStyle: 'medium' },
  minutes: { dateStyle: 'short', timeStyle: 'short' },
  time: { timeStyle: 'medium' },
  date: { dateStyle: 'short' },
};

const localeFormats = new Map<string, Intl.DateTimeFormat>();

/** UTC ms in a zone, without its label: as ISO 8601 has it, or as the locale of a BCP 47 tag does. */
export const writeInstant = (zone: UserZone, ms: number, style: TimeStyle, localeTag?: string): string => {
  if (localeTag === undefined) return formatInstant(zone, ms, PATTERNS[style]);
  const key = `${localeTag} ${style}`;
  let format = localeFormats.get(key);
  // Fixed offsets in quarters of an hour are no zones of Intl: it gets the wall clock as if that were UTC.
  if (format === undefined) localeFormats.set(key, (format = new Intl.DateTimeFormat(localeTag, { ...PARTS[style], timeZone: 'UTC' })));
  return format.format(toWall(zone, ms));
};

/** Formats UTC ms in the person's zone and manner, the zone's label behind. */
export const useFormatInstant = (): ((ms: number, style?: TimeStyle) => string) => {
  const zone = useZone();
  const locale = useOptionalSession()?.settings.formatLocale ?? '';
  return useCallback(
    (ms, style = 'seconds') => `${writeInstant(zone, ms, style, formatLocaleOf(locale)?.tag)} ${zoneLabel(zone, ms)}`,
    [zone, locale],
  );
};
