import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import type { Fix } from '@sightline/domain';
import type { Received, Session } from '../../protocol.ts';
import { checksumMatches, encodeFrame, readEnvelope } from '../frame.ts';
import { GT06_COMMANDS } from '../commands.ts';
import { gt06 } from '../index.ts';

const AT = Date.UTC(2015, 11, 29, 0, 0, 21);

const receive = (session: Session, hex: string): Received => session.receive(fromHex(hex), AT);
const replyOf = (received: Received): string[] => received.replies.map((reply) => toHex(reply.bytes).toUpperCase());
const fixOf = (received: Received): Fix => {
  const fact = received.facts[0];
  if (fact?.kind !== 'position') throw new Error('no position');
  return fact.fix;
};

/** Frames of the maker's documents with the answers that stand beside them. */
const ANSWERS: readonly (readonly [string, string, string])[] = [
  ['login', '78781101075253367890024270003201000512790D0A', '7878050100059FF80D0A'],
  ['heartbeat', '78780A1346050400020002B4890D0A', '787805130002DB6A0D0A'],
  ['alarm', '787825260F0C1D030B26C9027AC8180C4658600004000901CC00287D001F718004041302000C472A0D0A', '78780526000C8D070D0A'],
  ['SOS', '78782526190B12011E0FCC03B66B6C06437F9253187D0902D22212340056AB6405040102000626420D0A', '787805260006225D0D0A'],
  ['time', '7878058A000688290D0A', '78780B8A0F0C1D0000150006F0860D0A'],
];

describe('answers', () => {
  it.each(ANSWERS)('%s', (_name, frame, answer) => {
    const received = receive(gt06.createSession(), frame);
    expect(received.error).toBeUndefined();
    expect(replyOf(received)).toEqual([answer]);
    expect(received.replies[0]!.when).toBe('committed');
  });

  it('answers no plain location', () => {
    expect(receive(gt06.createSession(), LOCATION).replies).toEqual([]);
  });

  it('answers an address request with the same serial', () => {
    const received = receive(
      gt06.createSession(),
      '78782e2a0f0c1d071139ca027ac8000c4658000014d83132353230313335333231373730373900000000000001002a6ece0d0a',
    );
    const envelope = readEnvelope(received.replies[0]!.bytes);
    expect(envelope).toMatchObject({ number: 0x97, serial: 0x002a });
    expect(envelope.error).toBeUndefined();
  });

  it('answers a WIFI packet with the time in BCD and no checksum', () => {
    const received = receive(gt06.createSession(), '787800691710231108500200cc080c4e2fa5640c4e2fa66e0d0a');
    expect(replyOf(received)).toEqual(['787800691512290000210D0A']);
  });

  it('answers nothing to a frame with a wrong checksum, and takes nothing from it', () => {
    const received = receive(gt06.createSession(), ANSWERS[0]![1].replace('1279', '1278'));
    expect(received).toMatchObject({ facts: [], replies: [], deviceIds: [], error: { code: 'checksum', field: 'crc' } });
  });
});

const LOGIN = '78781101086123456789012322043201000185C50D0A';
const LOCATION = '78782622190B12011E0FCC03B66B6C06437F9253187D02D22212340056AB0100000012D6870003F8E90D0A';
const FIRST_GENERATION = '78781F12190B12011E0FCC03B66B6C06437F9253187D02D22212340056AB000568790D0A';

