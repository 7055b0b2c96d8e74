import type { ByteReader } from '@sightline/codec';
import { isBcdImei, readBcdImei } from './identity.ts';
import {
  binaryDateAt,
  CELL_2G,
  CELL_3G,
  CELL_4G,
  asciiText,
  readDate,
  readGps,
  readSatellitesAndPlace,
  readSingleCell,
  readStatus,
  setAlarm,
  setBatteryLevel,
  setDriver,
  setPower,
  type CellWidths,
} from '../blocks.ts';
import type { Draft, PacketContext } from '../draft.ts';
import { hex, modulesFit, readModules } from './modules.ts';

/** First-generation location packets say the device's wall clock. */
const WALL_CLOCK = new Set([0x10, 0x11, 0x12, 0x16]);

/** 10: GPS block; 1A: the same and a phone number that asks for an address. */
export function decodeGps(context: PacketContext): void {
  readPrefixAndGps(context);
  if (context.envelope.number === 0x1a) context.draft.fields['phone'] = asciiText(context.reader.rest('text'));
}

/** 12, 22, 2D, 31, 37, 38, A0: GPS block, cell, and a tail that differs by model and is told by its length. */
export function decodeGpsCell(context: PacketContext): void {
  const { reader, draft } = context;
  if (isNewTrackerLayout(reader)) return decodeNewTracker(context);
  readPrefixAndGps(context);
  if (reader.remaining >= 8) readSingleCell(reader, draft, cellWidths(context));
  readTail(context);
}

/** The narrowest cell behind which a tail makes sense; later units of some makers send wider ids under old numbers. */
function cellWidths({ reader, envelope }: PacketContext): CellWidths {
  if (envelope.number === 0xa0) return CELL_4G;
  const mncOctets = (reader.bytes[reader.offset]! & 0x80) !== 0 ? 2 : 1;
  const tails = envelope.number === 0x12 ? TAILS_12 : TAILS_LATER;
  for (const widths of [CELL_2G, CELL_3G, CELL_4G]) {
    const behind = reader.offset + 2 + mncOctets + widths.lac + widths.cid;
    if (tails[reader.end - behind] !== undefined) return widths;
    if (modulesFit(reader, behind) || modulesFit(reader, behind + UPLOAD_STATE)) return widths;
  }
  return CELL_2G;
}

/** Ignition, upload mode, re-upload flag. */
const UPLOAD_STATE = 3;

/** 11: date and cell, or on later units GPS block and a cell whose MNC is a word. */
export function decodeGpsOrCell(context: PacketContext): void {
  const { reader, draft } = context;
  if (reader.remaining < 26) {
    draft.localTime = true;
    draft.timeMs = readDate(reader);
    if (reader.remaining >= 8) readSingleCell(reader, draft, CELL_2G);
    return;
  }
  readPrefixAndGps(context);
  if (reader.remaining >= 10) readSingleCell(reader, draft, CELL_3G, 2);
  else readSingleCell(reader, draft, CELL_2G);
  readTail(context);
}

/** 61: IMEI, GPS block, cell with a 4-octet id, two octets, card number (decimal). */
export function decodeGpsCard(context: PacketContext): void {
  const { reader, draft } = context;
  readPrefixAndGps(context);
  readSingleCell(reader, draft, CELL_3G);
  if (reader.remaining < 6) return;
  draft.fields['state'] = hex(reader.slice(2));
  const card = reader.u32('card');
  if (card !== 0) draft.attributes['driverUniqueId'] = String(card);
}

/** An optional IMEI, then the GPS block. */
export function readPrefixAndGps(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  draft.localTime = WALL_CLOCK.has(envelope.number);
  const at = reader.offset;
  if (binaryDateAt(reader.bytes, at) === null && reader.remaining >= 26 && isBcdImei(reader.bytes, at)) {
    if (binaryDateAt(reader.bytes, at + 8) !== null) readBcdImei(reader, draft);
  }
  readGps(reader, draft);
}

/** Ignition, upload mode and re-upload flag: what most units append. */
export function readUploadState(context: PacketContext): void {
  const { reader, draft } = context;
  draft.attributes['ignition'] = reader.u8('acc') > 0;
  draft.attributes['event'] = reader.u8('uploadMode');
  draft.reuploadAt = reader.offset;
  if (reader.u8('reupload') > 0) draft.attributes['archive'] = true;
}

type Tail = (context: PacketContext) => void;

