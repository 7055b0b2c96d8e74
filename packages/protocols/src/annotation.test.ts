import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import { tile, UNREAD, type FrameAnnotation } from './annotation.ts';
import { frameContent } from './jt808/frame.ts';
import { protocolById } from './registry.ts';

/** Every frame of the corpus that is given in hex, whatever the file. */
function corpus(protocol: string): Uint8Array[] {
  const folder = new URL(`../corpus/${protocol}/`, import.meta.url);
  const frames: Uint8Array[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\n')) {
      const { frame } = JSON.parse(line) as { frame?: unknown };
      if (typeof frame === 'string' && /^(?:[0-9a-f]{2})+$/i.test(frame)) frames.push(fromHex(frame));
    }
  }
  return frames;
}

/** Fields follow each other without gap or overlap from the first octet to the last. */
function tiles({ bytes, fields }: FrameAnnotation): boolean {
  let at = 0;
  for (const { offset, size, field } of fields) {
    if (offset !== at || size < 1 || field === '') return false;
    at += size;
  }
  return at === bytes.length;
}

const PROTOCOLS = ['jt808', 'gt06', 'teltonika'] as const;

describe.each(PROTOCOLS)('%s', (id) => {
  const protocol = protocolById(id)!;
  const frames = corpus(id);

  it('tiles every frame of the corpus, and explains nearly all octets of those it decodes without complaint', () => {
    expect(frames.length).toBeGreaterThan(30);
    let good = 0;
    let octets = 0;
    let unread = 0;
    for (const frame of frames) {
      const annotation = protocol.annotate(frame, 'up');
      expect(tiles(annotation), toHex(frame)).toBe(true);
      expect(toHex(annotation.bytes)).toBe(id === 'jt808' && frame[0] !== 0x28 ? jt808Bytes(frame) : toHex(frame));
      const { error, message } = protocol.createSession().receive(frame, Date.UTC(2026, 0, 1));
      if (error !== undefined || message === null) continue;
      good++;
      octets += annotation.bytes.length;
      for (const { field, size } of annotation.fields) if (field === UNREAD) unread += size;
    }
    expect(good).toBeGreaterThan(20);
    expect(unread / octets).toBeLessThan(0.005);
  });

  it('tiles whatever bytes come, also cut and bent frames', () => {
    const bent = fc
      .tuple(fc.constantFrom(...frames), fc.nat(), fc.nat(), fc.integer({ min: 0, max: 255 }))
      .map(([frame, cut, at, octet]) => {
        const copy = frame.slice(0, 1 + (cut % frame.length));
        copy[at % copy.length] = octet;
        return copy;
      });
    const direction = fc.constantFrom('up' as const, 'down' as const);
    fc.assert(
      fc.property(fc.oneof(bent, fc.uint8Array({ minLength: 0, maxLength: 300 })), direction, (bytes, way) =>
        tiles(protocol.annotate(bytes, way)),
      ),
      { numRuns: 2000 },
    );
  });
});

/** The delimiters, and between them the content without escapes. */
function jt808Bytes(frame: Uint8Array): string {
  const { content, flag } = frameContent(frame);
  const mark = flag.toString(16);
  const delimited = frame.length >= 2 && frame[0] === frame.at(-1) && frame[0] === flag;
  return delimited ? mark + toHex(content) + mark : toHex(content);
}

const shown = (protocol: string, hex: string, direction: 'up' | 'down' = 'up'): string[] =>
  protocolById(protocol)!
    .annotate(fromHex(hex), direction)
    .fields.map((f) => `${f.offset}+${f.size} ${f.field} = ${f.value}${f.unit === null ? '' : ` ${f.unit}`}`);

describe('what the fields say', () => {
  // Written by hand from JT/T 808-2013 tables 23, 27: 0x0200 of 013800138000 with mileage (01) and satellites (31).
  it('a location report of JT/T 808', () => {
    expect(
      shown('jt808', '7e02000025013800138000000700000000000000030158a62006cb8080000f01f4005a261121041530010400000064310109007e'),
    ).toEqual([
      '0+1 delimiter = 7e',
      '1+2 messageId = 0x0200',
      '3+2 attributes = 0x0025',
      '5+6 phone = 013800138000',
      '11+2 serial = 7',
      '13+4 alarmBits = 0x00000000',
      '17+4 statusBits = 0x00000003',
      '21+4 latitudeE6 = 22.586912 °',
      '25+4 longitudeE6 = 114 °',
      '29+2 altitudeM = 15 m',
      '31+2 speedDeciKph = 50 km/h',
      '33+2 directionDeg = 90 °',
      '35+6 time = 2026-11-21T04:15:30',
      '41+1 items[0].id = 1',
      '42+1 items[0].length = 4',
      '43+4 items[0].value.odometerDeciKm = 10 km',
      '47+1 items[1].id = 49',
      '48+1 items[1].length = 1',
      '49+1 items[1].value.satellites = 9',
      '50+1 checksum = 00',
      '51+1 delimiter = 7e',
    ]);
  });

  it('a login, a short heartbeat and their answers in GT06', () => {
    expect(shown('gt06', '78780d01012345678901234500018cdd0d0a')).toEqual([
      '0+2 start = 7878',
      '2+1 length = 13',
      '3+1 number = 0x01',
      '4+8 imei = 0123456789012345',
      '12+2 serial = 1',
      '14+2 crc = 8cdd',
      '16+2 stop = 0d0a',
    ]);
    expect(shown('gt06', '78780501000159f80d0a', 'down').map((line) => line.split(' = ')[0])).toEqual([
      '0+2 start',
      '2+1 length',
      '3+1 number',
      '4+2 serial',
      '6+2 crc',
      '8+2 stop',
    ]);
  });

  // The example of codec 8 in the maker's documentation.
  it('a record of Teltonika codec 8 with its IO elements', () => {
    const lines = shown(
      'teltonika',
      '000000000000003608010000016b40d8ea30010000000000000000000000000000000105021503010101425e0f01f10000601a014e0000000000000000010000c7cf',
    );
    expect(lines).toContain('10+8 records[0].timestamp = 2019-06-10T10:04:46.000Z UTC');
    expect(lines).toContain('38+1 records[0].io21 = rssi 3');
    expect(lines).toContain('43+2 records[0].io66 = power 24.079 V');
    expect(lines.at(-1)).toBe('62+4 crc = 0000c7cf');
    expect(shown('teltonika', '00000001', 'down')).toEqual(['0+4 acceptedRecords = 1']);
  });
});

describe('tiling', () => {
  it('the last read of an octet counts, and what is left of a covered one is hex', () => {
    const bytes = fromHex('0102030405');
    const reads = [
      { field: 'part', offset: 0, size: 4, value: 'x' },
      { field: 'inner', offset: 1, size: 2, value: 7 },
    ];
    expect(tile(bytes, reads, () => null).fields).toEqual([
      { field: 'part', offset: 0, size: 1, value: '01', unit: null },
      { field: 'inner', offset: 1, size: 2, value: 7, unit: null },
      { field: 'part', offset: 3, size: 1, value: '04', unit: null },
      { field: UNREAD, offset: 4, size: 1, value: '05', unit: null },
    ]);
  });
});
