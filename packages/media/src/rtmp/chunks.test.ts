import { DecodeError, fromHex, toHex } from '@sightline/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkReader } from './chunk-reader.ts';
import { chunksOf } from './chunk-writer.ts';
import { RTMP_TYPE, type RtmpMessage } from './messages.ts';

const read = (hex: string): string[] =>
  new ChunkReader().push(fromHex(hex.replaceAll(' ', ''))).map((m) => `${m.type} ${m.streamId} ${m.timestampMs} ${toHex(m.body)}`);

describe('chunks', () => {
  it('of the four formats take from the one before what they leave out', () => {
    // 1000 ms, 2 octets, video, stream 1; 40 ms later 3 octets; 20 ms later; again 20 ms later.
    const bytes = '04 0003e8 000002 09 01000000 aabb' + '44 000028 000003 09 010203' + '84 000014 040506' + 'c4 070809';
    expect(read(bytes)).toEqual(['9 1 1000 aabb', '9 1 1040 010203', '9 1 1060 040506', '9 1 1080 070809']);
    // Behind a whole header the difference is its time stamp.
    expect(read('04 000064 000001 08 01000000 aa c4 bb')).toEqual(['8 1 100 aa', '8 1 200 bb']);
  });

  it('have numbers of one, two and three octets', () => {
    expect(read('00 24 000000 000001 08 00000000 01')).toEqual(['8 0 0 01']);
    expect(read('01 2401 000000 000001 08 00000000 01' + 'c1 2401 02')).toEqual(['8 0 0 01', '8 0 0 02']);
  });

  it('of two messages may come by turns, and one may be given up', () => {
    const size = '02 000000 000004 01 00000000 00000002';
    const [a, b] = ['04 000000 000003 09 01000000 0102', '05 000000 000003 08 01000000 0a0b'];
    expect(read(`${size} ${a} ${b} c4 03 c5 0c`)).toEqual(['9 1 0 010203', '8 1 0 0a0b0c']);
    const abort = '02 000000 000004 02 00000000 0000 c2 0004';
    expect(read(`${size} ${a} ${abort} 04 000000 000001 09 01000000 ff`)).toEqual(['9 1 0 ff']);
  });

  it('may have time stamps of 32 bits, said again with each chunk or not', () => {
    const size = '02 000000 000004 01 00000000 00000002';
    const head = `${size} 04 ffffff 000003 09 01000000 01000000 0102`;
    expect(read(`${head} c4 01000000 03`)).toEqual(['9 1 16777216 010203']);
    // The four octets behind are not that time stamp: they are the message's, and what follows.
    expect(read(`${head} c4 03 05 000001 000001 08 01000000 ee`)).toEqual(['9 1 16777216 010203', '8 1 1 ee']);
  });

  it('are read however the network cuts them, whatever their size is', () => {
    const message = fc.record({
      type: fc.constantFrom(RTMP_TYPE.audio, RTMP_TYPE.video, RTMP_TYPE.commandAmf0),
      streamId: fc.nat(0xffff_ffff),
      timestampMs: fc.oneof(fc.nat(100_000), fc.integer({ min: 0xff_fffe, max: 0xffff_ffff })),
      body: fc.uint8Array({ maxLength: 600 }),
    });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 700 }),
        (sent, size, cut) => {
          const announced = new Uint8Array(4);
          new DataView(announced.buffer).setUint32(0, size);
          const bytes = [
            ...chunksOf(2, { type: RTMP_TYPE.setChunkSize, streamId: 0, timestampMs: 0, body: announced }),
            ...sent.flatMap((m, i) => [...chunksOf(3 + (i % 5), m, size)]),
          ];
          const reader = new ChunkReader();
          const got: RtmpMessage[] = [];
          for (let at = 0; at < bytes.length; at += cut) got.push(...reader.push(Uint8Array.from(bytes.slice(at, at + cut))));
          expect(got).toEqual(sent);
        },
      ),
    );
  });

  it('that break the rules end the reading', () => {
    const refused = [
      // No whole header at first; a header within a message; a chunk size of nothing; a command of a megabyte; a picture of 16 MB.
      '44 000000 000001 08 01',
      '04 000000 000100 09 01000000' + '00'.repeat(128) + '04 000000 000001 09 01000000 01',
      '02 000000 000004 01 00000000 00000000',
      '03 000000 100000 14 00000000',
      '04 000000 ffffff 09 01000000',
      Array.from({ length: 40 }, (_, i) => `${(i + 3).toString(16).padStart(2, '0')} 000000 000001 08 00000000 00`).join(''),
    ];
    for (const hex of refused) expect(() => read(hex)).toThrow(DecodeError);
  });

  it('of many large messages that never end are stopped', () => {
    const reader = new ChunkReader();
    const size = fromHex('02000000000004010000000000200000');
    reader.push(size);
    const begin = (stream: number): Uint8Array => Uint8Array.from([stream, 0, 0, 0, 0x3f, 0xff, 0xff, 9, 1, 0, 0, 0]);
    expect(() => {
      for (let stream = 3; stream < 20; stream++) {
        reader.push(begin(stream));
        reader.push(new Uint8Array(0x20_0000));
      }
    }).toThrow(/do not end/);
  });
});
