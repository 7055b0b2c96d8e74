import { DecodeError, encodeGbk, fromHex, toHex } from '@sightline/codec';
import type { DeviceCommand, FieldValue } from '../protocol.ts';
import type { Edition } from './header.ts';
import { encodeBody, messageById } from './messages/index.ts';
import { parameterByName } from './messages/parameters.ts';
import { wallTextOf } from './time.ts';

export interface CommandContext {
  readonly edition: Edition;
  readonly model: string | undefined;
  readonly nowMs: number;
  readonly utcOffsetMinutes: number;
}

export interface CommandBody {
  readonly id: number;
  readonly body: Uint8Array;
}

type Params = DeviceCommand['params'];

const number = (params: Params, key: string, fallback?: number): number => {
  const value = params[key] ?? fallback;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DecodeError('bad-value', `${key} must be a number`, null, key);
  return value;
};
const string = (params: Params, key: string, fallback?: string): string => {
  const value = params[key] ?? fallback;
  if (typeof value !== 'string') throw new DecodeError('bad-value', `${key} must be text`, null, key);
  return value;
};
const list = (params: Params, key: string): readonly FieldValue[] => {
  const value = params[key] ?? [];
  if (!Array.isArray(value)) throw new DecodeError('bad-value', `${key} must be a list`, null, key);
  return value as readonly FieldValue[];
};

/** `{id | name, value | hex}`; by name the ids of the standard are known. */
function parameterOf(entry: FieldValue): Record<string, unknown> {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const named = typeof given['name'] === 'string' ? parameterByName(given['name'])?.id : undefined;
  const id = typeof given['id'] === 'number' ? given['id'] : named;
  if (id === undefined) throw new DecodeError('bad-value', 'a parameter needs a known name or an id', null, 'parameters');
  return { ...given, id };
}

type Encoder = (params: Params, context: CommandContext) => CommandBody;

const table = (id: number, fields: Readonly<Record<string, unknown>>, edition: Edition): CommandBody => ({
  id,
  body: encodeBody(id, fields, edition),
});
const control = (command: number, context: CommandContext, parameters?: string): CommandBody =>
  table(0x8105, { command, ...(parameters !== undefined && { parameters }) }, context.edition);

/** How makers cut oil or electricity: there is no standard command. `form` as parameter, else by model. */
const CUT_FORMS: Readonly<Record<string, (cut: boolean, context: CommandContext) => CommandBody>> = {
  controlF0: (cut, context) => control(cut ? 0xf0 : 0xf1, context),
  control64: (cut, context) => control(cut ? 0x64 : 0x65, context),
  controlText: (cut) => ({ id: 0x8105, body: encodeGbk(cut ? '#0;1' : '#0;0') }),
  relayText: (cut, context) => table(0x8300, { flag: 1, textType: 1, text: `RELAY,${cut ? 1 : 0}#` }, context.edition),
  oilControl: (cut, context) =>
    table(0xa006, { flag: cut ? 1 : 0, time: wallTextOf(context.nowMs, context.utcOffsetMinutes) }, context.edition),
};

const fuelCut =
  (cut: boolean): Encoder =>
  (params, context) => {
    const name = string(
      params,
      'form',
      context.model === 'VL300' ? 'controlText' : /^JC\d/.test(context.model ?? '') ? 'relayText' : 'controlF0',
    );
    const form = CUT_FORMS[name];
    if (!form) throw new DecodeError('bad-value', `form must be one of ${Object.keys(CUT_FORMS).join(', ')}`, null, 'form');
    return form(cut, context);
  };

/** Doors of 0x8500: bit 0 before 2019, control 0x0001 (0 lock, 1 open) in 2019. */
const doors =
  (lock: boolean): Encoder =>
  (_params, { edition }) =>
    table(0x8500, edition === 2019 ? { controls: [{ controlId: 1, parameter: lock ? 0 : 1 }] } : { flag: lock ? 1 : 0 }, edition);

/**
 * A text command. JC cameras of Jimi take theirs as pass-through F0, the others as 0x8300.
 */
