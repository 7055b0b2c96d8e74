import { hasBit, toHex, fnv1a32 } from '@sightline/codec';
import type { AlarmKind, Attributes } from '@sightline/domain';
import type { Fact } from '../protocol.ts';
import { Status } from './alarms.ts';
import { Collector } from './items/collector.ts';
import { ItemValue } from './items/definition.ts';
import { applyObdText } from './items/vendor-obd.ts';
import { instantOfBcd } from './time.ts';

const statusFact = (sink: Collector, timeMs: number | null): Fact[] => {
  const attributes: Attributes = sink.finish();
  return Object.keys(attributes).length === 0 ? [] : [{ kind: 'status', timeMs, attributes }];
};

interface Place {
  readonly timeMs: number;
  readonly buffered: boolean;
  readonly altitudeM?: number;
  readonly speedKph?: number;
  readonly course?: number;
}

/** A position from the block `status, latitude, longitude` (DWORD each, as in 0x0200). */
function placed(v: ItemValue, at: number, place: Place, sink: Collector): Fact[] {
  const status = v.u32(at);
  sink.set('ignition', hasBit(status, Status.acc));
  sink.set('blocked', hasBit(status, Status.oilCut) || hasBit(status, Status.circuitCut));
  if (hasBit(status, Status.charging)) sink.set('charge', true);
  const valid = hasBit(status, Status.positioned);
  const lat = v.u32(at + 4) / 1e6;
  const lon = v.u32(at + 8) / 1e6;
  const nowhere = !valid && lat === 0 && lon === 0;
  return [
    {
      kind: 'position',
      fix: {
        timeMs: place.timeMs,
        localTime: true,
        type: valid ? 1 : (sink.networkType ?? 1),
        valid,
        lat: nowhere ? null : hasBit(status, Status.south) ? -lat : lat,
        lon: nowhere ? null : hasBit(status, Status.west) ? -lon : lon,
        speedKph: place.speedKph ?? null,
        course: place.course ?? null,
        altitudeM: place.altitudeM ?? null,
        buffered: place.buffered,
        sequence: fnv1a32(v.bytes, v.start, v.end),
        attributes: sink.finish(),
      },
    },
  ];
}

/** OBD dongles: value ids of sub-type 01 with attribute, divisor and what is taken off. */
const OBD_VALUES: Readonly<Record<number, readonly [string, number, number]>> = {
  0x0102: ['odometer', 0.01, 0],
  0x0528: ['odometer', 0.01, 0],
  0x0546: ['odometer', 0.01, 0],
  0x0103: ['fuel', 100, 0],
  0x0111: ['fuelTemp', 1, 40],
  0x012e: ['oilLevel', 10, 0],
  0x052a: ['fuel', 100, 0],
  0x0105: ['fuelUsed', 100, 0],
  0x052c: ['fuelUsed', 100, 0],
  0x014a: ['fuelConsumption', 100, 0],
  0x0537: ['fuelConsumption', 100, 0],
  0x0538: ['fuelConsumption', 100, 0],
  0x0539: ['fuelConsumption', 100, 0],
  0x052b: ['fuelLevel', 1, 0],
  0x052d: ['engineTemp', 1, 40],
  0x052e: ['airTemp', 1, 40],
  0x0530: ['power', 1000, 0],
  0x0535: ['obdSpeed', 10, 0],
  0x0536: ['rpm', 1, 0],
  0x053d: ['intakePressure', 10, 0],
  0x0544: ['liquidLevel', 1, 0],
  0x0547: ['throttle', 1, 0],
  0x0548: ['throttle', 1, 0],
};
const OBD_VIN = 0xfeec;
const OBD_ALARMS: Readonly<Record<number, AlarmKind>> = {
  0x01: 'powerRestored',
  0x02: 'powerCut',
  0x0e: 'idle',
  0x1a: 'hardAcceleration',
  0x1b: 'hardBraking',
  0x1c: 'hardCornering',
  0x1d: 'laneChange',
  0x1e: 'laneChange',
  0x1f: 'laneChange',
  0x23: 'fatigueDriving',
  0x25: 'overspeed',
  0x26: 'accident',
  0x27: 'accident',
  0x28: 'accident',
  0x31: 'door',
  0x32: 'door',
};
const OBD_EVENTS: Readonly<Record<number, AlarmKind>> = {
  51: 'hardAcceleration',
  52: 'hardBraking',
  53: 'hardCornering',
  54: 'laneChange',
  56: 'accident',
};

