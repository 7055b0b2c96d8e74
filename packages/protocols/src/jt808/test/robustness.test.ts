import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, fieldContext, fromHex, toHex } from '@sightline/codec';
import type { FramerEvent, Received } from '../../protocol.ts';
import { frameContent, MAX_FRAME_BYTES, wrapFrame } from '../frame.ts';
import { decodeBody, encodeBody, jt808, MESSAGES } from '../index.ts';

const NOW = Date.UTC(2026, 0, 1);
const FILES = ['smallchi', 'smallchi-gps51', 'go-jt808', 'xtream-codec', 'yezhihao-hex', 'yezhihao-record', 'traccar'];
const read = (file: string): { frame: string; level?: string; frameKind: string }[] =>
  readFileSync(new URL(`../../../corpus/jt808/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every whole message of the corpus, as on the wire. */
const wires = FILES.flatMap((file) =>
  read(file)
    .filter((row) => row.level !== 'body' && row.frameKind === 'hex' && row.frame.startsWith('7e') && row.frame.length >= 30)
    .map((row, i) => [`${file} ${i}`, wrapFrame(frameContent(fromHex(row.frame)).content.slice(0, -1))] as const)
    .filter(([, wire]) => frameContent(wire).content.length >= 13),
);

const show = (events: readonly FramerEvent[]): string[] =>
  events.map((event) => (event.kind === 'frame' ? `frame ${toHex(event.frame)}` : `${event.error.code} ${toHex(event.bytes)}`));

const bytesOf = (event: FramerEvent): Uint8Array => (event.kind === 'frame' ? event.frame : event.bytes);
const sameBytes = (a: readonly FramerEvent[], b: readonly FramerEvent[]): boolean =>
  a.length === b.length && a.every((event, i) => event.kind === b[i]!.kind && equal(bytesOf(event), bytesOf(b[i]!)));
const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((octet, i) => octet === b[i]);

/** A typed outcome: a message or an error, never an exception. */
function sound(received: Received): void {
  const typed = received.message !== null || received.error instanceof DecodeError;
  const timed = received.facts.every((fact) => fact.kind !== 'position' || Number.isFinite(fact.fix.timeMs));
  // `fields` is read on demand: reading it must not throw either
  if (!typed || !timed || (received.message && typeof received.message.fields !== 'object')) expect.fail(JSON.stringify(received));
}

/** Small fast generator, so that a failure can be run again. */
function random(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

it('frames stay what they were while later ones are cut from the same memory', () => {
  const framer = jt808.createFramer();
  const kept = wires.flatMap(([, wire]) => framer.push(wire).map((event) => ({ event, shown: show([event]) })));
  expect(kept.length).toBeGreaterThanOrEqual(wires.length);
  for (const { event, shown } of kept) expect(show([event])).toEqual(shown);
});

describe('every frame, cut and damaged', () => {
  it.each(wires)('%s: any split gives the same events', (_title, wire) => {
    const stream = Uint8Array.from([0x24, 0x24, ...wire, ...wire.subarray(1), 0x7e, ...wire]);
    const expected = jt808.createFramer().push(stream);
    const whole = show(expected);
    expect(whole.filter((event) => event.startsWith('frame'))).toHaveLength(3);
    for (let cut = 0; cut <= stream.length; cut++) {
      const framer = jt808.createFramer();
      const events = [...framer.push(stream.subarray(0, cut)), ...framer.push(stream.subarray(cut))];
      if (!sameBytes(events, expected)) expect(show(events)).toEqual(whole);
    }
    const bytewise = jt808.createFramer();
    expect(Array.from(stream).flatMap((octet) => show(bytewise.push(Uint8Array.of(octet))))).toEqual(whole);
  });

  it.each(wires)('%s: every truncation has a typed outcome', (_title, wire) => {
    const { content } = frameContent(wire);
    for (let size = 0; size < content.length - 1; size++) {
      const cut = frameContent(wrapFrame(content.slice(0, size))).content;
      sound(jt808.createSession().receive(cut, NOW));
    }
  });

  it.each(wires)('%s: flipped bits have a typed outcome', (_title, wire) => {
    const { content } = frameContent(wire);
    const next = random(content.length);
    for (let n = 0; n < 200; n++) {
      const bad = content.slice(0, -1);
      for (let k = 0; k <= n % 3; k++) bad[next(bad.length)]! ^= 1 << next(8);
      // with a right check octet, so that the damage reaches the decoders
      sound(jt808.createSession({ hints: { layout: 'yes' } }).receive(wrapFrame(bad), NOW));
      const raw = content.slice();
      raw[next(raw.length)]! ^= 1 << next(8);
      sound(jt808.createSession().receive(raw, NOW));
    }
  });
});

describe('bounds', () => {
  it('a frame that never ends is dropped', () => {
    const framer = jt808.createFramer();
    const events: FramerEvent[] = [...framer.push(Uint8Array.of(0x7e))];
    for (let n = 0; n < 5000; n++) events.push(...framer.push(new Uint8Array(997).fill(1)));
    expect(framer.pendingBytes).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(events.every((event) => event.kind === 'skipped' && event.bytes.length <= MAX_FRAME_BYTES)).toBe(true);
    const [, wire] = wires[0]!;
    expect(framer.push(wire).some((event) => event.kind === 'frame')).toBe(true);
  });

  it('hostile sub-packets stay within bounds', () => {
    const session = jt808.createSession();
    const piece = (serial: number, total: number, index: number): Uint8Array => {
      const head = fromHex('0704');
      const body = new Uint8Array(1000);
      const attributes = 0x2000 | body.length;
      return wrapFrame(
        Uint8Array.from([
          ...head,
          attributes >> 8,
          attributes & 255,
          1,
          0x39,
          0x12,
          0x34,
          0x56,
          0x78,
          serial >> 8,
          serial & 255,
          total >> 8,
          total & 255,
          index >> 8,
          index & 255,
          ...body,
        ]),
      );
    };
    let refused = 0;
    for (let i = 1; i <= 6000; i++) {
      const index = Math.ceil(i / 3);
      const received = session.receive(piece((i % 3) * 10_000 + index, 4096, index), NOW);
      sound(received);
      if (received.error?.code === 'too-long') refused++;
    }
    expect(refused).toBeGreaterThan(0);
    expect(session.receive(piece(1, 65535, 1), NOW).error?.code).toBe('too-long');
  });

  it('any bytes at all have a typed outcome', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(20), { maxLength: 8 }), (bytes, cuts) => {
        const framer = jt808.createFramer();
        const session = jt808.createSession();
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          for (const event of framer.push(bytes.subarray(at, at + cut)))
            if (event.kind === 'frame') sound(session.receive(event.frame, NOW));
          at += cut;
        }
        sound(session.receive(bytes, NOW));
      }),
      { numRuns: 2000, seed: 808 },
    );
  });
});

describe('the message table', () => {
  const cases = MESSAGES.flatMap((definition) =>
    ([2011, 2013, 2019] as const).map(
      (edition) => [`${definition.id.toString(16)} ${definition.name} ${edition}`, definition, edition] as const,
    ),
  );

  it.each(cases)('%s: reading back what was written', (_title, definition, edition) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(0xffff_ffff)), (tape) => {
        const take = (max: number): number => (tape.next().value as number) % (max + 1);
        const fields = definition.body.sample(take, fieldContext(edition)) as Record<string, unknown>;
        const bytes = encodeBody(definition.id, fields, edition);
        const back = decodeBody(definition.id, bytes, 0, bytes.length, edition);
        expect(back.error).toBeNull();
        expect(toHex(encodeBody(definition.id, back.fields, back.edition))).toBe(toHex(bytes));
      }),
      { numRuns: 60, seed: 808 },
    );
  });

  it.each(cases)('%s: any body is read the same after writing it', (_title, definition, edition) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(4), fc.nat(255)), { maxLength: 90 }), (octets) => {
        const first = decodeBody(definition.id, Uint8Array.from(octets), 0, octets.length, edition);
        if (first.error) return;
        const written = encodeBody(definition.id, first.fields, first.edition);
        expect(decodeBody(definition.id, written, 0, written.length, first.edition).error).toBeNull();
      }),
      { numRuns: 60, seed: 808 },
    );
  });
});
