import { decodeLiveDelta, liveEntryAt } from '@sightline/contract';
import { alarmOfNumber, type LiveState } from '@sightline/domain';
import { beforeEach, expect, it } from 'vitest';
import { LiveDirectory, type DirectoryDevice } from './live-directory.ts';
import { LiveHub, type LiveClient } from './live-hub.ts';
import type { Visibility } from './subscriptions.ts';

class Browser implements LiveClient {
  behind = false;
  readonly received: Uint8Array[] = [];
  constructor(
    readonly scope: string,
    readonly limits: Partial<Visibility> = {},
  ) {}
  get visibility(): Visibility {
    return { customerPath: this.scope, customerPaths: null, deviceKeys: null, ...this.limits };
  }
  isBehind(): boolean {
    return this.behind;
  }
  sendDelta(bytes: Uint8Array): void {
    this.received.push(bytes);
  }
  sendDeviceChanged(): void {
    throw new Error('no device changes here');
  }
  get keys(): number[][] {
    return this.received.map((bytes) => [...decodeLiveDelta(bytes)!.key]);
  }
}

/** A directory that was filled without a database. */
class FilledDirectory extends LiveDirectory {
  constructor(devices: readonly (readonly [key: number, path: string])[]) {
    super(undefined as never, undefined as never, 600_000);
    for (const [key, customerPath] of devices) this.place({ key, id: `d${key}`, customerPath, basicType: 1, tracked: true });
  }
  place(device: DirectoryDevice): void {
    this.put(device);
  }
}

const state = (deviceKey: number, lat: number, at: number = Date.now()): LiveState => ({
  deviceKey,
  deviceId: `d${deviceKey}`,
  lastContactMs: at,
  fix: { fixTimeMs: at, lat, lon: 0, speedKph: 1, course: 1, altitudeM: null, type: 1 },
  motion: 'moving',
  motionSinceMs: null,
  ignition: null,
  ignitionSinceMs: null,
  odometerM: 0,
  attributes: {},
});

/** With an alarm. */
const alarmed = (deviceKey: number, alarm: string): LiveState => ({ ...state(deviceKey, 1), attributes: { alarm } });

let directory: FilledDirectory;
let hub: LiveHub<Browser>;
beforeEach(() => {
  directory = new FilledDirectory([
    [1, '1.2'],
    [2, '1.2.3'],
    [3, '1.20'],
    [4, '1.2.3.4'],
  ]);
  hub = new LiveHub(directory);
});

it('browsers of the same customer share one message; a subtree is not a prefix of digits', () => {
  const [a, b, exact] = [new Browser('1.2'), new Browser('1'), new Browser('1.2')];
  hub.subscribe(a, { kind: 'customer', path: '1.2', subsumption: true });
  hub.subscribe(b, { kind: 'customer', path: '1.2', subsumption: true });
  hub.subscribe(exact, { kind: 'customer', path: '1.2', subsumption: false });
  for (const key of [1, 2, 3, 4]) hub.update(state(key, 10));
  hub.flush(0);
  expect(a.keys).toEqual([[1, 2, 4]]);
  expect(b.received[0]).toBe(a.received[0]);
  expect(exact.keys).toEqual([[1]]);
  hub.flush(0);
  expect(a.received.length).toBe(1);
});

it('a slow browser gets the newest value of each device once it has caught up, and nothing older', () => {
  const [slow, fast] = [new Browser('1'), new Browser('1')];
  for (const browser of [slow, fast]) hub.subscribe(browser, { kind: 'customer', path: '1', subsumption: true });
  slow.behind = true;
  const now = Date.now();
  for (let round = 0; round < 1000; round++) {
    for (const key of [1, 2]) hub.update(state(key, round / 100, now + round));
    hub.flush(0);
  }
  expect([slow.received.length, fast.received.length]).toEqual([0, 1000]);
  slow.behind = false;
  hub.flush(0);
  const delta = decodeLiveDelta(slow.received[0]!)!;
  expect([slow.received.length, [...delta.key], [...delta.lat]]).toEqual([1, [1, 2], [99_900_000, 99_900_000]]);
});

