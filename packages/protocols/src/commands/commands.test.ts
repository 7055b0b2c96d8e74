import { fromHex, toHex } from '@sightline/codec';
import {
  COMMAND_IDS,
  COMMAND_PROTOCOLS,
  commandDefinition,
  commandFields,
  isSecretParameter,
  DEVICE_PARAMETERS,
  type CommandId,
} from '@sightline/contract';
import { describe, expect, it, test } from 'vitest';
import { protocolById } from '../registry.ts';
import type { Fact, FieldValue, Session } from '../protocol.ts';
import { parameterById } from '../jt808/messages/parameters.ts';
import { deviceCommandOf, PROTOCOL_COMMANDS, readCommandAnswer } from './index.ts';

const AT = Date.UTC(2025, 10, 18, 1, 31, 0);

/** A session that knows its device, so that commands have an address. */
function sessionOf(protocol: string, edition: 2013 | 2019 = 2013): Session {
  const session = protocolById(protocol)!.createSession(
    protocol === 'jt808' && edition === 2013
      ? { hints: { deviceId: '13912345678' } }
      : protocol === 'gt06'
        ? { hints: { firstServerFlag: '1' } }
        : {},
  );
  if (protocol === 'jt808' && edition === 2019) {
    const frame =
      '7E0102402A010000000001391234567800010641314232433338363132333435363738393031323356312E302E330000000000000000000000000000747E';
    session.receive(fromHex(frame), AT);
  }
  return session;
}

const sent = (protocol: string, id: string, params: Record<string, unknown> = {}, session = sessionOf(protocol)): string[] =>
  session.encodeCommand(deviceCommandOf(protocol, id, params as never)).frames.map((f) => toHex(f).toUpperCase());
/** Text of a Teltonika or GT06 frame. */
const textIn = (hex: string): string =>
  Buffer.from(fromHex(hex))
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '');
const answers = (facts: readonly Fact[]) => facts.filter((f) => f.kind === 'commandAnswer');

/** The smallest parameters that the schema takes. */
function sample(id: CommandId): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const shape = commandDefinition(id).params.shape;
  for (const field of commandFields(id)) {
    if (!field.required) continue;
    const meta = (shape[field.name] as unknown as { meta(): { examples?: unknown[] } | undefined }).meta();
    given[field.name] =
      meta?.examples?.[0] ?? (field.kind === 'choice' ? field.choices[0]!.value : field.kind === 'number' ? field.min : true);
  }
  return commandDefinition(id).params.parse(given);
}

describe('the catalogue and the words of the protocols', () => {
  for (const protocol of COMMAND_PROTOCOLS) {
    test(`${protocol} has words for the commands that the catalogue gives it, and no others`, () => {
      const promised = COMMAND_IDS.filter((id) => (commandDefinition(id).protocols as readonly string[]).includes(protocol));
      expect(Object.keys(PROTOCOL_COMMANDS[protocol]!.words).toSorted()).toEqual(promised.toSorted());
    });
  }

  for (const id of COMMAND_IDS) {
    test(`${id} is encoded by each of its protocols`, () => {
      for (const protocol of commandDefinition(id).protocols) {
        const params = sample(id);
        // Teltonika names parameters by number.
        if (protocol === 'teltonika' && id.startsWith('parameters'))
          params['parameters'] = id === 'parametersSet' ? [{ name: '2001', value: 'apn' }] : ['2001'];
        const frames = sent(protocol, id, params);
        expect(frames.length).toBeGreaterThan(0);
      }
    });
  }

  it('asks for a confirmation of everything that is dangerous, and repeats only what asks', () => {
    for (const id of COMMAND_IDS) {
      const d = commandDefinition(id);
      if (d.danger === 'dangerous') expect(d.confirm, id).toBe(true);
      if (d.repeatable) expect(d.danger, id).toBe('harmless');
      expect([d.title.en, d.title.zh, d.description.en, d.description.zh].every((t) => t.length > 1)).toBe(true);
      for (const field of commandFields(id)) expect(field.label.zh, `${id}.${field.name}`).not.toBe(field.name);
    }
  });

  it('names parameters as the table of the protocol does', () => {
    for (const p of DEVICE_PARAMETERS) expect(parameterById(p.id)?.name, p.name).toBe(p.name);
    expect([isSecretParameter('mainPassword'), isSecretParameter(0x12), isSecretParameter('0x0012'), isSecretParameter('mainApn')]).toEqual(
      [true, true, true, false],
    );
  });
});

