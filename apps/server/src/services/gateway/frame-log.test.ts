import { expect, test } from 'vitest';
import { FrameLog, MAX_LOGGED_BYTES, MAX_LOGGED_PER_LINK, type FrameOrigin } from './frame-log.ts';

const origin = (connection: number): FrameOrigin => ({
  protocolId: 'jt808',
  remote: '10.0.0.1',
  connection,
  logWindow: 0,
  loggedInWindow: 0,
});

test('a connection has its share between two drains, and again after the next', () => {
  const log = new FrameLog(64);
  const [loud, quiet] = [origin(1), origin(2)];
  const numbers = Array.from({ length: 10 }, () => log.add(Uint8Array.of(7), 5, loud, 3, ['a'], null));
  expect(numbers.filter((n) => n > 0)).toHaveLength(MAX_LOGGED_PER_LINK);
  expect(log.add(Uint8Array.of(8), 6, quiet, 4, ['b'], { code: 'checksum', message: 'wrong' })).toBeGreaterThan(0);
  const frames = log.drain();
  expect(frames).toHaveLength(MAX_LOGGED_PER_LINK + 1);
  expect(frames.at(-1)).toMatchObject({ connection: 2, deviceKey: 4, errorCode: 'checksum', error: 'wrong', direction: 'up', atMs: 6 });
  expect(log.drain()).toEqual([]);
  expect(log.add(Uint8Array.of(7), 5, loud, 3, ['a'], null)).toBe(frames.length + 1);
});

test('a full log takes nothing more until it is drained, and says once that it fills', () => {
  const log = new FrameLog(8);
  let calls = 0;
  log.onNearlyFull = () => calls++;
  for (let n = 1; n <= 20; n++) log.add(Uint8Array.of(n), n, origin(n), n, [], null);
  expect(calls).toBe(1);
  expect(log.drain().map((f) => f.deviceKey)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  log.add(Uint8Array.of(21), 21, origin(21), 21, [], null);
  expect(log.drain().map((f) => f.number)).toEqual([9]);
  expect(log.recent({}).map((f) => f.deviceKey)).toEqual([21, 8, 7, 6, 5, 4, 3, 2]);
});

test('an answer names its frame; long frames are cut and say how long they were', () => {
  const log = new FrameLog(8);
  const from = origin(1);
  const long = new Uint8Array(MAX_LOGGED_BYTES + 10).fill(9);
  const number = log.add(long, 1, from, 3, ['a'], null);
  log.addSent(Uint8Array.of(1, 2), 2, from, 3, number);
  const [frame, answer] = log.drain();
  expect([frame!.bytes.length, frame!.size]).toEqual([MAX_LOGGED_BYTES, MAX_LOGGED_BYTES + 10]);
  expect(answer).toMatchObject({ direction: 'down', answers: number, bytes: Uint8Array.of(1, 2) });
});
