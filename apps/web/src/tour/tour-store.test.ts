import { beforeEach, expect, it, vi } from 'vitest';
import { useSessionStore, signOut, type Session } from '../session/session.ts';
import { enterSession } from '../testing/signed-in.tsx';
import { TOUR_STEPS } from './tour-steps.ts';
import { endTour, goToStep, skipTour, startTour, tourView, useTour } from './tour-store.ts';

const newcomer = { id: '7', experienceTs: null };
const expert = { id: '7', experienceTs: '2026-01-01T00:00:00Z' };
const view = (user: typeof newcomer | typeof expert = newcomer, isNarrow = false) => tourView(user, useTour.getState(), isNarrow);
const calls: string[] = [];
const session = (): Session => useSessionStore.getState().session!;

beforeEach(() => {
  localStorage.clear();
  calls.length = 0;
  useTour.setState(useTour.getInitialState());
  enterSession({ user: { experienceTs: null } });
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url.replace('/gps/v2/', ''));
    return new Response(JSON.stringify({ code: 0, msg: '', data: url.endsWith('base/info') ? { ...session().user, ...expert } : null }));
  });
  return () => vi.unstubAllGlobals();
});

it('asks whoever has no experience, not on a phone, and nobody else', () => {
  expect([view(), view(newcomer, true), view(expert)]).toEqual(['question', 'none', 'none']);
});

it('is put off by skipping, for this person alone', () => {
  skipTour('7');
  expect(view()).toBe('none');
  expect(tourView({ ...newcomer, id: '8' }, useTour.getState(), false)).toBe('question');
  expect(calls).toEqual([]);
});

it('goes through its steps and is where it was after a reload', async () => {
  startTour('7');
  expect(view()).toBe(1);
  goToStep(4);
  expect(JSON.parse(localStorage.getItem('sightline.tour')!)).toMatchObject({ state: { userId: '7', step: 4 } });
  await useTour.persist.rehydrate();
  expect(view()).toBe(4);
  expect(tourView({ ...newcomer, id: '8' }, useTour.getState(), false)).toBe('question');
});

it('marks the experience at its end, and knows it at once', async () => {
  startTour('7');
  await endTour(session());
  expect(calls).toEqual(['user/base/experience/monitor', 'user/base/info']);
  expect(session().user.experienceTs).toBe(expert.experienceTs);
  expect(view(expert)).toBe('none');
});

it('ends for a demo account without writing anything, and begins again for whoever has seen it', async () => {
  enterSession({ user: { experienceTs: null, demo: true } });
  await endTour(session());
  expect(calls).toEqual([]);
  expect(view()).toBe('none');
  startTour('7');
  expect(view(expert)).toBe(1);
});

it('is forgotten on signing out', async () => {
  skipTour('7');
  await signOut();
  expect(useTour.getState()).toEqual(useTour.getInitialState());
});

it('has five steps: the second opens the menu of the account, the third and the fifth are settings', () => {
  expect(TOUR_STEPS).toHaveLength(5);
  expect(TOUR_STEPS.map(({ opensUserMenu }) => opensUserMenu === true)).toEqual([false, true, false, false, false]);
  expect(TOUR_STEPS[2]?.path).toMatch(/basicSettings$/);
  expect(TOUR_STEPS[4]?.path).toMatch(/unitSettings$/);
});
