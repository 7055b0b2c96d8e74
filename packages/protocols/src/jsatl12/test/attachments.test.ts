import { fromHex, toHex } from '@sightline/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AttachmentFramer,
  attachmentAcknowledgement,
  attachmentAnswer,
  attachmentPacket,
  AttachmentReader,
  FileRanges,
  isHarmlessName,
  readAttachmentName,
  type AttachmentEvent,
} from '../index.ts';
import { frameContent, wrapFrame } from '../../jt808/frame.ts';
import { joinHeader, readHeader } from '../../jt808/header.ts';

const NUMBER = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const JPG = `00_64_6401_0_${NUMBER}.jpg`;
/** A session as a unit has it, the second packet lost and asked for (T/JSATL 12-2017 §4.6). */
const SESSION = [
  '7E121000A601391234567800003132333435363731323334353637251118093015000300306131623263336434653566363037313832393361346235633664376538663900023130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A7067000000283230325F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E68323634000186A0BE7E',
  '7E1211003701391234567800013130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A706700000000287D027E',
  '3031636430305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A7067000000000000000018FFD8FFE000104A4649460001010020212223242526272829',
  '7E1212003701391234567800023130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A706700000000287D027E',
  '3031636430305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A70670000000018000000102A2B2C2D2E2F3031323334353637FFD9',
].map(fromHex);
const STREAM = Uint8Array.from(SESSION.flatMap((part) => [...part]));

/** What came, independent of how it was cut: messages, and octets by their place in the file. */
function normal(events: readonly AttachmentEvent[]): string[] {
  const out: string[] = [];
  let skipped = 0;
  let data = '';
  for (const event of events) {
    if (event.kind === 'skipped') skipped += event.count;
    else if (skipped > 0) {
      out.push(`skipped ${skipped}`);
      skipped = 0;
    }
    if (event.kind === 'message') out.push(toHex(event.frame));
    if (event.kind === 'broken') out.push(`broken ${event.length}`);
    if (event.kind !== 'data') continue;
    if (data === '') data = `${event.name} ${event.offset} `;
    data += toHex(event.bytes);
    if (event.last) {
      out.push(data);
      data = '';
    }
  }
  if (skipped > 0) out.push(`skipped ${skipped}`);
  return data === '' ? out : [...out, data];
}

describe('the stream of an attachment connection', () => {
  it('gives messages and data', () => {
    const events = new AttachmentFramer().push(STREAM);
    expect(events.map((event) => event.kind)).toEqual(['message', 'message', 'data', 'message', 'data']);
    expect(events[4]).toMatchObject({ name: JPG, offset: 24, last: true });
  });

  it('is the same however it is cut', () => {
    // garbage in front, and a file whose octets look like delimiters and packets
    const tricky = attachmentPacket('x.bin', 7, Uint8Array.of(0x7e, 0x30, 0x31, 0x63, 0x64, 0x7e, 0x7d));
    const stream = Uint8Array.from([0x24, 0x30, 0x24, ...STREAM, ...tricky, 0x7e, ...SESSION[1]!]);
    const whole = normal(new AttachmentFramer().push(stream));
    expect(whole).toHaveLength(8);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const framer = new AttachmentFramer();
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const events = places.slice(1).flatMap((end, i) => framer.push(stream.subarray(places[i]!, end)));
        expect(normal(events)).toEqual(whole);
        expect(framer.pendingBytes).toBe(0);
      }),
    );
    const bytewise = new AttachmentFramer();
    expect(normal([...stream].flatMap((octet) => [...bytewise.push(Uint8Array.of(octet))]))).toEqual(whole);
  });

  it('never keeps more than a message, and stops at a packet that is too long', () => {
    const framer = new AttachmentFramer();
    for (let n = 0; n < 200; n++) framer.push(Uint8Array.from({ length: 997 }, (_, i) => (i === 0 && n === 0 ? 0x7e : 1)));
    expect(framer.pendingBytes).toBeLessThan(2500);
    const long = attachmentPacket('a', 0, new Uint8Array(0));
    new DataView(long.buffer).setUint32(58, 0xffff_ffff);
    expect(new AttachmentFramer().push(long)).toEqual([{ kind: 'broken', length: 0xffff_ffff }]);
  });

  it('any octets have an outcome', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.constantFrom(...SESSION),
      fc.constantFrom(fromHex('30316364'), fromHex('7e')),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const framer = new AttachmentFramer();
        const reader = new AttachmentReader();
        for (const event of pieces.flatMap((bytes) => framer.push(bytes))) {
          if (event.kind !== 'message') continue;
          try {
            reader.read(event.frame, 0);
          } catch (error) {
            expect((error as Error).name).toBe('DecodeError');
          }
        }
      }),
    );
  });
});

