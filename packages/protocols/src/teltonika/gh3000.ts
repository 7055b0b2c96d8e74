import { DecodeError, type ByteReader } from '@sightline/codec';
import type { AttributeValue } from '@sightline/domain';
import type { CellTower } from '../networks.ts';

/** A record of codec 7 (GH3000): every part is optional and announced by masks. */
export interface Gh3000Record {
  readonly timeMs: number;
  readonly priority: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitudeM: number | null;
  readonly course: number | null;
  readonly speedKph: number | null;
  readonly satellites: number | null;
  readonly cell: CellTower | null;
  readonly attributes: Record<string, AttributeValue>;
  readonly start: number;
  readonly end: number;
}

const EPOCH_2007_MS = Date.UTC(2007, 0, 1);

/** IO ids of this codec, unlike those of the later ones. */
const GH3000_IO: Readonly<Record<number, { readonly key: string; readonly divisor?: number; readonly flag?: boolean }>> = {
  1: { key: 'batteryLevel' },
  2: { key: 'usbConnected', flag: true },
  5: { key: 'uptime' },
  20: { key: 'hdop', divisor: 10 },
  21: { key: 'vdop', divisor: 10 },
  22: { key: 'pdop', divisor: 10 },
  67: { key: 'battery', divisor: 1000 },
  221: { key: 'button' },
};
const ALARM_BUTTON = 222;

/**
 * Seconds since 2007 (30 bits) below the priority (2 bits); mask of parts (bit 0 GPS, 1-3 IO of 1, 2, 4 octets); mask of
 * the GPS part: 0 float32 latitude and longitude, 1 altitude, 2 angle x 256/360, 3 speed, 4 satellites, 5 LAC and
 * cell id, 6 signal, 7 operator code.
 * @throws DecodeError
 */
export function readGh3000Record(reader: ByteReader): Gh3000Record {
  const start = reader.offset;
  const word = reader.u32('timestamp');
  const parts = reader.u8('globalMask');
  const attributes: Record<string, AttributeValue> = {};
  const gps = (parts & 1) !== 0 ? readGps(reader) : NO_GPS;
  for (const [bit, size] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const) {
    if ((parts & (1 << bit)) === 0) continue;
    for (let n = reader.u8('groupCount'); n > 0; n--) {
      const id = reader.u8('ioId');
      const raw = size === 1 ? reader.u8(`io${id}`) : size === 2 ? reader.u16(`io${id}`) : reader.u32(`io${id}`);
      const known = GH3000_IO[id];
      if (id === ALARM_BUTTON && raw > 0) attributes['alarm'] = 'sos';
      else if (known === undefined) attributes[`io${id}`] = raw;
      else attributes[known.key] = known.flag ? raw > 0 : raw / (known.divisor ?? 1);
    }
  }
  const timeMs = EPOCH_2007_MS + (word & 0x3fffffff) * 1000;
  return { timeMs, priority: word >>> 30, ...gps, attributes, start, end: reader.offset };
}

type Gps = Pick<Gh3000Record, 'lat' | 'lon' | 'altitudeM' | 'course' | 'speedKph' | 'satellites' | 'cell'>;
const NO_GPS: Gps = { lat: null, lon: null, altitudeM: null, course: null, speedKph: null, satellites: null, cell: null };

function readGps(reader: ByteReader): Gps {
  const mask = reader.u8('gpsMask');
  const has = (bit: number): boolean => (mask & (1 << bit)) !== 0;
  const lat = has(0) ? readFloat(reader, 'latitude') : null;
  const lon = has(0) ? readFloat(reader, 'longitude') : null;
  const altitudeM = has(1) ? reader.i16('altitude') : null;
  const course = has(2) ? (reader.u8('angle') * 360) / 256 : null;
  const speedKph = has(3) ? reader.u8('speed') : null;
  const satellites = has(4) ? reader.u8('satellites') : null;
  const lac = has(5) ? reader.u16('lac') : 0;
  const cid = has(5) ? reader.u16('cellId') : 0;
  const rssi = has(6) ? -reader.u8('signal') : undefined;
  const operator = has(7) ? reader.u32('operator') : 0;
  const cell = has(5) && has(7) ? { mcc: Math.trunc(operator / 100), mnc: operator % 100, lac, cid, rssi } : null;
  return { lat, lon, altitudeM, course, speedKph, satellites, cell };
}

/** IEEE 754 single precision; devices without a fix send no NaN, broken frames do. */
function readFloat(reader: ByteReader, field: string): number {
  const bits = new DataView(new ArrayBuffer(4));
  bits.setUint32(0, reader.u32(field));
  const value = bits.getFloat32(0);
  if (!Number.isFinite(value)) throw new DecodeError('bad-value', `${field} is no number`, reader.offset - 4, field);
  return value;
}
