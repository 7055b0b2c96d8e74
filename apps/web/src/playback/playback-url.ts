import { dayOf, daysRange, type UserZone } from '@sightline/domain';

/** More devices at once could not be told apart. */
export const DEVICES_MAX = 6;
/** Longest window that the server answers in one go is 31 days; the picker allows 30. */
export const RANGE_DAYS = 30;

/** What a link to the screen says. */
export interface PlaybackQuery {
  readonly deviceIds: readonly string[];
  readonly fromMs: number;
  /** Included. */
  readonly toMs: number;
  readonly atMs: number | null;
}

const instantOf = (text: string | null): number | null => {
  const ms = text === null ? NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
};

/** Today in the zone, whole day. */
export const defaultRange = (zone: UserZone, nowMs: number): readonly [fromMs: number, toMs: number] => {
  const today = dayOf(zone, nowMs);
  const { startMs, endMs } = daysRange(zone, today, today);
  return [startMs, endMs - 1000];
};

/** Reads a link; what it lacks or gets wrong is today. */
export const readQuery = (parameters: URLSearchParams, zone: UserZone, nowMs: number): PlaybackQuery => {
  const [todayFrom, todayTo] = defaultRange(zone, nowMs);
  const fromMs = instantOf(parameters.get('from'));
  const toMs = instantOf(parameters.get('to'));
  const usable = fromMs !== null && toMs !== null && fromMs < toMs && toMs - fromMs <= (RANGE_DAYS + 1) * 86_400_000;
  const ids = (parameters.get('devices') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return {
    deviceIds: [...new Set(ids)].slice(0, DEVICES_MAX),
    fromMs: usable ? fromMs : todayFrom,
    toMs: usable ? toMs : todayTo,
    atMs: instantOf(parameters.get('at')),
  };
};

const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

export const writeQuery = ({ deviceIds, fromMs, toMs, atMs }: PlaybackQuery): URLSearchParams => {
  const parameters = new URLSearchParams();
  if (deviceIds.length > 0) parameters.set('devices', deviceIds.join(','));
  parameters.set('from', iso(fromMs));
  parameters.set('to', iso(toMs));
  if (atMs !== null) parameters.set('at', iso(Math.round(atMs / 1000) * 1000));
  return parameters;
};
