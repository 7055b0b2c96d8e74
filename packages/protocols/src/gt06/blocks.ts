import type { ByteReader } from '@sightline/codec';
import { dbm, macText, type CellTower } from '../networks.ts';
import { alarmKind, STATUS_ALARMS } from './alarm-codes.ts';
import { badValue, type Draft, type PacketContext } from './draft.ts';

const DEGREE = 1_800_000;

/** YY MM DD hh mm ss as binary octets at `at`: ms UTC, 0 when all are zero, null when it is no date. */
export function binaryDateAt(bytes: Uint8Array, at: number): number | null {
  return instant(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!, bytes[at + 4]!, bytes[at + 5]!);
}

function instant(y: number, mo: number, d: number, h: number, mi: number, s: number): number | null {
  if ((y | mo | d | h | mi | s) === 0) return 0;
  if (y > 99 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 59) return null;
  const days = mo === 2 && y % 4 === 0 ? 29 : DAYS_IN_MONTH[mo - 1]!;
  return d > days ? null : Date.UTC(2000 + y, mo - 1, d, h, mi, s);
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The 6-octet binary date; null when the unit sent zeros (no time yet). */
export function readDate(reader: ByteReader, field = 'time'): number | null {
  const at = reader.offset;
  reader.skip(6, field);
  const ms = binaryDateAt(reader.bytes, at);
  if (ms === null) badValue(reader, 'not a date', field, 6);
  return ms === 0 ? null : ms;
}

/** The same in BCD (WIFI packets 17 and 69). */
export function readBcdDate(reader: ByteReader, field = 'time'): number | null {
  const digits = reader.bcd(6, field);
  if (!/^\d{12}$/.test(digits)) badValue(reader, `not a BCD date: ${digits}`, field, 6);
  const part = (i: number): number => Number(digits.slice(2 * i, 2 * i + 2));
  const ms = instant(part(0), part(1), part(2), part(3), part(4), part(5));
  if (ms === null) badValue(reader, `not a date: ${digits}`, field, 6);
  return ms === 0 ? null : ms;
}

/** Course/status word: bits 0-9 course, 10 north, 11 west, 12 fix, 14/15 ignition known/on. */
export function readPlace(reader: ByteReader, draft: Draft): void {
  const lat = reader.u32('latitude') / DEGREE;
  const lon = reader.u32('longitude') / DEGREE;
  const speedKph = reader.u8('speed');
  const word = reader.u16('courseStatus');
  setPlace(draft, lat, lon, speedKph, word, null);
}

export function setPlace(draft: Draft, lat: number, lon: number, speedKph: number | null, word: number, altitudeM: number | null): void {
  draft.place = {
    lat: lat !== 0 && (word & 0x400) === 0 ? -lat : lat,
    lon: lon !== 0 && (word & 0x800) !== 0 ? -lon : lon,
    valid: (word & 0x1000) !== 0,
    speedKph,
    course: word & 0x3ff,
    altitudeM,
  };
  if ((word & 0x4000) !== 0) draft.attributes['ignition'] = (word & 0x8000) !== 0;
}

/** Satellites octet (low nibble), place. */
export function readSatellitesAndPlace(reader: ByteReader, draft: Draft): void {
  draft.attributes['sat'] = reader.u8('satellites') & 15;
  readPlace(reader, draft);
}

/** GPS block: date, satellites, latitude, longitude, speed, course/status (18 octets). */
export function readGps(reader: ByteReader, draft: Draft): void {
  draft.timeMs = readDate(reader);
  readSatellitesAndPlace(reader, draft);
}

export interface CellWidths {
  readonly lac: 2 | 4;
  readonly cid: 2 | 3 | 4 | 8;
}
export const CELL_2G: CellWidths = { lac: 2, cid: 3 };
export const CELL_3G: CellWidths = { lac: 2, cid: 4 };
export const CELL_4G: CellWidths = { lac: 4, cid: 8 };

/** MCC, MNC: bit 15 of the MCC makes the MNC a word; some packets always have a word. */
export function readOperator(reader: ByteReader, mncSize?: 1 | 2): { mcc: number; mnc: number } {
  const word = reader.u16('mcc');
  const wide = mncSize === undefined ? (word & 0x8000) !== 0 : mncSize === 2;
  return { mcc: word & 0x7fff, mnc: wide ? reader.u16('mnc') : reader.u8('mnc') };
}

/** LAC and cell id. Ids over 2^53 (no real network has them) lose their last digits. */
export function readCell(reader: ByteReader, operator: { mcc: number; mnc: number }, widths: CellWidths, withRssi: boolean): CellTower {
  const lac = widths.lac === 2 ? reader.u16('lac') : reader.u32('lac');
  const cid = readCellId(reader, widths.cid);
  const { mcc, mnc } = operator;
  return withRssi ? { mcc, mnc, lac, cid, rssi: dbm(reader.u8('rssi')) } : { mcc, mnc, lac, cid };
}

function readCellId(reader: ByteReader, size: CellWidths['cid']): number {
  if (size === 2) return reader.u16('cellId');
  if (size === 3) return reader.u24('cellId');
  return size === 4 ? reader.u32('cellId') : Number(reader.u64('cellId'));
}

/** Keeps a cell unless it is filling. */
export function keepCell(draft: Draft, cell: CellTower): void {
  if (cell.lac !== 0 || cell.cid !== 0) draft.cells.push(cell);
}

export function readSingleCell(reader: ByteReader, draft: Draft, widths: CellWidths, mncSize?: 1 | 2): void {
  keepCell(draft, readCell(reader, readOperator(reader, mncSize), widths, false));
}

/** `count` x {MAC[6], RSSI}; empty slots are dropped. */
export function readAccessPoints(reader: ByteReader, draft: Draft, count: number): void {
  for (let i = 0; i < count; i++) {
    const mac = reader.slice(6, 'mac');
    const rssi = dbm(reader.u8('rssi'));
    if (mac.some((b) => b !== 0)) draft.wifi.push({ mac: macText(mac), rssi });
  }
}

/** Terminal information: bit 0 armed, 1 ignition, 2 charging, 3-5 alarm, 7 fuel and electricity cut. */
export function readStatus(reader: ByteReader, draft: Draft): void {
  const status = reader.u8('terminalInfo');
  const { attributes } = draft;
  attributes['status'] = status;
  attributes['ignition'] = (status & 2) !== 0;
  attributes['charge'] = (status & 4) !== 0;
  attributes['blocked'] = (status & 0x80) !== 0;
  const alarm = STATUS_ALARMS[(status >> 3) & 7];
  if (alarm) attributes['alarm'] = alarm;
}

/** Voltage level: 0-6 on the originals, per cent on clones. */
export function setBatteryLevel(draft: Draft, level: number): void {
  if (level <= 6) draft.attributes['batteryLevel'] = Math.floor((level * 100) / 6);
  else if (level <= 100) draft.attributes['batteryLevel'] = level;
}

export const setPower = (draft: Draft, hundredths: number): void => {
  draft.attributes['power'] = hundredths / 100;
};

/** A code that is not 0 overrides the alarm of the terminal information; one that nobody named is kept as `event`. */
export function setAlarm(context: PacketContext, code: number): void {
  if (code === 0) return;
  const kind = alarmKind(code, context.envelope.number, context.model);
  if (kind === null) context.draft.attributes['event'] = code;
  else context.draft.attributes['alarm'] = kind;
}

/** A key card or iButton in hexadecimal; zeros mean that none was presented. */
export function setDriver(draft: Draft, id: string): void {
  if (/[^0]/.test(id)) draft.attributes['driverUniqueId'] = id;
}

export function asciiText(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) if (b !== 0) out += String.fromCharCode(b);
  return out.trim();
}

export function utf16Text(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const unit = (bytes[i]! << 8) | bytes[i + 1]!;
    if (unit !== 0) out += String.fromCharCode(unit);
  }
  return out.trim();
}

/** ICCIDs begin with 89; some units send them with the nibbles of each octet swapped, F as filling. */
export function iccidText(digits: string): string | null {
  const swapped = digits.startsWith('98');
  const text = swapped ? digits.replace(/(.)(.)/g, '$2$1') : digits;
  const clean = text.replace(/f+$/, '');
  return /^\d{18,20}$/.test(clean) && /[^0]/.test(clean) ? clean : null;
}

/** IMEI[8] in BCD with a leading 0. */
export function imeiText(digits: string): string {
  return digits.replace(/^0/, '');
}
