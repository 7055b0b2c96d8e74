import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** What this browser remembers of notices; outlives a sign-out. */
export interface NoticeMemory {
  /** No sounds before this, UTC ms. */
  readonly mutedUntilMs: number;
  /** Where the bell of the minimised dialog was put: px from the window's top left. */
  readonly bell: { readonly x: number; readonly y: number } | null;
  /** Whose notices were read up to when, by the server's clock. */
  readonly read: { readonly userId: string; readonly atMs: number } | null;
}

export const useNoticeMemory = create<NoticeMemory>()(
  persist((): NoticeMemory => ({ mutedUntilMs: 0, bell: null, read: null }), {
    name: 'sightline.notices',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
);

export const MUTE_MS = 3_600_000;

const LAST_SOUND = 'sightline.last-sound';

/** When a tab of this browser sounded last, UTC ms: several of them hear of the same alarm. */
export const lastSoundMs = (): number => Number(localStorage.getItem(LAST_SOUND) ?? 0);
export const noteSound = (atMs: number): void => localStorage.setItem(LAST_SOUND, String(atMs));