/** Type F0 of OBD dongles: time BCD[6], history BYTE, vehicle type BYTE, sub-type BYTE, content. */
function obdDongle(v: ItemValue, offset: number): Fact[] {
  const timeMs = v.length >= 9 ? instantOfBcd(v.bytes, v.start, offset) : null;
  if (timeMs === null) return [];
  const sink = new Collector();
  const place: Place = { timeMs, buffered: v.u8(6) > 0 };
  let at = 9;
  switch (v.u8(8)) {
    case 0x01: {
      const count = v.u8(at++);
      for (let i = 0; i < count && at + 3 <= v.length; i++) {
        const id = v.u16(at);
        const size = v.u8(at + 2);
        const p = v.part(at + 3, size);
        const raw = size === 1 ? p.u8(0) : size === 2 ? p.u16(0) : size === 4 ? p.u32(0) : null;
        const known = OBD_VALUES[id];
        if (id === OBD_VIN) sink.set('vin', p.text());
        else if (raw !== null) sink.set(known ? known[0] : `io${id}`, known ? round(raw / known[1]) - known[2] : raw);
        at += 3 + size;
      }
      return at + 12 <= v.length ? placed(v, at, place, sink) : statusFact(sink, timeMs);
    }
    case 0x02: {
      const codes: string[] = [];
      const systems = v.u16(at);
      at += 2;
      for (let i = 0; i < systems && at + 6 <= v.length; i++) {
        const count = v.u16(at + 4);
        at += 6;
        for (let j = 0; j < count && at + 10 <= v.length; j++) {
          const size = v.u16(at + 8);
          codes.push(v.text(at + 10, size).replace(/[\0 ]+$/, ''));
          at += 10 + size;
        }
      }
      sink.set('dtcs', codes.join(' '));
      return at + 12 <= v.length ? placed(v, at, place, sink) : statusFact(sink, timeMs);
    }
    case 0x03: {
      const count = v.u8(at++);
      for (let i = 0; i < count && at + 2 <= v.length; i++) {
        const kind = OBD_ALARMS[v.u8(at)];
        if (kind) sink.alarm(kind);
        at += 2 + v.u8(at + 1);
      }
      return at + 12 <= v.length ? placed(v, at, place, sink) : statusFact(sink, timeMs);
    }
    case 0x04:
      sink.set('tripNumber', v.u32(at + 1));
      if (v.u8(at) === 2 && v.length >= at + 42) {
        sink.set('idlingCount', v.u16(at + 34));
        sink.set('idlingTime', v.u16(at + 36));
        sink.set('tripOdometer', v.u16(at + 38) * 100);
        sink.set('tripFuel', v.u16(at + 40) / 100);
      }
      return statusFact(sink, timeMs);
    case 0x0b:
      if (v.u8(at) > 0) sink.set('vin', v.text(at + 1, 17));
      return statusFact(sink, timeMs);
    case 0x15: {
      const kind = OBD_EVENTS[v.u32(at)];
      if (kind) sink.alarm(kind);
      else sink.set('event', v.u32(at));
      return statusFact(sink, timeMs);
    }
    default:
      return [];
  }
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Types 53 (radio tags) and 54 (sensor log): location without alarm bits, then records. */
function tagsOrSensors(v: ItemValue, type: number, offset: number): Fact[] {
  const timeMs = v.length >= 24 ? instantOfBcd(v.bytes, v.start + 18, offset) : null;
  if (timeMs === null) return [];
  const sink = new Collector();
  if (type === 0x53) {
    for (let at = 25; at + 9 <= v.length; at += 9 + v.u8(at + 8)) {
      const n = v.u8(at) + 1;
      sink.set(`tag${n}Mac`, toHex(v.slice(at + 1, 6)));
      sink.set(`tag${n}Rssi`, v.i8(at + 7));
      sink.set(`tag${n}Data`, toHex(v.slice(at + 9, v.u8(at + 8))));
    }
  } else {
    for (let at = 24; at + 8 <= v.length;) {
      const mask = v.u16(at);
      at += 8;
      const take = (bit: number, size: number, use: (from: number) => void): void => {
        if (!hasBit(mask, bit)) return;
        use(at);
        at += size;
      };
      take(0, 2, (from) => sink.set('lightSensor', v.u16(from)));
      take(1, 4, (from) => {
        sink.set('deviceTemp', v.i16(from) / 10);
        sink.set('humidity', v.i16(from + 2) / 10);
      });
      take(2, 2, (from) => sink.set('temp3', v.i16(from) / 10));
      take(3, 6, () => undefined);
      take(4, 2, (from) => sink.set('airPressure', v.u16(from)));
    }
  }
  const place: Place = { timeMs, buffered: false, altitudeM: v.i16(12), speedKph: v.u16(14) / 10, course: v.u16(16) % 360 };
  return placed(v, 0, place, sink);
}

/** What vendors send through 0x0900 (type, content): identities of cards, OBD lines, bus data, radio tags. */
export function passThroughFacts(bytes: Uint8Array, start: number, end: number, utcOffsetMinutes: number): Fact[] {
  if (end <= start) return [];
  const type = bytes[start]!;
  const v = new ItemValue(bytes, start + 1, end);
  const sink = new Collector();
  switch (type) {
    case 0x40: {
      // a control octet stands in front, line ends behind
      const said = v.text().replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');
      const columns = said.split('|');
      if (columns[0] === 'GTSL') {
        if (columns[4]) sink.set('driverUniqueId', columns[4]);
      } else if (said !== '') sink.set('data', said);
      return statusFact(sink, null);
    }
    case 0x41:
      applyObdText(v.text(), sink);
      return statusFact(sink, null);
    case 0x53:
    case 0x54:
      return tagsOrSensors(v, type, utcOffsetMinutes);
    case 0xf0:
      return obdDongle(v, utcOffsetMinutes);
    case 0xf3: {
      let timeMs: number | null = null;
      for (let at = 0; at + 4 <= v.length; at += 4 + v.u16(at + 2)) {
        if (v.u16(at) === 2) sink.set('collision', v.u16(at + 4) / 25_600);
        else if (v.u16(at) === 6 && v.u16(at + 2) >= 6 && at + 10 <= v.length)
          timeMs = instantOfBcd(v.bytes, v.start + at + 4, utcOffsetMinutes);
      }
      return statusFact(sink, timeMs);
    }
    case 0xff:
      return freeFix(v, utcOffsetMinutes);
    default:
      return [];
  }
}

/** Type FF: time, signed coordinates, altitude, speed, course. */
function freeFix(v: ItemValue, offset: number): Fact[] {
  const timeMs = v.length >= 20 ? instantOfBcd(v.bytes, v.start, offset) : null;
  if (timeMs === null) return [];
  return [
    {
      kind: 'position',
      fix: {
        timeMs,
        localTime: true,
        type: 1,
        valid: true,
        lat: (v.u32(6) | 0) / 1e6,
        lon: (v.u32(10) | 0) / 1e6,
        altitudeM: v.i16(14),
        speedKph: v.u16(16) / 10,
        course: v.u16(18) % 360,
        buffered: false,
        sequence: fnv1a32(v.bytes, v.start, v.end),
        attributes: {},
      },
    },
  ];
}
