import { encodeLiveDelta, type LiveEntry, type LiveSnapshot } from '@sightline/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveConnection, type WorkerPort } from './live-connection.ts';
import { LiveFeed, useFeedView } from './live-feed.ts';
import { LiveStatus } from './live-status.ts';
import { LiveStateStore } from './live-store.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const T = 1_700_000_000_000;
const snapshot = (keys: number[], lat: number, timeMs: number): LiveSnapshot => ({
  serverTimeMs: T,
  onlineTimeoutS: 600,
  customers: [{ id: '1', name: 'One' }],
  types: ['t'],
  icons: ['car'],
  key: keys,
  id: keys.map((key) => `d${key}`),
  name: keys.map((key) => `Device ${key}`),
  customer: keys.map(() => 0),
  type: keys.map(() => 0),
  icon: keys.map(() => 0),
  lat: keys.map(() => lat),
  lon: keys.map(() => 0),
  speedKph: keys.map(() => 10),
  course: keys.map(() => null),
  motion: keys.map(() => 0),
  acc: keys.map(() => 1),
  fixTimeMs: keys.map(() => timeMs),
  lastContactMs: keys.map(() => timeMs),
  alarm: keys.map(() => 0),
});
const message = (key: number, lat: number, timeMs: number): FromWorker => {
  const entry: LiveEntry = {
    key,
    fixTimeMs: timeMs,
    lastContactMs: timeMs,
    lat,
    lon: 0,
    speedKph: 1,
    course: 0,
    motion: 0,
    acc: 1,
    online: true,
    alarm: 0,
  };
  return { kind: 'delta', message: encodeLiveDelta(timeMs, [entry]).slice().buffer as ArrayBuffer };
};

let sent: ToWorker[];
let worker: WorkerPort;
let store: LiveStateStore;
let feed: LiveFeed;
let answers: ((value: LiveSnapshot) => void)[];
let connection: LiveConnection;
const receive = (data: FromWorker): void => worker.onmessage?.({ data } as MessageEvent<FromWorker>);
const flush = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

beforeEach(() => {
  vi.useFakeTimers({ now: T });
  sent = [];
  answers = [];
  worker = { postMessage: (data) => void sent.push(data), onmessage: null, terminate: () => undefined };
  store = new LiveStateStore((task) => task());
  connection = new LiveConnection({ openWorker: () => worker, host: () => 'https://host.example', token: () => 'token' });
  feed = new LiveFeed(store, { connection, loadSnapshot: () => new Promise((resolve) => answers.push(resolve)) });
});
afterEach(() => {
  feed.stop();
  connection.close();
  vi.useRealTimers();
});

it('asks for the snapshot only once it is subscribed', () => {
  feed.watch('1');
  expect(sent).toEqual([
    { kind: 'connect', host: 'https://host.example', token: 'token', subscription: { customerId: '1', subsumption: true } },
  ]);
  expect(answers).toHaveLength(0);
  receive({ kind: 'subscribed' });
  expect(answers).toHaveLength(1);
});

it('loses no update that comes while the snapshot is on its way', async () => {
  feed.watch('1');
  receive({ kind: 'state', state: 'live' });
  receive({ kind: 'subscribed' });
  receive(message(7, 50, T - 1000));
  answers[0]?.(snapshot([7, 8], 10, T - 5000));
  await flush();
  expect(store.columns.lat[store.slotOf('d7')]).toBe(50);
  expect(store.columns.lat[store.slotOf('d8')]).toBe(10);
  expect(useFeedView.getState()).toMatchObject({ loaded: true, state: 'live', error: null });
});

it('does not let an older held update win over the snapshot', async () => {
  feed.watch('1');
  receive({ kind: 'subscribed' });
  receive(message(7, 50, T - 9000));
  answers[0]?.(snapshot([7], 10, T - 5000));
  await flush();
  expect(store.columns.lat[0]).toBe(10);
});

it('reads the snapshot again after a new connection', async () => {
  feed.watch('1');
  receive({ kind: 'subscribed' });
  answers[0]?.(snapshot([7], 10, T - 5000));
  await flush();
  receive({ kind: 'state', state: 'retrying' });
  receive({ kind: 'state', state: 'live' });
  receive({ kind: 'subscribed' });
  answers[1]?.(snapshot([7], 20, T - 1000));
  await flush();
  expect(store.columns.lat[0]).toBe(20);
});

it('drops the answer for a customer that is no longer watched', async () => {
  feed.watch('1');
  receive({ kind: 'subscribed' });
  feed.watch('2');
  receive({ kind: 'subscribed' });
  answers[1]?.(snapshot([9], 20, T - 1000));
  answers[0]?.(snapshot([7], 10, T - 1000));
  await flush();
  expect(store.slotOf('d7')).toBe(-1);
  expect(store.slotOf('d9')).toBe(0);
});

it('counts a device as offline when its time has passed without a message', async () => {
  feed.watch('1');
  receive({ kind: 'subscribed' });
  answers[0]?.(snapshot([7], 10, T - 595_000));
  await flush();
  expect(store.columns.status[0]).toBe(LiveStatus.moving);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(store.columns.status[0]).toBe(LiveStatus.offline);
});

it('reads the roster once for several changed devices', async () => {
  feed.watch('1');
  receive({ kind: 'subscribed' });
  answers[0]?.(snapshot([7], 10, T));
  await flush();
  for (let i = 0; i < 5; i++) receive({ kind: 'deviceChanged' });
  await vi.advanceTimersByTimeAsync(2500);
  expect(answers).toHaveLength(2);
});

it('keeps nothing after a stop, wants no positions any more, and begins again on the connection that stays', async () => {
  feed.watch('1');
  receive({ kind: 'state', state: 'live' });
  receive({ kind: 'subscribed' });
  answers[0]?.(snapshot([7], 10, T));
  await flush();
  feed.stop();
  expect(store.columns.count).toBe(0);
  expect(useFeedView.getState().loaded).toBe(false);
  receive(message(7, 50, T));
  expect(store.columns.count).toBe(0);
  feed.watch('2');
  expect(useFeedView.getState().state).toBe('live');
  expect(sent.slice(1)).toEqual([
    { kind: 'subscribe', subscription: null },
    { kind: 'subscribe', subscription: { customerId: '2', subsumption: true } },
  ]);
});

it('begins with the connection that is open already', () => {
  connection.open();
  connection.open();
  feed.watch('1');
  expect(sent.map(({ kind }) => kind)).toEqual(['connect', 'subscribe']);
});