describe('JT/T 808 bytes', () => {
  const body = (id: string, params: Record<string, unknown> = {}): string => {
    const hex = sent('jt808', id, params)[0]!.slice(2, -4);
    // Unescaped here by hand: 7D01 and 7D02.
    const octets = hex.match(/../g)!.join(' ').replaceAll('7D 01', '7d').replaceAll('7D 02', '7e').toUpperCase().replaceAll(' ', '');
    return `${octets.slice(0, 4)} ${octets.slice(24)}`;
  };

  test.each<[string, Record<string, unknown>, string]>([
    ['positionQuery', {}, '8201 '],
    ['temporaryTracking', { intervalS: 10, validityS: 300 }, '8202 000A0000012C'],
    ['temporaryTracking', { intervalS: 0, validityS: 300 }, '8202 0000'],
    ['terminalAttributes', {}, '8107 '],
    ['parametersQuery', { parameters: [] }, '8104 '],
    ['parametersQuery', { parameters: ['heartbeatIntervalS', '0x0029'] }, '8106 020000000100000029'],
    [
      'parametersSet',
      {
        parameters: [
          { name: 'heartbeatIntervalS', value: 60 },
          { name: 'mainServer', value: 'gw.example.io' },
        ],
      },
      '8103 020000000104' + '0000003C' + '000000130D' + '67772E6578616D706C652E696F',
    ],
    ['parametersSet', { parameters: [{ name: '0xF364', value: '0a0b' }] }, '8103 010000F364020A0B'],
    ['positionInterval', { drivingS: 30, parkedS: 600 }, '8103 020000002904' + '0000001E' + '0000002704' + '00000258'],
    ['speedLimit', { speedKph: 90, durationS: 15 }, '8103 020000005504' + '0000005A' + '0000005604' + '0000000F'],
    ['server', { host: 'a.b', port: 5015 }, '8103 020000001303' + '612E62' + '0000001804' + '00001397'],
    ['text', { text: 'Slow down', urgent: false, display: true, speak: true }, '8300 0C536C6F7720646F776E'],
    ['text', { text: 'A', urgent: true, display: false, speak: true }, '8300 0941'],
    ['timeZone', { utcOffsetMinutes: -210 }, '8300 01' + '474D542C572C332C333023'],
    ['doors', { action: 'lock' }, '8500 01'],
    ['doors', { action: 'unlock' }, '8500 00'],
    ['fuelCut', { form: 'auto' }, '8105 F0'],
    ['fuelCut', { form: 'control64' }, '8105 64'],
    ['fuelRestore', { form: 'control64' }, '8105 65'],
    ['fuelCut', { form: 'relay' }, '8300 01' + '52454C41592C3123'],
    ['reboot', {}, '8105 04'],
    ['factoryReset', {}, '8105 05'],
    ['powerOff', {}, '8105 03'],
    ['capture', { channel: 1, count: 1, intervalS: 0 }, '8801 0100010000000205' + '7F40407F'],
    // Channels 1 and 2, uploaded, every 30 minutes: 30 << 17 | 1 << 16 | 3 << 8 | 3.
    ['captureInterval', { channels: [1, 2], intervalMin: 30 }, '8103 010000006404' + '003D0303'],
    ['captureInterval', { channels: [1], intervalMin: 0 }, '8103 010000006404' + '00000000'],
    ['captureDistance', { channels: [1, 5], distanceM: 500 }, '8103 010000006504' + '03E81111'],
    ['captureDistance', { channels: [2], distanceM: 0 }, '8103 010000006504' + '00000000'],
    ['recorderLog', { block: 'mileage' }, '8700 03'],
    ['peripheral', { port: 'serial2', data: '4f4b' }, '8900 424F4B'],
    ['custom', { text: 'STATUS#' }, '8300 01' + '53544154555323'],
    ['customRaw', { messageId: '8104', body: '' }, '8104 '],
  ])('%s %j', (id, params, expected) => expect(body(id, params)).toBe(expected));

  it('locks doors in the form of 2019', () => {
    const [frame] = sent('jt808', 'doors', { action: 'lock' }, sessionOf('jt808', 2019));
    expect(frame).toContain('8500400501');
    expect(frame!.slice(-16, -4)).toMatch(/0001000100$/);
  });

  it('refuses a parameter that is none, or is not of its type', () => {
    for (const bad of [
      { name: 'noSuch', value: 1 },
      { name: 'heartbeatIntervalS', value: 'often' },
      { name: 'video', value: '1' },
      { name: '0xF364', value: 7 },
    ]) {
      expect(() => sent('jt808', 'parametersSet', { parameters: [bad] }), bad.name).toThrow(RangeError);
    }
    expect(() => sent('jt808', 'fuelCut', { form: 'dyd' })).toThrow(RangeError);
  });
});