describe('messages', () => {
  /** The first message of the session in sub-packets of so many octets. */
  const inPieces = (size: number): Uint8Array[] => {
    const { content, flag } = frameContent(SESSION[0]!);
    const header = readHeader(content, flag);
    const body = content.subarray(header.bodyStart, header.bodyEnd);
    const total = Math.ceil(body.length / size);
    return Array.from({ length: total }, (_, i) => {
      const { id, version, phone, serial } = header;
      return wrapFrame(
        joinHeader({ id, version, phone, serial: serial + i, packet: { total, index: i + 1 } }, body.subarray(i * size, (i + 1) * size)),
      );
    });
  };

  it.each([40, 83, 165])('are joined when they come in sub-packets of %i octets, in whatever order', (size) => {
    const whole = new AttachmentReader().read(SESSION[0]!, 0).message;
    for (const pieces of [inPieces(size), inPieces(size).toReversed()]) {
      const reader = new AttachmentReader();
      const messages = pieces.map((piece) => reader.read(piece, 0).message);
      expect(messages.slice(0, -1).every(({ kind }) => kind === 'other')).toBe(true);
      expect(messages.at(-1)).toEqual(whole);
    }
  });

  it('of which a sub-packet never comes are forgotten, and more than is held is refused', () => {
    const [first, second] = inPieces(83) as [Uint8Array, Uint8Array];
    const reader = new AttachmentReader();
    reader.read(first, 0);
    expect(reader.read(second, 120_000).message.kind).toBe('other');
    const { content, flag } = frameContent(first);
    const { id, version, phone, serial } = readHeader(content, flag);
    const many = wrapFrame(joinHeader({ id, version, phone, serial, packet: { total: 65_535, index: 1 } }, new Uint8Array(4)));
    expect(() => reader.read(many, 0)).toThrow(/65535 sub-packets/);
  });

  it('are read, and answered as the examples are', () => {
    const [list, begin, , sent] = SESSION.map((part) => (part[0] === 0x7e ? new AttachmentReader().read(part, 0) : null));
    expect(list).toMatchObject({
      deviceIds: ['13912345678', '013912345678'],
      message: {
        kind: 'announce',
        identification: '31323334353637251118093015000300',
        alarmNumber: NUMBER,
        files: [{ name: JPG, sizeBytes: 40 }, {}],
      },
    });
    expect(begin!.message).toEqual({ kind: 'begin', name: JPG, type: 0, sizeBytes: 40 });
    expect(toHex(attachmentAcknowledgement(list!.header, true, 0)).toUpperCase()).toBe('7E8001000501391234567800000000121000B67E');
    const file = { name: JPG, type: 0 };
    expect(toHex(attachmentAnswer(sent!.header, file, [{ offset: 24, length: 16 }], 2)).toUpperCase()).toBe(
      '7E9212003D01391234567800023130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A70670001010000001800000010D47E',
    );
    expect(toHex(attachmentAnswer(sent!.header, file, [], 3)).toUpperCase()).toBe(
      '7E9212003501391234567800033130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A7067000000D57E',
    );
  });
});

describe('what has come of a file', () => {
  it('is what was added, in whatever order', () => {
    const stretch = fc.record({ offset: fc.nat(60), length: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 30 }), fc.nat(70), (stretches, size) => {
        const ranges = new FileRanges();
        const model = new Set<number>();
        for (const { offset, length } of stretches) {
          ranges.add(offset, length);
          for (let i = 0; i < length; i++) model.add(offset + i);
        }
        const missing = ranges.missing(size).flatMap(({ offset, length }) => Array.from({ length }, (_, i) => offset + i));
        expect(missing).toEqual(Array.from({ length: size }, (_, i) => i).filter((i) => !model.has(i)));
        expect(ranges.received).toBe(model.size);
        expect(ranges.end).toBe(model.size === 0 ? 0 : Math.max(...model) + 1);
      }),
    );
  });

  it('is told in 255 stretches, and kept in 4096', () => {
    const ranges = new FileRanges();
    const added = Array.from({ length: 5000 }, (_, i) => ranges.add(i * 2, 1));
    expect(added.filter(Boolean)).toHaveLength(4096);
    expect(ranges.missing(10_000)).toHaveLength(255);
  });
});

describe('names', () => {
  it('tell kind and camera', () => {
    expect(readAttachmentName(JPG)).toEqual({ type: 0, channel: 0x64, sequence: 0, extension: 'jpg' });
    expect(readAttachmentName('02_3_6502_12_.H264')).toEqual({ type: 2, channel: 3, sequence: 12, extension: 'h264' });
    expect(readAttachmentName('2024-11-22_10_00_00_data.txt')).toBeNull();
  });

  it('that could be a path or worse are told', () => {
    expect(isHarmlessName(JPG)).toBe(true);
    expect(isHarmlessName('2024-11-22_10_00_00_data.txt')).toBe(true);
    for (const bad of ['', '../a', 'a/b', 'a\\b', '.a', 'a..b', 'a\r\nb', 'x'.repeat(101), '粤.jpg', 'a"b', 'C:a'])
      expect(isHarmlessName(bad)).toBe(false);
  });
});
