const two = (n: number): string => String(n).padStart(2, '0');
const LAST_HOUR = 12;

/** The hours of an offset as they are chosen, from west to east; nowhere is it less than an hour behind UTC, so there is no `-00`. */
export const OFFSET_HOURS: readonly string[] = [
  ...Array.from({ length: LAST_HOUR }, (_, i) => `-${two(LAST_HOUR - i)}`),
  ...Array.from({ length: LAST_HOUR + 1 }, (_, i) => `+${two(i)}`),
];

/** Those hours, and one that was kept from elsewhere: it is shown as it is, and not offered again once it is left. */
export const hoursWith = (kept: string | null): readonly string[] =>
  kept === null || OFFSET_HOURS.includes(kept)
    ? OFFSET_HOURS
    : [...OFFSET_HOURS, kept].toSorted((a, b) => offsetOf(a, 0) - offsetOf(b, 0) || Number(b === kept) - Number(a === kept));

/** Hour and minute of an offset. The minute counts away from UTC: -210 is `-03` and 30. */
export const partsOf = (offsetMinutes: number): { readonly hour: string; readonly minute: number } => {
  const minutes = Math.abs(offsetMinutes);
  return { hour: `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}`, minute: minutes % 60 };
};

/** The outermost hours stand alone. */
export const hasNoMinutes = (hour: string): boolean => Number(hour.slice(1)) >= LAST_HOUR;

/** Minutes east of UTC of a chosen hour and minute. */
export const offsetOf = (hour: string, minute: number): number => {
  const minutes = Number(hour.slice(1)) * 60 + (hasNoMinutes(hour) ? 0 : minute);
  return hour.startsWith('-') ? 0 - minutes : minutes;
};
