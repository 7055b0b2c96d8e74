import type { Position } from '../position/position.ts';

/** The least number of live fixes that say anything about a clock. */
export const CLOCK_SAMPLES = 5;
/** A smaller difference is the way of the message, not the clock. */
export const CLOCK_WRONG_MS = 10 * 60_000;
const QUARTER_MINUTES = 15;
/** How far a measured difference may be from a whole quarter of an hour to be a time zone and not a clock that is off. */
const ZONE_SLACK_MS = 4 * 60_000;
const MIN_OFFSET = -720;
const MAX_OFFSET = 840;

export const median = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * How far the times of a device are ahead of the server's, ms (negative: behind): the median over live GNSS fixes. What was
 * sent from memory says nothing. Null with fewer than {@link CLOCK_SAMPLES} of them.
 */
export function clockOffsetMs(
  positions: readonly Pick<Position, 'fixTimeMs' | 'receivedAtMs' | 'buffered' | 'type' | 'valid'>[],
): number | null {
  const live = positions.filter((p) => !p.buffered && p.type === 1 && p.valid);
  return live.length < CLOCK_SAMPLES ? null : median(live.map((p) => p.fixTimeMs - p.receivedAtMs));
}

/**
 * Whether a clock that is `offsetMs` ahead when its times are read with `summerMinutes` of summer time was not put forward: it is behind by just
 * as much.
 */
export const keepsStandardTime = (offsetMs: number, summerMinutes: number): boolean =>
  summerMinutes > 0 && Math.abs(offsetMs + summerMinutes * 60_000) <= ZONE_SLACK_MS;

/**
 * The setting that would put the times of a device right which is set to `utcOffsetMinutes` east of UTC, and whose local times come out
 * `offsetMs` ahead. Null when they are right, when the difference is no time zone, or when it is the summer time in force that the clock does not
 * keep. To be shown, never applied by itself.
 */
export function suggestedUtcOffsetMinutes(offsetMs: number, utcOffsetMinutes: number, summerMinutes: number): number | null {
  if (Math.abs(offsetMs) < CLOCK_WRONG_MS || keepsStandardTime(offsetMs, summerMinutes)) return null;
  const minutes = Math.round(offsetMs / 60_000 / QUARTER_MINUTES) * QUARTER_MINUTES;
  if (minutes === 0 || Math.abs(offsetMs - minutes * 60_000) > ZONE_SLACK_MS) return null;
  const suggested = utcOffsetMinutes + minutes;
  return suggested < MIN_OFFSET || suggested > MAX_OFFSET ? null : suggested;
}
