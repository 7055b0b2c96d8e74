import { DEFAULT_DEVICE_SETTINGS, PositionFlag, summerTimeOf, type Fix } from '@sightline/domain';
import type { Fact } from '@sightline/protocols';
import { describe, expect, test } from 'vitest';
import type { KnownDevice, SubmittedFrame } from '../services/gateway/ports.ts';
import { DeviceMemory } from './device-memory.ts';
import { newPassage, type Passage } from './passage.ts';
import { STEPS } from './steps.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const device: KnownDevice = { deviceKey: 1, deviceId: '861234567890123', settings: DEFAULT_DEVICE_SETTINGS, activatedAtMs: null };

const fix = (atS: number, more: Partial<Fix> = {}): Fix => ({
  timeMs: NOW + atS * 1000,
  localTime: false,
  type: 1,
  valid: true,
  lat: 48 + atS * 1e-4,
  lon: 11.5,
  speedKph: 40,
  course: 0,
  altitudeM: 500,
  buffered: false,
  sequence: atS,
  attributes: {},
  ...more,
});
const position = (atS: number, more: Partial<Fix> = {}): Fact => ({ kind: 'position', fix: fix(atS, more) });

function frame(facts: readonly Fact[], receivedAtMs = NOW + 3_600_000): SubmittedFrame {
  return { device, facts, receivedAtMs, readWithOffsetMinutes: 480, committed: () => undefined, refused: () => undefined };
}

function pass(memory: DeviceMemory, ...frames: SubmittedFrame[]): Passage {
  const passage = newPassage(memory, frames);
  for (const step of STEPS) step(passage);
  return passage;
}
const fresh = (settings = DEFAULT_DEVICE_SETTINGS): DeviceMemory => new DeviceMemory({ ...device, settings }, undefined, undefined);
const arrivals = (passage: Passage): string[] => passage.positions.map((moving) => moving.arrival);

