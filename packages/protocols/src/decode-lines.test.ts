import { describe, expect, it } from 'vitest';
import { createLineDecoder, MAX_LINE_CHARS, type DecodedLine } from './decode-lines.ts';

const nowMs = () => Date.UTC(2026, 0, 1);
const decoder = (protocol: string) => {
  const decode = createLineDecoder(protocol, { nowMs });
  return (input: unknown): DecodedLine => JSON.parse(decode(typeof input === 'string' ? input : JSON.stringify(input))) as DecodedLine;
};

const LOGIN = '78781101086123456789012322043201000185C50D0A';
const LOCATION = '78782622190B12011E0FCC03B66B6C06437F9253187D02D22212340056AB0100000012D6870003F8E90D0A';

describe('createLineDecoder', () => {
  it('shares a session by its name and by nothing else', () => {
    const decode = decoder('gt06');
    expect(decode({ id: 1, frame: LOGIN, session: 'a' })).toMatchObject({ id: 1, uniqueId: '861234567890123', positions: [] });
    expect(decode({ id: 2, frame: LOCATION, session: 'a' }).uniqueId).toBe('861234567890123');
    expect(decode({ id: 3, frame: LOCATION, session: 'b' }).uniqueId).toBeUndefined();
    expect(decode({ id: 4, frame: LOCATION }).uniqueId).toBeUndefined();
  });

  it('decodes several frames of one line, with the answers', () => {
    const line = decoder('gt06')({ id: 'x', frameKind: 'hex', frame: LOGIN + LOCATION });
    expect(line.messages.map((message) => message.name)).toEqual(['login', 'location']);
    expect(line.replies).toEqual(['787805010001d9dc0d0a']);
    expect(line.positions).toHaveLength(1);
    expect(line.positions[0]).toMatchObject({ time: '2025-11-18T01:30:15.000Z', kind: 'gps', valid: true, speedKph: 83 });
    expect(line.error).toBeUndefined();
  });

  it('gives what a frame says in spite of its checksum, and says so', () => {
    const line = decoder('gt06')({ id: 1, frame: LOCATION.replace('F8E9', 'F8E8') });
    expect(line.positions).toHaveLength(1);
    expect(line.error).toMatchObject({ code: 'checksum', field: 'crc', offset: 39 });
  });

  it('reports the end of a capture that was cut', () => {
    const line = decoder('gt06')({ id: 1, frame: LOGIN + LOCATION.slice(0, 30) });
    expect(line.messages).toHaveLength(1);
    expect(line.error?.code).toBe('truncated');
  });

  it('takes hints from calls and from an object', () => {
    const heartbeat = '78780a13460b120400160642c20d0a';
    const decode = decoder('gt06');
    const power = (setup: unknown) => decode({ id: 1, frame: heartbeat, setup }).positions[0]!.attributes['power'];
    expect(power(['setModelOverride("LW4G-4B")', 'setModelOverride("R11")'])).toBe(28.34);
    expect(power({ model: 'R11' })).toBe(28.34);
    expect(power(undefined)).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no frame', '{"id":1}'],
    ['odd hex', '{"id":1,"frame":"787"}'],
    ['no hex', '{"id":1,"frame":"zz"}'],
    ['an unknown kind', '{"id":1,"frame":"00","frameKind":"smoke"}'],
    ['too long a line', `{"id":1,"frame":"${'0'.repeat(MAX_LINE_CHARS)}"}`],
    ['an http frame that is none', '{"id":1,"frameKind":"http","frame":"x"}'],
  ])('answers %s with an error and goes on', (_name, bad) => {
    const decode = decoder('gt06');
    const line = decode(bad);
    expect(line).toMatchObject({ id: null, messages: [], positions: [] });
    expect(line.error).toBeDefined();
    expect(decode({ id: 2, frame: LOGIN }).error).toBeUndefined();
  });

  it('names a protocol that it does not know', () => {
    expect(() => createLineDecoder('morse')).toThrow(/morse/);
  });

  it('decodes datagrams, and JT/T 808 captures with and without escapes', () => {
    const datagram =
      '003DCAFE0105000F33353230393330383634303336353508010000016B4F815B30010000000000000000000000000000000103021503010101425DBC000001';
    expect(decoder('teltonika')({ id: 1, frame: datagram })).toMatchObject({ uniqueId: '352093086403655', replies: ['0005cafe010501'] });
    // A heartbeat whose phone ends in 7d 02, once as on the wire and once unescaped.
    const wire = '7e0002000001234567897d0200017d027e';
    const raw = '7e0002000001234567897e00017e7e';
    const decode = decoder('jt808');
    expect(decode({ id: 1, frame: wire }).messages[0]?.id).toBe('0x0002');
    expect(decode({ id: 2, frame: raw }).messages[0]?.id).toBe('0x0002');
  });
});
