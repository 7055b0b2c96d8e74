import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import type { Received } from '../../protocol.ts';
import { decodeBody, jt808 } from '../index.ts';
import { frameContent, wrapFrame } from '../frame.ts';
import { joinHeader, readHeader } from '../header.ts';

const NOW = Date.UTC(2025, 10, 18, 1, 31, 0);
const send = (hex: string, session = jt808.createSession()): Received => session.receive(fromHex(hex), NOW);
const upper = (received: Received, when: 'committed' | 'unknown' = 'committed'): string[] =>
  received.replies.filter((reply) => reply.when === when).map((reply) => toHex(reply.bytes).toUpperCase());
const fixes = (received: Received) => received.facts.flatMap((fact) => (fact.kind === 'position' ? [fact.fix] : []));

const LOCATION = '0000000000000003' + '0157FAF806CC6289' + '001401680' + '05A' + '251118100000';

describe('positions', () => {
  it('reads a report with escapes, items and alarm (2013)', () => {
    const received = send(
      '7E02000038013912345678007D0200000002000C000301DC89D0073D8AA5000C033A007D0125111809301501040001E240020201C72504000000112B04012504B030011F31010C5D7E',
    );
    expect(received.deviceIds).toEqual(['13912345678', '013912345678']);
    expect(fixes(received)).toMatchObject([
      {
        timeMs: Date.UTC(2025, 10, 18, 1, 30, 15),
        localTime: true,
        type: 1,
        valid: true,
        lat: 31.230416,
        lon: 121.473701,
        altitudeM: 12,
        speedKph: 82.6,
        course: 125,
        buffered: false,
        attributes: {
          ignition: true,
          blocked: false,
          alarm: 'overspeed',
          odometer: 12_345_600,
          fuel: 45.5,
          input: 0x11,
          rssi: 31,
          sat: 12,
        },
      },
    ]);
    expect(upper(received)[0]).toBe('7E800100050139123456780000007D02020000C87E');
  });

  it('reads south, west and the header of 2019, and answers in it', () => {
    const received = send(
      '7E0200402801000000000139123456780003000000010004000F021002CA037AD518001900000000251118133015010400000064300115310109437E',
    );
    expect(fixes(received)[0]).toMatchObject({
      lat: -34.603722,
      lon: -58.381592,
      attributes: { alarm: 'sos', odometer: 10_000, rssi: 21, sat: 9 },
    });
    expect(upper(received)).toEqual(['7E80014005010000000001391234567800000003020000F47E']);
  });

  it('a record is the same in a batch: buffered, with the same sequence', () => {
    const batch = send(
      '7E070400420139123456780009000201001C00000000000000030157FAF806CC628900140168005A251118100000001F00000000000000030157FB5C06CC667100150195005B251118100010300119E47E',
    );
    const [first, second] = fixes(batch);
    expect([first!.buffered, second!.buffered]).toEqual([true, true]);
    expect(second).toMatchObject({ speedKph: 40.5, course: 91, attributes: { rssi: 25 } });
    const alone = jt808.createSession().receive(wrapFrame(fromHex('0200001C0139123456780009' + LOCATION)), NOW);
    expect(fixes(alone)[0]!.sequence).toBe(first!.sequence);
    expect(fixes(alone)[0]!.buffered).toBe(false);
  });

  it('keeps unknown items, and the fix when an item runs over the end', () => {
    const received = jt808.createSession().receive(wrapFrame(fromHex('020000230139123456780009' + LOCATION + 'EF0201AB3004FF')), NOW);
    expect(fixes(received)[0]!.attributes).toMatchObject({ xef: '01ab' });
    expect(received.error).toMatchObject({ code: 'length', field: 'items' });
    expect(received.replies).toHaveLength(1);
  });

  it('does not plot encrypted coordinates', () => {
    const received = jt808
      .createSession()
      .receive(wrapFrame(fromHex('0200001C0139123456780009' + LOCATION.replace('00000003', '00000023'))), NOW);
    expect(fixes(received)[0]).toMatchObject({ valid: false, lat: null, lon: null, attributes: { encrypted: true } });
  });

  it('refuses an impossible time with its place in the frame', () => {
    const received = jt808
      .createSession()
      .receive(wrapFrame(fromHex('0200001C0139123456780009' + LOCATION.replace('251118', '251318'))), NOW);
    expect(received.facts).toEqual([]);
    expect(received.error).toMatchObject({ code: 'bad-value', field: 'time', offset: 12 + 22 });
  });

  it('takes cells for the place of a record without fix', () => {
    const cell = '5309' + '01' + '01CC002499' + '0A7D40';
    const received = jt808
      .createSession()
      .receive(
        wrapFrame(fromHex('020000270139123456780009' + '0000000000000000' + '0000000000000000' + '000000000000' + '251118100000' + cell)),
        NOW,
      );
    expect(fixes(received)[0]).toMatchObject({ type: 2, valid: false, lat: null });
    expect(JSON.parse(String(fixes(received)[0]!.attributes['networks']))).toEqual({
      cells: [{ mcc: 460, mnc: 0, lac: 0x2499, cid: 0x0a7d, rssi: 0x40 }],
    });
  });
});

