import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import type { Edition } from '../header.ts';
import { joinHeader, readHeader } from '../header.ts';
import { frameContent, unescape, wrapFrame } from '../frame.ts';
import { decodeBody, encodeBody, jt808, messageById } from '../index.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { contradiction, leavesOf } from './match.ts';
import type { Leaf, Statement } from './match.ts';
import { NAMES, statementOf, statementsOf, statementsOfDump } from './origins.ts';

interface Row {
  readonly test: string;
  readonly level: string;
  readonly frame: string;
  readonly repairedFrame?: string;
  readonly kind: string;
  readonly type?: string;
  readonly header?: { readonly checksumOk?: boolean; readonly messageId?: string };
  readonly expected: Readonly<Record<string, unknown>>;
}

const NOW = Date.UTC(2026, 0, 1);
const lines = <T>(file: string): T[] =>
  readFileSync(new URL(`../../../corpus/jt808/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

interface Decoded {
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly error: unknown;
  readonly again: () => string;
}

function decodePacket(bytes: Uint8Array): Decoded {
  const { content, flag } = frameContent(bytes);
  const header = readHeader(content, flag);
  const { fields, edition, error } = decodeBody(header.id, content, header.bodyStart, header.bodyEnd, header.edition);
  const received = jt808.createSession({ hints: { checksum: 'ignore' } }).receive(bytes, NOW);
  expect(received.message?.id).toBe(`0x${header.id.toString(16).padStart(4, '0')}`);
  return {
    id: header.id,
    fields: {
      messageId: header.id,
      ...(header.packet ? received.message!.fields : { ...fields, header: received.message!.fields['header'] }),
    },
    error: received.error ?? error,
    again: () => {
      const whole = (body: Uint8Array): string => toHex(wrapFrame(joinHeader(header, body), flag));
      if (header.packet || !messageById(header.id)) return whole(content.subarray(header.bodyStart, header.bodyEnd));
      // the layout of 2011 stands under the header of 2013
      const first = whole(encodeBody(header.id, fields, edition));
      return first === toHex(bytes) || header.id !== 0x0100 || edition === 2019 ? first : whole(encodeBody(header.id, fields, 2011));
    },
  };
}

function decodeBodyRow(bytes: Uint8Array, name: string): Decoded {
  if (name === 'JT808Header') {
    const header = readHeader(Uint8Array.from([...bytes, 0]), 0x7e);
    const fields = { messageId: header.id, serial: header.serial, phone: toHex(header.phone), bodyLength: header.attributes & 0x3ff };
    return { id: header.id, fields, error: null, again: () => toHex(joinHeader({ ...header }, new Uint8Array(5))).slice(0, 24) };
  }
  if (name === 'JT808CarDVRDownPackage') {
    const inner = decodeBodyRow(Uint8Array.from([bytes[2]!, ...bytes]), 'JT808_0x8701');
    return { ...inner, again: () => inner.again().slice(2) };
  }
  const id = Number.parseInt(/0x([0-9a-fA-F]{4})/.exec(name)?.[1] ?? '0', 16);
  let best: { fields: Readonly<Record<string, unknown>>; edition: Edition; error: unknown } | null = null;
  for (const edition of [2013, 2019, 2011] as const) {
    const found = decodeBody(id, bytes, 0, bytes.length, edition);
    best ??= found;
    try {
      if (!found.error && toHex(encodeBody(id, found.fields, found.edition)) === toHex(bytes))
        return { id, fields: found.fields, error: null, again: () => toHex(bytes) };
    } catch {
      // the next edition
    }
  }
  const { fields, edition, error } = best!;
  return { id, fields, error, again: () => toHex(encodeBody(id, fields, edition)) };
}

/** Leaves of items and parameters by their id. */
function itemsOf(fields: unknown): Map<number, Leaf[]> {
  const out = new Map<number, Leaf[]>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const entry = value as Record<string, unknown>;
      if (typeof entry['controlId'] === 'number') out.set(entry['controlId'], leavesOf(entry));
      if (typeof entry['id'] === 'number' && ('value' in entry || 'hex' in entry)) {
        out.set(entry['id'], [
          ...(out.get(entry['id']) ?? []),
          ...leavesOf({ value: entry['value'], hex: entry['hex'], attributes: entry['attributes'] }),
        ]);
      }
      Object.values(entry).forEach(visit);
    }
  };
  visit(fields);
  return out;
}

function check(decoded: Decoded, statements: readonly (Statement | null)[]): void {
  const leaves = leavesOf(decoded.fields);
  const items = itemsOf(decoded.fields);
  const wrong = statements
    .flatMap((statement) => (statement ? [contradiction(statement, leaves, items, NAMES)] : []))
    .filter((why) => why !== null);
  if (wrong.length > 0) expect.fail(wrong.join(' ;; '));
}

const objectName = (row: Row): string => row.type ?? String((row.expected['object'] as { $type?: string } | undefined)?.$type ?? '');

function run(row: Row): void {
  const bytes = fromHex(row.repairedFrame ?? row.frame);
  const { expected } = row;
  if (row.kind === 'error') {
    const received = jt808.createSession().receive(bytes, NOW);
    expect(received.error?.name).toBe('DecodeError');
    return;
  }
  if (typeof expected['input'] === 'string') return runInput(row, bytes, expected['input']);
  if (expected['want'] || (row.kind === 'decode' && row.test.startsWith('frame_reader_test')) || row.test.includes('unescape'))
    return runStream(bytes, expected);
  const decoded = row.level === 'body' ? decodeBodyRow(bytes, objectName(row)) : decodePacket(bytes);
  if (row.kind === 'reply') {
    // one origin refuses a code that it did not give: that is the answer to an unknown device here
    const { replies } = jt808.createSession().receive(bytes, NOW);
    expect(replies.map((reply) => toHex(reply.bytes))).toContain(expected['reply']);
    return;
  }
  if (row.kind === 'dump') {
    check(decoded, statementsOfDump(String(expected['dump'])));
    if (expected['dump'] !== '') expect(decoded.again()).toBe(row.frame);
    return;
  }
  if (Array.isArray(expected['asserts'])) {
    check(
      decoded,
      (expected['asserts'] as { path: string; equals?: unknown }[]).flatMap((a) => ('equals' in a ? expand(a.path, a.equals) : [])),
    );
  }
  for (const key of ['json', 'struct', 'object'] as const) {
    if (expected[key] !== undefined && row.kind !== 'sample')
      check(decoded, statementsOf(key === 'object' ? entityOf(expected[key]) : expected[key]));
  }
  if (row.kind === 'encode' || row.kind === 'roundtrip') expect(decoded.again()).toBe(row.frame);
}

const expand = (path: string, value: unknown): (Statement | null)[] =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && ('$items' in value || '$type' in value))
    ? statementsOf(value, statementOf(path, null)?.key ?? '').map((part) => ({ ...statementOf(path, part.value)!, indexes: part.indexes }))
    : [statementOf(path, value)];

/** The message in an `encode` record of xtream-codec, the whole object elsewhere. */
function entityOf(object: unknown): unknown {
  const { entity, Header, Bodies, ...rest } = object as Record<string, unknown>;
  if (entity !== undefined) return entity;
  return Bodies !== undefined ? { Header: withoutFlags(Header), Bodies } : { Header: withoutFlags(Header), ...rest };
}
const withoutFlags = (header: unknown): unknown => {
  const { MessageBodyProperty, ...rest } = (header ?? {}) as Record<string, unknown>;
  return MessageBodyProperty === undefined ? rest : rest;
};

function runInput(row: Row, bytes: Uint8Array, input: string): void {
  if (!input.startsWith('7e')) return void expect(toHex(unescape(bytes.subarray(1, -1)))).toBe(input);
  const framer = jt808.createFramer();
  // a stream that stops in the middle of an octet stops before it
  const frames = framer
    .push(fromHex(input.slice(0, input.length & ~1)))
    .flatMap((event) => (event.kind === 'frame' ? [toHex(wrapFrame(event.frame.subarray(1, -2)))] : []));
  expect(frames).toContain(row.frame);
}

/** A stream: every message in it comes out, or a typed error does. */
function runStream(bytes: Uint8Array, expected: Readonly<Record<string, unknown>>): void {
  const session = jt808.createSession();
  const events = jt808.createFramer().push(bytes);
  const wanted = Object.values((expected['want'] ?? {}) as Record<string, string>);
  const good = events.flatMap((event) =>
    event.kind === 'frame' ? [session.receive(event.frame, NOW)].map((r) => ({ r, hex: toHex(event.frame) })) : [],
  );
  for (const { r } of good) expect(r.message !== null || r.error !== undefined).toBe(true);
  for (const frame of wanted) expect(good.filter(({ r }) => !r.error).map(({ hex }) => hex)).toContain(frame);
  expect(events.length).toBeGreaterThan(0);
}

const FILES = ['smallchi', 'smallchi-gps51', 'go-jt808', 'xtream-codec', 'xtream-codec-samples', 'yezhihao-hex', 'yezhihao-record'];

describe.each(FILES)('%s', (file) => {
  const rows = lines<Row>(file).map((row, i) => ({ row, id: `${file}:${i}`, title: `${i} ${row.test} ${row.kind}` }));
  it.each(rows.filter(({ id }) => EXCEPTIONS[id] === undefined).map(({ row, title }) => [title, row] as const))('%s', (_title, row) =>
    run(row),
  );
});
