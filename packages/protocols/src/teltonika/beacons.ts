import { ByteReader, DecodeError } from '@sightline/codec';
import type { AttributeValue } from '@sightline/domain';
import { hexOf, textOf } from './io-table.ts';

type Attributes = Record<string, AttributeValue>;

/** Elements whose value is a list of BLE beacons. */
const TLV_BEACONS = new Set([548, 10_828, 10_829, 10_831, 11_317]);
const SIMPLE_BEACONS = 385;

/** Reads a beacon element into `tag<n>...`; false when `id` is none or its bytes do not add up. */
export function readBeacons(id: number, value: Uint8Array, attributes: Attributes): boolean {
  const read = id === SIMPLE_BEACONS ? readSimple : TLV_BEACONS.has(id) ? readTlv : null;
  if (read === null) return false;
  const found: Attributes = {};
  try {
    read(new ByteReader(value), found);
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
  Object.assign(attributes, found);
  return true;
}

/**
 * 385: part octet, n x {flags; iBeacon (high nibble > 0) uuid 16 major 2 minor 2, else Eddystone namespace 10
 * instance 6; RSSI; bit 1 battery WORD 0.01 V; bit 2 temperature WORD}.
 */
function readSimple(reader: ByteReader, out: Attributes): void {
  reader.skip(1, 'part');
  for (let n = 1; reader.remaining > 0; n++) {
    const flags = reader.u8('flags');
    if (flags >> 4 > 0) {
      out[`tag${n}Uuid`] = hexOf(reader.slice(16, 'uuid'));
      out[`tag${n}Major`] = reader.u16('major');
      out[`tag${n}Minor`] = reader.u16('minor');
    } else {
      out[`tag${n}Namespace`] = hexOf(reader.slice(10, 'namespace'));
      out[`tag${n}Instance`] = hexOf(reader.slice(6, 'instance'));
    }
    out[`tag${n}Rssi`] = reader.i8('rssi');
    if ((flags & 2) !== 0) out[`tag${n}Battery`] = reader.u16('battery') / 100;
    if ((flags & 4) !== 0) out[`tag${n}Temp`] = reader.i16('temperature') / 100;
  }
}

/** Header octet, n x {length, m x {parameter, length, value}}. */
function readTlv(reader: ByteReader, out: Attributes): void {
  reader.skip(1, 'header');
  for (let n = 1; reader.remaining > 0; n++) {
    const size = reader.u8('beaconLength');
    const beacon = new ByteReader(reader.slice(size, 'beacon'));
    while (beacon.remaining > 0) {
      const parameter = beacon.u8('parameter');
      const value = beacon.slice(beacon.u8('parameterLength'), 'parameterValue');
      readParameter(`tag${n}`, parameter, value, out);
    }
  }
}

function readParameter(tag: string, parameter: number, value: Uint8Array, out: Attributes): void {
  const reader = new ByteReader(value);
  if (parameter === 2 && readEye(tag, reader, out)) return;
  const known = PARAMETERS[parameter];
  if (known === undefined || (known.size !== 0 && known.size !== value.length)) {
    out[`${tag}Data${parameter}`] = hexOf(value);
  } else {
    out[`${tag}${known.name}`] = known.read(reader, value);
  }
}

interface Parameter {
  readonly name: string;
  readonly size: number;
  read(reader: ByteReader, value: Uint8Array): AttributeValue;
}

const PARAMETERS: Readonly<Record<number, Parameter>> = {
  0: { name: 'Rssi', size: 1, read: (reader) => reader.i8() },
  1: { name: 'Id', size: 0, read: (_reader, value) => hexOf(value) },
  2: { name: 'Data', size: 0, read: (_reader, value) => hexOf(value) },
  5: { name: 'Name', size: 0, read: (_reader, value) => textOf(value) },
  6: { name: 'Temp', size: 2, read: (reader) => reader.i16() / 100 },
  7: { name: 'Humidity', size: 1, read: (reader) => reader.u8() },
  8: { name: 'Magnet', size: 1, read: (reader) => reader.u8() > 0 },
  9: { name: 'Motion', size: 1, read: (reader) => reader.u8() > 0 },
  14: { name: 'Voltage', size: 2, read: (reader) => reader.u16() / 1000 },
  15: { name: 'Mac', size: 0, read: (_reader, value) => hexOf(value) },
};

/**
 * Manufacturer data of an EYE sensor: flags, then by flag bit 0 temperature 0.01 degrees, 1 humidity %, 4 movement
 * (bit 15 moving), 5 pitch and roll, 7 battery (2000 mV + 10 mV each); bits 2 and 3 are the magnet, 6 low battery.
 */
function readEye(tag: string, reader: ByteReader, out: Attributes): boolean {
  const flags = reader.u8();
  const bit = (n: number): boolean => (flags & (1 << n)) !== 0;
  const size = (bit(0) ? 2 : 0) + (bit(1) ? 1 : 0) + (bit(4) ? 2 : 0) + (bit(5) ? 3 : 0) + (bit(7) ? 1 : 0);
  if (size === 0 || reader.remaining !== size) return false;
  if (bit(0)) out[`${tag}Temp`] = reader.i16() / 100;
  if (bit(1)) out[`${tag}Humidity`] = reader.u8();
  if (bit(2)) out[`${tag}Magnet`] = bit(3);
  if (bit(4)) out[`${tag}Motion`] = (reader.u16() & 0x8000) !== 0;
  if (bit(5)) reader.skip(3);
  if (bit(6)) out[`${tag}LowBattery`] = true;
  if (bit(7)) out[`${tag}Voltage`] = (2000 + reader.u8() * 10) / 1000;
  return true;
}
