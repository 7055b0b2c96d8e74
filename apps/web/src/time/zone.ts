import { formatInstant, offsetMs, parseZone, UTC_ZONE, type UserZone } from '@sightline/domain';
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

/** Formats UTC ms in the person's zone, the zone's label behind. */
export const useFormatInstant = (): ((ms: number, style?: TimeStyle) => string) => {
  const zone = useZone();
  return useCallback((ms, style = 'seconds') => `${formatInstant(zone, ms, PATTERNS[style])} ${zoneLabel(zone, ms)}`, [zone]);
};
