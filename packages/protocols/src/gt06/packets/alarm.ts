import type { ByteReader } from '@sightline/codec';
import {
  CELL_2G,
  CELL_3G,
  CELL_4G,
  readCell,
  keepCell,
  readOperator,
  readSingleCell,
  readStatus,
  setAlarm,
  setBatteryLevel,
  setDriver,
  type CellWidths,
} from '../blocks.ts';
import type { Draft, PacketContext } from '../draft.ts';
import { readPowerStatus, readPrefixAndGps } from './location.ts';
import { hex, modulesFit, readModules } from './modules.ts';

/** Packets whose language octet extends the alarm code. */
const EXTENDED_CODES = new Set([0x27, 0x39, 0xa4]);
/** Packets that end with a fence number. */
const FENCE = new Set([0x27, 0x39, 0xa4]);
/** MCC[2] MNC and seven cells: what an empty cell block is filled up to on units with neighbour cells. */
const NEIGHBOUR_BLOCK = 45;
/** Terminal information, voltage, signal, alarm, language. */
const STATUS_OCTETS = 5;
/** What may follow the status: nothing, a fence number, a mileage, both, a card. */
const TAILS = new Set([0, 1, 4, 5, 8]);

/** 16, 26, 27, 39, A3, A4: GPS block, cell with its length, status, alarm. */
export function decodeAlarm(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  readPrefixAndGps(context);
  if (envelope.number === 0x16 && reader.remaining === 13) {
    // Units of one maker send the cell without a length and the supply voltage in place of the levels.
    readSingleCell(reader, draft, CELL_2G);
    return readPowerStatus(context);
  }
  readSizedCell(reader, draft, envelope.number >= 0xa0 ? CELL_4G : CELL_2G);
  readLevels(context);
  if (FENCE.has(envelope.number) && reader.remaining > 0) {
    const fence = reader.u8('fence');
    if (fence !== 0xff) draft.attributes['geofence'] = fence;
  }
  readAlarmTail(reader, draft);
}

/** Mileage, a card, or modules. */
function readAlarmTail(reader: ByteReader, draft: Draft): void {
  if (reader.remaining === 4) draft.attributes['odometer'] = reader.u32('mileage');
  else if (modulesFit(reader)) readModules(reader, draft);
  else if (reader.remaining === 8) setDriver(draft, hex(reader.slice(8, 'card')));
  else if (reader.remaining > 0) draft.fields['tail'] = hex(reader.rest('tail'));
}

/** From here on packet 19 is a list of cells of one maker whose layout is not documented. */
const MULTI_CELL = 18;

/** 19: cell and status. */
export function decodeCellStatus(context: PacketContext): void {
  const { reader, draft } = context;
  if (reader.remaining >= MULTI_CELL) {
    draft.fields['tail'] = hex(reader.rest('tail'));
    return;
  }
  readSingleCell(reader, draft, CELL_2G);
  readLevels(context);
}

/** A5: 4G cell and status. */
export function decodeCellStatus4G(context: PacketContext): void {
  readSingleCell(context.reader, context.draft, CELL_4G);
  readLevels(context);
}

/** Terminal information, voltage level, signal, alarm, language. Fewer octets on the shortest forms. */
export function readLevels(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  readStatus(reader, draft);
  if (reader.remaining > 0) setBatteryLevel(draft, reader.u8('voltageLevel'));
  if (reader.remaining > 0) draft.attributes['rssi'] = reader.u8('signal');
  if (reader.remaining === 0) return;
  const code = reader.u8('alarm');
  const language = reader.remaining > 0 ? reader.u8('language') : 0;
  draft.fields['language'] = language & 15;
  setAlarm(context, EXTENDED_CODES.has(envelope.number) ? code | ((language >> 4) << 8) : code);
}

/**
 * A cell block behind its length. The length counts itself on the originals and not on some clones, so the widths that
 * make sense decide: 7 octets and a cell id of 3, 8 and one of 4, 14 for 4G, each with an MNC of one or two octets.
 */
function readSizedCell(reader: ByteReader, draft: Draft, fallback: CellWidths): void {
  const length = reader.u8('cellLength');
  if (length === 0) {
    if (reader.remaining >= NEIGHBOUR_BLOCK + STATUS_OCTETS) reader.skip(NEIGHBOUR_BLOCK, 'cells');
    return;
  }
  const mncOctets = (reader.bytes[reader.offset]! & 0x80) !== 0 ? 2 : 1;
  const widthsOf = (size: number): CellWidths | null => {
    if (size === 7 + mncOctets) return CELL_2G;
    if (size === 8 + mncOctets) return CELL_3G;
    return size === 14 + mncOctets ? CELL_4G : null;
  };
  const fitting = [length - 1, length].filter((size) => widthsOf(size) !== null && reader.remaining >= size + STATUS_OCTETS);
  const size = fitting.find((one) => TAILS.has(reader.remaining - one - STATUS_OCTETS)) ?? fitting[0];
  if (size !== undefined) return readSingleCell(reader, draft, widthsOf(size)!);
  const end = reader.offset + length - 1;
  const start = reader.offset;
  keepCell(draft, readCell(reader, readOperator(reader), fallback, false));
  if (end > reader.offset && end + STATUS_OCTETS <= reader.end) reader.skip(end - reader.offset, 'cell');
  else draft.fields['cellLength'] = `${length} (${reader.offset - start} read)`;
}
