import { fromHex, toHex } from '@sightline/codec';
import { describe, expect, it } from 'vitest';
import { frameContent, wrapFrame } from '../frame.ts';
import { joinHeader, readHeader } from '../header.ts';
import { decodeBody, encodeBody } from '../index.ts';

/** Decodes a whole frame and writes its body again from the fields. */
function roundTrip(frame: string): { fields: Readonly<Record<string, unknown>>; again: string } {
  const { content, flag } = frameContent(fromHex(frame));
  const header = readHeader(content, flag);
  const { fields, edition, error } = decodeBody(header.id, content, header.bodyStart, header.bodyEnd, header.edition);
  expect(error).toBeNull();
  return { fields, again: toHex(wrapFrame(joinHeader(header, encodeBody(header.id, fields, edition)), flag)).toUpperCase() };
}

const NUMBER = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const JPG = `00_64_6401_0_${NUMBER}.jpg`;

describe('JT/T 1078 and T/JSATL 12 messages', () => {
  it.each([
    [
      '7E9101001401391234567800140C3230332E302E3131332E313019CC0000010001647E',
      { address: '203.0.113.10', tcpPort: 6604, channel: 1, dataType: 0, stream: 1 },
    ],
    ['7E91020004013912345678001701010000B07E', { channel: 1, command: 1, close: 0, stream: 0 }],
    ['7E900300000139123456780018BB7E', {}],
    [
      '7E1003000A013912345678001E06010001014001620204157E',
      { audioCodec: 6, audioFrameLength: 320, audioOutput: 1, videoCodec: 98, maxVideoChannels: 4 },
    ],
    [
      '7E920500180139123456780019012511180900002511181000000000000000000000000000BE7E',
      { channel: 1, startTime: '2025-11-18 09:00:00', alarms: '0000000000000000' },
    ],
    [
      '7E92010023013912345678001A0C3230332E302E3131332E313019CD00000100000100012511180900002511180910004E7E',
      { tcpPort: 6605, storage: 1, mode: 0, speed: 1 },
    ],
    ['7E92020009013912345678001B010500251118090500967E', { command: 5, position: '2025-11-18 09:05:00' }],
    [
      '7E9206003A013912345678001D0C3230332E302E3131332E31300015046D64767206736563726574052F75702F3101251118090000251118091000000000000000000000010107B97E',
      { port: 21, user: 'mdvr', password: 'secret', path: '/up/1', conditions: 7 },
    ],
    ['7E120600030139123456780020001D001A7E', { answeredSerial: 29, result: 0 }],
    [
      '7E1205003E013912345678001F00190000000201251118090000251118091000000000000000000000000101A2B3C401251118091000251118092000000000000000000100000101000000E97E',
      { answeredSerial: 25, total: 2, items: [{ channel: 1, sizeBytes: 27_440_068 }, { alarms: '0000000000000001' }] },
    ],
    [
      '7E9208005101391234567800320C3230332E302E3131332E313019D2000031323334353637251118093015000300306131623263336434653566363037313832393361346235633664376538663900000000000000000000000000000000207E',
      { address: '203.0.113.10', tcpPort: 6610, identification: '31323334353637251118093015000300', alarmNumber: NUMBER },
    ],
    [
      '7E121000A601391234567800003132333435363731323334353637251118093015000300306131623263336434653566363037313832393361346235633664376538663900023130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A7067000000283230325F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E68323634000186A0BE7E',
      { terminalId: '1234567', alarmNumber: NUMBER, infoType: 0, files: [{ name: JPG, sizeBytes: 40 }, { sizeBytes: 100_000 }] },
    ],
    [
      '7E1211003701391234567800013130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A706700000000287D027E',
      { name: JPG, type: 0, sizeBytes: 40 },
    ],
    [
      '7E9212003D01391234567800023130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A70670001010000001800000010D47E',
      { name: JPG, result: 1, missing: [{ offset: 24, length: 16 }] },
    ],
    [
      '7E9212003501391234567800033130305F36345F363430315F305F30613162326333643465356636303731383239336134623563366437653866392E6A7067000000D57E',
      { result: 0, missing: [] },
    ],
  ])('%s', (frame, expected) => {
    const { fields, again } = roundTrip(frame);
    expect(fields).toMatchObject(expected);
    expect(again).toBe(frame);
  });

  it('finds the layout of Guangdong by the octets of the body', () => {
    const fields = {
      terminalId: 'ABC1234567',
      identification: `${toHex(new TextEncoder().encode('ABC1234567'))}${'00'.repeat(20)}25111809301500020000`,
      alarmNumber: NUMBER,
      infoType: 1,
      files: [{ name: JPG, sizeBytes: 5 }],
    };
    const body = encodeBody(0x1210, fields);
    expect(body).toHaveLength(104 + 1 + JPG.length + 4);
    expect(decodeBody(0x1210, body).fields).toMatchObject({ ...fields, alarm: { terminalId: 'ABC1234567', sequence: 0, files: 2 } });
  });
});
