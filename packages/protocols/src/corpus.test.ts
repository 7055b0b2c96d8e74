import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import { createLineDecoder, type DecodedLine, type DecodedPosition } from './decode-lines.ts';
import { GT06_EXCEPTIONS, type ReferenceExceptions } from './gt06/test/exceptions.ts';
import { protocolById } from './registry.ts';
import { TELTONIKA_EXCEPTIONS } from './teltonika/test/exceptions.ts';

/** Frames of others, literal expectations first, then a full decode by another server as a yardstick. */
interface Row {
  readonly testMethod: string;
  readonly index: number;
  readonly kind: string;
  readonly frameKind: string;
  readonly frame: string;
  readonly setup?: readonly string[];
  readonly login?: boolean;
  readonly checksumOk?: boolean;
  readonly expected: {
    readonly attribute?: { readonly key: string; readonly value: unknown };
    readonly time?: string;
    readonly valid?: boolean;
    readonly lat?: number;
    readonly lon?: number;
    readonly frame?: { readonly hex: string };
    readonly command?: { readonly type: string; readonly params?: Readonly<Record<string, string>> };
    readonly uniqueId?: string;
  };
}

interface ReferencePosition {
  readonly deviceTime: string | null;
  readonly fixTime: string | null;
  readonly outdated: boolean;
  readonly valid: boolean;
  readonly lat: number;
  readonly lon: number;
  readonly altitude: number;
  readonly speedKnots: number;
  readonly course: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly network?: { readonly cellTowers?: readonly unknown[]; readonly wifiAccessPoints?: readonly unknown[] };
}

interface Reference {
  readonly testMethod: string;
  readonly index: number;
  readonly uniqueIds?: readonly string[];
  readonly positions?: readonly ReferencePosition[];
}

const KNOT_KPH = 1.852;
/** 1e-5 degrees, the tolerance of the origin's own tests. */
const DEGREES = 1e-5;

