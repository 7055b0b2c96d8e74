/** Two BCD nibbles as a number, or NaN when one is not decimal. */
const bcd = (octet: number): number => {
  const high = octet >>> 4;
  const low = octet & 15;
  return high > 9 || low > 9 ? Number.NaN : high * 10 + low;
};

/**
 * Instant of the BCD time `YY MM DD hh mm ss` at `at`, read with `utcOffsetMinutes`; null when it is no possible time
 * (all zero, month 13, nibbles over 9).
 */
export function instantOfBcd(bytes: Uint8Array, at: number, utcOffsetMinutes: number): number | null {
  return instant(
    bcd(bytes[at]!),
    bcd(bytes[at + 1]!),
    bcd(bytes[at + 2]!),
    bcd(bytes[at + 3]!),
    bcd(bytes[at + 4]!),
    bcd(bytes[at + 5]!),
    utcOffsetMinutes,
  );
}

/** The same for lock trackers' `DD MM YY hh mm ss`, which is UTC. */
export function instantOfDayFirstBcd(bytes: Uint8Array, at: number): number | null {
  return instant(
    bcd(bytes[at + 2]!),
    bcd(bytes[at + 1]!),
    bcd(bytes[at]!),
    bcd(bytes[at + 3]!),
    bcd(bytes[at + 4]!),
    bcd(bytes[at + 5]!),
    0,
  );
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function instant(year: number, month: number, day: number, hour: number, minute: number, second: number, offset: number): number | null {
  // NaN fails every comparison
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 60)) return null;
  // 2000-2099: every fourth year is a leap year
  const days = month === 2 && year % 4 === 0 ? 29 : DAYS[month - 1]!;
  return day > days ? null : Date.UTC(2000 + year, month - 1, day, hour, minute, second) - offset * 60_000;
}

/** `20YY-MM-DD hh:mm:ss` of an instant as a clock at `utcOffsetMinutes` shows it. */
export function wallTextOf(ms: number, utcOffsetMinutes: number): string {
  return new Date(ms + utcOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}
