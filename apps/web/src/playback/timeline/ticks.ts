import { formatInstant, fromWall, toWall, type UserZone } from '@sightline/domain';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const STEPS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  7 * DAY_MS,
];
const MIN_GAP_PX = 72;

export interface Tick {
  readonly ms: number;
  readonly label: string;
  /** Midnight: the label is a day. */
  readonly day: boolean;
}

/** Round times of the zone's wall clock, far enough apart to be written. */
export const ticksOf = (zone: UserZone, fromMs: number, toMs: number, width: number): readonly Tick[] => {
  const step = STEPS.find((candidate) => (candidate / (toMs - fromMs)) * width >= MIN_GAP_PX) ?? 7 * DAY_MS;
  const ticks: Tick[] = [];
  for (let wall = Math.ceil(toWall(zone, fromMs) / step) * step; ; wall += step) {
    const ms = fromWall(zone, wall);
    if (ms > toMs) return ticks;
    const day = wall % DAY_MS === 0;
    ticks.push({ ms, day, label: formatInstant(zone, ms, day ? 'MM-dd' : 'HH:mm') });
  }
};