const lines = <T>(protocol: string, file: string): T[] =>
  readFileSync(new URL(`../corpus/${protocol}/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const keyOf = (row: { readonly testMethod: string; readonly index: number }): string => `${row.testMethod.split('.')[1]}#${row.index}`;

function decode(protocol: string, row: Row): DecodedLine {
  const line = { id: keyOf(row), frameKind: row.frameKind, frame: row.frame, setup: row.setup };
  return JSON.parse(createLineDecoder(protocol, { nowMs: () => Date.UTC(2026, 11, 1) })(JSON.stringify(line))) as DecodedLine;
}

const SUITES: readonly (readonly [string, ReferenceExceptions])[] = [
  ['gt06', GT06_EXCEPTIONS],
  ['teltonika', TELTONIKA_EXCEPTIONS],
];

describe.each(SUITES)('%s frames of others', (protocol, exceptions) => {
  const references = new Map(lines<Reference>(protocol, 'reference').map((one) => [keyOf(one), one]));

  it.each(lines<Row>(protocol, 'frames').map((row) => [keyOf(row), row] as const))('%s says what its test says', (key, row) => {
    const decoded = decode(protocol, row);
    if (row.checksumOk === false && exceptions.withoutChecksum.has(key)) expect(decoded.error?.code).not.toBe('checksum');
    else if (row.checksumOk === false) expect(decoded.error).toBeDefined();
    else expect(decoded.error).toBeUndefined();
    literal(row, decoded);
    const reference = references.get(key);
    expect(reference).toBeDefined();
    against(reference!, decoded, exceptions);
  });

  it.each(Object.keys(exceptions.rows))('still needs the exception for %s', (key) => {
    const row = lines<Row>(protocol, 'frames').find((one) => keyOf(one) === key);
    expect(row).toBeDefined();
    const bare = { ...exceptions, rows: {} };
    expect(() => against(references.get(key)!, decode(protocol, row!), bare)).toThrow();
  });
});

/** What the origin's test states. */
function literal(row: Row, decoded: DecodedLine): void {
  const { positions } = decoded;
  const first = positions[0];
  if (row.kind === 'verifyNull') {
    expect(positions).toEqual([]);
    return;
  }
  expect(positions.length).toBeGreaterThan(0);
  if (row.kind === 'verifyAttributes') expect(Object.keys(first!.attributes).length).toBeGreaterThan(0);
  const { attribute, time, lat, lon, valid } = row.expected;
  if (attribute !== undefined) {
    if (attribute.value === null) expect(first!.attributes).not.toHaveProperty(attribute.key);
    else if (typeof attribute.value === 'number') expect(first!.attributes[attribute.key]).toBeCloseTo(attribute.value, 6);
    else expect(first!.attributes[attribute.key]).toBe(attribute.value);
  }
  if (lat !== undefined) expect(Math.abs(first!.lat! - lat)).toBeLessThanOrEqual(DEGREES);
  if (lon !== undefined) expect(Math.abs(first!.lon! - lon)).toBeLessThanOrEqual(DEGREES);
  if (valid !== undefined) expect(first!.valid).toBe(valid);
  if (time !== undefined) expect(first!.time).toBe(new Date(`${time.replace(' ', 'T')}Z`).toISOString());
}

/** What another server makes of the frame. Differences are listed with their reason, or fail. */
function against(reference: Reference, decoded: DecodedLine, exceptions: ReferenceExceptions): void {
  const exempt = new Set(exceptions.rows[keyOf(reference)]?.fields);
  if (exempt.has('*')) return;
  const expected = reference.positions ?? [];
  if (reference.uniqueIds !== undefined && !exempt.has('uniqueId')) expect(decoded.uniqueId).toBe(reference.uniqueIds[0]);
  expect(decoded.positions.length).toBe(expected.length);
  expected.forEach((position, i) => samePosition(position, decoded.positions[i]!, exempt, exceptions));
}

function samePosition(theirs: ReferencePosition, ours: DecodedPosition, exempt: Set<string>, exceptions: ReferenceExceptions): void {
  const check = (field: string, test: () => void): void => {
    if (!exempt.has(field)) test();
  };
  check('time', () => {
    const time = theirs.fixTime ?? theirs.deviceTime;
    if (time !== null) expect(ours.time).toBe(time);
  });
  if (!theirs.outdated) {
    check('place', () => {
      expect(Math.abs(ours.lat! - theirs.lat)).toBeLessThanOrEqual(DEGREES);
      expect(Math.abs(ours.lon! - theirs.lon)).toBeLessThanOrEqual(DEGREES);
      expect(ours.valid).toBe(theirs.valid);
    });
    check('motion', () => {
      expect(ours.speedKph ?? 0).toBeCloseTo(theirs.speedKnots * KNOT_KPH, 3);
      expect(ours.course).toBeCloseTo(theirs.course, 4);
      expect(ours.altitude ?? 0).toBe(theirs.altitude);
    });
  } else {
    check('place', () => expect(ours.lat).toBeNull());
  }
  check('network', () => {
    const cells = theirs.network?.cellTowers ?? [];
    const useful = cells.some((cell) => (cell as { cellId: number }).cellId > 0);
    if (useful || (theirs.network?.wifiAccessPoints ?? []).length > 0) expect(ours.attributes['networks']).toBeDefined();
  });
  for (const [key, value] of Object.entries(theirs.attributes)) {
    if (!exempt.has(key)) sameAttribute(key, value, ours, exceptions);
  }
}

function sameAttribute(key: string, value: unknown, ours: DecodedPosition, exceptions: ReferenceExceptions): void {
  const renamed = exceptions.keys[key];
  if (renamed === null) return;
  // Under its own id, or where the table of ids puts it.
  const { key: name, scale } = renamed ?? (ours.attributes[key] === undefined ? exceptions.family?.(key) : undefined) ?? { key };
  const got = ours.attributes[name];
  if (typeof value === 'number' && typeof got === 'number') {
    expect(got, key).toBeCloseTo(value * (scale ?? 1), 6);
  } else if (typeof value === 'number' && typeof got === 'string') {
    // JSON numbers of the yardstick are rounded beyond 2^53; ours are exact texts.
    expect(Number(got), key).toBe(value);
  } else if (typeof value === 'number' && typeof got === 'boolean') expect(got, key).toBe(value > 0);
  else expect(got, key).toBe(value);
}

describe.each(SUITES)('%s streams of others', (protocol) => {
  it.each(lines<Row>(protocol, 'framing').map((row) => [keyOf(row), row] as const))('%s is cut as its test says', (_key, row) => {
    const events = protocolById(protocol)!.createFramer().push(fromHex(row.frame));
    expect(events.map((event) => (event.kind === 'frame' ? toHex(event.frame) : event.error.code))).toEqual([row.expected.frame!.hex]);
  });

  it.each(lines<Row>(protocol, 'commands').map((row) => [keyOf(row), row] as const))('%s is encoded as its test says', (_key, row) => {
    const session = protocolById(protocol)!.createSession({ hints: { firstServerFlag: '0' } });
    const { type, params } = row.expected.command!;
    const { frames } = session.encodeCommand({ name: type, params: params ?? {} });
    expect(frames.map(toHex)).toEqual([row.frame]);
  });
});
