import { DecodeError, fnv1a32, hasBit, toHex } from '@sightline/codec';
import type { AlarmKind } from '@sightline/domain';
import type { Fact } from '../protocol.ts';
import { Collector } from './items/collector.ts';
import { ItemValue } from './items/definition.ts';
import { applyLock } from './items/vendor.ts';
import { instantOfDayFirstBcd } from './time.ts';

/** Up to the first item. */
const HEAD_SIZE = 35;
const KPH_PER_KNOT = 1.852;

/** Alarm bits by product: 1 and 2 are containers' locks, 3 padlocks. */
const PADLOCK_ALARMS: readonly (AlarmKind | undefined)[] = [
  'overspeed',
  'lowPower',
  'vibration',
  'lowBattery',
  undefined,
  'geofenceEnter',
  'geofenceExit',
];

/**
 * Reports 0x5501 (with fix) and 0x5502 (blind) of lock trackers: date DDMMYYhhmmss in UTC; latitude `DDMM.mmmm` in 8 and
 * longitude `DDDMM.mmmm` in 9 BCD digits and a nibble of flags (bit 1 north, bit 2 east); speed in knots, course / 2, signal,
 * satellites, odometer km, battery, cell id and LAC, product, status, alarm, then {id, length, value}.
 */
export function lockReportFacts(bytes: Uint8Array, start: number, end: number, id: number): { facts: Fact[]; error: DecodeError | null } {
  const v = new ItemValue(bytes, start, end);
  if (v.length < HEAD_SIZE)
    return { facts: [], error: new DecodeError('truncated', `a lock report needs ${HEAD_SIZE} bytes, ${v.length} left`, start, 'body') };
  const timeMs = instantOfDayFirstBcd(bytes, start);
  const digits = toHex(v.slice(6, 9));
  const place = placeOf(digits);
  if (timeMs === null || place === null) {
    return { facts: [], error: new DecodeError('bad-value', 'no possible time or place', start, timeMs === null ? 'time' : 'latitude') };
  }
  const sink = new Collector();
  const speedKph = Math.round(v.u8(15) * KPH_PER_KNOT * 1000) / 1000;
  const course = v.u8(16) * 2;
  sink.set('rssi', v.u8(17));
  sink.set('sat', v.u8(18));
  sink.set('odometer', v.u32(19) * 1000);
  const battery = v.u8(23);
  if (battery <= 100) sink.set('batteryLevel', battery);
  else if (battery === 0xaa || battery === 0xab) sink.set('charge', true);
  if (v.u32(24) > 0 && v.u16(28) > 0) sink.cell(0, 0, v.u16(28), v.u32(24));
  const product = v.u8(30);
  const status = v.u16(31);
  const alarm = v.u16(33);
  sink.set('status', status);
  if (product === 3) {
    sink.set('blocked', hasBit(status, 5));
    PADLOCK_ALARMS.forEach((kind, bit) => kind !== undefined && hasBit(alarm, bit) && sink.alarm(kind));
  } else if (hasBit(alarm, 0)) sink.alarm('lowPower');
  const altitudeM = items(v, sink);
  const valid = id === 0x5501;
  return {
    facts: [
      {
        kind: 'position',
        fix: {
          timeMs,
          localTime: false,
          type: valid ? 1 : (sink.networkType ?? 1),
          valid,
          lat: place.lat,
          lon: place.lon,
          speedKph,
          course: course % 360,
          altitudeM,
          buffered: id === 0x5502,
          sequence: fnv1a32(bytes, start, end),
          attributes: sink.finish(),
        },
      },
    ],
    error: null,
  };
}

function placeOf(digits: string): { lat: number; lon: number } | null {
  const flags = Number.parseInt(digits[17]!, 16);
  if (!/^\d{17}$/.test(digits.slice(0, 17))) return null;
  const lat = Number(digits.slice(0, 2)) + Number(`${digits.slice(2, 4)}.${digits.slice(4, 8)}`) / 60;
  const lon = Number(digits.slice(8, 11)) + Number(`${digits.slice(11, 13)}.${digits.slice(13, 17)}`) / 60;
  return { lat: flags & 2 ? lat : -lat, lon: flags & 4 ? lon : -lon };
}

/** Items; returns the altitude, 0 when none is given. */
function items(v: ItemValue, sink: Collector): number {
  let altitudeM = 0;
  for (let at = 35; at + 2 <= v.length; at += 2 + v.u8(at + 1)) {
    const p = v.part(at + 2, v.u8(at + 1));
    switch (v.u8(at)) {
      case 0x02:
        altitudeM = p.i16(0);
        break;
      case 0x0b:
        applyLock(p, sink);
        break;
      case 0x0c:
        sink.set('tilt', `[${p.i16(0)},${p.i16(2)},${p.i16(4)}]`);
        break;
      case 0x10:
        sink.set('wakeSource', p.u8(0));
        break;
      case 0xfc:
        sink.set('geofence', p.u8(0));
        break;
      default:
        break;
    }
  }
  return altitudeM;
}
