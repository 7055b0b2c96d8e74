import { ByteReader, DecodeError, fromHex, toHex, unpadded, type Field } from '@sightline/codec';
import {
  ALARM_SETTINGS,
  FLAG_WORDS,
  hasAlarmSetting,
  type AlarmSettingField,
  type AlarmSettingGroup,
  type AlarmSettingValue,
  type AlarmSettingValues,
} from '@sightline/domain';

const ALL_ONES = 0xff;
const MAX_OCTETS = 255;

/** Fields in the order of their octets; those that share a word stand together. */
function wordsOf(group: AlarmSettingGroup, length: number): AlarmSettingField[][] {
  const byPlace = new Map<number, AlarmSettingField[]>();
  for (const field of ALARM_SETTINGS[group].fields)
    if (hasAlarmSetting(group, field, length)) byPlace.set(field.at, [...(byPlace.get(field.at) ?? []), field]);
  return [...byPlace].sort(([a], [b]) => a - b).map(([, fields]) => fields);
}

function valueOf(field: AlarmSettingField, octets: Uint8Array): AlarmSettingValue | null {
  // "as it is", not a value
  if (octets.every((octet) => octet === ALL_ONES)) return null;
  if (field.kind === 'text') return unpadded(String.fromCharCode(...octets));
  const word = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  return field.kind === 'flag' ? Math.floor(word / 2 ** field.bit) % 2 === 1 : word;
}

function read(group: AlarmSettingGroup, reader: ByteReader, name: string): Record<string, AlarmSettingValue> {
  const start = reader.offset;
  const out: Record<string, AlarmSettingValue> = {};
  for (const fields of wordsOf(group, reader.end - start)) {
    const { at, size, kind, key } = fields[0]!;
    if (start + at > reader.offset) reader.skip(start + at - reader.offset, `${name}.reserved`);
    const octets = reader.bytes.subarray(reader.offset, reader.offset + size);
    const label = `${name}.${kind === 'flag' ? FLAG_WORDS[at] : key}`;
    if (kind === 'text') reader.ascii(size, label);
    else if (size === 1) reader.u8(label);
    else if (size === 2) reader.u16(label);
    else reader.u32(label);
    for (const field of fields) {
      const value = valueOf(field, octets);
      if (value !== null) out[field.key] = value;
    }
  }
  if (reader.remaining > 0) reader.rest(`${name}.reserved`);
  return out;
}

/** What a parameter 0xF364-0xF367 says, by T/JSATL 12-2017 §4.4 or, when it is that long, T/GDRTA 002-2020. What is left as it is, and what it is too short for, is missing. */
export const readAlarmSettings = (group: AlarmSettingGroup, octets: Uint8Array): AlarmSettingValues =>
  read(group, new ByteReader(octets), group);

function place(field: AlarmSettingField, value: AlarmSettingValue, out: Uint8Array): void {
  const bad = (expected: string): DecodeError => new DecodeError('bad-value', `${field.key} must be ${expected}`, null, field.key);
  const { at, size } = field;
  if (field.kind === 'text') {
    if (typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value) || value.length > size) throw bad(`at most ${size} ASCII characters`);
    for (let i = 0; i < size; i++) out[at + i] = i < value.length ? value.charCodeAt(i) : 0;
    return;
  }
  if (field.kind === 'flag') {
    if (typeof value !== 'boolean') throw bad('true or false');
    const octet = at + size - 1 - (field.bit >> 3);
    const mask = 1 << (field.bit & 7);
    out[octet] = value ? out[octet]! | mask : out[octet]! & ~mask;
    return;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size) - 1) throw bad('a whole number');
  for (let i = 0; i < size; i++) out[at + i] = (value >>> (8 * (size - 1 - i))) & 0xff;
}

/**
 * The octets of a parameter with some of its values changed. `base` is what the unit told: its length, reserved octets and whatever follows them
 * stay as they are. Values that it has no place for are left out.
 * @throws DecodeError `bad-value` for one that does not fit its octets.
 */
export function writeAlarmSettings(group: AlarmSettingGroup, base: Uint8Array, values: AlarmSettingValues): Uint8Array {
  const out = base.slice();
  for (const field of ALARM_SETTINGS[group].fields) {
    const value = values[field.key];
    if (value !== undefined && hasAlarmSetting(group, field, base.length)) place(field, value, out);
  }
  return out;
}

/** A parameter in which everything is left as it is. */
export const untouchedSettings = (length: number): Uint8Array => new Uint8Array(length).fill(ALL_ONES);

/** The parameter as a field of a message: the values, and beside them all octets as `hex`, so that nothing of it is lost. */
export const alarmSettingsField = (group: AlarmSettingGroup): Field<unknown> => ({
  read(reader, name) {
    const hex = toHex(reader.bytes.subarray(reader.offset, reader.end));
    return { ...read(group, reader, name), hex };
  },
  write(writer, value, name) {
    const { hex, ...values } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, AlarmSettingValue>;
    if (hex !== undefined && (typeof hex !== 'string' || !/^([0-9a-f]{2})*$/i.test(hex) || hex.length > 2 * MAX_OCTETS))
      throw new DecodeError('bad-value', `${name}.hex must be octets in hexadecimal`, null, name);
    const base = hex === undefined ? untouchedSettings(ALARM_SETTINGS[group].length) : fromHex(hex);
    // what the octets say already need not be said again: a text that is not ASCII stays as it is
    const told = readAlarmSettings(group, base);
    const changed = Object.fromEntries(Object.entries(values).filter(([key, wanted]) => told[key] !== wanted));
    writer.raw(writeAlarmSettings(group, base, changed));
  },
  sample(random) {
    const { length, guangdongLength } = ALARM_SETTINGS[group];
    const octets = Uint8Array.from({ length: random(1) === 0 ? length : (guangdongLength ?? length) + random(3) }, () => random(255));
    return { ...readAlarmSettings(group, octets), hex: toHex(octets) };
  },
});
