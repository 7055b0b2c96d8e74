import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, fromHex, toHex } from '@sightline/codec';
import type { Fix } from '@sightline/domain';
import type { Received } from '../../protocol.ts';
import { TELTONIKA_COMMANDS } from '../commands.ts';
import { teltonika } from '../index.ts';
import { encodePacket } from '../packet.ts';
import { AVL_SHAPES, readRecord, writeRecords, type AvlRecord } from '../record.ts';

const AT = Date.UTC(2025, 10, 18, 1, 30, 20);
const receive = (hex: string, hints: Record<string, string> = {}, at = AT): Received =>
  teltonika.createSession({ hints }).receive(fromHex(hex), at);
const fixesOf = (received: Received): Fix[] => received.facts.flatMap((fact) => (fact.kind === 'position' ? [fact.fix] : []));
const replyOf = (received: Received): string[] => received.replies.map((reply) => `${reply.when} ${toHex(reply.bytes)}`);

const CODEC_8 =
  '000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A014E0000000000000000010000C7CF';
const CODEC_8_TWO =
  '000000000000004308020000016B40D57B480100000000000000000000000000000001010101000000000000016B40D5C198010000000000000000000000000000000101010101000000020000252C';
const CODEC_8E =
  '000000000000004A8E010000016B412CEE000100000000000000000000000000000000010005000100010100010011001D00010010015E2C880002000B000000003544C87A000E000000001DD7E06A00000100002994';
const CODEC_16 =
  '000000000000005F10020000016BDBC7833000000000000000000000000000000000000B05040200010000030002000B00270042563A00000000016BDBC7871800000000000000000000000000000000000B05040200010000030002000B00260042563A00000200005FB3';
const OWN_8 =
  '000000000000004708010000019A9495785801DD33AD10EB5FE41C0019007D0C0053EF0B05EF01F00115040101B3000342305C431006B5000C02100012D687C7000014B4014E0123456789ABCDEF01000003F4';
const OWN_8E =
  '00000000000000558E010000019A9495785802DD33AD10EB5FE41C0019007D0C005300FD0007000300EF0100FD0200FE2300020042305C2A30FF06000100100012D68700000001010000115756575A5A5A314A5A58573030303030310100001F4C';
const UDP =
  '003DCAFE0105000F33353230393330383634303336353508010000016B4F815B30010000000000000000000000000000000103021503010101425DBC000001';

describe('answers', () => {
  it('accepts a login, or refuses it when the device is unknown', () => {
    const received = receive('000F333536333037303432343431303133');
    expect(replyOf(received)).toEqual(['committed 01', 'unknown 00']);
    expect(received.deviceIds).toEqual(['356307042441013', '307042441013']);
  });

  it.each([
    ['codec 8', CODEC_8, '00000001'],
    ['codec 8, two records', CODEC_8_TWO, '00000002'],
    ['codec 8E', CODEC_8E, '00000001'],
    ['codec 16', CODEC_16, '00000002'],
    ['a datagram', UDP, '0005cafe010501'],
  ])('%s with the number of records', (_name, frame, answer) => {
    const received = receive(frame);
    expect(received.error).toBeUndefined();
    expect(replyOf(received)).toEqual([`committed ${answer}`]);
  });

  it('accepts nothing of a packet with a wrong checksum, so that it comes again', () => {
    const received = receive(CODEC_8.replace('C7CF', 'C7CE'));
    expect(received).toMatchObject({ facts: [], error: { code: 'checksum' } });
    expect(replyOf(received)).toEqual(['committed 00000000']);
  });

  it('accepts nothing when the counts differ', () => {
    const bytes = fromHex(CODEC_8);
    const data = bytes.slice(8, bytes.length - 4);
    data[data.length - 1] = 2;
    const received = teltonika.createSession().receive(encodePacket(data), AT);
    expect(received).toMatchObject({ facts: [], error: { code: 'length', field: 'count2' } });
    expect(replyOf(received)).toEqual(['committed 00000000']);
  });

  it('is silent on a ping', () => {
    expect(receive('ff')).toMatchObject({ facts: [], replies: [] });
  });
});

