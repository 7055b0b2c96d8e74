import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoticeQueries } from './notice-queries.ts';
import type { Notice, NoticeMessage } from './worker-messages.ts';

let asked: unknown[];
let queries: NoticeQueries;
const hear = (notice: Notice): void => queries.hear({ kind: 'notice', notice, data: {} } as NoticeMessage);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  queries = new NoticeQueries({
    invalidateQueries: (filters) => {
      asked.push(filters?.queryKey?.[0]);
      return Promise.resolve();
    },
  });
});
afterEach(() => {
  queries.stop();
  vi.useRealTimers();
});

it('asks once for many notices of a kind, soon after the first and not much more often than once a second', () => {
  for (let i = 0; i < 50; i++) hear('push_capture_event');
  vi.advanceTimersByTime(300);
  expect(asked).toEqual(['device.capture.page']);
  hear('push_capture_event');
  vi.advanceTimersByTime(300);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(2);
});

it('asks for everything once the connection is back, and for nothing when it opens', () => {
  queries.hear({ kind: 'state', state: 'connecting' });
  queries.hear({ kind: 'state', state: 'live' });
  vi.advanceTimersByTime(5_000);
  expect(asked).toEqual([]);
  queries.hear({ kind: 'state', state: 'retrying' });
  queries.hear({ kind: 'state', state: 'live' });
  vi.advanceTimersByTime(5_000);
  expect(asked).toContain('video.history.page');
  expect(asked).toContain('device.command.page');
});

it('asks for settings of active safety when a command has come on, since one may have changed them', () => {
  hear('push_command_event');
  vi.advanceTimersByTime(300);
  expect(asked).toEqual(expect.arrayContaining(['device.command.page', 'alarmSetting.page', 'alarmSetting.find']));
});

it('forgets what it was about to ask for when the session ends', () => {
  hear('push_command_event');
  queries.stop();
  vi.advanceTimersByTime(5_000);
  expect(asked).toEqual([]);
});
