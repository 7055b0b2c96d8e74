import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FrameAssembler, nalUnits, PacketSplitter, type MediaFrame } from '../src/index.ts';

const folder = new URL('../corpus/captures/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bin'))
  .map((file) => file.slice(0, -4));
const read = (file: string): Buffer => readFileSync(new URL(file, folder));

interface Stated {
  readonly type: string;
  readonly ch: number;
  readonly pt: number;
  readonly ts: number;
  readonly packets: number;
  readonly bytes: number;
  readonly sha1: string;
  readonly nal?: readonly number[];
}

const TYPES = ['I', 'P', 'B', 'audio', 'data'];
const stated = (f: MediaFrame): Omit<Stated, 'nal'> => ({
  type: TYPES[f.dataType]!,
  ch: f.channel,
  pt: f.payloadType,
  ts: f.timestampMs,
  packets: f.packets,
  bytes: f.data.length,
  sha1: createHash('sha1').update(f.data).digest('hex'),
});

function framesOf(
  bytes: Uint8Array,
  chunkOf: (at: number) => number,
): { frames: MediaFrame[]; splitter: PacketSplitter; assembler: FrameAssembler } {
  const splitter = new PacketSplitter();
  const assembler = new FrameAssembler();
  const frames: MediaFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const next = Math.min(bytes.length, at + chunkOf(at));
    for (const packet of splitter.push(bytes.slice(at, next))) frames.push(...assembler.add(packet));
    at = next;
  }
  return { frames, splitter, assembler };
}

describe.each(names)('capture %s', (name) => {
  const bytes = read(`${name}.bin`);
  const meta = JSON.parse(read(`${name}.json`).toString()) as { simBytes: number; packets: number };
  const rows = read(`${name}.frames.jsonl`)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Stated);

  it('gives exactly the stated frames', () => {
    const { frames, splitter, assembler } = framesOf(bytes, () => bytes.length);
    expect(splitter.simBytes).toBe(meta.simBytes);
    expect([splitter.skippedBytes, assembler.lostPackets, assembler.repeatedPackets]).toEqual([0, 0, 0]);
    expect(frames.map(stated)).toEqual(
      rows.map(({ type, ch, pt, ts, packets, bytes: length, sha1 }) => ({ type, ch, pt, ts, packets, bytes: length, sha1 })),
    );
    for (const [i, row] of rows.entries()) {
      if (row.nal) expect(nalUnits(frames[i]!.data).map(({ start }) => frames[i]!.data[start]! & 31)).toEqual(row.nal);
    }
  });

  it.each([1, 7, 950, 1460, 65_536])('gives the same for pieces of %i octets', (size) => {
    // Octet by octet over the first part only: each octet is a call.
    const part = size === 1 ? bytes.subarray(0, 40_000) : bytes;
    const whole = framesOf(part, () => part.length).frames.map(stated);
    expect(framesOf(part, () => size).frames.map(stated)).toEqual(whole);
  });

  it('goes on after garbage, and drops only the frames that were hit', () => {
    const garbage = Buffer.concat([Buffer.from('30316330316364ff', 'hex'), bytes, Buffer.from('garbage 01c')]);
    const { frames } = framesOf(garbage, () => 1460);
    expect(frames.map(stated)).toEqual(framesOf(bytes, () => bytes.length).frames.map(stated));
  });
});
