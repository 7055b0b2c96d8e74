/**
 * A user's or a device's time zone: a fixed offset ("+08:00") or an IANA name ("Europe/Berlin", with daylight saving).
 * Offsets run from -12:00 to +14:00 in quarters of an hour.
 */
export type UserZone = { readonly kind: 'fixed'; readonly offsetMinutes: number } | { readonly kind: 'iana'; readonly name: string };

export const UTC_ZONE: UserZone = { kind: 'fixed', offsetMinutes: 0 };
const QUARTER_MS = 900_000;
const OFFSET_TEXT = /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?(\d{2}))?$/i;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (name: string): Intl.DateTimeFormat => {
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(name, format);
  }
  return format;
};

/** What names were found to mean, also that they mean nothing: asking costs milliseconds. Names come from outside, so it is bounded. */
const canonicalNames = new Map<string, string | null>();
const CACHED_NAMES = 2_000;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

const canonicalName = (name: string): string | null => {
  if (name.length > 40 || !ZONE_NAME.test(name)) return null;
  let canonical = canonicalNames.get(name);
  if (canonical === undefined) {
    try {
      canonical = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      canonical = null;
    }
    if (canonicalNames.size >= CACHED_NAMES) canonicalNames.clear();
    canonicalNames.set(name, canonical);
  }
  return canonical;
};

/** Reads "+08:00", "8:00", "-03:30", "UTC+8", "UTC", "Z" or an IANA name; null when it is none of them. */
export const parseZone = (text: string): UserZone | null => {
  const trimmed = text.trim();
  if (/^(?:utc|gmt|z)$/i.test(trimmed)) return UTC_ZONE;
  const match = OFFSET_TEXT.exec(trimmed);
  if (match !== null) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    const offsetMinutes = match[1] === '-' ? 0 - minutes : minutes;
    const valid = Number(match[3] ?? 0) % 15 === 0 && Number(match[3] ?? 0) < 60 && offsetMinutes >= -720 && offsetMinutes <= 840;
    return valid ? { kind: 'fixed', offsetMinutes } : null;
  }
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(trimmed)) return null;
  const name = canonicalName(trimmed);
  return name === null ? null : { kind: 'iana', name };
};

/** "+08:00" or the IANA name: what parseZone reads. */
export const formatZone = (zone: UserZone): string => {
  if (zone.kind === 'iana') return zone.name;
  const minutes = Math.abs(zone.offsetMinutes);
  return `${zone.offsetMinutes < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/** The offsets that are offered: UTC-12 to UTC+14, minutes 00, 15, 30 and 45. No clock on earth is less than an hour behind UTC, so `-00:30` is none of them. */
export const FIXED_OFFSETS_MINUTES: readonly number[] = Array.from({ length: (720 + 840) / 15 + 1 }, (_, i) => -720 + i * 15).filter(
  (minutes) => minutes <= -60 || minutes >= 0,
);

/** Offsets change on quarters of an hour only, so one look per quarter is enough. */
const offsets = new Map<string, Map<number, number>>();
const CACHED_QUARTERS = 20_000;

/** How far the zone's clocks are ahead of UTC at the instant, ms. */
export const offsetMs = (zone: UserZone, ms: number): number => {
  if (zone.kind === 'fixed') return zone.offsetMinutes * 60_000;
  let known = offsets.get(zone.name);
  if (known === undefined) offsets.set(zone.name, (known = new Map()));
  const quarter = Math.floor(ms / QUARTER_MS);
  let offset = known.get(quarter);
  if (offset === undefined) {
    if (known.size >= CACHED_QUARTERS) known.clear();
    offset = lookUp(zone.name, quarter * QUARTER_MS);
    known.set(quarter, offset);
  }
  return offset;
};

const lookUp = (name: string, ms: number): number => {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(name).formatToParts(ms)) parts[type] = value;
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  return (
    Date.UTC(
      year,
      Number(parts['month']) - 1,
      Number(parts['day']),
      Number(parts['hour']),
      Number(parts['minute']),
      Number(parts['second']),
    ) - ms
  );
};

/** The zone's wall clock at the instant, as if it were UTC: read it with the getUTC functions. */
export const toWall = (zone: UserZone, ms: number): number => ms + offsetMs(zone, ms);

/**
 * The instant at which the zone's wall clock shows `wallMs`. In an overlap (clocks set back) the first or the second one; in a gap (clocks set
 * forward) as many minutes after the change as the wall clock is into the gap, so that 02:30 becomes 03:30.
 */
export const fromWall = (zone: UserZone, wallMs: number, prefer: 'first' | 'second' = 'first'): number => {
  if (zone.kind === 'fixed') return wallMs - zone.offsetMinutes * 60_000;
  const before = offsetMs(zone, wallMs - 26 * 3_600_000);
  const after = offsetMs(zone, wallMs + 26 * 3_600_000);
  const fits = [wallMs - before, wallMs - after].filter((ms) => toWall(zone, ms) === wallMs);
  if (fits.length === 0) return wallMs - before;
  return prefer === 'first' ? Math.min(...fits) : Math.max(...fits);
};
