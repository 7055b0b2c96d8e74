import {
  asciiText,
  CELL_2G,
  CELL_3G,
  keepCell,
  readAccessPoints,
  readCell,
  readDate,
  readOperator,
  readSatellitesAndPlace,
  readSingleCell,
  setPlace,
} from '../blocks.ts';
import type { PacketContext } from '../draft.ts';
import { AZ735_ALARMS, DASHCAM_EVENTS } from '../alarm-codes.ts';
import { hex } from './modules.ts';

/** 32, 33 in the long frame (AZ735): date; GPS, cell, neighbours, access points, each behind its length; state. */
export function decodeAz735({ reader, draft, envelope }: PacketContext): void {
  draft.timeMs = readDate(reader);
  if (reader.u8('gpsLength') > 0) readSatellitesAndPlace(reader, draft);
  if (reader.u8('cellLength') > 0) {
    const operator = readOperator(reader);
    keepCell(draft, readCell(reader, operator, CELL_2G, false));
    const signal = reader.u8('signal');
    if (signal > 0) draft.attributes['rssi'] = signal;
    const neighbours = Math.floor(reader.u8('neighbourLength') / 6);
    for (let i = 0; i < neighbours; i++) keepCell(draft, readCell(reader, operator, CELL_2G, true));
  } else {
    reader.skip(reader.u8('neighbourLength'), 'neighbours');
  }
  readAccessPoints(reader, draft, Math.floor(reader.u8('wifiLength') / 7));
  if (reader.remaining === 0) return;
  const state = reader.u8('state');
  draft.attributes['status'] = state;
  if (envelope.number !== 0x33) return;
  if (state === 0xa0 || state === 0xa1) draft.attributes['armed'] = state === 0xa0;
  const alarm = AZ735_ALARMS[state];
  if (alarm !== undefined) draft.attributes['alarm'] = alarm;
}

/** 34 (X1): 4 octets, date, satellites, place, mileage, cell with a 4-octet id, driver, voltages, inputs. */
export function decodeX1({ reader, draft }: PacketContext): void {
  draft.fields['state'] = hex(reader.slice(4));
  draft.timeMs = readDate(reader);
  readSatellitesAndPlace(reader, draft);
  reader.skip(2, 'reserved');
  draft.attributes['odometer'] = reader.u32('mileage');
  readSingleCell(reader, draft, CELL_3G);
  const driver = reader.u32('driver');
  if (driver !== 0) draft.attributes['driverUniqueId'] = String(driver);
  draft.attributes['power'] = reader.u16('voltage') / 100;
  draft.attributes['battery'] = reader.u16('batteryVoltage') / 100;
  draft.fields['signals'] = hex(reader.slice(2));
  draft.attributes['input'] = reader.u16('inputs');
  draft.attributes['output'] = reader.u16('outputs');
  draft.attributes['adc1'] = reader.u16('adc1') / 100;
  if (reader.remaining >= 2) draft.attributes['adc2'] = reader.u16('adc2') / 100;
}

/** F2: time, 18 octets of the host's last GPS state, MAC of the peripheral, event, type, data. */
export function decodePeripheral({ reader, draft }: PacketContext): void {
  draft.timeMs = reader.u32('time') * 1000;
  draft.fields['host'] = hex(reader.slice(18));
  draft.attributes['mac'] = hex(reader.slice(6, 'mac'));
  draft.attributes['event'] = reader.u8('event');
  draft.attributes['dataType'] = reader.u16('dataType');
  draft.attributes['dataDetails'] = hex(reader.rest('dataDetails'));
}

/** 9B: type, then what came over the serial port. */
export function decodeSerial({ reader, draft }: PacketContext): void {
  draft.fields['serialType'] = reader.u8('serialType');
  draft.attributes['result'] = hex(reader.rest('result'));
}

/** 95 of JC400: FFFF version date satellites lat lon course/status speed[2] voltage event data files. */
function decodeJc400Event({ reader, draft }: PacketContext): void {
  reader.skip(2, 'marker');
  draft.fields['version'] = reader.u8('version');
  draft.timeMs = readDate(reader);
  draft.attributes['sat'] = reader.u8('satellites') & 15;
  const lat = reader.u32('latitude') / 1_800_000;
  const lon = reader.u32('longitude') / 1_800_000;
  const word = reader.u16('courseStatus');
  setPlace(draft, lat, lon, reader.u16('speed'), word, null);
  draft.attributes['power'] = reader.u16('deciVolt') / 10;
}

/** 95 (JC dash cams): JC400, JC100 with a place (no satellites, no speed), or date and event alone. */
export function decodeDashcamEvent(context: PacketContext): void {
  const { reader, draft } = context;
  const { bytes, offset } = reader;
  if (bytes[offset] === 0xff && bytes[offset + 1] === 0xff) decodeJc400Event(context);
  else {
    draft.timeMs = readDate(reader);
    if (reader.remaining >= 13) {
      const lat = reader.u32('latitude') / 1_800_000;
      const lon = reader.u32('longitude') / 1_800_000;
      setPlace(draft, lat, lon, null, reader.u16('courseStatus'), null);
    }
  }
  const event = reader.u8('event');
  draft.attributes['event'] = event;
  if (reader.remaining >= 2) draft.attributes['eventData'] = reader.u16('eventData');
  const alarm = DASHCAM_EVENTS[event];
  if (alarm !== undefined) draft.attributes['alarm'] = alarm;
  const files = asciiText(reader.rest('text'));
  if (files !== '') draft.attributes['eventFiles'] = files;
}

/** 40: battery management: state of charge, capacities in mAh, temperature in 0.1 K, 14 cell voltages in mV. */
export function decodeBattery({ reader, draft }: PacketContext): void {
  const { attributes } = draft;
  draft.fields['serialNumber'] = hex(reader.slice(8, 'serialNumber'));
  draft.timeMs = reader.u32('time') * 1000;
  attributes['batteryLevel'] = reader.u8('relativeCapacity');
  attributes['remainingCapacity'] = reader.u16('remainingCapacity');
  attributes['absoluteCapacity'] = reader.u8('absoluteCapacity');
  attributes['fullCapacity'] = reader.u16('fullCapacity');
  attributes['batteryHealth'] = reader.u8('batteryHealth');
  attributes['batteryTemp'] = Math.round(reader.u16('batteryTemp') - 2731) / 10;
  attributes['batteryCurrent'] = reader.u16('current') / 1000;
  attributes['battery'] = reader.u16('milliVolt') / 1000;
  attributes['cycleIndex'] = reader.u16('cycleIndex');
  for (let i = 1; i <= 14 && reader.remaining >= 2; i++) attributes[`batteryCell${i}`] = reader.u16('cell') / 1000;
  if (reader.remaining > 0) draft.fields['tail'] = hex(reader.rest('tail'));
}