const custom: Encoder = (params, context) => {
  if (params['messageId'] !== undefined) return { id: number(params, 'messageId'), body: hexParam(params, 'hex') };
  const text = string(params, 'text');
  if (/^JC\d/.test(context.model ?? '')) return table(0x8900, { type: 0xf0, content: toHex(encodeGbk(text)) }, context.edition);
  return table(0x8300, { flag: number(params, 'flag', 1), textType: 1, text }, context.edition);
};

function hexParam(params: Params, key: string): Uint8Array {
  try {
    return fromHex(string(params, key, ''));
  } catch {
    throw new DecodeError('bad-value', `${key} must be hex`, null, key);
  }
}

/** Commands by name; parameters in brackets. Every other message of the table can be sent with `message {messageId, fields}`. */
const COMMANDS: Readonly<Record<string, Encoder>> = {
  /** [ids]: without them, all. */
  queryParameters: (params, { edition }) =>
    list(params, 'ids').length === 0 ? table(0x8104, {}, edition) : table(0x8106, { ids: list(params, 'ids') }, edition),
  /** parameters: [{id | name, value | hex}] */
  setParameters: (params, { edition }) => table(0x8103, { parameters: list(params, 'parameters').map(parameterOf) }, edition),
  queryAttributes: (_params, { edition }) => table(0x8107, {}, edition),
  /** command, [parameters] of 0x8105 */
  terminalControl: (params, context) =>
    control(number(params, 'command'), context, params['parameters'] === undefined ? undefined : string(params, 'parameters')),
  powerOff: (_params, context) => control(3, context),
  reboot: (_params, context) => control(4, context),
  factoryReset: (_params, context) => control(5, context),
  /** text, [flag = 12: display and read aloud], [textType = 1] */
  text: (params, { edition }) =>
    table(0x8300, { flag: number(params, 'flag', 12), textType: number(params, 'textType', 1), text: string(params, 'text') }, edition),
  queryPosition: (_params, { edition }) => table(0x8201, {}, edition),
  /** intervalS (0 = stop), [validityS] */
  track: (params, { edition }) => {
    const intervalS = number(params, 'intervalS');
    return table(0x8202, { intervalS, ...(intervalS > 0 && { validityS: number(params, 'validityS', 300) }) }, edition);
  },
  /** alarmSerial (0 = all), alarmTypes */
  confirmAlarm: (params, { edition }) =>
    table(0x8203, { alarmSerial: number(params, 'alarmSerial', 0), alarmTypes: number(params, 'alarmTypes') }, edition),
  lockDoors: doors(true),
  unlockDoors: doors(false),
  /** flag (before 2019) or controls: [{controlId, parameter}] */
  vehicleControl: (params, { edition }) => table(0x8500, params, edition),
  /** [form] */
  cutFuel: fuelCut(true),
  restoreFuel: fuelCut(false),
  /** [channel = 1], [count = 1], [intervalS = 0], [resolution = 2], [quality = 5] ... of 0x8801 */
  capture: (params, { edition }) =>
    table(
      0x8801,
      {
        channel: number(params, 'channel', 1),
        command: number(params, 'count', 1),
        intervalS: number(params, 'intervalS', 0),
        save: number(params, 'save', 0),
        resolution: number(params, 'resolution', 2),
        quality: number(params, 'quality', 5),
        brightness: number(params, 'brightness', 127),
        contrast: number(params, 'contrast', 64),
        saturation: number(params, 'saturation', 64),
        chroma: number(params, 'chroma', 127),
      },
      edition,
    ),
  custom,
  /** messageId, fields: any message of the table */
  message: (params, { edition }) => {
    const id = number(params, 'messageId');
    const fields = params['fields'];
    if (!messageById(id)) throw new DecodeError('unsupported', `message ${id} has no known body`, null, 'messageId');
    return table(id, typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}, edition);
  },
};

/** The names that `encodeCommand` knows. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Message id and body of a command. Throws a {@link DecodeError}: `unsupported` name, `bad-value` parameter. */
export function commandBody(command: DeviceCommand, context: CommandContext): CommandBody {
  const encoder = Object.hasOwn(COMMANDS, command.name) ? COMMANDS[command.name] : undefined;
  if (!encoder) throw new DecodeError('unsupported', `no command '${command.name}'`, null, 'name');
  return encoder(command.params, context);
}
