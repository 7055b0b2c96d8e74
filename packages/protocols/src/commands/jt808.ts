import { fieldContext, fromHex, toHex } from '@sightline/codec';
import { ALARM_SETTING_GROUPS, ALARM_SETTINGS, type AlarmSettingValues } from '@sightline/domain';
import { untouchedSettings, writeAlarmSettings } from '../jsatl12/alarm-settings.ts';
import type { FieldValue } from '../protocol.ts';
import { parameterById, parameterByName } from '../jt808/messages/parameters.ts';
import { command, formOf, listOf, numberOf, pairOf, textOf, type CommandParams, type ProtocolCommands } from './definition.ts';
import { isValues, placeValues } from './place-answer.ts';

/** Number of a parameter by name, `0x0029` or `41`. */
function parameterId(name: string): number {
  const id = parameterByName(name)?.id ?? (/^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(name) ? Number(name) : Number.NaN);
  if (!(id >= 0 && id <= 0xffff_ffff)) throw new RangeError(`parameter parameters: '${name}' is no parameter`);
  return id;
}

/** A value with the type that the table gives it: texts of numbers are numbers there. */
function parameterEntry(entry: FieldValue): FieldValue {
  const { name, value } = pairOf(entry);
  const id = parameterId(name);
  const known = parameterById(id);
  // The table says the type by an example of it.
  const sample = known?.value.sample(() => 0, SAMPLE_CONTEXT);
  if (typeof sample === 'object' || sample === undefined) {
    if (typeof value !== 'string' || !/^([0-9a-f]{2})*$/i.test(value))
      throw new RangeError(`parameter ${name} ${known ? 'has parts' : 'is not known'}: octets in hexadecimal`);
    return { id, hex: value };
  }
  if (typeof sample === 'string') return { id, value: String(value) };
  if (typeof sample !== 'number') throw new RangeError(`parameter ${name} has parts: it cannot be set here`);
  const number = typeof value === 'number' ? value : Number(value);
  if (!Number.isInteger(number) || value === '') throw new RangeError(`parameter ${name} must be a whole number`);
  return { id, value: number };
}
const SAMPLE_CONTEXT = fieldContext(2013);

const set = (...parameters: readonly FieldValue[]) => command('setParameters', { parameters });
const CUT_FORMS = ['relay', 'control64', 'controlF0'] as const;
/** `relayText` and so on of the encoder. */
const cutParams = (params: CommandParams): CommandParams => {
  const form = formOf(params, CUT_FORMS);
  return form === 'auto' ? {} : { form: form === 'relay' ? 'relayText' : form };
};
const RECORDER_BLOCKS: Readonly<Record<string, number>> = { version: 0, driver: 1, clock: 2, mileage: 3, pulses: 4, vehicle: 5 };
const SERIAL_PORTS: Readonly<Record<string, number>> = { serial1: 0x41, serial2: 0x42 };
const MINUTES_PER_HOUR = 60;

function gmtText(minutes: number): string {
  const size = Math.abs(minutes);
  return `GMT,${minutes < 0 ? 'W' : 'E'},${Math.trunc(size / MINUTES_PER_HOUR)},${size % MINUTES_PER_HOUR}#`;
}

/** Channels that take pictures and send them, the unit, and after how many; 0 ends it. */
function photoRule(params: CommandParams, every: number, unit: 0 | 1): number {
  const channels = listOf(params, 'channels').reduce<number>((bits, n) => bits | (1 << (Number(n) - 1)), 0);
  return every === 0 ? 0 : (channels | (channels << 8) | (unit << 16) | (every << 17)) >>> 0;
}

const recordOf = (value: FieldValue | undefined): Readonly<Record<string, FieldValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, FieldValue>>) : {};

/** 0x8103 with the settings of each group, on top of the octets that the unit told (`told`, in hexadecimal). T/JSATL 12-2017 §4.4. */
function alarmSettingsWrite(params: CommandParams) {
  const [settings, told] = [recordOf(params['settings']), recordOf(params['told'])];
  const groups = ALARM_SETTING_GROUPS.filter((group) => settings[group] !== undefined);
  if (groups.length === 0) throw new RangeError('parameter settings names no group');
  return set(
    ...groups.map((group) => {
      const { parameterId, length } = ALARM_SETTINGS[group];
      const octets = told[group];
      const base = typeof octets === 'string' ? fromHex(octets) : untouchedSettings(length);
      return { id: parameterId, hex: toHex(writeAlarmSettings(group, base, recordOf(settings[group]) as AlarmSettingValues)) };
    }),
  );
}

