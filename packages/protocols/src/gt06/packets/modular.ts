import { ByteReader } from '@sightline/codec';
import { iccidText, imeiText, keepCell, readCell, readOperator, setPlace, CELL_3G } from '../blocks.ts';
import type { Draft, PacketContext } from '../draft.ts';
import { hex, unsigned, unsignedLittleEndian } from './modules.ts';

type ModuleDecoder = (value: Uint8Array, draft: Draft) => void;

const number =
  (key: string, divisor = 1): ModuleDecoder =>
  (value, draft) => {
    if (value.length > 0 && value.length <= 6) draft.attributes[key] = unsigned(value) / divisor;
  };

/** Modules of packet 70; everything else is shown in hexadecimal. */
const MODULES: Readonly<Record<number, ModuleDecoder>> = {
  0x0001: (value, draft) => {
    const imei = imeiText(hex(value));
    if (!/^\d{15}$/.test(imei)) return;
    draft.imei = imei;
    draft.attributes['imei'] = imei;
  },
  0x0002: (value, draft) => {
    const imsi = imeiText(hex(value));
    if (/^\d{15}$/.test(imsi)) draft.attributes['imsi'] = imsi;
  },
  0x0003: (value, draft) => {
    const iccid = iccidText(hex(value));
    if (iccid !== null) draft.attributes['iccid'] = iccid;
  },
  0x0009: number('sat'),
  0x000a: number('satVisible'),
  0x0011: readCellModule,
  0x0018: number('battery', 100),
  0x0027: number('power', 100),
  0x0028: number('hdop', 10),
  0x0029: number('index'),
  0x002a: (value, draft) => {
    if (value.length !== 1) return;
    draft.attributes['door'] = (value[0]! & 1) !== 0;
    draft.attributes['tamper'] = (value[0]! & 0x10) !== 0;
  },
  0x002b: number('bootReason'),
  0x002c: (value, draft) => {
    if (value.length === 4) draft.timeMs ??= unsigned(value) * 1000;
  },
  0x002e: (value, draft) => {
    if (value.length === 4) draft.attributes['odometer'] = unsignedLittleEndian(value);
  },
  0x0033: readPositionModule,
  0x0034: (value, draft) => {
    if (value.length === 0) return;
    draft.attributes['event'] = value[0]!;
    if (value[0] === EVENT_REMOVED) draft.attributes['alarm'] = 'removing';
  },
};

const EVENT_REMOVED = 0x12;

/** 70: 5 octets, then modules {type WORD, length WORD, value}. */
export function decodeModular({ reader, draft }: PacketContext): void {
  draft.fields['header'] = hex(reader.slice(5, 'header'));
  while (reader.remaining >= 4) {
    const type = reader.u16('moduleType');
    const value = reader.slice(reader.u16('moduleLength'), 'moduleValue');
    const decode = MODULES[type];
    if (decode === undefined) draft.fields[`module${type.toString(16).padStart(4, '0')}`] = hex(value);
    else decode(value, draft);
  }
}

/** {time DWORD, satellites, altitude WORD, latitude, longitude, speed, course/status}; zeros = never had a fix. */
function readPositionModule(value: Uint8Array, draft: Draft): void {
  const reader = new ByteReader(value);
  if (value.length < 18) return;
  const seconds = reader.u32('time');
  const satellites = reader.u8('satellites');
  if (seconds === 0) return;
  draft.attributes['sat'] = satellites;
  draft.timeMs = seconds * 1000;
  const altitudeM = reader.i16('altitude');
  const lat = reader.u32('latitude') / 1_800_000;
  const lon = reader.u32('longitude') / 1_800_000;
  const speedKph = reader.u8('speed');
  setPlace(draft, lat, lon, speedKph, reader.u16('courseStatus'), altitudeM);
}

/** {MCC, MNC WORD, LAC WORD, cell id DWORD} of the serving cell. */
function readCellModule(value: Uint8Array, draft: Draft): void {
  if (value.length < 10) return;
  const reader = new ByteReader(value);
  const operator = readOperator(reader, 2);
  if (operator.mcc !== 0) keepCell(draft, readCell(reader, operator, CELL_3G, false));
}
