import type { PushedNotice } from '@sightline/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FeedState } from '../live/worker-messages.ts';
import { noticeOf } from '../testing/notice-facts.ts';
import { NoticeCenter } from './notice-center.ts';
import { countOf } from './notice-groups.ts';
import { clearNotices, closeDialog, useNotices } from './notice-store.ts';
import type { SoundOutcome } from './sound-gate.ts';

const T = Date.parse('2026-11-22T08:00:00.000Z');
/** The server's clock is this much ahead of the page's. */
const AHEAD_MS = 5_000;

let asked: (string | undefined)[];
let answer: { notices: PushedNotice[]; more: boolean } | Error;
let sounds: number[];
let outcome: SoundOutcome;
let center: NoticeCenter;
let draws: number;
const state = (next: FeedState): void => center.hear({ kind: 'state', state: next });
const hear = (...data: PushedNotice[]): void => center.hear({ kind: 'notice', notice: 'push_notice_event', data });
const settle = async (ms = 300): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: T });
  asked = [];
  sounds = [];
  draws = 0;
  answer = { notices: [], more: false };
  outcome = 'played';
  center = new NoticeCenter({
    loadMissed: async (since) => {
      asked.push(since);
      if (answer instanceof Error) throw answer;
      return { ...answer, serverTime: new Date(Date.now() + AHEAD_MS).toISOString() };
    },
    sound: (type) => {
      sounds.push(type);
      return outcome;
    },
    readUntilMs: () => T - 60_000,
  });
  center.listen(() => void draws++);
});
afterEach(() => {
  center.stop();
  clearNotices();
  vi.useRealTimers();
});

it('brings each level to its place: 1 to the dialog, all to the bell, 2 to who draws messages', async () => {
  const heard: string[][] = [];
  center.listen(({ dialog, toasts, rest }) => heard.push([...dialog, ...toasts].map(({ alarmName }) => alarmName).concat(String(rest))));
  hear(noticeOf({ noticeLevel: 1, alarmName: 'sos' }), noticeOf({ noticeLevel: 2, alarmName: 'door' }), noticeOf({ alarmName: 'tow' }));
  await settle();
  expect(heard).toEqual([['sos', 'door', '1']]);
  expect(useNotices.getState().dialog.map(({ newest }) => newest.alarmName)).toEqual(['sos']);
  expect(useNotices.getState().bell.map((entry) => entry.key.split(' ')[1])).toEqual(['tow', 'door', 'sos']);
  closeDialog();
  expect(useNotices.getState()).toMatchObject({ dialog: [], bell: [] });
});

it('draws a storm a few times a second and not once for each, and counts all of it', async () => {
  for (let i = 0; i < 1_000; i++) {
    hear(noticeOf({ deviceId: `d${i % 20}` }));
    await settle(6);
  }
  await settle();
  expect(countOf(useNotices.getState().bell)).toBe(1_000);
  expect(useNotices.getState().bell).toHaveLength(20);
  expect(draws).toBeLessThanOrEqual(6_000 / 250 + 2);
});

it('asks at the beginning for what was not read, and after an interruption for what came meanwhile, by the clock of the server', async () => {
  state('live');
  await settle(0);
  expect(asked).toEqual([new Date(T - 60_000).toISOString()]);
  await settle(1_000_000);
  state('retrying');
  const awayMs = Date.now();
  await settle(30_000);
  answer = { notices: [noticeOf({ alarmTs: new Date(awayMs).toISOString() })], more: false };
  state('live');
  await settle();
  expect(asked[1]).toBe(new Date(awayMs + AHEAD_MS - 120_000).toISOString());
  expect(useNotices.getState().bell).toHaveLength(1);
});

it('counts once what is told by the socket and again among what was missed', async () => {
  const notice = noticeOf();
  hear(notice);
  answer = { notices: [notice, noticeOf()], more: true };
  state('live');
  await settle();
  expect(useNotices.getState()).toMatchObject({ bell: [{ count: 2 }], hasMore: true });
});

it('opens no dialog and makes no sound for what is old by the time it is told', async () => {
  answer = {
    notices: [
      noticeOf({ noticeLevel: 1, noticeSound: 3, alarmTs: new Date(T - 3_600_000).toISOString() }),
      noticeOf({ noticeLevel: 1, noticeSound: 2, deviceId: 'x', alarmTs: new Date(T - 1_000).toISOString() }),
    ],
    more: false,
  };
  state('live');
  await settle();
  expect(useNotices.getState().dialog.map(({ newest }) => newest.deviceId)).toEqual(['x']);
  expect([useNotices.getState().bell.length, sounds]).toEqual([2, [2]]);
});

it('asks again while the answer does not come, and for all of it after the next interruption', async () => {
  answer = new Error('no answer');
  state('live');
  await settle(10_000);
  expect(asked).toHaveLength(2);
  state('retrying');
  await settle(60_000);
  expect(asked).toHaveLength(2);
  answer = { notices: [], more: false };
  state('live');
  await settle(60_000);
  expect(asked).toHaveLength(3);
  expect(Date.parse(asked[2] ?? '')).toBeLessThanOrEqual(T - 60_000);
});

it('lets the most urgent sound be heard, and says when the browser refuses', async () => {
  outcome = 'refused';
  hear(noticeOf({ noticeSound: 1 }), noticeOf({ noticeLevel: 1, noticeSound: 2 }), noticeOf({ noticeLevel: 2 }));
  await settle();
  expect([sounds, useNotices.getState().isSoundRefused]).toEqual([[2], true]);
});

it('forgets everything with the session, also what was asked for', async () => {
  answer = { notices: [noticeOf()], more: false };
  state('live');
  hear(noticeOf());
  center.stop();
  await settle(60_000);
  expect(useNotices.getState().bell).toEqual([]);
});
