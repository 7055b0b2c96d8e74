const two = (n: number): string => String(n).padStart(2, '0');
const LAST_HOUR = 12;

/** The hours of an offset as they are chosen, from west to east; `-00` is for those less than an hour west of UTC. */
export const OFFSET_HOURS: readonly string[] = [
  ...Array.from({ length: LAST_HOUR + 1 }, (_, i) => `-${two(LAST_HOUR - i)}`),
  ...Array.from({ length: LAST_HOUR + 1 }, (_, i) => `+${two(i)}`),
];

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