describe('steps', () => {
  test('in order: next; sent again: repeat; older than what was taken in: late', () => {
    const memory = fresh();
    expect(arrivals(pass(memory, frame([position(0), position(10), position(20)])))).toEqual(['next', 'next', 'next']);
    expect(arrivals(pass(memory, frame([position(20)])))).toEqual(['repeat']);
    expect(arrivals(pass(memory, frame([position(10)])))).toEqual(['repeat']);
    expect(arrivals(pass(memory, frame([position(15)])))).toEqual(['late']);
    expect(arrivals(pass(memory, frame([position(15)])))).toEqual(['repeat']);
  });

  test('what is out of order within one batch is in order; a repeat within it counts once', () => {
    const passage = pass(
      fresh(),
      frame([position(20)]),
      frame([position(0, { buffered: true }), position(10, { buffered: true })]),
      frame([position(20)]),
    );
    expect(arrivals(passage)).toEqual(['next', 'next', 'next', 'repeat']);
    expect(passage.positions.map((p) => p.position.fixTimeMs)).toEqual([NOW, NOW + 10_000, NOW + 20_000, NOW + 20_000]);
  });

  test('the latest state never moves backwards and not by late data', () => {
    const memory = fresh();
    pass(memory, frame([position(100, { attributes: { fuelLevel: 50 } })]));
    pass(memory, frame([position(0, { buffered: true, attributes: { fuelLevel: 90, power: 12 } })]));
    const live = memory.live();
    expect(live.fix?.fixTimeMs).toBe(NOW + 100_000);
    expect(live.attributes).toEqual({ fuelLevel: 50 });
  });

  test('a position without fix keeps the place, and its attributes count', () => {
    const memory = fresh();
    pass(memory, frame([position(0)]));
    pass(memory, frame([position(10, { valid: false, lat: 10, lon: 10, attributes: { battery: 3.9 } })]));
    expect(memory.live().fix).toMatchObject({ fixTimeMs: NOW, lat: 48 });
    expect(memory.live().attributes).toEqual({ battery: 3.9 });
  });

  test('an alarm is momentary, other attributes stay until the device sends another', () => {
    const memory = fresh();
    pass(memory, frame([position(0, { attributes: { alarm: 'sos', rssi: 20 } })]));
    expect(memory.live().attributes).toEqual({ alarm: 'sos', rssi: 20 });
    pass(memory, frame([{ kind: 'status', timeMs: null, attributes: { charge: true } }]));
    expect(memory.live().attributes).toEqual({ alarm: 'sos', rssi: 20, charge: true });
    pass(memory, frame([position(10, { attributes: { power: 12.1 } })]));
    expect(memory.live().attributes).toEqual({ rssi: 20, charge: true, power: 12.1 });
  });

  test('a wall-clock time is shifted by the offset of the device, an instant is not', () => {
    const memory = fresh({ ...DEFAULT_DEVICE_SETTINGS, utcOffsetMinutes: 60 });
    const passage = pass(memory, frame([position(0, { localTime: true }), position(1)], NOW + 86_400_000));
    expect(passage.positions.map((p) => p.position.fixTimeMs)).toEqual([NOW + 1000, NOW + 7 * 3_600_000]);
  });

  test('the summer time of the device is taken off in its period', () => {
    const summerTime = summerTimeOf({ enabled: true, offsetMinutes: 60, start: '03-01 12:30', end: '10-27 03:00' });
    const memory = fresh({ ...DEFAULT_DEVICE_SETTINGS, utcOffsetMinutes: 0, summerTime });
    // What its clock shows, read as GMT+8 by the protocol: 12:29:59, then 13:30:00, a second later.
    const shown = (text: string): Fact => position(0, { localTime: true, timeMs: Date.parse(`2026-03-01T${text}+08:00`), sequence: 1 });
    const passage = pass(memory, frame([shown('12:29:59'), shown('13:30:00')]));
    expect(passage.positions.map((p) => new Date(p.position.fixTimeMs).toISOString().slice(11, 19))).toEqual(['12:29:59', '12:30:00']);
  });

  test('a position with a wrong clock is stored and flagged and moves nothing', () => {
    const memory = fresh();
    const passage = pass(memory, frame([position(0), position(86_400 * 30, { lat: 48, attributes: { battery: 4 } })]));
    expect(arrivals(passage)).toEqual(['next', 'ignored']);
    expect(passage.positions[1]?.position.flags).toBe(PositionFlag.wrongClock);
    expect(memory.live().fix?.fixTimeMs).toBe(NOW);
    // What it says about itself holds now, whatever its clock thinks.
    expect(memory.live().attributes).toEqual({ battery: 4 });
  });

  test('the ignition of a heartbeat is lent to live positions that do not tell it, for a quarter of an hour', () => {
    const memory = fresh();
    pass(memory, frame([{ kind: 'status', timeMs: null, attributes: { ignition: true } }], NOW));
    const soon = pass(memory, frame([position(10)], NOW + 10_000));
    expect(soon.positions[0]?.position.attributes['ignition']).toBe(true);
    const own = pass(memory, frame([position(20, { attributes: { ignition: false } })], NOW + 20_000));
    expect(own.positions[0]?.position.attributes['ignition']).toBe(false);
    const buffered = pass(memory, frame([position(30, { buffered: true })], NOW + 30_000));
    expect(buffered.positions[0]?.position.attributes['ignition']).toBeUndefined();
    const later = pass(memory, frame([position(1000)], NOW + 1_000_000));
    expect(later.positions[0]?.position.attributes['ignition']).toBeUndefined();
  });

  test('texts that no database takes are mended, names are bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`io${i}`, i]));
    const memory = fresh();
    const passage = pass(
      memory,
      frame([position(0, { attributes: { card: 'a\0b\ud800c', hdop: Number.NaN } }), position(1, { attributes: many })]),
    );
    expect(passage.positions[0]?.position.attributes).toEqual({ card: 'ab\ufffdc' });
    expect(Object.keys(passage.positions[1]!.position.attributes).length).toBeLessThanOrEqual(128);
    for (let i = 0; i < 10; i++)
      pass(
        memory,
        frame([
          position(10 + i, {
            attributes: { [`x${i}`]: 1, ...Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`y${i}_${k}`, k])) },
          }),
        ]),
      );
    expect(Object.keys(memory.live().attributes).length).toBeLessThanOrEqual(256);
  });

  test('changed settings go on with the state', () => {
    const memory = fresh();
    pass(memory, frame([position(0), position(10), position(20)]));
    const before = memory.live();
    memory.refresh({ ...device, settings: { ...DEFAULT_DEVICE_SETTINGS, minMovingSpeedKph: 10 } });
    expect(memory.live()).toEqual(before);
    expect(arrivals(pass(memory, frame([position(30)])))).toEqual(['next']);
  });
});
