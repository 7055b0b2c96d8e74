import { playbackSpeedCode, PLAYBACK_CONTROLS } from '@sightline/domain';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { socketAddress } from '../stream/live-address.ts';
import { ReplaySession, type ReplayView } from './replay-session.ts';

/** Numbers of `video.history.replay`. */
const TYPE = { normal: 0, fast: 1, keyRewind: 2 } as const;

export interface ReplayTarget {
  readonly deviceId: string;
  /** The whole of what may be played, instants in ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Replay {
  /** Null: nothing has been played of this day yet. */
  readonly session: ReplaySession | null;
  readonly view: ReplayView | null;
  readonly start: (positionMs: number) => void;
  readonly stop: () => void;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const NOTHING = (): (() => void) => () => undefined;

/** The recordings of a device and day that are played, from when a person starts until another day or device is chosen. */
export const useReplay = (target: ReplayTarget | null, channels: readonly number[], onError: (error: unknown) => void): Replay => {
  const [session, setSession] = useState<ReplaySession | null>(null);
  const latest = useLatest({ target, channels, onError });
  const key = target && `${target.deviceId}|${target.fromMs}|${target.toMs}`;

  useEffect(() => () => setSession(null), [key]);
  useEffect(() => () => session?.close(), [session]);
  const shown = channels.join(',');
  useEffect(() => session?.show(latest.current.channels), [session, shown, latest]);

  const start = useCallback(
    (positionMs: number) => {
      const { target: played } = latest.current;
      if (played === null) return;
      const { deviceId, fromMs, toMs } = played;
      const ask: ConstructorParameters<typeof ReplaySession>[0]['ask'] = async (channelId, atMs, { direction, speed }, signal) => {
        const backwards = direction < 0;
        const address = await call(
          'video.history.replay',
          {
            deviceId,
            channelId,
            playbackType: backwards ? TYPE.keyRewind : speed > 1 ? TYPE.fast : TYPE.normal,
            fastForwardOrBackward: backwards || speed > 1 ? playbackSpeedCode(speed) : 0,
            startTime: iso(backwards ? fromMs : Math.min(atMs, toMs - 1_000)),
            endTime: iso(backwards ? Math.max(atMs, fromMs + 1_000) : toMs),
          },
          { signal },
        );
        return socketAddress(address, window.location.href);
      };
      setSession(
        new ReplaySession(
          {
            ask,
            control: async (channelId, control, speed, seekMs) => {
              await call('video.history.replaySet', {
                deviceId,
                channelId,
                playbackControl: PLAYBACK_CONTROLS.indexOf(control),
                fastForwardOrBackward: control === 'fast' || control === 'keyRewind' ? playbackSpeedCode(speed) : 0,
                ...(seekMs === null ? {} : { playbackTime: iso(seekMs) }),
              });
            },
            onError: (error) => latest.current.onError(error),
            onRecorded: () => undefined,
          },
          positionMs,
        ),
      );
    },
    [latest],
  );
  const stop = useCallback(() => setSession(null), []);
  const view = useSyncExternalStore(session?.subscribe ?? NOTHING, () => session?.current() ?? null);
  return { session, view, start, stop };
};