/** JT/T 808-2013 §8 and, where the standard has nothing, the usual vendor forms. */
export const jt808Commands: ProtocolCommands = {
  words: {
    positionQuery: () => command('queryPosition'),
    temporaryTracking: (p) => command('track', { intervalS: numberOf(p, 'intervalS'), validityS: numberOf(p, 'validityS') }),
    terminalAttributes: () => command('queryAttributes'),
    parametersQuery: (p) => command('queryParameters', { ids: listOf(p, 'parameters').map((name) => parameterId(String(name))) }),
    parametersSet: (p) => set(...listOf(p, 'parameters').map(parameterEntry)),
    // Both: whether the device reports by ACC (0x0029, asleep 0x0027) or always the same.
    positionInterval: (p) => set({ id: 0x0029, value: numberOf(p, 'drivingS') }, { id: 0x0027, value: numberOf(p, 'parkedS') }),
    speedLimit: (p) => set({ id: 0x0055, value: numberOf(p, 'speedKph') }, { id: 0x0056, value: numberOf(p, 'durationS') }),
    // The standard has no parameter for it; the text is the usual one of trackers.
    timeZone: (p) => command('custom', { text: gmtText(numberOf(p, 'utcOffsetMinutes')) }),
    server: (p) => set({ id: 0x0013, value: textOf(p, 'host') }, { id: 0x0018, value: numberOf(p, 'port') }),
    // Flag: bit 0 urgent, 2 display, 3 read aloud.
    text: (p) =>
      command('text', {
        text: textOf(p, 'text'),
        flag: (p['urgent'] === true ? 1 : 0) | (p['display'] === false ? 0 : 4) | (p['speak'] === false ? 0 : 8),
      }),
    doors: (p) => command(textOf(p, 'action') === 'lock' ? 'lockDoors' : 'unlockDoors'),
    fuelCut: (p) => command('cutFuel', cutParams(p)),
    fuelRestore: (p) => command('restoreFuel', cutParams(p)),
    reboot: () => command('reboot'),
    factoryReset: () => command('factoryReset'),
    powerOff: () => command('powerOff'),
    capture: (p) =>
      command('capture', { channel: numberOf(p, 'channel'), count: numberOf(p, 'count'), intervalS: numberOf(p, 'intervalS') }),
    // 0x0064: bits 0-4 channels, 8-12 upload, 16 minutes, 17-31 interval. JT/T 808-2013 table 13.
    captureInterval: (p) => {
      return set({ id: 0x0064, value: photoRule(p, numberOf(p, 'intervalMin'), 1) });
    },
    // 0x0065: the same with metres (16: kilometres) for minutes. Table 14.
    captureDistance: (p) => set({ id: 0x0065, value: photoRule(p, numberOf(p, 'distanceM'), 0) }),
    alarmSettingsRead: () => command('queryParameters', { ids: ALARM_SETTING_GROUPS.map((group) => ALARM_SETTINGS[group].parameterId) }),
    alarmSettingsWrite,
    recorderLog: (p) => {
      const block = RECORDER_BLOCKS[textOf(p, 'block')];
      if (block === undefined) throw new RangeError('parameter block is not known');
      return command('message', { messageId: 0x8700, fields: { command: block } });
    },
    peripheral: (p) => {
      const type = SERIAL_PORTS[textOf(p, 'port')];
      if (type === undefined) throw new RangeError('parameter port is not known');
      return command('message', { messageId: 0x8900, fields: { type, content: textOf(p, 'data').toLowerCase() } });
    },
    custom: (p) => command('custom', { text: textOf(p, 'text') }),
    customRaw: (p) => command('custom', { messageId: Number.parseInt(textOf(p, 'messageId'), 16), hex: textOf(p, 'body') }),
  },
  readAnswer: ({ fields }) => {
    const { answeredSerial: _serial, answeredId: _id, location, ...said } = fields;
    return isValues(location) ? { ...said, ...placeValues(location) } : said;
  },
};
