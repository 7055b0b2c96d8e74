import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SocketKeeper, type SocketPort } from './socket-keeper.ts';
import type { FromWorker } from './worker-messages.ts';

type Listener = (...args: unknown[]) => void;

class FakeSocket implements SocketPort {
  connected = false;
  tries = 0;
  readonly sent: [event: string, data: unknown][] = [];
  private listeners: [event: string, listener: Listener][] = [];
  on(event: string, listener: (...args: never[]) => void): void {
    this.listeners.push([event, listener as Listener]);
  }
  emit(event: string, data: unknown): void {
    this.sent.push([event, data]);
  }
  connect(): void {
    this.tries++;
  }
  disconnect(): void {
    this.connected = false;
  }
  removeAllListeners(): void {
    this.listeners = [];
  }
  hear(event: string, data?: unknown): void {
    this.connected = event === 'connect' ? true : event === 'disconnect' ? false : this.connected;
    for (const [name, listener] of this.listeners.slice()) if (name === event) listener(data);
  }
}

let sockets: FakeSocket[];
let told: FromWorker[];
let keeper: SocketKeeper;
const socket = (): FakeSocket => sockets.at(-1)!;
const states = (): string[] => told.flatMap((message) => (message.kind === 'state' ? [message.state] : []));
const connectError = (code?: number): void => socket().hear('connect_error', Object.assign(new Error('no'), { data: { code } }));

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  told = [];
  keeper = new SocketKeeper(
    () => {
      sockets.push(new FakeSocket());
      return socket();
    },
    (message) => void told.push(message),
  );
  keeper.connect('https://host.example', 'token', null);
});
afterEach(() => {
  keeper.close();
  vi.useRealTimers();
});

it('says every ten minutes that it is there, and stops when it is not', () => {
  socket().hear('connect');
  vi.advanceTimersByTime(3 * 600_000);
  expect(socket().sent).toEqual(Array.from({ length: 3 }, () => ['push_notice_event', { token: 'token' }]));
  socket().hear('disconnect', 'transport close');
  vi.advanceTimersByTime(600_000);
  expect(socket().sent).toHaveLength(3);
});

it('tries again ten seconds after the server closed the connection, five after it broke', () => {
  socket().hear('connect');
  socket().hear('disconnect', 'io server disconnect');
  vi.advanceTimersByTime(9_999);
  expect(socket().tries).toBe(1);
  vi.advanceTimersByTime(1);
  expect(socket().tries).toBe(2);
  socket().hear('connect');
  socket().hear('disconnect', 'ping timeout');
  vi.advanceTimersByTime(5_000);
  expect(socket().tries).toBe(3);
  expect(states()).toEqual(['connecting', 'live', 'retrying', 'live', 'retrying']);
});

it('gives up at the tenth failure in a row and begins anew when asked to', () => {
  for (let i = 0; i < 9; i++) {
    connectError();
    vi.advanceTimersByTime(5_000);
  }
  expect([states().at(-1), socket().tries]).toEqual(['retrying', 10]);
  connectError();
  vi.advanceTimersByTime(600_000);
  expect([states().at(-1), socket().tries]).toEqual(['failed', 10]);
  keeper.connect('https://host.example', 'token', null);
  socket().hear('connect');
  expect([sockets.length, states().at(-1)]).toEqual([2, 'live']);
});

it('counts anew after each connection that was made', () => {
  for (let i = 0; i < 30; i++) {
    connectError();
    vi.advanceTimersByTime(5_000);
    if (i % 5 === 4) socket().hear('connect');
  }
  expect(states()).not.toContain('failed');
});

it('stops the heartbeat at an error and tries again', () => {
  socket().hear('connect');
  socket().hear('error', new Error('broken'));
  vi.advanceTimersByTime(10_000);
  expect([socket().tries, states().at(-1)]).toEqual([2, 'retrying']);
});

it('ends with the session: told so, refused because of the token, or closed here; nothing is tried then', () => {
  socket().hear('session_ended', { code: 401 });
  expect(told.at(-1)).toEqual({ kind: 'sessionEnded' });
  for (const code of [401, 15007]) {
    keeper.connect('https://host.example', 'token', null);
    connectError(code);
    expect(told.at(-1)).toEqual({ kind: 'sessionEnded' });
  }
  keeper.connect('https://host.example', 'token', null);
  connectError();
  const count = told.length;
  keeper.close();
  vi.advanceTimersByTime(600_000);
  expect([told.length, socket().tries]).toEqual([count, 1]);
});

it('subscribes anew with every connection, and hands on what comes with its contents', () => {
  keeper.subscribe({ customerId: '1', subsumption: true });
  expect(socket().sent).toEqual([]);
  socket().hear('connect');
  socket().hear('disconnect', 'transport close');
  socket().hear('connect');
  expect(socket().sent.map(([event]) => event)).toEqual(['live_subscribe', 'live_subscribe']);
  socket().hear('push_notice_event', [{ id: '1' }]);
  expect(told.at(-1)).toEqual({ kind: 'notice', notice: 'push_notice_event', data: [{ id: '1' }] });
});