it('what became pending is not sent after the device has left the scope', () => {
  const browser = new Browser('1.2');
  hub.subscribe(browser, { kind: 'devices', keys: new Set([2]) });
  browser.behind = true;
  hub.update(state(2, 1));
  hub.flush(0);
  directory.place({ key: 2, id: 'd2', customerPath: '1.20', basicType: 1, tracked: true });
  browser.behind = false;
  hub.flush(0);
  hub.update(state(2, 2, Date.now() + 1));
  hub.flush(0);
  expect(browser.received).toEqual([]);
});

it('a user held to customers or devices gets those alone, beside others who get all', () => {
  const everything = new Browser('1.2');
  const byCustomer = new Browser('1.2', { customerPaths: ['1.2.3', '1.20'] });
  const byDevice = new Browser('1.2', { deviceKeys: new Set([1, 3]) });
  const byBoth = new Browser('1.2', { customerPaths: ['1.2.3'], deviceKeys: new Set([1, 4]) });
  const browsers = [everything, byCustomer, byDevice, byBoth];
  for (const browser of browsers) hub.subscribe(browser, { kind: 'customer', path: '1.2', subsumption: true });
  for (const key of [1, 2, 3, 4]) hub.update(state(key, 10));
  hub.flush(0);
  expect(browsers.map((b) => b.keys.flat())).toEqual([[1, 2, 4], [2, 4], [1], [4]]);
});

it('a device whose licence opens no tracking has a connection, and no place', () => {
  const browser = new Browser('1');
  hub.subscribe(browser, { kind: 'customer', path: '1', subsumption: true });
  directory.place({ key: 1, id: 'd1', customerPath: '1.2', basicType: 1, tracked: false });
  hub.update(alarmed(1, 'sos'));
  hub.flush(0);
  const [told] = [decodeLiveDelta(browser.received.at(-1)!)!].map((delta) => liveEntryAt(delta, 0));
  expect(told).toMatchObject({
    key: 1,
    lat: null,
    lon: null,
    speedKph: null,
    course: null,
    fixTimeMs: 0,
    motion: 2,
    acc: 2,
    alarm: 0,
    online: true,
  });
  expect(told!.lastContactMs).toBeGreaterThan(0);
  directory.place({ key: 1, id: 'd1', customerPath: '1.2', basicType: 1, tracked: true });
  hub.update(state(1, 10, Date.now() + 1));
  hub.flush(0);
  expect(liveEntryAt(decodeLiveDelta(browser.received.at(-1)!)!, 0)).toMatchObject({ lat: 10, motion: 0 });
});

it('forgets browsers that left', () => {
  const browser = new Browser('1');
  hub.subscribe(browser, { kind: 'customer', path: '1', subsumption: true });
  hub.unsubscribe(browser);
  hub.update(state(1, 1));
  hub.flush(0);
  expect(browser.received).toEqual([]);
});

it('the most urgent alarm of the newest state goes with it, until a state has none', () => {
  const browser = new Browser('1');
  hub.subscribe(browser, { kind: 'customer', path: '1', subsumption: true });
  const told = (next: LiveState): string | null => {
    hub.update(next);
    hub.flush(0);
    return alarmOfNumber(decodeLiveDelta(browser.received.at(-1)!)!.alarm[0]!);
  };
  expect(told(alarmed(1, 'ignitionOn,overspeed,sos'))).toBe('sos');
  expect(told(alarmed(1, 'overspeed'))).toBe('overspeed');
  expect(told(alarmed(1, 'ignitionOn'))).toBeNull();
  expect(told(alarmed(1, 'powerCut'))).toBe('powerCut');
  expect(told(state(1, 1))).toBeNull();
});
