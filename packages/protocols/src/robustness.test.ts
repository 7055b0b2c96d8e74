import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import type { FramerEvent, ProtocolDefinition, Received } from './protocol.ts';
import { gt06 } from './gt06/index.ts';
import { teltonika } from './teltonika/index.ts';

const NOW = Date.UTC(2026, 0, 1);

interface Row {
  readonly frame: string;
  readonly frameKind: string;
}

const framesOf = (protocol: string): Uint8Array[] =>
  ['frames', 'framing'].flatMap((file) =>
    readFileSync(new URL(`../corpus/${protocol}/${file}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => fromHex((JSON.parse(line) as Row).frame)),
  );

const shown = (events: readonly FramerEvent[]): string[] =>
  events.map((event) => (event.kind === 'frame' ? `frame ${toHex(event.frame)}` : `skipped ${event.error.code} ${toHex(event.bytes)}`));

const cut = (protocol: ProtocolDefinition, chunks: readonly Uint8Array[]): { events: string[]; pending: number } => {
  const framer = protocol.createFramer();
  const events = chunks.flatMap((chunk) => shown(framer.push(chunk)));
  return { events, pending: framer.pendingBytes };
};
const cutText = (protocol: ProtocolDefinition, chunks: readonly Uint8Array[]): string => JSON.stringify(cut(protocol, chunks));

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** A seeded generator, so that a failure can be run again. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What every result must hold, whatever the bytes were. Plain throws: it runs some hundred thousand times. */
function sane(received: Received): void {
  const must = (ok: boolean, what: string): void => {
    if (!ok) throw new Error(`${what}: ${JSON.stringify(received)}`);
  };
  JSON.stringify(received.message);
  for (const fact of received.facts) {
    if (fact.kind !== 'position') continue;
    const { fix } = fact;
    must(Number.isFinite(fix.timeMs), 'time');
    must((fix.lat === null) === (fix.lon === null), 'half a place');
    for (const value of [fix.lat, fix.lon, fix.speedKph, fix.course, fix.altitudeM]) {
      must(value === null || Number.isFinite(value), 'a number');
    }
    must(fix.sequence === (fix.sequence | 0), 'sequence');
    for (const value of Object.values(fix.attributes)) must(['number', 'string', 'boolean'].includes(typeof value), 'attribute');
  }
}

describe.each([
  ['gt06', gt06],
  ['teltonika', teltonika],
] as const)('%s under bad conditions', (name, protocol) => {
  const frames = framesOf(name);
  const sessions = () => [protocol.createSession(), protocol.createSession({ hints: { checksum: 'ignore' } })];

  it('gives the same events for every split of every frame', () => {
    for (const frame of frames) {
      const whole = cutText(protocol, [frame]);
      for (let at = 1; at < frame.length; at++) {
        const split = cutText(protocol, [frame.subarray(0, at), frame.subarray(at)]);
        if (split !== whole) expect(split, `split at ${at}`).toBe(whole);
      }
      expect(
        cutText(
          protocol,
          [...frame].map((byte) => Uint8Array.of(byte)),
        ),
      ).toBe(whole);
    }
  });

  it('gives the same events for every chunking of a noisy stream', () => {
    const part = fc.oneof(
      fc.constantFrom(...frames),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...frames.map((frame) => frame.subarray(0, frame.length >> 1))),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(400), { maxLength: 12 }), (parts, cuts) => {
        const stream = concat(parts);
        const at = [0, ...cuts.map((one) => Math.min(one, stream.length)).toSorted((a, b) => a - b), stream.length];
        const chunks = at.slice(1).map((end, i) => stream.subarray(at[i], end));
        expect(cut(protocol, chunks)).toEqual(cut(protocol, [stream]));
      }),
      { seed: 808, numRuns: 400 },
    );
  });

  it('loses no byte of a stream', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...frames), fc.uint8Array({ maxLength: 30 })), { maxLength: 8 }), (parts) => {
        const stream = concat(parts);
        const { events, pending } = cut(protocol, [stream]);
        const hex = events.map((event) => event.split(' ').at(-1)!).join('');
        expect(hex + toHex(stream.subarray(stream.length - pending))).toBe(toHex(stream));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('answers a truncated frame with a typed error or a decode, at each length', () => {
    for (const frame of frames) {
      for (const session of sessions()) {
        for (let length = 0; length < frame.length; length++) sane(session.receive(frame.subarray(0, length), NOW));
      }
    }
  });

  it('survives flipped bits, with and without the checksum', () => {
    const next = random(42);
    for (const frame of frames) {
      for (let round = 0; round < 60; round++) {
        const broken = frame.slice();
        for (let n = 1 + Math.floor(next() * 3); n > 0; n--) {
          const at = Math.floor(next() * broken.length);
          broken[at] = broken[at]! ^ (1 << Math.floor(next() * 8));
        }
        for (const session of sessions()) sane(session.receive(broken, NOW));
        const framer = protocol.createFramer();
        framer.push(broken);
      }
    }
  });

  it('refuses a single flipped bit of a checked frame', () => {
    let refused = 0;
    for (const frame of frames) {
      if (protocol.createSession().receive(frame, NOW).error !== undefined || frame.length < 12) continue;
      const broken = frame.slice();
      broken[frame.length >> 1] = broken[frame.length >> 1]! ^ 0x10;
      const received = protocol.createSession().receive(broken, NOW);
      if (received.error !== undefined) {
        refused++;
        expect(received.facts).toEqual([]);
      }
    }
    expect(refused).toBeGreaterThan(15);
  });

  it('holds back a bounded number of bytes', () => {
    const streams = [
      new Uint8Array(100_000),
      new Uint8Array(100_000).fill(0x78),
      new Uint8Array(100_000).fill(0x79),
      concat(Array.from({ length: 5000 }, () => frames[0]!.subarray(0, 6))),
      Uint8Array.of(0x79, 0x79, 0xff, 0xff, ...new Uint8Array(90_000)),
      Uint8Array.of(0, 0, 0, 0, 0, 0, 0x3f, 0xff, 0x08, ...new Uint8Array(90_000)),
    ];
    for (const stream of streams) {
      const framer = protocol.createFramer();
      for (let at = 0; at < stream.length; at += 1000) {
        framer.push(stream.subarray(at, at + 1000));
        expect(framer.pendingBytes).toBeLessThanOrEqual(16_384 + 12);
      }
    }
  });
});
