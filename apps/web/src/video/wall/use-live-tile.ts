import { VIDEO_LIMITS } from '@sightline/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { socketAddress } from '../stream/live-address.ts';
import { LiveTile, type TileView } from '../stream/live-tile.ts';
import type { Bitstream } from '../stream/tile-state.ts';
import type { Camera } from './wall-tiles.ts';

/** Minutes of one look at a camera. */
export const WATCH_MINUTES = VIDEO_LIMITS.watchMinutes;

export interface LiveTileOptions {
  readonly onRecorded: (file: Blob | null) => void;
  readonly goesOnAfterLimit: boolean;
}

/** The live stream of a camera as long as the component is on screen; `null` for its first moment. */
export const useLiveTile = ({ deviceId, channelId }: Camera, stream: Bitstream, options: LiveTileOptions): LiveTile | null => {
  const latest = useLatest({ ...options, stream });
  const [tile, setTile] = useState<LiveTile | null>(null);
  useEffect(() => {
    const opened = new LiveTile(latest.current.stream, {
      ask: async (bitstreamType, signal, h264Only) => {
        const codec = h264Only ? 'h264' : 'any';
        return socketAddress(await call('video.live', { deviceId, channelId, bitstreamType, codec }, { signal }), window.location.href);
      },
      mayConvert: true,
      onRecorded: (file) => latest.current.onRecorded(file),
      goesOnAfterLimit: () => latest.current.goesOnAfterLimit,
    });
    setTile(opened);
    return () => opened.close();
  }, [deviceId, channelId, latest]);
  // A stream that a person chooses; the one that a tile takes by itself stays its own matter.
  useEffect(() => tile?.choose(stream), [tile, stream]);
  return tile;
};

const NOTHING = (): (() => void) => () => undefined;
const NO_VIEW = (): null => null;

export const useTileView = (tile: LiveTile | null): TileView | null =>
  useSyncExternalStore(tile?.subscribe ?? NOTHING, tile?.current ?? (NO_VIEW as () => TileView | null));
