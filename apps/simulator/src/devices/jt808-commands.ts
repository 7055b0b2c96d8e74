import { ByteReader, ByteWriter, fromHex, toHex, xor8 } from '@sightline/codec';
import { isWarningParameter, takeWarnings } from '../alarms/warning-settings.ts';
import { resetToFactory, showText } from './device-memory.ts';
import type { Device, Report } from './driver.ts';
import { channelTable, jt1078Command } from './jt1078-commands.ts';
import { general, GMT8_MS, RESULT, type CommandEffect } from './jt808-answers.ts';
import { concoxCommand } from './text-commands.ts';

const { ok: OK, wrong: WRONG, unsupported: UNSUPPORTED } = RESULT;
const INTERVAL_PARAMETER = 0x0029;
const CHANNEL_TABLE = 0x0076;

/** 0x8105: 4 restart, 5 factory settings; vendors cut the fuel with F0 or 64 and restore it with F1 or 65. */
function control(device: Device, answered: number, command: number): CommandEffect {
  switch (command) {
    case 0xf0:
    case 0x64:
      device.memory.blocked = true;
      return general(answered, 0x8105, OK);
    case 0xf1:
    case 0x65:
      device.memory.blocked = false;
      return general(answered, 0x8105, OK);
    case 5:
      resetToFactory(device.memory);
      return general(answered, 0x8105, OK, true);
    case 4:
      return general(answered, 0x8105, OK, true);
    default:
      return general(answered, 0x8105, UNSUPPORTED);
  }
}

function parametersAnswer(device: Device, answered: number, ids: readonly number[]): CommandEffect {
  const valueOf = (id: number): string | undefined =>
    id === CHANNEL_TABLE && device.camera ? channelTable(device.camera) : device.memory.parameters.get(id);
  const known = ids.filter((id) => valueOf(id) !== undefined);
  const body = new ByteWriter().u16(answered).u8(known.length);
  for (const id of known) {
    const octets = fromHex(valueOf(id)!);
    body.u32(id).u8(octets.length).raw(octets);
  }
  return { messages: [{ id: 0x0104, body: body.finish() }] };
}

function setParameters(device: Device, answered: number, body: ByteReader): CommandEffect {
  const given = new Map<number, Uint8Array>();
  for (let count = body.u8(); count > 0; count--) {
    const id = body.u32();
    given.set(id, body.slice(body.u8()));
  }
  const interval = given.get(INTERVAL_PARAMETER);
  if (interval && (interval.length !== 4 || new ByteReader(interval).u32() === 0)) return general(answered, 0x8103, WRONG);
  const values = [...given].map(([id, octets]) => {
    const had = device.memory.parameters.get(id);
    return [id, isWarningParameter(id) ? takeWarnings(id, had, octets) : toHex(octets)] as const;
  });
  if (values.some(([, value]) => value === null)) return general(answered, 0x8103, WRONG);
  for (const [id, value] of values) if (value !== null) device.memory.parameters.set(id, value);
  if (interval) device.memory.intervalS = new ByteReader(interval).u32();
  return general(answered, 0x8103, OK);
}

/** 0x0107 of 2013: type, maker, model, terminal id, ICCID, versions, GNSS and network bits. */
function attributes(deviceId: string): CommandEffect {
  const body = new ByteWriter(96)
    .u16(0x0040)
    .ascii('70111')
    .ascii('SIM-808'.padEnd(20, '\0'))
    .ascii(deviceId.slice(-7))
    .bcd('89860000000000000001', 10);
  for (const version of ['SIM1.0', 'SIMULATOR_1.0']) body.u8(version.length).ascii(version);
  return { messages: [{ id: 0x0107, body: body.u8(0x03).u8(0x20).finish() }] };
}