describe('text protocols', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['fuelCut', { form: 'auto' }, 'Relay,1#'],
    ['fuelCut', { form: 'dyd' }, 'DYD#'],
    ['fuelCut', { form: 'dydPassword' }, 'DYD,000000#'],
    ['fuelRestore', { form: 'dydPassword' }, 'HFYD,000000#'],
    ['fuelRestore', { form: 'relay' }, 'RELAY,0#'],
    ['status', {}, 'STATUS#'],
    ['reboot', {}, 'RESET#'],
    ['factoryReset', {}, 'FACTORY#'],
    ['positionQuery', {}, 'WHERE#'],
    ['terminalAttributes', {}, 'VERSION#'],
    ['parametersQuery', {}, 'PARAM#'],
    ['positionInterval', { drivingS: 20, parkedS: 300 }, 'TIMER,20,300#'],
    ['timeZone', { utcOffsetMinutes: 345 }, 'GMT,E,5,45#'],
    ['server', { host: 'gw.example.io', port: 5023 }, 'SERVER,1,gw.example.io,5023,0#'],
    ['speedLimit', { speedKph: 100, durationS: 20 }, 'SPEED,ON,20,100,0#'],
    ['custom', { text: 'SOS,A,123#' }, 'SOS,A,123#'],
  ])('GT06 %s %j', (id, params, text) => {
    const [frame] = sent('gt06', id, params);
    // 7878 length 80 text length, server flag 00000001, text.
    expect(frame).toMatch(/^7878..80..00000001/);
    expect(textIn(frame!)).toContain(text);
    expect(Number.parseInt(frame!.slice(8, 10), 16)).toBe(4 + text.length);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['deviceInfo', {}, '000000000000000F0C010500000007676574696E666F0100004312'],
    ['terminalAttributes', {}, '000000000000000E0C0105000000066765747665720100' + '00A4C2'],
    ['fuelCut', { form: 'auto' }, '00000000000000130C01050000000B7365746469676F7574203101000087A2'],
  ])('Teltonika %s is the documented packet', (id, params, hex) => expect(sent('teltonika', id, params)[0]).toBe(hex));

  test.each<[string, Record<string, unknown>, string]>([
    ['fuelRestore', { form: 'auto' }, 'setdigout 0'],
    ['reboot', {}, 'cpureset'],
    ['status', {}, 'getstatus'],
    ['inputsQuery', {}, 'getio'],
    ['positionQuery', {}, 'getgps'],
    ['parametersQuery', { parameters: ['2001', '2004'] }, 'getparam 2001;2004'],
    [
      'parametersSet',
      {
        parameters: [
          { name: '2001', value: 'apn' },
          { name: '10050', value: 30 },
        ],
      },
      'setparam 2001:apn;10050:30',
    ],
    ['positionInterval', { drivingS: 30, parkedS: 600 }, 'setparam 10050:30;10000:600'],
    ['server', { host: 'gw.example.io', port: 5027 }, 'setparam 2004:gw.example.io;2005:5027'],
  ])('Teltonika %s %j', (id, params, text) => expect(textIn(sent('teltonika', id, params)[0]!)).toContain(text));

  it('lets no value begin another parameter or command', () => {
    for (const value of ['a;2004:evil', 'a:b', 'a\n']) {
      expect(() => sent('teltonika', 'parametersSet', { parameters: [{ name: '2001', value }] }), value).toThrow(RangeError);
    }
    const text = commandDefinition('text').params;
    for (const bad of ['RELAY,1#', 'DYD#', 'a\u0007b', '*HQ']) expect(text.safeParse({ text: bad }).success, bad).toBe(false);
  });

  it('reads pairs of a text', () => {
    const { readAnswer } = PROTOCOL_COMMANDS['gt06']!;
    expect(readAnswer({ text: 'Battery:4.13V,NORMAL; GPRS:Link Up; Relay:1', fields: {} })).toEqual({
      Battery: '4.13V,NORMAL',
      GPRS: 'Link Up',
      Relay: '1',
    });
    expect(readCommandAnswer('teltonika', { text: 'Ver:03.27.07_00 GPS:AXN_5.10 Hw:FMB920 Mod:13', fields: {} })).toEqual({
      Ver: '03.27.07_00',
      GPS: 'AXN_5.10',
      Hw: 'FMB920',
      Mod: '13',
    });
    expect(readCommandAnswer('gt06', { text: 'Success!', fields: {} })).toEqual({});
  });

  it('reads the place of a JT/T 808 terminal in degrees and km/h, with its additional items', () => {
    const location: FieldValue = {
      alarmBits: 2,
      statusBits: 7,
      latitudeE6: 33_512_345,
      longitudeE6: 151_200_000,
      altitudeM: 12,
      speedDeciKph: 605,
      directionDeg: 90,
      time: '2026-11-22 13:49:46',
      alarms: ['overspeed'],
      statuses: ['acc', 'positioned', 'south'],
      items: [
        { id: 1, name: 'odometer', value: { odometerDeciKm: 27_695 } },
        { id: 3, name: 'recorderSpeed', value: { speedDeciKph: 600 } },
        { id: 0xe1, hex: '0102' },
        { id: 0x2b, name: 'analog', attributes: { adc1: 5 } },
      ],
    };
    expect(readCommandAnswer('jt808', { text: null, fields: { answeredSerial: 4, location } })).toEqual({
      time: '2026-11-22 13:49:46',
      latitude: -33.512345,
      longitude: 151.2,
      speedKph: 60.5,
      directionDeg: 90,
      altitudeM: 12,
      positioned: true,
      ignition: true,
      alarms: 'overspeed',
      odometerKm: 2769.5,
      'recorderSpeed.speedKph': 60,
      xe1: '0102',
      adc1: 5,
    });
    expect(readCommandAnswer('jt808', { text: null, fields: { answeredId: 1, terminalType: 64 } })).toEqual({ terminalType: 64 });
  });
});