describe('log-in', () => {
  it('gives a code to a known device, a refusal to an unknown one', () => {
    const received = send(
      '7E0100002D0139123456780000001F007337303131314D4456522D3447000000000000000000000000003132333435363702BBA64131323334354A7E',
    );
    expect(received.message!.fields).toMatchObject({
      provinceId: 31,
      cityId: 115,
      makerId: '70111',
      model: 'MDVR-4G',
      terminalId: '1234567',
      plateColor: 2,
      plate: '沪A12345',
    });
    const body = (when: 'committed' | 'unknown'): unknown => {
      const { content, flag } = frameContent(fromHex(upper(received, when)[0]!));
      const header = readHeader(content, flag);
      return decodeBody(header.id, content, header.bodyStart, header.bodyEnd).fields;
    };
    expect(body('committed')).toEqual({ answeredSerial: 0, result: 0, authCode: '13912345678' });
    expect(body('unknown')).toEqual({ answeredSerial: 0, result: 4 });
  });

  it('reads both forms of authentication and tells the time', () => {
    expect(send('7E010200060139123456780001413142324333447E').message!.fields).toMatchObject({ authCode: 'A1B2C3' });
    const late = send(
      '7E0102402A010000000001391234567800010641314232433338363132333435363738393031323356312E302E330000000000000000000000000000747E',
    );
    expect(late.message!.fields).toMatchObject({ authCode: 'A1B2C3', imei: '861234567890123', softwareVersion: 'V1.0.3' });
    const time = jt808.createSession().receive(wrapFrame(fromHex('0004400001000000000139123456780001')), NOW);
    expect(upper(time)[0]).toContain('251118013100');
    const sync = jt808.createSession().receive(wrapFrame(fromHex('010900000139123456780001')), NOW);
    expect(upper(sync)[0]).toContain('07E90B12011F0000');
  });

  it('counts its own serials and answers no platform message', () => {
    const session = jt808.createSession();
    const heartbeat = wrapFrame(fromHex('000200000139123456780005'));
    expect([1, 2, 3].map(() => readHeader(frameContent(session.receive(heartbeat, NOW).replies[0]!.bytes).content, 0x7e).serial)).toEqual([
      0, 1, 2,
    ]);
    expect(session.receive(wrapFrame(fromHex('810400000139123456780005')), NOW).replies).toEqual([]);
  });

  it('reports a wrong check octet without facts, identity and answer', () => {
    const received = send('7E0002000001391234567800057D7E');
    expect(received).toMatchObject({ deviceIds: [], facts: [], replies: [], error: { code: 'checksum' } });
  });

  it('says that it cannot read RSA', () => {
    const received = jt808.createSession().receive(wrapFrame(fromHex('02000402013912345678000511 22'.replaceAll(' ', ''))), NOW);
    expect(received.error).toMatchObject({ code: 'unsupported' });
    expect(received.facts).toEqual([]);
  });

  it('knows an IMEI packed into six octets', () => {
    expect(jt808.createSession().receive(wrapFrame(fromHex('000200004eb6fb4afd9e0001')), NOW).deviceIds[0]).toBe('865478070102068');
  });
});

const heartbeat = wrapFrame(fromHex('000200000139123456780005'));

