import { addDays, dayOf, type UserZone } from '@sightline/domain';
import { VIDEO_HISTORY_LIMITS } from '@sightline/contract';
import { useCallback, useMemo } from 'react';
import { useAddress } from '../../ui/use-address.ts';
import type { DockState } from '../wall/wall-dock.tsx';

/** Channels side by side. */
export const MAX_CHANNELS = 4;

/** What of the page is in the address. */
export interface ReplayState extends DockState {
  readonly deviceId: string | null;
  readonly channels: readonly number[];
  /** Of the person's calendar; null: today. */
  readonly day: string | null;
  /** Where it was paused; null: nowhere yet. */
  readonly atMs: number | null;
}

const DEVICE_ID = /^[0-9A-Za-z_-]{1,32}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const readReplayState = (query: URLSearchParams): ReplayState => {
  const customer = query.get('customer');
  const deviceId = query.get('device');
  const day = query.get('day');
  const atMs = Date.parse(query.get('at') ?? '');
  const channels = (query.get('channels') ?? '').split(',').map(Number);
  return {
    customer: customer !== null && /^\d{1,18}$/.test(customer) ? customer : null,
    text: query.get('q') ?? '',
    onlineOnly: query.get('online') === '1',
    deviceId: deviceId !== null && DEVICE_ID.test(deviceId) ? deviceId : null,
    channels: [...new Set(channels.filter((n) => Number.isInteger(n) && n >= 1 && n <= 255))].slice(0, MAX_CHANNELS),
    day: day !== null && DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
    atMs: Number.isNaN(atMs) ? null : atMs,
  };
};

/** Writes a state over the other parts of an address. Defaults are left out. */
export const writeReplayState = (query: URLSearchParams, state: ReplayState): URLSearchParams => {
  const next = new URLSearchParams(query);
  const put = (key: string, value: string): void => (value === '' ? next.delete(key) : next.set(key, value));
  put('customer', state.customer ?? '');
  put('q', state.text);
  put('online', state.onlineOnly ? '1' : '');
  put('device', state.deviceId ?? '');
  put('channels', state.channels.join(','));
  put('day', state.day ?? '');
  put('at', state.atMs === null ? '' : new Date(Math.round(state.atMs / 1000) * 1000).toISOString().replace('.000Z', 'Z'));
  return next;
};

export const useReplayState = (): readonly [ReplayState, (part: Partial<ReplayState>) => void] => {
  const [query, changeAddress] = useAddress();
  const state = useMemo(() => readReplayState(query), [query]);
  const change = useCallback(
    (part: Partial<ReplayState>) => changeAddress((current) => writeReplayState(current, { ...readReplayState(current), ...part })),
    [changeAddress],
  );
  return [state, change];
};

/** The day that is shown: one that cameras can be asked for. */
export const shownDay = (zone: UserZone, day: string | null, nowMs: number): string => {
  const today = dayOf(zone, nowMs);
  return day === null || day > today || day < addDays(today, -VIDEO_HISTORY_LIMITS.days) ? today : day;
};

/** A camera that was chosen: one more channel of the same device, or one less, or another device. The oldest makes room. */
export const withCamera = (state: Pick<ReplayState, 'deviceId' | 'channels'>, deviceId: string, channel: number): readonly number[] => {
  if (state.deviceId !== deviceId) return [channel];
  if (state.channels.includes(channel)) return state.channels.filter((other) => other !== channel);
  return [...state.channels, channel].slice(-MAX_CHANNELS).sort((a, b) => a - b);
};
