import { useCallback, useMemo } from 'react';
import { useAddress } from '../../ui/use-address.ts';
import { isWallSize, MAX_TILES, type Wall, type WallTile } from './wall-tiles.ts';

/** What of the page is in the address: a link shows a colleague the same cameras. */
export interface WallState extends Wall {
  /** `null`: the person's own customer. */
  readonly customer: string | null;
  readonly text: string;
  readonly onlineOnly: boolean;
  /** A device all of whose cameras are wanted; replaced by its tiles as soon as they are known. */
  readonly whole: string | null;
}

const DEVICE_ID = /^[0-9A-Za-z_-]{1,32}$/;
const TILE = /^([0-9A-Za-z_-]{1,32})\.(\d{1,3})\.([01])$/;

const readTile = (text: string): WallTile | null => {
  const [, deviceId, channel, stream] = TILE.exec(text) ?? [];
  const channelId = Number(channel);
  if (deviceId === undefined || !(channelId >= 1 && channelId <= 255)) return null;
  return { deviceId, channelId, stream: stream === '0' ? 0 : 1 };
};
const writeTile = ({ deviceId, channelId, stream }: WallTile): string => `${deviceId}.${channelId}.${stream}`;

export const readWallState = (query: URLSearchParams): WallState => {
  const size = Number(query.get('size') ?? 4);
  const customer = query.get('customer');
  const whole = query.get('whole');
  const seen = new Set<string>();
  const tiles = (query.get('tiles') ?? '')
    .split(',')
    .slice(0, MAX_TILES)
    .map((text) => {
      const tile = readTile(text);
      if (tile === null || seen.has(`${tile.deviceId}.${tile.channelId}`)) return null;
      seen.add(`${tile.deviceId}.${tile.channelId}`);
      return tile;
    });
  return {
    customer: customer !== null && /^\d{1,18}$/.test(customer) ? customer : null,
    text: query.get('q') ?? '',
    onlineOnly: query.get('online') === '1',
    size: isWallSize(size) ? size : 4,
    tiles,
    whole: whole !== null && DEVICE_ID.test(whole) ? whole : null,
  };
};

/** Writes a state over the other parts of an address. Defaults are left out. */
export const writeWallState = (query: URLSearchParams, state: WallState): URLSearchParams => {
  const next = new URLSearchParams(query);
  const put = (key: string, value: string): void => (value === '' ? next.delete(key) : next.set(key, value));
  put('customer', state.customer ?? '');
  put('q', state.text);
  put('online', state.onlineOnly ? '1' : '');
  put('size', state.size === 4 ? '' : String(state.size));
  const last = state.tiles.findLastIndex((tile) => tile !== null);
  put(
    'tiles',
    state.tiles
      .slice(0, last + 1)
      .map((tile) => (tile === null ? '' : writeTile(tile)))
      .join(','),
  );
  put('whole', state.whole ?? '');
  return next;
};

/** The page with all cameras of a device. */
export const wholeDeviceAddress = (deviceId: string): string => `/video/live?${new URLSearchParams({ whole: deviceId })}`;

/** The state, and a change of it that begins with every change before it. */
export const useWallState = (): readonly [WallState, (write: (state: WallState) => WallState) => void] => {
  const [query, changeAddress] = useAddress();
  const state = useMemo(() => readWallState(query), [query]);
  const change = useCallback(
    (write: (state: WallState) => WallState) => changeAddress((current) => writeWallState(current, write(readWallState(current)))),
    [changeAddress],
  );
  return [state, change];
};
