import { readDate, readPlace, readStatus, setAlarm, setBatteryLevel, setPower } from '../blocks.ts';
import type { PacketContext } from '../draft.ts';
import { readLevels } from './alarm.ts';
import { decodeGpsPower } from './location.ts';
import { modulesFit, readModules } from './modules.ts';

/** Models that send the supply voltage in place of the voltage level. */
const VOLTAGE_MODELS = new Set(['R11']);
/** Above this no unit reports its signal: the octets are those of a layout that only the model tells. */
const MAX_SIGNAL = 100;

/** 13: terminal information, voltage level, signal, alarm, language. */
export function decodeHeartbeat(context: PacketContext): void {
  const { reader, draft, model } = context;
  if (reader.remaining >= 14) return decodeObdHeartbeat(context);
  if (VOLTAGE_MODELS.has(model)) {
    readStatus(reader, draft);
    setPower(draft, reader.u16('voltage'));
    draft.attributes['rssi'] = reader.u8('signal');
    return;
  }
  if (reader.remaining >= 5 && reader.bytes[reader.offset + 2]! > MAX_SIGNAL) {
    readStatus(reader, draft);
    draft.fields['voltage'] = reader.u16('voltage') / 100;
    draft.attributes['rssi'] = reader.u8('signal');
    return;
  }
  if (model.startsWith('LW') && reader.remaining >= 5) {
    readStatus(reader, draft);
    setBatteryLevel(draft, reader.u8('voltageLevel'));
    draft.attributes['rssi'] = reader.u8('signal');
    draft.attributes['power'] = (reader.u16('deciVolt') & 0xfff) / 10;
    return;
  }
  readLevels(context);
  if (reader.remaining === 2) setPower(draft, reader.u16('voltage'));
}

/** 13 of OBD units: signal word (bits 0-4 GSM, 5-9 and 10-14 satellites), alarm, battery per cent, supply voltage. */
function decodeObdHeartbeat(context: PacketContext): void {
  const { reader, draft } = context;
  readStatus(reader, draft);
  const signal = reader.u16('signal');
  draft.attributes['rssi'] = signal & 31;
  draft.attributes['sat'] = ((signal >> 5) & 31) + ((signal >> 10) & 31);
  setAlarm(context, reader.u8('alarm'));
  draft.fields['language'] = reader.u8('language');
  setBatteryLevel(draft, reader.u8('voltageLevel'));
  draft.fields['workingMode'] = reader.u8('workingMode');
  setPower(draft, reader.u16('voltage'));
}

/** 23: terminal information, battery voltage, signal, language; all but the first optional. */
export function decodeWirelessHeartbeat({ reader, draft }: PacketContext): void {
  const status = reader.u8('terminalInfo');
  draft.attributes['status'] = status;
  draft.attributes['armed'] = (status & 1) !== 0;
  draft.attributes['ignition'] = (status & 2) !== 0;
  draft.attributes['charge'] = (status & 4) !== 0;
  if (reader.remaining >= 2) draft.attributes['battery'] = reader.u16('voltage') / 100;
  if (reader.remaining >= 1) draft.attributes['rssi'] = reader.u8('signal');
  if (reader.remaining >= 2) draft.fields['language'] = reader.u16('language');
}

/** 36: status and modules, or a GPS block with voltages. */
export function decodeExtendedStatus(context: PacketContext): void {
  const { reader, draft } = context;
  if (reader.remaining >= 40) return decodeGpsPower(context);
  readLevels(context);
  if (modulesFit(reader)) readModules(reader, draft);
}

/** F1: time, modules {type WORD, length, value}: 0005 is the supply voltage; what the others mean is not documented. */
export function decodeStateModules({ reader, draft }: PacketContext): void {
  draft.timeMs = reader.u32('time') * 1000;
  while (reader.remaining >= 3) {
    const type = reader.u16('moduleType');
    const value = reader.slice(reader.u8('moduleLength'), 'moduleValue');
    if (type === 0x0005 && value.length === 2) setPower(draft, (value[0]! << 8) | value[1]!);
    else draft.fields[`module${type.toString(16).padStart(4, '0')}`] = [...value];
  }
}

const OBD_TEXT_END = 12;

/** 66, 8C: time, ignition, `key=hex,...`, then satellites and place. 66 repeats raw values that 8C reports as well. */
export function decodeObd({ reader, draft, envelope }: PacketContext): void {
  draft.timeMs = readDate(reader);
  const ignition = reader.u8('ignition') > 0;
  const text = reader.ascii(Math.max(0, reader.remaining - OBD_TEXT_END), 'values');
  if (reader.remaining === OBD_TEXT_END) {
    draft.attributes['sat'] = reader.u8('satellites') & 15;
    readPlace(reader, draft);
  }
  draft.fields['values'] = text;
  draft.attributes['ignition'] = ignition;
  draft.silent = envelope.number === 0x66;
  if (draft.silent) return;
  for (const pair of text.split(',')) {
    const [key = '', digits = ''] = pair.split('=');
    const known = OBD_VALUES[Number.parseInt(key.slice(0, 2), 16)];
    const value = /^[0-9a-fA-F]{1,8}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (known !== undefined && !Number.isNaN(value)) draft.attributes[known.key] = (value * (known.factor ?? 1)) / 100;
  }
}

/** First two digits of a key of 8C; values in hundredths. */
const OBD_VALUES: Readonly<Record<number, { readonly key: string; readonly factor?: number }>> = {
  40: { key: 'obdOdometer' },
  43: { key: 'fuel' },
  45: { key: 'engineTemp' },
  53: { key: 'obdSpeed' },
  54: { key: 'rpm' },
  71: { key: 'fuelUsed' },
  73: { key: 'hours', factor: 3_600_000 },
};
