import { describe, expect, it } from 'vitest';
import { clockOffsetMs, suggestedUtcOffsetMinutes } from '../device/clock-offset.ts';
import { FINDING_IDS, FINDINGS, findingText, type Finding } from './finding-texts.ts';
import { findingsOf, type FindingContext, type ObservedFix, type ObservedFrame } from './findings.ts';

const NOW = Date.UTC(2026, 10, 21, 4);
const HOUR = 3_600_000;
const context: FindingContext = {
  protocolId: 'jt808',
  hasAcc: true,
  positionIntervalS: 30,
  clockOffsetMs: -2000,
  summerMinutes: 0,
  sameIdElsewhere: [],
  home: null,
};
const fix = (i: number, more: Partial<ObservedFix> = {}): ObservedFix => ({
  timeMs: NOW + i * 30_000,
  valid: true,
  type: 1,
  lat: 1.3 + i * 0.002,
  lon: 103.8,
  speedKph: 40,
  buffered: false,
  ignition: true,
  ...more,
});
const frame = (i: number, more: Partial<ObservedFrame> = {}): ObservedFrame => ({
  atMs: NOW + i * 30_000,
  connection: '1',
  protocolId: 'jt808',
  kind: 'other',
  octets: String(i),
  errorCode: null,
  errorText: null,
  fixes: [fix(i)],
  batteryLevel: 80,
  ...more,
});
const run = (of: (i: number) => Partial<ObservedFrame>, n = 12): ObservedFrame[] => Array.from({ length: n }, (_, i) => frame(i, of(i)));
const fixes = (more: Partial<ObservedFix> | ((i: number) => Partial<ObservedFix>)) =>
  run((i) => ({ fixes: [fix(i, typeof more === 'function' ? more(i) : more)] }));
const ids = (frames: readonly ObservedFrame[], more: Partial<FindingContext> = {}): string[] =>
  findingsOf(frames, { ...context, ...more }).map((f) => f.id);

describe('findings', () => {
  it('says nothing about a device that is well, nor about silence', () => {
    expect(ids(run(() => ({})))).toEqual([]);
    expect(ids([])).toEqual([]);
  });

  it.each<[string, readonly ObservedFrame[], Partial<FindingContext>]>([
    ['clockAhead', [], { clockOffsetMs: 8 * HOUR }],
    ['clockBehind', [], { clockOffsetMs: -8 * HOUR }],
    ['noSummerTime', [], { clockOffsetMs: -HOUR - 2000, summerMinutes: 60 }],
    ['clockBehind', [], { clockOffsetMs: -HOUR - 2000, summerMinutes: 0 }],
    ['clockAhead', [], { clockOffsetMs: HOUR, summerMinutes: 60 }],
    ['neverAFix', fixes({ valid: false, speedKph: 0 }), {}],
    ['onlyNetworkFixes', fixes({ valid: false, type: 2, speedKph: null }), {}],
    ['nullIsland', run((i) => (i === 3 ? { fixes: [fix(i, { lat: 0, lon: 0 })] } : {})), {}],
    ['swappedCoordinates', fixes((i) => ({ lat: 103.8, lon: 1.3 + i * 0.002 })), {}],
    ['swappedCoordinates', fixes((i) => ({ lat: 11.5, lon: 48.1 + i * 0.002 })), { home: { lat: 48, lon: 11 } }],
    ['checksumErrors', run((i) => (i === 5 ? { errorCode: 'checksum', fixes: [] } : {})), {}],
    ['unreadableFrames', run((i) => (i === 5 ? { errorCode: 'length', fixes: [] } : {})), {}],
    ['repeatsFrame', run((i) => (i > 8 ? { octets: 'same' } : {})), {}],
    ['keepsRegistering', run((i) => ({ kind: 'registration', octets: `r${i}`, fixes: [] }), 4), {}],
    ['wrongPort', run((i) => (i === 11 ? { errorCode: 'wrong-protocol', errorText: 'gt06', fixes: [] } : {})), {}],
    ['otherProtocol', run(() => ({ protocolId: 'gt06' })), {}],
    ['lowBattery', run((i) => (i === 11 ? { batteryLevel: 9 } : {})), {}],
    ['noAccWire', fixes({ ignition: false }), {}],
    ['otherInterval', run(() => ({})), { positionIntervalS: 300 }],
    ['otherInterval', run(() => ({})), { positionIntervalS: 10 - 1 }],
    ['sameIdElsewhere', [], { sameIdElsewhere: [{ deviceId: '1', customerName: 'x', recycled: false }] }],
    ['sameIdRecycled', [], { sameIdElsewhere: [{ deviceId: '1', customerName: 'x', recycled: true }] }],
  ])('%s', (id, frames, more) => expect(ids(frames, more)).toEqual([id]));

  it('takes no home far from everything for a proof', () => {
    expect(
      ids(
        fixes((i) => ({ lat: 48.1 + i * 0.002, lon: 11.5 })),
        { home: { lat: 48, lon: 11 } },
      ),
    ).toEqual([]);
    expect(
      ids(
        fixes((i) => ({ lat: 48.1 + i * 0.002, lon: 11.5 })),
        { home: { lat: -30, lon: 150 } },
      ),
    ).toEqual([]);
  });

  it('does not blame a login at the begin of a good conversation, nor signs of life that are alike', () => {
    const good = run((i) =>
      i < 4 ? { kind: 'registration', octets: 'r', fixes: [] } : i < 8 ? { kind: 'heartbeat', octets: 'h', fixes: [] } : {},
    );
    expect(ids(good)).toEqual([]);
  });

  it('a model without an ignition wire needs none; a standing device may be slow', () => {
    expect(ids(fixes({ ignition: null }), { hasAcc: false })).toEqual([]);
    expect(ids(fixes((i) => ({ timeMs: NOW + i * HOUR, speedKph: 0 })))).toEqual([]);
  });

  it('puts what is worst first', () => {
    const found = findingsOf(
      run((i) => (i === 11 ? { batteryLevel: 9 } : {})),
      { ...context, clockOffsetMs: 8 * HOUR },
    );
    expect(found.map((f) => f.severity)).toEqual(['error', 'warning']);
  });
});

