import {
  asciiText,
  CELL_2G,
  CELL_4G,
  keepCell,
  readAccessPoints,
  readBcdDate,
  readCell,
  readDate,
  readOperator,
  readPlace,
  readSatellitesAndPlace,
  readSingleCell,
  type CellWidths,
} from '../blocks.ts';
import type { PacketContext } from '../draft.ts';
import { macText } from '../../networks.ts';
import { decodeGpsStatus4G, decodeGpsVoltages, decodeGpsRfid } from './location.ts';
import { hex } from './modules.ts';

interface CellList {
  readonly widths: CellWidths;
  readonly count: number;
  readonly wifi: boolean;
  readonly mncSize?: 1 | 2;
}

/** Date, operator, cells with their signal, timing advance, and on some numbers access points. */
function decodeCellList({ reader, draft }: PacketContext, list: CellList): void {
  draft.timeMs = readDate(reader);
  const operator = readOperator(reader, list.mncSize);
  const size = list.widths.lac + list.widths.cid + 1;
  for (let i = 0; i < list.count && reader.remaining >= size; i++) {
    keepCell(draft, readCell(reader, operator, list.widths, true));
  }
  if (reader.remaining > 0) draft.fields['timingAdvance'] = reader.u8('timingAdvance');
  if (list.wifi && reader.remaining > 0) {
    const count = reader.u8('wifiCount');
    readAccessPoints(reader, draft, Math.min(count, Math.floor(reader.remaining / 7)));
  }
  if (reader.remaining >= 2) draft.fields['language'] = reader.u16('language');
}

/** 18, 28, 2E, 2C, 24: 2G cells. 18 carries access points only on units that fill in a count. */
export function decodeCells2G(context: PacketContext): void {
  const wifi = context.envelope.number === 0x2c || (context.envelope.number === 0x18 && hasWifiAfterCells(context));
  decodeCellList(context, { widths: CELL_2G, count: 7, wifi });
}

/** A1, A2: 4G cells. */
export function decodeCells4G(context: PacketContext): void {
  decodeCellList(context, { widths: CELL_4G, count: 7, wifi: context.envelope.number !== 0xa1 });
}

/** 33 in the short frame: six 4G cells, MNC always a word, access points. */
export function decodeCells4GWide(context: PacketContext): void {
  decodeCellList(context, { widths: CELL_4G, count: 6, wifi: true, mncSize: 2 });
}

function hasWifiAfterCells({ reader }: PacketContext): boolean {
  const mncOctets = (reader.bytes[reader.offset + 6]! & 0x80) !== 0 ? 2 : 1;
  const countAt = reader.offset + 8 + mncOctets + 7 * 6 + 1;
  return countAt < reader.end && countAt + 1 + 7 * reader.bytes[countAt]! + 2 === reader.end && reader.bytes[countAt]! > 0;
}

const CELLS_2G_OCTETS = 6 + 3 + 7 * 6 + 1;

/** 24: cells; with a GPS block on SR411; with a count of the cells on S20. */
export function decodeCellsOrGps(context: PacketContext): void {
  const { reader, envelope } = context;
  if (reader.remaining >= CELLS_2G_OCTETS) return decodeCells2G(context);
  if (envelope.declaredLength === 0x31) return decodeCountedCells(context);
  decodeGpsVoltages(context);
}

function decodeCountedCells({ reader, draft }: PacketContext): void {
  draft.timeMs = readDate(reader);
  const operator = readOperator(reader);
  const count = Math.min(reader.u8('cellCount'), Math.floor(reader.remaining / 6));
  for (let i = 0; i < count; i++) keepCell(draft, readCell(reader, operator, CELL_2G, true));
  if (reader.remaining > 0) draft.fields['tail'] = hex(reader.rest('tail'));
}

/** A2: 4G cells and access points; with a GPS block on LW4G. The lists are never shorter than 100 octets. */
export function decodeCells4GOrGps(context: PacketContext): void {
  if (context.reader.remaining < 100) decodeGpsStatus4G(context);
  else decodeCells4G(context);
}

/** 1E: GPS block and seven cells. */
export function decodeGpsCells({ reader, draft }: PacketContext): void {
  draft.timeMs = readDate(reader);
  readSatellitesAndPlace(reader, draft);
  const operator = readOperator(reader);
  for (let i = 0; i < 7 && reader.remaining >= 6; i++) keepCell(draft, readCell(reader, operator, CELL_2G, true));
  if (reader.remaining > 0) draft.fields['timingAdvance'] = reader.u8('timingAdvance');
}

/** 17, 69: BCD date, access points (counted by the frame's length octet), cells. 17 with a card is another packet. */
export function decodeBareWifi(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  if (envelope.serial !== null) return decodeGpsRfid(context);
  draft.timeMs = readBcdDate(reader);
  readAccessPoints(reader, draft, envelope.declaredLength);
  const count = reader.u8('cellCount');
  const operator = readOperator(reader);
  for (let i = 0; i < count; i++) keepCell(draft, readCell(reader, operator, { lac: 2, cid: 2 }, true));
}

/** F3: date, access points as {2 octets, MAC[6]}. */
export function decodeWifiList({ reader, draft }: PacketContext): void {
  draft.timeMs = readDate(reader);
  const count = reader.u8('wifiCount');
  for (let i = 0; i < count; i++) {
    reader.skip(2, 'reserved');
    const mac = reader.slice(6, 'mac');
    if (mac.some((b) => b !== 0)) draft.wifi.push({ mac: macText(mac) });
  }
}

/** A7: a 4G cell and a phone number that asks for an address. */
export function decodeCellAddress({ reader, draft }: PacketContext): void {
  readSingleCell(reader, draft, CELL_4G);
  draft.fields['phone'] = asciiText(reader.slice(Math.min(21, reader.remaining), 'phone'));
}

/** 2A: GPS block and a phone number that asks for an address. The same place comes as a location packet. */
export function decodeAddressRequest({ reader, draft }: PacketContext): void {
  draft.silent = true;
  draft.timeMs = readDate(reader);
  draft.fields['satellites'] = reader.u8('satellites') & 15;
  readPlace(reader, draft);
  draft.fields['phone'] = asciiText(reader.slice(Math.min(21, reader.remaining), 'phone'));
}
