import { decodeLiveDelta, encodeLiveDelta, type LiveEntry } from '@sightline/contract';
import { alarmNumber } from '@sightline/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALARMED, LiveStatus, maskOf, ONLINE_STATUSES } from './live-status.ts';
import { countOf, LiveStateStore, passes, type LiveChange, type RosterDevice } from './live-store.ts';

const device = (key: number): RosterDevice => ({ key, deviceId: `d${key}`, name: `Device ${key}`, customerId: '1' });
const entry = (key: number, more: Partial<LiveEntry> = {}): LiveEntry => ({
  key,
  fixTimeMs: 1000,
  lastContactMs: 1000,
  lat: 1.5,
  lon: -2.25,
  speedKph: 42,
  course: 90,
  motion: 0,
  acc: 1,
  online: true,
  alarm: 0,
  ...more,
});
const delta = (...entries: LiveEntry[]) => {
  const decoded = decodeLiveDelta(encodeLiveDelta(0, entries));
  if (decoded === null) throw new Error('not decoded');
  return decoded;
};

let frames: (() => void)[] = [];
let store: LiveStateStore;
const frame = (): void => frames.splice(0).forEach((task) => task());

beforeEach(() => {
  frames = [];
  store = new LiveStateStore((task) => frames.push(task));
});