describe('texts', () => {
  it.each(FINDING_IDS)('%s has the same parameters in both languages', (id) => {
    const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!).toSorted();
    expect(names(FINDINGS[id].zh)).toEqual(names(FINDINGS[id].en));
    expect(FINDINGS[id].zh).toMatch(/[\u4e00-\u9fff]/);
  });
  it('are filled in', () => {
    const found: Finding = { id: 'clockAhead', severity: 'error', params: { hours: 8 } };
    expect(findingText(found, 'en')).toBe('The clock of the device is 8 h ahead.');
    expect(findingText(found, 'zh')).toBe('设备时钟快 8 小时。');
  });
});

describe('the clock of a device', () => {
  const sample = (offsetMs: number, more: object = {}) => ({
    fixTimeMs: NOW + offsetMs,
    receivedAtMs: NOW,
    buffered: false,
    type: 1 as const,
    valid: true,
    ...more,
  });
  it('is the median over live fixes', () => {
    expect(clockOffsetMs([-3000, -2000, -1000, -2500, 9_000_000].map((ms) => sample(ms)))).toBe(-2000);
    expect(clockOffsetMs([1, 2, 3, 4].map((ms) => sample(ms)))).toBeNull();
    const old = Array.from({ length: 9 }, () => sample(-5 * HOUR, { buffered: true }));
    expect(clockOffsetMs([...old, ...[1, 2, 3].map((ms) => sample(ms))])).toBeNull();
  });
  it('suggests a time zone only where the difference is one', () => {
    // Read as GMT+8 and 8 h behind: the device sends UTC.
    expect(suggestedUtcOffsetMinutes(-8 * HOUR - 1500, 480, 0)).toBe(0);
    expect(suggestedUtcOffsetMinutes(-5.5 * HOUR, 330, 0)).toBe(0);
    expect(suggestedUtcOffsetMinutes(-3000, 480, 0)).toBeNull();
    expect(suggestedUtcOffsetMinutes(-37 * 60_000 - 30_000, 480, 0)).toBeNull();
    expect(suggestedUtcOffsetMinutes(10 * HOUR, 480, 0)).toBeNull();
    // Summer time that the clock does not keep is no time zone; eight hours beside it are.
    expect(suggestedUtcOffsetMinutes(-HOUR - 1500, 480, 60)).toBeNull();
    expect(suggestedUtcOffsetMinutes(-8 * HOUR - 1500, 480, 60)).toBe(0);
  });
});