describe('sub-packets', () => {
  const first = '7E08012028013912345678001000030001000000010000000100000000000000030157FAF806CC628900140168005A251118100000FFD8FFE0767E';
  const second = '7E0801201001391234567800110003000200104A464946707172737475767778790B7E';
  const third = '7E080120060139123456780012000300037A7B7C7D017D027F0C7E';

  it('joins them in any order and answers once', () => {
    const session = jt808.createSession();
    expect([send(third, session), send(first, session)].flatMap((r) => r.replies)).toEqual([]);
    const whole = send(second, session);
    expect(whole.message!.fields).toMatchObject({ mediaId: 1, kind: 0, data: 'ffd8ffe000104a464946707172737475767778797a7b7c7d7e7f' });
    expect(upper(whole)).toEqual(['7E88000004013912345678000000000001BD7E']);
  });

  it('acknowledges a piece of a batch once everything before it is here, and the end only with the whole', () => {
    const report = fromHex(`000000000000000301CF5CF6073D8AA5000C0000000025111809${'30'}15`);
    const batch = new Uint8Array([0, 3, 1, ...[1, 2, 3].flatMap(() => [0, report.length, ...report])]);
    const phone = fromHex('013912345678');
    const cut = (index: number): Uint8Array => {
      const body = batch.subarray((index - 1) * 30, index === 3 ? batch.length : index * 30);
      return wrapFrame(joinHeader({ id: 0x0704, version: null, phone, serial: 0xfffe + index, packet: { total: 3, index } }, body));
    };
    // Serials that pass 65535: 0xffff, 0, 1.
    const acknowledged = (received: Received): number[] =>
      received.replies.map(({ bytes, when }) => {
        const { content } = frameContent(bytes);
        const { id, bodyStart } = readHeader(content, 0x7e);
        expect([id, when, content[bodyStart + 4]]).toEqual([0x8001, 'committed', 0]);
        return content[bodyStart]! * 256 + content[bodyStart + 1]!;
      });
    const inTurn = jt808.createSession();
    expect([1, 2, 3].map((i) => acknowledged(inTurn.receive(cut(i), NOW)))).toEqual([[0xffff], [0], [1]]);

    const session = jt808.createSession();
    expect(acknowledged(session.receive(cut(3), NOW))).toEqual([]);
    expect(acknowledged(session.receive(cut(1), NOW))).toEqual([0xffff]);
    // Its answer was lost: the device sends it again.
    expect(acknowledged(session.receive(cut(1), NOW))).toEqual([0xffff]);
    const whole = session.receive(cut(2), NOW);
    expect(fixes(whole)).toHaveLength(3);
    expect(acknowledged(whole)).toEqual([1, 0]);
  });

  it('asks three times for what is missing, then forgets', () => {
    const session = jt808.createSession();
    const piece = (index: number): Uint8Array =>
      wrapFrame(
        joinHeader(
          { id: 0x0704, version: null, phone: fromHex('013912345678'), serial: 15 + index, packet: { total: 3, index } },
          fromHex('00'),
        ),
      );
    session.receive(piece(1), NOW);
    session.receive(piece(3), NOW + 100);
    const asked = [5, 6, 11, 17, 23, 29].map((s) =>
      session.receive(heartbeat, NOW + s * 1000 + 200).replies.map((r) => toHex(r.bytes).slice(0, 6)),
    );
    expect(asked.map((ids) => ids.includes('7e8003'))).toEqual([true, false, true, true, false, false]);
    session.receive(heartbeat, NOW + 70_000);
    expect(session.receive(piece(2), NOW + 70_001).facts).toEqual([]);
  });
});

