import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { socketAddress } from '../stream/live-address.ts';
import { useWallPreferences } from '../wall/wall-preferences.ts';
import type { Camera } from '../wall/wall-tiles.ts';
import { TalkSession, type TalkView } from './talk-session.ts';

/** A talk over a camera's tile. */
export interface Talk {
  readonly camera: Camera;
  readonly session: TalkSession;
}

export interface TalkControl {
  readonly talk: Talk | null;
  /** Ends the talk that there is and begins another; to be called from a click or a key. */
  readonly begin: (camera: Camera) => void;
  readonly end: () => void;
}

/** The one talk of a page. It ends with the page. */
export const useTalk = (): TalkControl => {
  const [talk, setTalk] = useState<Talk | null>(null);
  const current = useRef<TalkSession | null>(null);
  const end = useCallback(() => {
    current.current?.close();
    current.current = null;
    setTalk(null);
  }, []);
  const begin = useCallback((camera: Camera) => {
    current.current?.close();
    const { microphoneId, pushToTalk } = useWallPreferences.getState();
    const { deviceId, channelId } = camera;
    const session = new TalkSession({
      ask: async (signal) => socketAddress(await call('audio.talk', { deviceId, channelId }, { signal }), window.location.href),
      microphoneId,
      pushToTalk,
    });
    current.current = session;
    setTalk({ camera, session });
  }, []);
  useEffect(() => () => current.current?.close(), []);
  return { talk, begin, end };
};

export const useTalkView = (session: TalkSession): TalkView => useSyncExternalStore(session.subscribe, session.current);