/** 0x0700 with a packet of the recorder; only the standard's version and the clock are kept. GB/T 19056-2012 B.3. */
function recorder(answered: number, command: number, nowMs: number): CommandEffect {
  const clock = new Date(nowMs + GMT8_MS).toISOString().replace(/\D/g, '').slice(2, 14);
  const data = command === 0 ? Uint8Array.of(0x12, 0) : command === 2 ? fromHex(clock) : null;
  if (!data) return general(answered, 0x8700, UNSUPPORTED);
  const packet = new ByteWriter(16).u16(0x557a).u8(command).u16(data.length).u8(0).raw(data).finish();
  return { messages: [{ id: 0x0700, body: new ByteWriter(32).u16(answered).u8(command).raw(packet).u8(xor8(packet)).finish() }] };
}

const withPosition = (
  device: Device,
  id: number,
  answered: number,
  command: number,
  location: (report: Report) => Uint8Array,
): CommandEffect => {
  const report = device.now();
  return report
    ? {
        messages: [
          {
            id,
            body: new ByteWriter(80)
              .u16(answered)
              .raw(location({ ...report, blocked: device.memory.blocked }))
              .finish(),
          },
        ],
      }
    : general(answered, command, UNSUPPORTED);
};

const VIDEO = 0xffff;

/** 0x8801: answered when the pictures are ordered; they are sent as they are taken. 1 failed, 2 no such channel. JT/T 808-2013 tables 81 and 84. */
function capture(device: Device, answered: number, body: ByteReader, nowMs: number): CommandEffect {
  const [channel, count, intervalS] = [body.u8(), body.u16(), body.u16()];
  const answer = (result: number, ids: readonly number[] = []): CommandEffect => {
    const out = new ByteWriter(5 + 4 * ids.length).u16(answered).u8(result).u16(ids.length);
    for (const id of ids) out.u32(id);
    return { messages: [{ id: 0x0805, body: out.finish() }] };
  };
  const { camera } = device;
  if (!camera || camera.faults.refuses || count === VIDEO) return answer(1);
  if (!camera.has(channel)) return answer(2);
  if (count === 0) camera.photographs.cancel(channel);
  return answer(0, camera.photographs.order(channel, count, intervalS, nowMs));
}

/** What a command of the platform does to the simulated terminal. JT/T 808-2013 §8. */
export function jt808Command(
  deviceId: string,
  device: Device,
  id: number,
  answered: number,
  body: ByteReader,
  location: (report: Report) => Uint8Array,
): CommandEffect {
  const { memory } = device;
  switch (id) {
    case 0x8103:
      return setParameters(device, answered, body);
    case 0x8104:
      return parametersAnswer(device, answered, [...memory.parameters.keys()]);
    case 0x8106:
      return parametersAnswer(
        device,
        answered,
        Array.from({ length: body.u8() }, () => body.u32()),
      );
    case 0x8105:
      return control(device, answered, body.u8());
    case 0x8107:
      return attributes(deviceId);
    case 0x8201:
      return withPosition(device, 0x0201, answered, id, location);
    case 0x8202: {
      const intervalS = body.u16();
      memory.tracking = intervalS === 0 ? null : { intervalS, untilMs: Date.now() + (body.remaining >= 4 ? body.u32() : 0) * 1000 };
      return general(answered, id, OK);
    }
    case 0x8300: {
      body.skip(1);
      const text = new TextDecoder('gbk').decode(body.slice(body.remaining));
      if (!text.endsWith('#')) {
        showText(memory, text);
        return general(answered, id, OK);
      }
      const answer = concoxCommand(text, device);
      // The general answer, and the text in a message of its own.
      const said = new ByteWriter().u8(0).ascii(answer.text).finish();
      const { messages } = general(answered, id, answer.text.startsWith('ERROR') ? WRONG : OK);
      return { messages: [...messages, { id: 0x6006, body: said }], ...(answer.restart && { restart: true }) };
    }
    case 0x8500:
      memory.doorsLocked = (body.u8() & 1) === 1;
      return withPosition(device, 0x0500, answered, id, location);
    case 0x8700:
      return recorder(answered, body.u8(), Date.now());
    case 0x8801:
      return capture(device, answered, body, Date.now());
    case 0x8900:
      return general(answered, id, OK);
    default:
      return (device.camera && jt1078Command(device.camera, id, answered, body)) ?? general(answered, id, UNSUPPORTED);
  }
}