describe('media data', () => {
  const phone = fromHex('013912345678');
  const picture = Uint8Array.from({ length: 3000 }, (_, i) => (i < 3 ? [0xff, 0xd8, 0xff][i]! : (i * 31) & 0xff));
  const place = '000000000000000301cf5cf6073d8aa5000c0000000025111809' + '3015';
  const bodyOf = (data: Uint8Array, head = '0000002a0000010' + '3', location = place): Uint8Array =>
    Uint8Array.of(...fromHex(head), ...fromHex(location), ...data);
  const cut = (body: Uint8Array, size = 1000, firstSerial = 100): Uint8Array[] => {
    const total = Math.ceil(body.length / size);
    return Array.from({ length: total }, (_, i) =>
      wrapFrame(
        joinHeader(
          { id: 0x0801, version: null, phone, serial: (firstSerial + i) & 0xffff, packet: { total, index: i + 1 } },
          body.subarray(i * size, (i + 1) * size),
        ),
      ),
    );
  };
  const mediaIn = (received: Received) => received.facts.flatMap((fact) => (fact.kind === 'media' ? [fact.media] : []));
  /** Ids and bodies of the answers. */
  const said = (received: Received): string[] =>
    received.replies.map(({ bytes }) => {
      const { content } = frameContent(bytes);
      const { id, bodyStart, bodyEnd } = readHeader(content, 0x7e);
      return `${id.toString(16)} ${toHex(content.subarray(bodyStart, bodyEnd))}`;
    });

  it('are a fact with their place, answered when it is durable', () => {
    const session = jt808.createSession();
    const frames = cut(bodyOf(picture));
    const last = frames.map((frame) => session.receive(frame, NOW)).at(-1)!;
    expect(mediaIn(last)).toMatchObject([
      { mediaId: 42, kind: 'picture', eventCode: 1, channel: 3, fix: { lat: 30.366966, lon: 121.473701, localTime: true } },
    ]);
    expect(toHex(mediaIn(last)[0]!.data)).toBe(toHex(picture));
    expect(said(last)).toEqual(['8800 0000002a']);
    expect(last.replies.every((r) => r.when === 'committed')).toBe(true);
    expect(last.error).toBeUndefined();
  });

  it('of 2011 have no place, and an impossible time does not cost the picture', () => {
    const bare = jt808.createSession();
    const [media] = cut(Uint8Array.of(...fromHex('0000002a00000103'), ...picture)).flatMap((frame) => mediaIn(bare.receive(frame, NOW)));
    expect([media!.fix, toHex(media!.data)]).toEqual([null, toHex(picture)]);
    const wrong = jt808.createSession();
    const received = cut(bodyOf(picture, undefined, `${place.slice(0, 44)}999999999999`))
      .map((frame) => wrong.receive(frame, NOW))
      .at(-1)!;
    expect(mediaIn(received)).toMatchObject([{ fix: null, data: { length: picture.length } }]);
    expect(received.error).toMatchObject({ code: 'bad-value' });
    const short = wrapFrame(joinHeader({ id: 0x0801, version: null, phone, serial: 7 }, fromHex('0000002a00000103')));
    expect(wrong.receive(short, NOW)).toMatchObject({ facts: [], error: { code: 'truncated' } });
  });

  it('are asked for by their id, at once when their end has come, and also under new serials', () => {
    const session = jt808.createSession();
    const body = bodyOf(picture);
    const frames = cut(body, 200);
    const lost = [3, 4, 9];
    const replies = frames.flatMap((frame, i) => (lost.includes(i) ? [] : said(session.receive(frame, NOW))));
    expect(replies).toEqual(['8800 0000002a0300040005000a']);
    expect(said(session.receive(frames[3]!, NOW + 100))).toEqual([]);
    expect(said(session.receive(heartbeat, NOW + 6_000))).toContain('8800 0000002a020005000a');
    const anew = cut(body, 200, 900);
    expect(said(session.receive(anew[4]!, NOW + 6_100))).toEqual([]);
    const whole = session.receive(anew[9]!, NOW + 6_200);
    expect(toHex(mediaIn(whole)[0]!.data)).toBe(toHex(picture));
    // What was asked for twice comes twice, and begins nothing.
    expect(session.receive(frames[9]!, NOW + 6_300)).toMatchObject({ facts: [], replies: [] });
    expect(said(session.receive(heartbeat, NOW + 20_000)).filter((s) => s.startsWith('8800'))).toEqual([]);
  });

  it('come whole from any order and any loss that is mended', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 4000 }),
        fc.integer({ min: 20, max: 900 }),
        fc.integer({ min: 0, max: 0xffff }),
        fc.infiniteStream(fc.nat(1_000_000)),
        (data, size, firstSerial, numbers) => {
          const session = jt808.createSession();
          const frames = cut(bodyOf(data), size, firstSerial);
          // A sub-packet needs its item: a body in one piece comes plain.
          fc.pre(frames.length > 1);
          const order = frames.map((frame) => ({ frame, key: numbers.next().value! })).toSorted((a, b) => a.key - b.key);
          const found: string[] = [];
          for (const { frame, key } of [...order.filter((f) => f.key % 3 !== 0), ...order, ...order.slice(0, 2)])
            for (const media of mediaIn(session.receive(frame, NOW + (key % 5)))) found.push(toHex(media.data));
          expect(new Set(found)).toEqual(new Set([toHex(data)]));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('hold no more than they may, whatever comes', () => {
    let held = 0;
    const memory = {
      take: (octets: number) => (held + octets > 100_000 ? false : ((held += octets), true)),
      give: (octets: number) => void (held -= octets),
    };
    const session = jt808.createSession({ memory });
    const endless = (serial: number, index: number, total = 16_000): Uint8Array =>
      wrapFrame(joinHeader({ id: 0x0801, version: null, phone, serial, packet: { total, index } }, new Uint8Array(1000)));
    expect(session.receive(endless(0, 1), NOW).error).toMatchObject({ code: 'too-long' });
    for (let i = 0; i < 300; i++) {
      session.receive(endless(i, i + 1, 400), NOW);
      expect(held).toBeLessThanOrEqual(100_000);
    }
    expect(session.receive(endless(5, 1, 16_385), NOW).error).toMatchObject({ code: 'too-long', field: 'packetTotal' });
    session.receive(heartbeat, NOW + 1_000_000);
    expect(held).toBe(0);
    const big = jt808.createSession();
    const refused = Array.from({ length: 9000 }, (_, i) => big.receive(endless(i, i + 1, 9000), NOW)).filter((r) => r.error);
    expect(refused.map((r) => said(r)[0]?.slice(0, 4))).toEqual(['8001']);
  });
});

