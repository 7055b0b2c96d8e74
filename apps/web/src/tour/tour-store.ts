import type { UserInfo } from '@sightline/contract';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { call } from '../api/client.ts';
import { mayCall } from '../session/may-call.ts';
import { changeUser, onSessionClear, type Session } from '../session/session.ts';
import { TOUR_STEPS } from './tour-steps.ts';

/** How far somebody is; it outlives a reload, not a sign-out. */
export interface TourProgress {
  /** Whose it is: the next person in this browser has not seen it. */
  readonly userId: string | null;
  /** Whether those who have not seen the tour are asked. */
  readonly asks: boolean;
  /** 1 to the number of steps; 0: not under way. */
  readonly step: number;
}

const BEGINNING: TourProgress = { userId: null, asks: true, step: 0 };

export const useTour = create<TourProgress>()(
  persist((): TourProgress => BEGINNING, { name: 'sightline.tour', version: 1, storage: createJSONStorage(() => localStorage) }),
);

onSessionClear((reason) => {
  if (reason === 'signedOut') useTour.setState(BEGINNING);
});

/** What a person sees: the question, a step, or nothing. Steps point at menus that a narrow screen hides, so there is nothing there. */
export const tourView = (
  user: Pick<UserInfo, 'id' | 'experienceTs'>,
  { userId, asks, step }: TourProgress,
  isNarrow: boolean,
): 'none' | 'question' | number => {
  if (isNarrow) return 'none';
  const isOwn = userId === user.id;
  if (isOwn && step > 0) return Math.min(step, TOUR_STEPS.length);
  return user.experienceTs === null && (!isOwn || asks) ? 'question' : 'none';
};

/** Begins, also for whoever has seen it. */
export const startTour = (userId: string): void => void useTour.setState({ userId, asks: true, step: 1 });

export const goToStep = (step: number): void => void useTour.setState({ step });

/** Not now: the question does not come again before the next sign-in. */
export const skipTour = (userId: string): void => void useTour.setState({ userId, asks: false, step: 0 });

/** The person knows enough. Kept in the account, for whom it may be. Throws what the calls throw; the tour is over all the same. */
export const endTour = async (session: Session): Promise<void> => {
  skipTour(session.user.id);
  if (!mayCall('user.base.experience.monitor', session)) return;
  await call('user.base.experience.monitor', { experience: true });
  changeUser(await call('user.base.info', {}));
};