describe('records', () => {
  it("decodes the maker's examples", () => {
    expect(fixesOf(receive(CODEC_8))[0]).toMatchObject({
      timeMs: Date.UTC(2019, 5, 10, 10, 4, 46),
      valid: false,
      attributes: { rssi: 3, in1: true, power: 24.079, operator: 24_602, priority: 1, event: 1 },
    });
    expect(fixesOf(receive(CODEC_16)).map((fix) => fix.attributes)).toEqual([
      { priority: 0, sat: 0, event: 11, in1: false, in3: false, io11: 39, power: 22.074 },
      { priority: 0, sat: 0, event: 11, in1: false, in3: false, io11: 38, power: 22.074 },
    ]);
    expect(fixesOf(receive(CODEC_8E))[0]!.attributes).toMatchObject({ axisX: 29, odometer: 22_949_000, iccid: '893700218500686954' });
  });

  it('decodes a fix in the south-west, live and from memory', () => {
    const [fix] = fixesOf(receive(OWN_8));
    expect(fix).toMatchObject({
      timeMs: Date.UTC(2025, 10, 18, 1, 30, 15),
      lat: -34.603722,
      lon: -58.381592,
      altitudeM: 25,
      course: 125,
      speedKph: 83,
      valid: true,
      buffered: false,
      localTime: false,
      attributes: { ignition: true, motion: true, out1: false, pdop: 1.2, tripOdometer: 5300, driverUniqueId: 'EFCDAB8967452301' },
    });
    expect(fixesOf(receive(OWN_8, {}, AT + 6 * 60_000))[0]!.buffered).toBe(true);
  });

  it('reads signed, variable and event elements', () => {
    expect(fixesOf(receive(OWN_8E))[0]!.attributes).toMatchObject({
      alarm: 'hardBraking',
      greenDrivingValue: 0.35,
      eyeTemp1: -2.5,
      vin: 'WVWZZZ1JZXW000001',
      event: 253,
    });
  });

  it('keeps what the heavy family numbers differently under its id', () => {
    const record: Omit<AvlRecord, 'start' | 'end'> = { ...EMPTY, elements: [{ id: 81, value: Uint8Array.of(50) }] };
    const packet = encodePacket(writeRecords(0x08, [record]));
    const attributesOn = (model: string) => fixesOf(teltonika.createSession({ hints: { model } }).receive(packet, AT))[0]!.attributes;
    expect(attributesOn('FMB130')).toMatchObject({ obdSpeed: 50 });
    expect(attributesOn('FMB640')).toMatchObject({ io81: 50 });
  });

  it('has one identity per record, whatever packet it comes in', () => {
    const [first, second] = fixesOf(receive(CODEC_8_TWO));
    expect(first!.sequence).not.toBe(second!.sequence);
    const record = fromHex(CODEC_8_TWO).slice(10, 10 + 32);
    const alone = encodePacket(Uint8Array.from([0x08, 1, ...record, 1]));
    expect(fixesOf(teltonika.createSession().receive(alone, AT))[0]!.sequence).toBe(first!.sequence);
  });
});

const EMPTY: Omit<AvlRecord, 'start' | 'end'> = {
  timeMs: AT,
  priority: 0,
  longitude: 0,
  latitude: 0,
  altitudeM: 0,
  angle: 0,
  satellites: 0,
  speedKph: 0,
  eventId: 0,
  generation: null,
  elements: [],
};

const elementArb = (maxId: number) =>
  fc.record({
    id: fc.integer({ min: 1, max: maxId }),
    value: fc.constantFrom(1, 2, 4, 8).chain((size) => fc.uint8Array({ minLength: size, maxLength: size })),
  });

const recordArb = (codec: number) =>
  fc.record({
    timeMs: fc.integer({ min: 0, max: 4e12 }),
    priority: fc.nat(2),
    longitude: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    latitude: fc.integer({ min: -900_000_000, max: 900_000_000 }),
    altitudeM: fc.integer({ min: -500, max: 9000 }),
    angle: fc.nat(359),
    satellites: fc.nat(40),
    speedKph: fc.nat(400),
    eventId: fc.nat(codec === 0x08 ? 255 : 65_535),
    generation: codec === 0x10 ? fc.nat(7) : fc.constant(null),
    elements: fc.array(elementArb(codec === 0x08 ? 255 : 65_535), { maxLength: 12 }),
  });

