import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { onSessionClear } from '../../session/session.ts';

/** A place that somebody went to by the palette. */
export interface RecentPlace {
  readonly to: string;
  readonly title: string;
  /** Beside the title: an id, a path. */
  readonly aside: string;
}

const MOST = 6;

interface Recent {
  /** By user, the latest first. */
  readonly places: Readonly<Record<string, readonly RecentPlace[]>>;
}

const NONE: readonly RecentPlace[] = [];

/** Where the palette led before. Names of devices and people are in it: a sign-out forgets them. */
export const useRecent = create<Recent>()(
  persist((): Recent => ({ places: {} }), { name: 'sightline.palette', version: 1, storage: createJSONStorage(() => localStorage) }),
);

onSessionClear((reason) => {
  if (reason === 'signedOut') useRecent.setState({ places: {} });
});

export const recentOf = (userId: string, { places }: Recent): readonly RecentPlace[] => places[userId] ?? NONE;

export const remember = (userId: string, place: RecentPlace): void =>
  void useRecent.setState(({ places }) => ({
    places: { ...places, [userId]: [place, ...(places[userId] ?? NONE).filter(({ to }) => to !== place.to)].slice(0, MOST) },
  }));
