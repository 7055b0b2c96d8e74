import { fromHex, toHex } from '@sightline/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Timeline } from '../timeline.ts';
import { decodeWireFrame, encodeWireFrame, WIRE_TYPE } from '../wire.ts';
import { FrameAssembler, type MediaFrame } from './frames.ts';
import { packetsOfFrame, parsePacket, writePacket, type DataType, type Mark, type MediaPacket, type OutgoingPacket } from './packet.ts';
import { Reorderer } from './reorder.ts';
import { PacketSplitter } from './splitter.ts';

const EXAMPLES = {
  first:
    '303163648162006401391234567801010000019a949578580bb800280029000000016764001eacb2016824dff802000168800001f480005dc0078b17240000000168ebc3cb22c0',
  last: '3031636481e2006501391234567801020000019a949578580bb80028000e0000000165888207ffe9f2d1e4f1',
  p: '3031636481e2006601391234567801100000019a9495788000280028000c00000001419a92f84210f208',
  audio: '303163648186006701391234567801300000019a949578800008d5d5d4d7d6d1d0d3',
  wide: '3031636481e200050000000001391234567801000000019a94957858000000000037000000016764001eacb2016824dff802000168800001f480005dc0078b17240000000168ebc3cb22c00000000165888207ffe9f2d1e4f1',
} as const;

describe('packets', () => {
  it('are read and written the same', () => {
    for (const hex of Object.values(EXAMPLES)) {
      const packet = parsePacket(fromHex(hex));
      expect(toHex(writePacket(packet as OutgoingPacket))).toBe(hex);
    }
    expect(parsePacket(fromHex(EXAMPLES.first))).toMatchObject({
      payloadType: 98,
      marker: false,
      sequence: 100,
      sim: '013912345678',
      channel: 1,
      dataType: 0,
      mark: 1,
      timestampMs: 1_763_429_415_000,
      sinceKeyMs: 3000,
      sinceFrameMs: 40,
    });
    expect(parsePacket(fromHex(EXAMPLES.wide)).sim).toBe('00000000013912345678');
  });
  it('of any content are read as written', () => {
    const kind = fc.constantFrom<DataType>(0, 1, 2, 3, 4);
    const digits = (count: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((d) => d.join(''));
    const any = fc.record({
      payloadType: fc.integer({ min: 0, max: 127 }),
      marker: fc.boolean(),
      sequence: fc.integer({ min: 0, max: 0xffff }),
      sim: digits(12),
      channel: fc.integer({ min: 0, max: 255 }),
      dataType: kind,
      mark: fc.constantFrom<Mark>(0, 1, 2, 3),
      timestampMs: fc.maxSafeNat(),
      sinceKeyMs: fc.integer({ min: 0, max: 0xffff }),
      sinceFrameMs: fc.integer({ min: 0, max: 0xffff }),
      body: fc.uint8Array({ maxLength: 950 }),
    });
    fc.assert(
      fc.property(any, (written) => {
        const video = written.dataType <= 2;
        expect(parsePacket(writePacket(written))).toEqual({
          ...written,
          timestampMs: written.dataType === 4 ? null : written.timestampMs,
          sinceKeyMs: video ? written.sinceKeyMs : null,
          sinceFrameMs: video ? written.sinceFrameMs : null,
        });
      }),
      { numRuns: 300 },
    );
  });
  it('that are none are refused', () => {
    for (const hex of ['', '30', EXAMPLES.audio.slice(2), EXAMPLES.audio.slice(0, -2), `${EXAMPLES.audio}00`])
      expect(() => parsePacket(fromHex(hex))).toThrow();
  });
  it('carry any frame through any splitting, in either width', () => {
    const frame = fc.record({
      body: fc.uint8Array({ minLength: 1, maxLength: 5000 }),
      sim: fc.constantFrom('013912345678', '00000000013912345678'),
    });
    fc.assert(
      fc.property(frame, fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1 }), ({ body, sim }, sizes) => {
        let sequence = 65_534;
        const bytes = Buffer.concat(
          [0, 40, 80].flatMap((timestampMs) =>
            packetsOfFrame(
              { payloadType: 98, sim, channel: 2, dataType: 1, timestampMs: 1_000_000 + timestampMs, body },
              () => sequence++ & 0xffff,
            ),
          ),
        );
        const splitter = new PacketSplitter();
        const assembler = new FrameAssembler();
        const frames: MediaFrame[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length]!;
          for (const packet of splitter.push(bytes.subarray(at, at + size))) frames.push(...assembler.add(packet));
          at += size;
        }
        expect(frames.map((f) => toHex(f.data))).toEqual([body, body, body].map(toHex));
      }),
      { numRuns: 200 },
    );
  });
});

