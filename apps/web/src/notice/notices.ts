import { call } from '../api/client.ts';
import { connection } from '../live/live.ts';
import { mayCall } from '../session/may-call.ts';
import { onSessionClear, useSessionStore } from '../session/session.ts';
import { NoticeCenter } from './notice-center.ts';
import { useNoticeMemory } from './notice-memory.ts';
import { clearNotices, closeDialog, markRead, useNotices } from './notice-store.ts';
import { soundAlarm } from './sound-gate.ts';
import { soundPlayer } from './sounds.ts';

const userId = (): string | undefined => useSessionStore.getState().session?.user.id;

/** The notices of the session. */
export const noticeCenter = new NoticeCenter({
  loadMissed: async (since) => {
    const { session } = useSessionStore.getState();
    if (session === null || !mayCall('user.notice.missed', session))
      return { notices: [], more: false, serverTime: new Date().toISOString() };
    return await call('user.notice.missed', { since });
  },
  sound: (type, nowMs) => soundAlarm(soundPlayer, type, nowMs),
  readUntilMs: () => {
    const { read } = useNoticeMemory.getState();
    if (read !== null && read.userId === userId()) return read.atMs;
    // Whoever is here for the first time has not missed anything: it begins now.
    rememberRead();
    return null;
  },
});
connection.listen(noticeCenter.hear);

onSessionClear(() => {
  noticeCenter.stop();
  clearNotices();
});

/** What came up to now is not told again when the page is loaded anew. */
const rememberRead = (): void => {
  const own = userId();
  if (own !== undefined) useNoticeMemory.setState({ read: { userId: own, atMs: noticeCenter.serverNowMs } });
};

/** Everything has been seen. */
export const readAll = (): void => {
  markRead();
  rememberRead();
};

export const closeNotices = (): void => {
  closeDialog();
  rememberRead();
};

/** From a first touch of the page on it may sound; whether this was one. */
export const unlockSounds = async (): Promise<boolean> => {
  const isUnlocked = await soundPlayer.unlock();
  if (isUnlocked) useNotices.setState({ isSoundRefused: false });
  return isUnlocked;
};