describe('values', () => {
  it('starts inactive and takes the first values', () => {
    store.setRoster([device(7)]);
    expect(store.columns.status[0]).toBe(LiveStatus.inactive);
    store.applyDelta(delta(entry(7)));
    const { columns } = store;
    expect([columns.lat[0], columns.lon[0], columns.speedKph[0], columns.course[0]]).toEqual([1.5, -2.25, 42, 90]);
    expect(columns.status[0]).toBe(LiveStatus.moving);
    expect([...store.counts]).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it('never lets an older position or contact replace a newer one', () => {
    store.setRoster([device(7)]);
    store.applyDelta(delta(entry(7, { fixTimeMs: 5000, lastContactMs: 5000, lat: 10 })));
    store.applyDelta(delta(entry(7, { fixTimeMs: 4000, lastContactMs: 4000, lat: 20, motion: 2 })));
    expect(store.columns.lat[0]).toBe(10);
    expect(store.columns.status[0]).toBe(LiveStatus.moving);
    expect(store.columns.lastContactMs[0]).toBe(5000);
  });

  it('counts alarms beside the statuses and drops them with the position that has none', () => {
    const [sos, overspeed] = [alarmNumber('sos'), alarmNumber('overspeed')];
    store.setRoster([device(7), device(8)]);
    store.applyDelta(delta(entry(7, { alarm: overspeed }), entry(8, { alarm: sos, motion: 2 })));
    expect([...store.columns.alarm]).toEqual([overspeed, sos]);
    expect(countOf(store.counts, maskOf(ALARMED))).toBe(2);
    expect(countOf(store.counts)).toBe(2);
    store.applyDelta(delta(entry(7, { fixTimeMs: 500, lastContactMs: 500 })));
    expect(store.columns.alarm[0]).toBe(overspeed);
    store.applyDelta(delta(entry(7, { fixTimeMs: 2000, lastContactMs: 2000, alarm: sos })));
    expect(countOf(store.counts, maskOf(ALARMED))).toBe(2);
    store.applyDelta(delta(entry(7, { fixTimeMs: 3000, lastContactMs: 3000 })));
    expect(countOf(store.counts, maskOf(ALARMED))).toBe(1);
    expect([0, 1].map((slot) => passes(store.columns, slot, maskOf(ALARMED)))).toEqual([false, true]);
    expect([0, 1].map((slot) => passes(store.columns, slot, maskOf(ALARMED) | maskOf(LiveStatus.moving)))).toEqual([true, true]);
    store.setRoster([device(8), device(9)]);
    expect([countOf(store.counts, maskOf(ALARMED)), store.columns.alarm[0]]).toEqual([1, sos]);
  });

  it('keeps the place when a contact without a fix comes', () => {
    store.setRoster([device(7)]);
    store.applyDelta(delta(entry(7)));
    store.applyDelta(delta(entry(7, { lat: null, lon: null, fixTimeMs: 0, lastContactMs: 9000, motion: 1 })));
    expect(store.columns.lat[0]).toBe(1.5);
    expect(store.columns.status[0]).toBe(LiveStatus.idle);
  });

  it('marks unknown speed and course as not known', () => {
    store.setRoster([device(7)]);
    store.applyDelta(delta(entry(7, { speedKph: null, course: null })));
    expect(store.columns.speedKph[0]).toBeNaN();
    expect(store.columns.course[0]).toBeNaN();
  });

  it('counts devices without contact as offline', () => {
    store.setRoster([device(1), device(2), device(3)]);
    store.applyEntries([entry(1, { lastContactMs: 1000 }), entry(2, { lastContactMs: 9000 })]);
    store.expire(5000);
    expect(store.columns.status[0]).toBe(LiveStatus.offline);
    expect(store.columns.status[1]).toBe(LiveStatus.moving);
    expect(store.columns.status[2]).toBe(LiveStatus.inactive);
    expect(countOf(store.counts, ONLINE_STATUSES)).toBe(1);
    expect(countOf(store.counts)).toBe(3);
  });
});

describe('roster', () => {
  it('keeps the values of devices that stay and drops those that go', () => {
    store.setRoster([device(1), device(2)]);
    store.applyDelta(delta(entry(1, { lat: 11 }), entry(2, { lat: 22 })));
    store.setRoster([device(3), device(2)]);
    expect(store.slotOf('d1')).toBe(-1);
    expect(store.columns.lat[store.slotOf('d2')]).toBe(22);
    expect(store.columns.lat[store.slotOf('d3')]).toBeNaN();
    expect([...store.counts]).toEqual([1, 0, 0, 0, 1, 0]);
    store.applyDelta(delta(entry(1)));
    expect([...store.counts]).toEqual([1, 0, 0, 0, 1, 0]);
  });

  it('forgets the place of a device that has none any more, and takes a new one', () => {
    store.setRoster([device(1), device(2)]);
    store.applyDelta(delta(entry(1), entry(2)));
    store.setRoster([{ ...device(1), hasNoPlace: true }, device(2)]);
    store.applyEntries([entry(1, { lat: null, lon: null, speedKph: null, fixTimeMs: 0, motion: 2 })]);
    expect([store.columns.lat[0], store.columns.lat[1]]).toEqual([NaN, 1.5]);
    expect(store.columns.status[0]).toBe(LiveStatus.stopped);
    store.applyDelta(delta(entry(1, { lat: 7, fixTimeMs: 500, lastContactMs: 2000 })));
    expect(store.columns.lat[0]).toBe(7);
  });

  it('takes the first of repeated keys', () => {
    store.setRoster([device(1), { ...device(1), name: 'again' }]);
    expect(store.columns.count).toBe(1);
    expect(store.deviceAt(0).name).toBe('Device 1');
  });
});

describe('subscribers', () => {
  it('are called once a frame with each changed slot once', () => {
    store.setRoster([device(1), device(2), device(3)]);
    frame();
    const seen: LiveChange[] = [];
    const stop = store.subscribe((change) => seen.push(change));
    store.applyDelta(delta(entry(3)));
    store.applyDelta(delta(entry(1), entry(3, { fixTimeMs: 2000 })));
    expect(frames).toHaveLength(1);
    frame();
    expect(seen).toHaveLength(1);
    expect([...(seen[0]?.slots ?? [])].sort()).toEqual([0, 2]);
    stop();
    store.applyDelta(delta(entry(1)));
    frame();
    expect(seen).toHaveLength(1);
  });

  it('are told to read everything after a new roster', () => {
    const seen: LiveChange[] = [];
    store.subscribe((change) => seen.push(change));
    store.setRoster([device(1)]);
    store.applyDelta(delta(entry(1)));
    frame();
    expect(seen.map((change) => change.slots)).toEqual([null]);
  });
});

it('takes 100 000 updates without losing one', () => {
  const count = 50_000;
  store.setRoster(Array.from({ length: count }, (_, key) => device(key)));
  for (const round of [1, 2]) {
    const entries = Array.from({ length: count }, (_, key) =>
      entry(key, { fixTimeMs: round * 1000, lastContactMs: round * 1000, lat: (key % 80) + round / 10, motion: (key % 3) as 0 | 1 | 2 }),
    );
    store.applyDelta(delta(...entries));
  }
  let slots = -1;
  store.subscribe((change) => (slots = change.slots?.length ?? count));
  frame();
  expect(slots).toBe(count);
  expect(countOf(store.counts, ONLINE_STATUSES)).toBe(count);
  expect(store.columns.fixTimeMs.every((time) => time === 2000)).toBe(true);
  expect(store.columns.lat.every((lat, slot) => Math.abs(lat - ((slot % 80) + 0.2)) < 1e-6)).toBe(true);
});
