/** A span of the day, by the clock of a zone: `from` is in it, `to` is not. One that does not end after it begins goes on into the next day. */
export interface DaySpan {
  /** `HH:mm`, 00:00 to 23:59. */
  readonly from: string;
  /** `HH:mm`, 00:00 to 24:00. */
  readonly to: string;
}

export const DAY_MINUTES = 1440;

const CLOCK = /^(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/;

/** Minutes since midnight of `HH:mm`, up to 24:00; null for what is no time of the day. */
export const minutesOfClock = (text: string): number | null => {
  const match = CLOCK.exec(text);
  return match === null ? null : Number(match[1] ?? match[3]) * 60 + Number(match[2] ?? match[4]);
};

/** The minutes that a span covers as one or two ranges of the same day, the second one after midnight; none for what is no span. */
const rangesOf = ({ from, to }: DaySpan): readonly (readonly [startMinute: number, endMinute: number])[] => {
  const [start, end] = [minutesOfClock(from), minutesOfClock(to)];
  if (start === null || end === null || start === DAY_MINUTES || start === end) return [];
  if (start < end) return [[start, end]];
  return end === 0
    ? [[start, DAY_MINUTES]]
    : [
        [start, DAY_MINUTES],
        [0, end],
      ];
};

/** Whether a span lasts at all, and begins within the day. */
export const isDaySpan = (span: DaySpan): boolean => rangesOf(span).length > 0;

/** The first two spans that overlap, by their places; null when none do. Spans of every day, so what goes past midnight meets what begins the day. */
export function overlappingSpans(spans: readonly DaySpan[]): readonly [number, number] | null {
  const ranges = spans.flatMap((span, place) => rangesOf(span).map(([start, end]) => ({ place, start, end })));
  for (const one of ranges)
    for (const other of ranges)
      if (one.place < other.place && one.start < other.end && other.start < one.end) return [one.place, other.place];
  return null;
}

/** Days of the week as ISO 8601 counts them: 1 Monday to 7 Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Whether a moment lies in one of the spans on one of the days: by a wall clock, as if it were UTC (`toWall`). No spans: the whole day. A span that
 * goes past midnight belongs to the day on which it begins.
 */
export function isWithinSpans(wallMs: number, weekdays: readonly number[], spans: readonly DaySpan[]): boolean {
  const at = new Date(wallMs);
  const today = ((at.getUTCDay() + 6) % 7) + 1;
  const yesterday = today === 1 ? 7 : today - 1;
  if (spans.length === 0) return weekdays.includes(today);
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  return spans.some((span) =>
    rangesOf(span).some(([start, end], part) => minute >= start && minute < end && weekdays.includes(part === 0 ? today : yesterday)),
  );
}