describe('commands', () => {
  const session = () => {
    const opened = jt808.createSession();
    opened.receive(wrapFrame(fromHex('000200000139123456780005')), NOW);
    return opened;
  };
  const bodyOf = (name: string, params: Record<string, never> | Record<string, unknown>): { id: number; body: string } => {
    const { frames } = session().encodeCommand({ name, params: params as never });
    const { content } = frameContent(frames[0]!);
    const header = readHeader(content, 0x7e);
    return { id: header.id, body: toHex(content.subarray(header.bodyStart, header.bodyEnd)).toUpperCase() };
  };

  it.each([
    [
      'setParameters',
      {
        parameters: [
          { name: 'heartbeatIntervalS', value: 60 },
          { id: 0x13, value: 'gw.example.io' },
        ],
      },
      0x8103,
      '0200000001040000003C000000130D67772E6578616D706C652E696F',
    ],
    ['queryParameters', {}, 0x8104, ''],
    ['queryParameters', { ids: [1, 0x13] }, 0x8106, '020000000100000013'],
    ['queryAttributes', {}, 0x8107, ''],
    ['reboot', {}, 0x8105, '04'],
    ['factoryReset', {}, 0x8105, '05'],
    ['capture', { brightness: 127, contrast: 64, saturation: 64, chroma: 127 }, 0x8801, '01000100000002057F40407F'],
    ['queryPosition', {}, 0x8201, ''],
    ['track', { intervalS: 10, validityS: 300 }, 0x8202, '000A0000012C'],
    ['track', { intervalS: 0 }, 0x8202, '0000'],
    ['text', { text: 'Slow down' }, 0x8300, '0C536C6F7720646F776E'],
    ['cutFuel', {}, 0x8105, 'F0'],
    ['restoreFuel', { form: 'control64' }, 0x8105, '65'],
    ['lockDoors', {}, 0x8500, '01'],
    ['custom', { messageId: 0x8900, hex: 'F001' }, 0x8900, 'F001'],
    [
      'message',
      {
        messageId: 0x8600,
        fields: {
          operation: 1,
          areas: [{ id: 7, attributes: 10, latitudeE6: 31230416, longitudeE6: 121473701, radiusM: 500, maxSpeedKph: 80, overspeedS: 10 }],
        },
      },
      0x8600,
      '010100000007000A01DC89D0073D8AA5000001F400500A',
    ],
  ] as const)('%s', (name, params, id, body) => {
    expect(bodyOf(name, params as unknown as Record<string, unknown>)).toEqual({ id, body });
  });

  it.each([
    ['nothing', {}, 'unsupported'],
    ['toString', {}, 'unsupported'],
    ['track', { intervalS: 'x' }, 'bad-value'],
    ['track', { intervalS: 70_000 }, 'bad-value'],
    ['setParameters', { parameters: [{ name: 'nonsense', value: 1 }] }, 'bad-value'],
    ['cutFuel', { form: 'axe' }, 'bad-value'],
  ])('%s %j is refused as %s', (name, params, code) => {
    expect(() => bodyOf(name, params)).toThrow(expect.objectContaining({ code }));
  });

  it('needs a device to speak to', () => {
    expect(() => jt808.createSession().encodeCommand({ name: 'reboot', params: {} })).toThrow(expect.objectContaining({ code: 'state' }));
  });

  it('ties the answer to the command', () => {
    const opened = session();
    const { correlation } = opened.encodeCommand({ name: 'reboot', params: {} });
    const serial = Number(correlation).toString(16).padStart(4, '0');
    const answer = opened.receive(wrapFrame(fromHex(`000100050139123456780006${serial}810500`)), NOW);
    expect(answer.facts).toEqual([expect.objectContaining({ kind: 'commandAnswer', correlation, ok: true })]);
    const again = opened.encodeCommand({ name: 'reboot', params: {} });
    const next = Number(again.correlation).toString(16).padStart(4, '0');
    const refused = opened.receive(wrapFrame(fromHex(`000100050139123456780007${next}810503`)), NOW);
    expect(refused.facts).toMatchObject([{ kind: 'commandAnswer', correlation: again.correlation, ok: false }]);
  });

  it('tells the end of an upload apart from the answer to its command', () => {
    const opened = session();
    const { correlation } = opened.encodeCommand({
      name: 'message',
      params: { messageId: 0x9207, fields: { answeredSerial: 29, control: 2 } },
    });
    expect(opened.receive(wrapFrame(fromHex('120600030139123456780020001d00')), NOW)).toMatchObject({
      facts: [{ kind: 'uploadEnded', commandSerial: 29, ok: true }],
      replies: [{ when: 'committed' }],
    });
    expect(opened.receive(wrapFrame(fromHex('120600030139123456780021001d01')), NOW).facts).toMatchObject([{ ok: false }]);
    const serial = Number(correlation).toString(16).padStart(4, '0');
    expect(opened.receive(wrapFrame(fromHex(`000100050139123456780022${serial}920700`)), NOW).facts).toMatchObject([{ correlation }]);
  });

  it('cuts a long body into consecutive sub-packets that join again', () => {
    const opened = session();
    const { frames } = opened.encodeCommand({ name: 'text', params: { text: 'x'.repeat(2500) } });
    expect(frames.map((frame) => readHeader(frameContent(frame).content, 0x7e).packet)).toEqual(
      [1, 2, 3].map((index) => ({ total: 3, index })),
    );
    const receiver = jt808.createSession();
    const last = frames.map((frame) => receiver.receive(frame, NOW)).at(-1)!;
    expect(last.message!.fields['text']).toBe('x'.repeat(2500));
  });
});

