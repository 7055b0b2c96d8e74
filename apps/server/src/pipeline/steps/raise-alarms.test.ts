import { DEFAULT_DEVICE_SETTINGS, type AiAlarm, type Fix } from '@sightline/domain';
import { describe, expect, test } from 'vitest';
import type { KnownDevice, SubmittedFrame } from '../../services/gateway/ports.ts';
import { DeviceMemory } from '../device-memory.ts';
import { newPassage, type Passage } from '../passage.ts';
import { STEPS } from '../steps.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const device: KnownDevice = { deviceKey: 7, deviceId: '861234567890123', settings: DEFAULT_DEVICE_SETTINGS, activatedAtMs: null };
const fresh = (): DeviceMemory => new DeviceMemory(device, undefined, undefined);

const fix = (atS: number, alarm: string, more: Partial<Fix> = {}): Fix => ({
  timeMs: NOW + atS * 1000,
  localTime: false,
  type: 1,
  valid: true,
  lat: 48 + atS * 1e-5,
  lon: 11.5,
  speedKph: 40,
  course: 90,
  altitudeM: 500,
  buffered: false,
  sequence: atS,
  attributes: alarm === '' ? {} : { alarm },
  ...more,
});

function pass(memory: DeviceMemory, ...fixes: Fix[]): Passage {
  const frame: SubmittedFrame = {
    device,
    facts: fixes.map((one) => ({ kind: 'position', fix: one })),
    receivedAtMs: NOW + 3_600_000,
    readWithOffsetMinutes: 480,
    committed: () => undefined,
    refused: () => undefined,
  };
  const passage = newPassage(memory, [frame]);
  for (const step of STEPS) step(passage);
  return passage;
}

const smoking = (phase: AiAlarm['phase'], sign: string | null = 'ab'.repeat(16)): AiAlarm => ({
  family: 'dsm',
  kind: 'smoking',
  type: 3,
  phase,
  level: 2,
  sign,
  files: 3,
  details: { speedKph: 40 },
});
const withAi = (atS: number, ...alarms: AiAlarm[]): Fix =>
  fix(atS, '', { attributes: { alarm: alarms.some((a) => a.phase !== 'end') ? 'smoking' : '', aiAlarms: JSON.stringify(alarms) } });

describe('alarms of the unit', () => {
  test('begin once and end once, also over several batches', () => {
    const memory = fresh();
    const first = pass(memory, fix(0, ''), fix(10, 'sos,overspeed'), fix(20, 'sos'));
    expect(first.alarms).toMatchObject([
      { kind: 'sos', family: 'device', level: 3, atMs: NOW + 10_000, untilMs: null, open: true, speedKph: 40 },
      { kind: 'overspeed', level: 2, atMs: NOW + 10_000, untilMs: NOW + 20_000, open: false },
    ]);
    expect(pass(memory, fix(30, 'sos'))).toMatchObject({ alarms: [], endedAlarms: [] });
    const last = pass(memory, fix(40, ''), fix(50, 'sos'), fix(60, ''));
    expect(last.endedAlarms).toEqual([{ deviceKey: 7, family: 'device', kind: 'sos', untilMs: NOW + 40_000 }]);
    expect(last.alarms).toMatchObject([{ kind: 'sos', atMs: NOW + 50_000, untilMs: NOW + 60_000 }]);
  });

  test.each([
    ['the order that the engine takes them in', 1, 2],
    ['the other order', 2, 1],
  ])('told and taken back within a second of its clock hold as told, in %s', (_, first, second) => {
    const told = [fix(10, '', { sequence: first }), fix(10, 'sos', { sequence: second })];
    for (const batches of [[told], told.map((one) => [one])]) {
      const memory = fresh();
      pass(memory, fix(0, 'sos'));
      const passages = batches.map((fixes) => pass(memory, ...fixes));
      expect(passages.flatMap((p) => p.endedAlarms)).toMatchObject([{ kind: 'sos', untilMs: NOW + 10_000 }]);
      expect(passages.flatMap((p) => p.alarms)).toMatchObject([{ kind: 'sos', atMs: NOW + 10_000, untilMs: null, open: true }]);
      expect(memory.live().attributes).toMatchObject({ alarm: 'sos' });
      expect(pass(memory, fix(20, 'sos'))).toMatchObject({ alarms: [], endedAlarms: [] });
      expect(pass(memory, fix(20, 'sos', { sequence: 0, buffered: true })).endedAlarms).toEqual([]);
    }
  });

  test('sent again they are nothing new', () => {
    const memory = fresh();
    pass(memory, fix(10, 'sos'));
    expect(pass(memory, fix(10, 'sos')).alarms).toEqual([]);
  });

  test('that come late are told once while they last, and end nothing', () => {
    const memory = fresh();
    pass(memory, fix(3000, 'sos'));
    const late = pass(
      memory,
      fix(10, 'door', { buffered: true }),
      fix(20, 'door', { buffered: true }),
      fix(30, '', { buffered: true }),
      fix(900, 'door', { buffered: true }),
    );
    expect(late.alarms).toMatchObject([
      { kind: 'door', atMs: NOW + 10_000, open: false },
      { kind: 'door', atMs: NOW + 900_000 },
    ]);
    expect(late.endedAlarms).toEqual([]);
  });

  test('of a unit with a wrong clock happen when they come', () => {
    const { alarms } = pass(fresh(), fix(0, 'sos', { timeMs: Date.UTC(2000, 0, 1) }));
    expect(alarms).toMatchObject([{ kind: 'sos', atMs: NOW + 3_600_000 }]);
  });

  test('without a place they are where the device was last', () => {
    const memory = fresh();
    pass(memory, fix(0, ''));
    expect(pass(memory, fix(10, 'sos', { lat: null, lon: null, valid: false })).alarms).toMatchObject([{ lat: 48, lon: 11.5 }]);
  });
});

describe('alarms of active safety', () => {
  test('are known by their identification: their kind is none of the unit, and the end is that of the same alarm', () => {
    const memory = fresh();
    const { alarms, endedAlarms } = pass(memory, withAi(0, smoking('start')), fix(10, ''), withAi(20, smoking('end')));
    expect(alarms).toMatchObject([
      { family: 'dsm', kind: 'smoking', level: 3, open: true, files: 3, sign: 'ab'.repeat(16), attributes: { speedKph: 40, unitLevel: 2 } },
      { identity: alarms[0]!.identity, untilMs: NOW + 20_000, open: false },
    ]);
    expect(endedAlarms).toEqual([]);
  });

  test('without an identification end what is open of their kind', () => {
    const { alarms, endedAlarms } = pass(fresh(), withAi(0, smoking('moment', null)), withAi(10, smoking('end', null)));
    expect(alarms).toMatchObject([{ sign: null, open: false, untilMs: null }]);
    expect(endedAlarms).toMatchObject([{ family: 'dsm', kind: 'smoking' }]);
  });

  test('that come late count as well', () => {
    const memory = fresh();
    pass(memory, fix(3000, ''));
    expect(pass(memory, withAi(10, smoking('moment'))).alarms).toMatchObject([{ kind: 'smoking', atMs: NOW + 10_000 }]);
  });
});
