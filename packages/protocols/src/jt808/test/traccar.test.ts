import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import type { Attributes, Fix } from '@sightline/domain';
import { jt808 } from '../index.ts';
import { REFERENCE_EXCEPTIONS } from './exceptions.ts';

interface Row {
  readonly testMethod: string;
  readonly index: number;
  readonly kind: string;
  readonly frameKind: string;
  readonly frame: string;
  readonly wire?: string;
  readonly checksumOk?: boolean;
  readonly setup?: readonly string[];
  readonly expected: {
    readonly attribute?: { readonly key: string; readonly value: unknown };
    readonly position?: 'plausible' | { readonly time?: string; readonly valid?: boolean; readonly lat: number; readonly lon: number };
    readonly frame?: { readonly hex: string };
    readonly command?: { readonly type: string; readonly params: Readonly<Record<string, string>> };
  };
  readonly uniqueId?: string;
}

interface Reference {
  readonly testMethod: string;
  readonly index: number;
  readonly uniqueIds: readonly string[] | null;
  readonly positions: readonly {
    readonly fixTime: string | null;
    readonly outdated: boolean;
    readonly valid: boolean;
    readonly lat: number;
    readonly lon: number;
    readonly altitude: number;
    readonly speedKnots: number;
    readonly course: number;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

const lines = <T>(file: string): T[] =>
  readFileSync(new URL(`../../../corpus/jt808/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const NOW = Date.UTC(2026, 0, 1);
const rows = lines<Row>('traccar');
const references = new Map(lines<Reference>('traccar-reference').map((r) => [`${r.testMethod}:${r.index}`, r]));

/** Keys that mean the same and have another name or unit here. */
const RENAMED: Readonly<Record<string, string>> = { coolantTemp: 'engineTemp' };

const hintsOf = (row: Row): Record<string, string> => {
  const model = row.setup?.map((call) => /setModelOverride\("(.*)"\)/.exec(call)?.[1]).findLast((name) => name !== undefined);
  return { ...(model !== undefined && { model }), ...(row.checksumOk === false && { checksum: 'ignore' }) };
};

const bytesOf = (row: Row): Uint8Array =>
  row.frameKind === 'text' ? Uint8Array.from(row.frame, (c) => c.charCodeAt(0)) : fromHex(row.frame);

function decode(row: Row) {
  const received = jt808.createSession({ hints: hintsOf(row) }).receive(bytesOf(row), NOW);
  const fixes: Fix[] = received.facts.flatMap((fact) => (fact.kind === 'position' ? [fact.fix] : []));
  const attributes: Attributes[] = received.facts.flatMap((fact) =>
    fact.kind === 'position' ? [fact.fix.attributes] : fact.kind === 'status' ? [fact.attributes] : [],
  );
  return { received, fixes, attributes };
}

/** What a device says of itself when it registers is kept here; the other decoder drops it. */
const SELF = new Set(['model', 'imei', 'versionFw']);
const isAboutItself = (said: object): boolean => Object.keys(said).every((key) => SELF.has(key));

describe('frames of devices', () => {
  it.each(rows.map((row, i) => [`${i} ${row.testMethod} ${row.index} ${row.kind}`, row] as const))('%s', (_title, row) => {
    const { received, fixes, attributes } = decode(row);
    expect(received.error?.code === 'checksum').toBe(false);
    const { attribute, position } = row.expected;
    if (row.kind === 'verifyNull') expect([...fixes, ...attributes.filter((said) => !isAboutItself(said))]).toEqual([]);
    else if (row.kind === 'verifyNotNull') expect(attributes.length).toBeGreaterThan(0);
    else if (attribute) {
      const ours = attributes[0]?.[RENAMED[attribute.key] ?? attribute.key];
      if (typeof attribute.value === 'number') expect(ours).toBeCloseTo(attribute.value, 6);
      else expect(ours).toBe(attribute.value);
    } else if (typeof position === 'object') {
      const fix = fixes[0]!;
      if (position.time) expect(new Date(fix.timeMs).toISOString()).toBe(new Date(position.time).toISOString());
      if (position.valid !== undefined) expect(fix.valid).toBe(position.valid);
      expect(fix.lat).toBeCloseTo(position.lat, 5);
      expect(fix.lon).toBeCloseTo(position.lon, 5);
    } else expect(fixes.length).toBeGreaterThan(0);
  });
});

describe('another decoder reads the same', () => {
  const known = rows.flatMap((row, i) => {
    const reference = references.get(`${row.testMethod}:${row.index}`);
    return reference && REFERENCE_EXCEPTIONS[i] === undefined ? [[`${i} ${row.testMethod} ${row.index}`, row, reference] as const] : [];
  });
  it.each(known)('%s', (_title, row, reference) => {
    const { received, fixes } = decode(row);
    if (reference.uniqueIds) expect(received.deviceIds).toEqual(expect.arrayContaining([reference.uniqueIds[0]]));
    const placed = (reference.positions ?? []).filter((p) => p.fixTime !== null && p.fixTime !== 'now' && !(p.outdated && p.lat === 0));
    expect(fixes.length).toBe(placed.length);
    placed.forEach((p, n) => {
      const fix = fixes[n]!;
      expect(new Date(fix.timeMs).toISOString()).toBe(p.fixTime);
      expect(fix.valid).toBe(p.valid);
      expect(fix.lat ?? 0).toBeCloseTo(p.lat, 5);
      expect(fix.lon ?? 0).toBeCloseTo(p.lon, 5);
      expect(fix.speedKph ?? 0).toBeCloseTo(p.speedKnots * 1.852, 2);
      expect(fix.course ?? 0).toBeCloseTo(p.course % 360, 5);
      expect(fix.altitudeM ?? 0).toBeCloseTo(p.altitude, 5);
      expect(fix.buffered).toBe(p.attributes['archive'] === true || received.message?.id === '0x5502');
      for (const key of ['ignition', 'rssi', 'sat', 'batteryLevel', 'driverUniqueId', 'rpm', 'hdop', 'vin', 'iccid', 'input']) {
        if (p.attributes[key] !== undefined) expect([key, fix.attributes[key]]).toEqual([key, p.attributes[key]]);
      }
      for (const key of ['power', 'battery', 'fuelUsed', 'temp1', 'temp2', 'temp3', 'obdSpeed', 'obdOdometer']) {
        if (typeof p.attributes[key] === 'number') expect(fix.attributes[key]).toBeCloseTo(p.attributes[key], 6);
      }
    });
  });
});

describe('streams and commands', () => {
  it.each(lines<Row>('traccar-framing').map((row) => [`${row.index}`, row] as const))('framing %s', (_title, row) => {
    const frames = jt808
      .createFramer()
      .push(fromHex(row.frame))
      .flatMap((event) => (event.kind === 'frame' ? [toHex(event.frame)] : []));
    expect(frames).toEqual([row.expected.frame!.hex]);
  });
  it.each(lines<Row & { expected: { uniqueId: string } }>('traccar-commands').map((row) => [`${row.index}`, row] as const))(
    'command %s',
    (_title, row) => {
      const session = jt808.createSession({ hints: { ...hintsOf(row), deviceId: row.expected.uniqueId } });
      const { type, params } = row.expected.command!;
      const { frames } = session.encodeCommand({ name: type, params: { text: params['data']! } });
      expect(frames.map(toHex)).toEqual([row.frame]);
    },
  );
});