/** Tails by their length, after GPS block and cell. */
const TAILS: Readonly<Record<number, Tail>> = {
  0: () => {},
  3: readUploadState,
  4: ({ reader, draft }) => setOdometer(draft, reader.u32('mileage')),
  7: (context) => {
    readUploadState(context);
    setOdometer(context.draft, context.reader.u32('mileage'));
  },
};
/** Those of packet 12 alone, each of one maker. */
const TAILS_12: Readonly<Record<number, Tail>> = { ...TAILS, 2: readBenway, 5: readPowerStatus, 12: readOilTail };
/** Those of the later packets. */
const TAILS_LATER: Readonly<Record<number, Tail>> = { ...TAILS, 15: readTravelTail };

function readTail(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  const first = envelope.number === 0x12;
  const tail = (first ? TAILS_12 : TAILS_LATER)[reader.remaining];
  if (tail !== undefined) return tail(context);
  if (first && readCardTail(context)) return;
  if (modulesFit(reader)) return readModules(reader, draft);
  if (!first && reader.remaining > UPLOAD_STATE) {
    readUploadState(context);
    if (modulesFit(reader)) return readModules(reader, draft);
    if (reader.remaining >= 4) setOdometer(draft, reader.u32('mileage'));
  }
  if (reader.remaining > 0) draft.fields['tail'] = hex(reader.rest('tail'));
}

function setOdometer(draft: Draft, metres: number): void {
  draft.attributes['odometer'] = metres;
}

/** Status word: bit 15 ignition, 14 second input, 12 temperature (else analogue input), below the value. */
function readBenway({ reader, draft }: PacketContext): void {
  const word = reader.u16('state');
  draft.attributes['ignition'] = (word & 0x8000) !== 0;
  draft.attributes['in2'] = (word & 0x4000) !== 0;
  if ((word & 0x1000) !== 0) {
    const value = word & 0x1ff;
    draft.attributes['temp1'] = (word & 0x200) !== 0 ? -value : value;
  } else {
    const value = word & 0x3ff;
    draft.attributes['adc1'] = (word & 0x2000) !== 0 ? value : value / 10;
  }
}

/** Terminal information, supply voltage, signal, extension. */
export function readPowerStatus(context: PacketContext): void {
  const { reader, draft } = context;
  readStatus(reader, draft);
  setPower(draft, reader.u16('voltage'));
  draft.attributes['rssi'] = reader.u8('signal');
  draft.fields['extension'] = reader.u8('extension');
}

/** Terminal information, supply voltage, signal, alarm, fuel, temperature (sign and magnitude), mileage in 10 m. */
function readOilTail(context: PacketContext): void {
  const { reader, draft } = context;
  readStatus(reader, draft);
  setPower(draft, reader.u16('voltage'));
  draft.attributes['rssi'] = reader.u8('signal');
  setAlarm(context, reader.u8('alarm'));
  draft.attributes['oil'] = reader.u16('oil');
  const temperature = reader.u8('temperature');
  draft.attributes['temp1'] = (temperature & 0x80) !== 0 ? -(temperature & 0x7f) : temperature;
  setOdometer(draft, reader.u32('mileage') * 10);
}

/** Mileage, card text with its length, alarm, card state, and on some units the driving time: lengths must add up. */
function readCardTail({ reader, draft }: PacketContext): boolean {
  if (reader.remaining < 7) return false;
  const length = reader.bytes[reader.offset + 4]!;
  const after = reader.remaining - 5 - length;
  if (after !== 2 && after !== 4) return false;
  setOdometer(draft, reader.u32('mileage'));
  const card = asciiText(reader.slice(reader.u8('cardLength'), 'card'));
  if (card !== '') draft.attributes['card'] = card;
  if (reader.u8('alarm') > 0) draft.attributes['alarm'] = 'general';
  draft.attributes['cardStatus'] = reader.u8('cardStatus');
  if (after === 4) draft.attributes['drivingTime'] = reader.u16('drivingTime');
  return true;
}

/** Upload state, mileage, travel time, temperature and humidity in hundredths. */
function readTravelTail(context: PacketContext): void {
  const { reader, draft } = context;
  readUploadState(context);
  setOdometer(draft, reader.u32('mileage'));
  draft.fields['travelTimeS'] = reader.u32('travelTime');
  const temperature = reader.u16('temperature');
  draft.attributes['temp1'] = ((temperature & 0x8000) !== 0 ? -(temperature & 0x7fff) : temperature) / 100;
  draft.attributes['humidity'] = reader.u16('humidity') / 100;
}

/** Type octet, IMEI, time of sending, time of the fix: the units of one maker, in packets 22 and 25. */
export function isNewTrackerLayout(reader: ByteReader): boolean {
  const at = reader.offset;
  return (
    reader.remaining >= 40 &&
    binaryDateAt(reader.bytes, at) === null &&
    isBcdImei(reader.bytes, at + 1) &&
    binaryDateAt(reader.bytes, at + 9) !== null &&
    binaryDateAt(reader.bytes, at + 15) !== null
  );
}