describe('which message answers a JT/T 808 command', () => {
  /** A frame of the terminal: id, serial, body. */
  const frame = (id: string, serial: number, body: string): Uint8Array => {
    const hex = `${id}${(body.length / 2).toString(16).padStart(4, '0')}013912345678${serial.toString(16).padStart(4, '0')}${body}`;
    const octets = fromHex(hex);
    const xor = octets.reduce((a, b) => a ^ b, 0);
    const out = [0x7e];
    for (const o of [...octets, xor]) out.push(...(o === 0x7e ? [0x7d, 2] : o === 0x7d ? [0x7d, 1] : [o]));
    return Uint8Array.from([...out, 0x7e]);
  };
  const say = (session: Session, id: string, body: string) => answers(session.receive(frame(id, 1, body), AT).facts);

  it('waits for the answer of its own after the general one', () => {
    const session = sessionOf('jt808');
    const { correlation } = session.encodeCommand(deviceCommandOf('jt808', 'parametersQuery', { parameters: [] }));
    expect(say(session, '0001', '0000' + '8104' + '00')).toMatchObject([{ correlation, ok: true, interim: true }]);
    const answer = say(session, '0104', '0000' + '01' + '0000000104' + '0000003C');
    expect(answer).toMatchObject([{ correlation, ok: true, fields: { parameters: [{ id: 1, name: 'heartbeatIntervalS', value: 60 }] } }]);
    expect(answer[0]).not.toHaveProperty('interim');
    // The second time nobody waits.
    expect(say(session, '0104', '0000' + '00')).toEqual([]);
  });

  it('ends with a refusal in the general answer, and with the general answer where there is no other', () => {
    const session = sessionOf('jt808');
    session.encodeCommand(deviceCommandOf('jt808', 'terminalAttributes', {}));
    expect(say(session, '0001', '0000' + '8107' + '03')).toMatchObject([{ correlation: '0', ok: false }]);
    const { correlation } = session.encodeCommand(deviceCommandOf('jt808', 'fuelCut', {}));
    const serial = Number(correlation).toString(16).padStart(4, '0');
    expect(say(session, '0001', serial + '8105' + '00')).toMatchObject([{ correlation, ok: true }]);
  });

  it('takes the attributes, which carry no number, for the answer to their question alone', () => {
    const session = sessionOf('jt808');
    session.encodeCommand(deviceCommandOf('jt808', 'custom', { text: 'STATUS#' }));
    const { correlation } = session.encodeCommand(deviceCommandOf('jt808', 'terminalAttributes', {}));
    const attributes = `0040${'3730313131'}${'53494d'.padEnd(40, '0')}${'31'.repeat(7)}89860000000000000001${'0141'}${'0142'}0320`;
    expect(say(session, '0107', attributes)).toMatchObject([{ correlation, ok: true, fields: { model: 'SIM', firmwareVersion: 'B' } }]);
    expect(say(session, '0107', attributes)).toEqual([]);
  });

  it('takes no text that comes by itself for the answer to a fuel cut', () => {
    const session = sessionOf('jt808');
    session.encodeCommand(deviceCommandOf('jt808', 'fuelCut', {}));
    expect(say(session, '6006', '00' + '4F4B')).toEqual([]);
    const { correlation } = session.encodeCommand(deviceCommandOf('jt808', 'custom', { text: 'STATUS#' }));
    expect(say(session, '6006', '00' + '4F4B')).toMatchObject([{ correlation, text: 'OK' }]);
  });

  it('does not listen before it has authenticated, and does afterwards', () => {
    const session = protocolById('jt808')!.createSession();
    expect(session.acceptsCommands).toBe(false);
    session.receive(frame('0100', 0, '00'.repeat(37)), AT);
    expect(session.acceptsCommands).toBe(false);
    session.receive(frame('0102', 1, '31'), AT);
    expect(session.acceptsCommands).toBe(true);
  });
});