describe('the worked examples', () => {
  it('keeps the identity of the login for later packets', () => {
    const session = gt06.createSession();
    expect(receive(session, LOCATION).deviceIds).toEqual([]);
    expect(receive(session, LOGIN)).toMatchObject({
      deviceIds: ['861234567890123', '234567890123'],
      message: { name: 'login', fields: { utcOffsetMinutes: 480, typeCode: '2204' } },
    });
    expect(receive(session, LOCATION).deviceIds[0]).toBe('861234567890123');
  });

  it('reads zones west of Greenwich', () => {
    const login = encodeFrame(0x01, fromHex('0861234567890123' + '2204' + '4dd8'), 1);
    expect(gt06.createSession().receive(login, AT).message?.fields['utcOffsetMinutes']).toBe(-765);
  });

  it('decodes 22 in the south-west with mileage', () => {
    const fix = fixOf(receive(gt06.createSession(), LOCATION));
    expect(fix).toMatchObject({
      timeMs: Date.UTC(2025, 10, 18, 1, 30, 15),
      localTime: false,
      type: 1,
      valid: true,
      speedKph: 83,
      course: 125,
      buffered: false,
      attributes: { sat: 12, ignition: true, odometer: 1_234_567 },
    });
    expect(fix.lat).toBeCloseTo(-34.603722, 5);
    expect(fix.lon).toBeCloseTo(-58.381592, 5);
  });

  it('marks the time of the first generation as the wall clock of the unit', () => {
    expect(fixOf(receive(gt06.createSession(), FIRST_GENERATION)).localTime).toBe(true);
  });

  it('decodes A0 with a wide MNC and a 4G cell', () => {
    const frame = '78782AA0190B12011E0FCC03B66B6C06437F9253187D82D20022000012340000000001A2B3C4010300000499180D0A';
    const { attributes } = fixOf(receive(gt06.createSession(), frame));
    expect(JSON.parse(String(attributes['networks']))).toEqual({
      cells: [{ mcc: 722, mnc: 34, lac: 0x1234, cid: 0x1a2b3c4 }],
    });
    expect(attributes).toMatchObject({ ignition: true, event: 3 });
  });

  it('decodes an alarm, its code before the bits of the terminal information', () => {
    expect(fixOf(receive(gt06.createSession(), ANSWERS[3]![1])).attributes).toMatchObject({ alarm: 'sos' });
    expect(fixOf(receive(gt06.createSession(), ANSWERS[2]![1]))).toMatchObject({
      valid: false,
      attributes: { alarm: 'tampering', blocked: true },
    });
  });

  it('extends alarm codes by the language octet', () => {
    const content = fromHex('190B12011E0FCC03B66B6C06437F9253187D0902D22212340056AB6605040712FF');
    const received = gt06.createSession().receive(encodeFrame(0x27, content, 1), AT);
    expect(fixOf(received).attributes['alarm']).toBe('jamming');
  });

  it('reads a dash cam event with swapped speed and two files', () => {
    const files = 'EVENT_862798052429087_00000000_2024_11_12_22_20_06_I_56.mp4,EVENT_862798052429087_00000000_2024_11_12_22_20_06_F_55.mp4';
    const head = fromHex('FFFF01180B0D031406DA04B5AB0D08813DF01CA9002C008A920000');
    const content = Uint8Array.from([...head, ...[...files].map((c) => c.charCodeAt(0))]);
    const fix = fixOf(gt06.createSession().receive(encodeFrame(0x95, content, 0x37d4), AT));
    expect(fix).toMatchObject({ speedKph: 44, course: 169, attributes: { alarm: 'hardCornering', power: 13.8, eventFiles: files } });
    expect(fix.lat).toBeCloseTo(43.897038, 5);
    expect(fix.lon).toBeCloseTo(-79.27096, 5);
  });

  it('gives a record the same identity when it is sent again from memory', () => {
    const content = fromHex('190B12011E0FCC03B66B6C06437F9253187D02D22212340056AB010000');
    const again = content.slice();
    again[again.length - 1] = 1;
    const first = fixOf(gt06.createSession().receive(encodeFrame(0x22, content, 7), AT));
    const second = fixOf(gt06.createSession().receive(encodeFrame(0x22, again, 9), AT));
    expect([first.buffered, second.buffered]).toEqual([false, true]);
    expect(second.sequence).toBe(first.sequence);
    content[10] = content[10]! ^ 1;
    expect(fixOf(gt06.createSession().receive(encodeFrame(0x22, content, 7), AT)).sequence).not.toBe(first.sequence);
  });
});