/** ... satellites, place, cell with its exact length, status, voltages, signal, mileage, engine minutes, card. */
export function decodeNewTracker(context: PacketContext): void {
  const { reader, draft } = context;
  draft.fields['reportType'] = reader.u8('reportType');
  readBcdImei(reader, draft);
  draft.fields['sentAt'] = isoOrNull(readDate(reader, 'sentAt'));
  draft.timeMs = readDate(reader, 'fixTime');
  readSatellitesAndPlace(reader, draft);
  readExactCell(reader, draft);
  readStatus(reader, draft);
  setPower(draft, reader.u16('voltage'));
  draft.attributes['battery'] = reader.u8('batteryVoltage') / 10;
  draft.attributes['rssi'] = reader.u8('signal');
  setAlarm(context, reader.u8('alarm'));
  draft.fields['language'] = reader.u8('language');
  setOdometer(draft, reader.u24('mileage'));
  draft.attributes['hours'] = reader.u24('engineMinutes') * 60_000;
  if (reader.remaining < 2) return;
  const size = reader.u8('cardLength');
  if (size > 1 && size <= reader.remaining) {
    draft.fields['cardType'] = reader.u8('cardType');
    setDriver(draft, hex(reader.slice(size - 1, 'card')));
  }
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Length octet (without itself), then a cell with a 3- or 4-octet id; what follows it is left out. */
function readExactCell(reader: ByteReader, draft: Draft): void {
  const size = reader.u8('cellLength');
  const end = reader.offset + size;
  const mncOctets = (reader.bytes[reader.offset]! & 0x80) !== 0 ? 2 : 1;
  const widths: CellWidths | null = size >= 8 + mncOctets ? CELL_3G : size >= 7 + mncOctets ? CELL_2G : null;
  if (widths !== null) readSingleCell(reader, draft, widths);
  reader.skip(end - reader.offset, 'cell');
}

/** 36 with a GPS block: cell with a 4-octet id, upload state, mileage, voltages, engine minutes, card. */
export function decodeGpsPower(context: PacketContext): void {
  const { reader, draft } = context;
  readGps(reader, draft);
  readSingleCell(reader, draft, CELL_3G);
  draft.attributes['ignition'] = reader.u8('acc') > 0;
  draft.attributes['uploadMode'] = reader.u8('uploadMode');
  draft.reuploadAt = reader.offset;
  draft.attributes['archive'] = reader.u8('reupload') > 0;
  setOdometer(draft, reader.u32('mileage'));
  setPower(draft, reader.u16('voltage'));
  draft.attributes['battery'] = reader.u8('batteryVoltage') / 10;
  draft.attributes['hours'] = reader.u24('engineMinutes') * 60_000;
  if (reader.remaining >= 8) setDriver(draft, hex(reader.slice(8, 'card')));
}

/** 17 in its card form: GPS block, cell, card[8]. */
export function decodeGpsRfid({ reader, draft }: PacketContext): void {
  readGps(reader, draft);
  readSingleCell(reader, draft, CELL_2G);
  setDriver(draft, hex(reader.slice(8, 'card')));
}

/** 24 with a GPS block: cell, ignition, supply and battery voltage. */
export function decodeGpsVoltages({ reader, draft }: PacketContext): void {
  readGps(reader, draft);
  readSingleCell(reader, draft, CELL_2G);
  draft.attributes['ignition'] = reader.u8('acc') > 0;
  setPower(draft, reader.u16('voltage'));
  draft.attributes['battery'] = reader.u16('batteryVoltage') / 100;
  if (reader.remaining > 0) draft.fields['tail'] = hex(reader.rest('tail'));
}

/** A2 with a GPS block: 4G cell, status, voltage, mileage, engine hours, IMEI, inputs. */
export function decodeGpsStatus4G(context: PacketContext): void {
  const { reader, draft } = context;
  readGps(reader, draft);
  readSingleCell(reader, draft, CELL_4G);
  draft.fields['cellExtra'] = reader.u8('cellExtra');
  readStatus(reader, draft);
  setPower(draft, reader.u16('voltage'));
  setBatteryLevel(draft, reader.u8('voltageLevel'));
  draft.attributes['rssi'] = reader.u8('signal');
  setAlarm(context, reader.u8('alarm'));
  draft.fields['language'] = reader.u8('language');
  setOdometer(draft, reader.u32('mileage'));
  draft.attributes['hours'] = reader.u32('engineTime') * 1000;
  if (reader.remaining >= 8) readBcdImei(reader, draft);
  if (reader.remaining >= 2) draft.attributes['input'] = reader.u16('input');
}