describe.each([0x08, 0x8e, 0x10])('codec %i', (codec) => {
  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.array(recordArb(codec), { maxLength: 5 }), (records) => {
        const data = writeRecords(codec, records);
        const reader = new ByteReader(data, 2);
        const read = records.map(() => readRecord(reader, AVL_SHAPES[codec]!, false));
        expect(toHex(writeRecords(codec, read))).toBe(toHex(data));
        read.forEach((record, i) => {
          const { elements, ...head } = records[i]!;
          expect(record).toMatchObject(head);
          expect(record.elements.map((e) => `${e.id}=${toHex(e.value)}`).toSorted()).toEqual(
            elements.map((e) => `${e.id}=${toHex(e.value)}`).toSorted(),
          );
        });
      }),
      { seed: codec },
    );
  });
});

it.each([
  ['codec 8', CODEC_8],
  ['codec 8, two records', CODEC_8_TWO],
  ['codec 8E', CODEC_8E],
  ['codec 8E with VIN', OWN_8E],
  ['codec 16', CODEC_16],
  ['codec 8 with a fix', OWN_8],
])('%s is written again bit by bit', (_name, hex) => {
  const frame = fromHex(hex);
  const codec = frame[8]!;
  const reader = new ByteReader(frame, 10, frame.length - 5);
  const records = Array.from({ length: frame[9]! }, () => readRecord(reader, AVL_SHAPES[codec]!, false));
  expect(toHex(encodePacket(writeRecords(codec, records))).toUpperCase()).toBe(hex);
});

describe('commands', () => {
  const encode = (name: string, params: Record<string, string | number>, hints: Record<string, string> = {}): string => {
    const session = teltonika.createSession({ hints });
    session.receive(fromHex('000f333532303933303831343532323531'), AT);
    return toHex(session.encodeCommand({ name, params }).frames[0]!).toUpperCase();
  };

  it('are written as documented', () => {
    expect(encode('getInfo', {})).toBe('000000000000000F0C010500000007676574696E666F0100004312');
    expect(encode('getVersion', {})).toBe('000000000000000E0C010500000006676574766572010000A4C2');
    expect(encode('engineStop', {})).toBe('00000000000000130C01050000000B7365746469676F7574203101000087A2');
    expect(encode('getVersion', {}, { commandCodec: '14' })).toBe('00000000000000160E01050000000E0352093081452251676574766572010000D2C1');
  });

  it('take the next text for the answer, and only that', () => {
    const session = teltonika.createSession();
    session.encodeCommand({ name: 'engineStop', params: {} });
    const answer = fromHex('000000000000001A0C010600000012444F555453206172652073657420746F3A3101000017E2');
    expect(session.receive(answer, AT).facts).toEqual([
      { kind: 'commandAnswer', correlation: null, ok: true, text: 'DOUTS are set to:1', fields: {} },
      { kind: 'status', timeMs: null, attributes: { result: 'DOUTS are set to:1' } },
    ]);
    expect(session.receive(answer, AT).facts.map((fact) => fact.kind)).toEqual(['status']);
  });

  it('reads codec 15 with its time and IMEI', () => {
    const received = receive('000000000000001B0F010B00000013654B65A4012345678912345648656C6C6F210A01000093D6');
    expect(received.error).toBeUndefined();
    expect(received.facts).toEqual([{ kind: 'status', timeMs: 0x654b65a4 * 1000, attributes: { result: 'Hello!' } }]);
  });

  it('refuse unknown names and malformed parameters', () => {
    const session = teltonika.createSession();
    expect(() => session.encodeCommand({ name: 'toString', params: {} })).toThrow(RangeError);
    expect(() => session.encodeCommand({ name: 'setParameter', params: { parameter: 2004 } })).toThrow(/value/);
    expect(TELTONIKA_COMMANDS).toContain('rebootDevice');
  });
});