describe('commands', () => {
  it('ties an answer to its command by the server flag', () => {
    const session = gt06.createSession();
    const first = session.encodeCommand({ name: 'engineStop', params: {} });
    const second = session.encodeCommand({ name: 'getVersion', params: {} });
    expect([first.correlation, second.correlation]).toEqual(['1', '2']);
    expect(first.frames.every((frame) => checksumMatches(frame, frame.length))).toBe(true);
    const answer = receive(session, '7979002B210000000101437574206F666620746865206675656C20737570706C793A205375636365737321000822270D0A');
    expect(answer.facts.find((fact) => fact.kind === 'commandAnswer')).toEqual({
      kind: 'commandAnswer',
      correlation: '1',
      ok: true,
      text: 'Cut off the fuel supply: Success!',
      fields: { serverFlag: 1 },
    });
    // The second time nobody waits for it.
    const repeated = receive(session, '7979002B210000000101437574206F666620746865206675656C20737570706C793A205375636365737321000822270D0A');
    expect(repeated.facts.map((fact) => fact.kind)).toEqual(['status']);
  });

  it('takes an answer without flag for the oldest command, and a refusal for one', () => {
    const session = gt06.createSession();
    session.encodeCommand({ name: 'custom', params: { data: 'NONSENSE#' } });
    const answer = receive(session, '797900262100000000020043006f006d006d0061006e00640020006500720072006f0072002100236e850d0a');
    expect(answer.facts[0]).toMatchObject({ kind: 'status', attributes: { result: 'Command error!' } });
    expect(answer.facts[1]).toMatchObject({ kind: 'commandAnswer', correlation: '1', ok: false });
  });

  it('does not take a text that comes by itself for an answer', () => {
    const received = receive(
      gt06.createSession(),
      '7878281520000000003c49434349443a38393838323339303030303039373330323635303e00020d446f260d0a',
    );
    expect(received.facts.map((fact) => fact.kind)).toEqual(['status']);
  });

  it('writes the documented downlinks', () => {
    const session = gt06.createSession({ hints: { firstServerFlag: '0' } });
    session.encodeCommand({ name: 'getVersion', params: {} });
    const relay = gt06.createSession({ hints: { commandLanguage: '2' } }).encodeCommand({ name: 'custom', params: { data: 'RELAY,1#' } });
    // Serial 0 here, 7 in the document; the content is the same.
    expect(toHex(relay.frames[0]!).slice(0, 36)).toBe('787814800c0000000152454c41592c312300');
    const dyd = gt06.createSession({ hints: { fuelCut: 'DYD' } });
    expect(toHex(dyd.encodeCommand({ name: 'engineResume', params: {} }).frames[0]!)).toContain(
      toHex(Uint8Array.from([...'HFYD#'].map((c) => c.charCodeAt(0)))),
    );
  });

  it('refuses unknown commands and malformed parameters by name', () => {
    const session = gt06.createSession();
    const encode = (name: string, params: Record<string, string | number>) => () => session.encodeCommand({ name, params });
    expect(encode('selfDestruct', {})).toThrow(/selfDestruct/);
    expect(encode('constructor', {})).toThrow(RangeError);
    expect(encode('setServer', { host: 'a b#', port: 1 })).toThrow(/host/);
    expect(encode('positionPeriodic', { frequency: 0 })).toThrow(/frequency/);
    expect(encode('custom', { data: 'A\r\nB' })).toThrow(/data/);
    expect(GT06_COMMANDS).toContain('liveStart');
  });
});

describe('frames', () => {
  it('come out of the envelope as they went in', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.uint8Array({ maxLength: 400 }), fc.nat(65_535), (number, content, serial) => {
        const frame = encodeFrame(number, content, serial);
        const envelope = readEnvelope(frame);
        expect(envelope).toMatchObject({ number, serial });
        expect(envelope.error).toBeUndefined();
        expect(toHex(frame.subarray(envelope.contentStart, envelope.contentEnd))).toBe(toHex(content));
        expect(gt06.createFramer().push(frame)).toHaveLength(1);
      }),
      { seed: 6 },
    );
  });

  it('are found again behind a frame that lost its end', () => {
    const lost = fromHex(LOCATION).subarray(0, 20);
    const events = gt06.createFramer().push(Uint8Array.from([...lost, ...fromHex(LOGIN)]));
    expect(events.at(-1)).toEqual({ kind: 'frame', frame: fromHex(LOGIN) });
  });
});