const packet = (sequence: number, more: Partial<MediaPacket> = {}): MediaPacket => ({
  payloadType: 98,
  marker: false,
  sequence,
  sim: '013912345678',
  channel: 1,
  dataType: 1,
  mark: 0,
  timestampMs: sequence * 40,
  sinceKeyMs: 0,
  sinceFrameMs: 40,
  body: Uint8Array.of(0, 0, 1, sequence),
  ...more,
});
const fed = (packets: MediaPacket[]): { frames: MediaFrame[]; assembler: FrameAssembler } => {
  const assembler = new FrameAssembler();
  return { frames: packets.flatMap((p) => assembler.add(p)), assembler };
};

describe('frames', () => {
  it('with a hole are dropped, and the next one says so', () => {
    const { frames, assembler } = fed([
      packet(1, { mark: 1, timestampMs: 40 }),
      packet(3, { mark: 2, timestampMs: 40 }),
      packet(4),
      packet(5),
    ]);
    expect(frames.map((f) => [f.timestampMs, f.afterLoss])).toEqual([
      [160, true],
      [200, false],
    ]);
    expect([assembler.lostPackets, assembler.repeatedPackets]).toEqual([1, 0]);
  });
  it('are not repeated, and go on when the device counts anew', () => {
    expect(fed([packet(1), packet(1), packet(2), packet(1), packet(3)]).frames).toHaveLength(3);
    expect(fed([packet(5000), packet(0), packet(1)]).frames).toHaveLength(3);
  });
  it('of a device that counts pictures and sound apart lose nothing', () => {
    const sound = (sequence: number): MediaPacket => packet(sequence, { dataType: 3, payloadType: 6 });
    const { frames, assembler } = fed([
      packet(100, { mark: 1, timestampMs: 1 }),
      sound(7),
      packet(101, { mark: 2, timestampMs: 1 }),
      sound(8),
      packet(102),
    ]);
    expect(frames.map((f) => f.dataType)).toEqual([3, 1, 3, 1]);
    expect(assembler.repeatedPackets).toBe(0);
  });
  it('end with their time stamp where each packet is marked as whole', () => {
    const piece = (sequence: number, timestampMs: number, begins: boolean): MediaPacket =>
      packet(sequence, { timestampMs, body: begins ? Uint8Array.of(0, 0, 1, 0x41) : Uint8Array.of(9, 9, 9) });
    const { frames } = fed(
      [0, 1, 2].flatMap((f) => [piece(3 * f, f * 40, true), piece(3 * f + 1, f * 40, false), piece(3 * f + 2, f * 40, false)]),
    );
    // The first one was given out before that could be known; the second is whole, the third still open.
    expect(frames.at(-1)!.data).toHaveLength(10);
  });
  it('of any packets stay within bounds', () => {
    const assembler = new FrameAssembler();
    const body = new Uint8Array(60_000);
    let bytes = 0;
    for (let i = 0; i < 200; i++)
      for (const f of assembler.add(packet(i, { mark: i === 0 ? 1 : 3, timestampMs: 1, body }))) bytes += f.data.length;
    expect([bytes, assembler.droppedFrames > 0]).toEqual([0, true]);
  });
});

describe('datagrams', () => {
  it('come out in order, once, and gaps are given up in time', () => {
    const out = (order: readonly [number, number][]): number[] => {
      const reorderer = new Reorderer();
      return order.flatMap(([sequence, atMs]) => reorderer.add(packet(sequence), atMs).map((p) => p.sequence));
    };
    expect(
      out([
        [1, 0],
        [3, 1],
        [2, 2],
        [2, 3],
        [4, 4],
      ]),
    ).toEqual([1, 2, 3, 4]);
    expect(
      out([
        [1, 0],
        [3, 1],
        [4, 50],
        [5, 90],
      ]),
    ).toEqual([1, 3, 4, 5]);
    expect(
      out([
        [65_535, 0],
        [1, 1],
        [0, 2],
      ]),
    ).toEqual([65_535, 0, 1]);
  });
});

describe('the line of time', () => {
  it('rises by the differences of the device, and past jumps', () => {
    const line = new Timeline();
    const stamps: [number, number | null][] = [
      [1e12, 40],
      [1e12 + 40, 40],
      [1e12 + 80, 40],
      [5, 40],
      [45, 40],
      [45, null],
      [9e9, 40],
    ];
    expect(stamps.map(([stamp, since], i) => line.next(stamp, since, i * 40))).toEqual([0, 40, 80, 120, 160, 200, 240]);
  });
  it('catches up with the arrival after a break', () => {
    const line = new Timeline();
    line.next(0, 40, 0);
    expect(line.next(40, 40, 10_000)).toBe(10_000);
    expect(line.next(80, 40, 10_040)).toBe(10_040);
  });
});

it('messages of the media socket are read as written', () => {
  const frame = { type: WIRE_TYPE.h265, key: true, afterGap: true, number: 4_000_000_000, timestampMs: 1.5e12, data: Uint8Array.of(1, 2) };
  expect(decodeWireFrame(encodeWireFrame(frame))).toEqual(frame);
  expect(() => decodeWireFrame(new Uint8Array(15))).toThrow();
  expect(() => decodeWireFrame(new Uint8Array(16))).toThrow(/type 0/);
});