describe('variants', () => {
  it('answers a sentence that asks for the time', () => {
    const received = jt808.createSession().receive(
      Uint8Array.from('(794104004140,1,001,BASE,2,TIME)', (c) => c.charCodeAt(0)),
      NOW,
    );
    expect(String.fromCharCode(...received.replies[0]!.bytes)).toBe('(794104004140,1,001,BASE,2,20251118013100)');
    expect(received.deviceIds).toEqual(['794104004140']);
  });

  it('speaks the E7 framing with its seven-octet number', () => {
    const phone = fromHex('12345678901234');
    const wire = wrapFrame(joinHeader({ id: 2, version: null, phone, serial: 0x3ee7 }, new Uint8Array(0)), 0xe7);
    expect(toHex(wire)).toContain('3e01e602');
    const [event] = jt808.createFramer().push(wire);
    expect(event!.kind).toBe('frame');
    const received = jt808.createSession().receive(event!.kind === 'frame' ? event!.frame : wire, NOW);
    expect(received.deviceIds).toEqual(['12345678901234']);
    expect(toHex(received.replies[0]!.bytes)).toMatch(/^e78001/);
  });

  it('finds frames after a sentence and sentences after a frame', () => {
    const frame = toHex(wrapFrame(fromHex('000200000139123456780005')));
    const sentence = toHex(Uint8Array.from('(1,2)', (c) => c.charCodeAt(0)));
    const events = jt808.createFramer().push(fromHex(sentence + frame + sentence + frame));
    expect(events.map((event) => event.kind)).toEqual(['frame', 'frame', 'frame', 'frame']);
  });
});
