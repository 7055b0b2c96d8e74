import type { AlarmKind, AttributeValue } from '@sightline/domain';

/** How the bytes of an IO element are read. Sizes are checked: an id of another size is another thing on that model. */
export interface IoDefinition {
  readonly key: string;
  /** Octets; 0 = any (variable-length elements). */
  readonly size: number;
  /** `flag` 0/1; `text` ASCII (commas as blanks); `card` little-endian key; otherwise a number. */
  readonly kind: 'unsigned' | 'signed' | 'flag' | 'text' | 'card';
  /** Stored number = raw / divisor. */
  readonly divisor?: number;
  /** Raw values from here on are error codes of the sensor, kept under the id. */
  readonly errorsFrom?: number;
}

const u = (key: string, size: number, divisor = 1): IoDefinition => ({ key, size, kind: 'unsigned', divisor });
const s = (key: string, size: number, divisor = 1): IoDefinition => ({ key, size, kind: 'signed', divisor });
const flag = (key: string): IoDefinition => ({ key, size: 1, kind: 'flag' });
/** Dallas sensors: 850, 2000, 3000, 4000, 5000 = not ready, read error, not connected, id failed, not ready. */
const dallas = (key: string): IoDefinition => ({ key, size: 4, kind: 'signed', divisor: 10, errorsFrom: 850 });
const bleTemperature = (key: string): IoDefinition => ({ key, size: 2, kind: 'signed', divisor: 100, errorsFrom: 20_000 });

/** Ids that mean the same on every family. */
export const COMMON_IO: Readonly<Record<number, IoDefinition>> = {
  1: flag('in1'),
  2: flag('in2'),
  3: flag('in3'),
  4: flag('in4'),
  16: u('odometer', 4),
  17: s('axisX', 2),
  18: s('axisY', 2),
  19: s('axisZ', 2),
  21: u('rssi', 1),
  66: u('power', 2, 1000),
  67: u('battery', 2, 1000),
  78: { key: 'driverUniqueId', size: 8, kind: 'card' },
  179: flag('out1'),
  180: flag('out2'),
  181: u('pdop', 2, 10),
  182: u('hdop', 2, 10),
  199: u('tripOdometer', 4),
  239: flag('ignition'),
  240: flag('motion'),
  241: u('operator', 4),
  256: { key: 'vin', size: 0, kind: 'text' },
};

/** FMB / FMC / FMM / FMU / TAT basic set; also what a unit of unknown model is read with. */
export const FMB_IO: Readonly<Record<number, IoDefinition>> = {
  6: u('adc2', 2, 1000),
  9: u('adc1', 2, 1000),
  10: u('adc2', 2, 1000),
  12: u('fuelUsed', 4, 1000),
  13: u('fuelConsumptionPer100Km', 2, 100),
  15: u('ecoScore', 2, 100),
  20: u('bleBattery2', 1),
  22: u('bleBattery3', 1),
  23: u('bleBattery4', 1),
  24: u('gnssSpeed', 2),
  25: bleTemperature('bleTemp1'),
  26: bleTemperature('bleTemp2'),
  27: bleTemperature('bleTemp3'),
  28: bleTemperature('bleTemp4'),
  29: u('bleBattery1', 1),
  30: u('dtcCount', 1),
  31: u('engineLoad', 1),
  32: s('engineTemp', 1),
  33: s('shortFuelTrim', 1),
  36: u('rpm', 2),
  37: u('obdSpeed', 1),
  38: s('timingAdvance', 1),
  39: s('intakeTemp', 1),
  40: u('massAirFlow', 2, 100),
  41: u('throttle', 1),
  42: u('engineRuntimeS', 2),
  43: u('milDistance', 2),
  48: u('fuelLevel', 1),
  57: u('hybridBatteryLevel', 1),
  68: u('batteryCurrent', 2, 1000),
  69: u('gnssStatus', 1),
  72: dallas('temp1'),
  73: dallas('temp2'),
  74: dallas('temp3'),
  75: dallas('temp4'),
  80: u('dataMode', 1),
  81: u('obdSpeed', 1),
  82: u('throttle', 1),
  83: u('fuelUsed', 4, 10),
  84: u('fuel', 2, 10),
  85: u('rpm', 2),
  86: u('bleHumidity1', 2, 10),
  87: u('obdOdometer', 4),
  89: u('fuelLevel', 1),
  104: u('bleHumidity2', 2, 10),
  106: u('bleHumidity3', 2, 10),
  107: u('fuelUsed', 4, 10),
  108: u('bleHumidity4', 2, 10),
  110: u('fuelConsumption', 2, 10),
  113: u('batteryLevel', 1),
  115: s('engineTemp', 2, 10),
  200: u('sleepMode', 1),
  205: u('cid2g', 2),
  206: u('lac', 2),
  237: u('networkType', 1),
  243: u('greenDrivingDurationMs', 2),
  254: u('greenDrivingValue', 1, 100),
  281: { key: 'dtcs', size: 0, kind: 'text' },
  303: flag('instantMovement'),
  325: { key: 'vin', size: 0, kind: 'text' },
  380: flag('out3'),
  389: u('obdOdometer', 4, 0.001),
  636: u('cid4g', 4),
  ...eye(10_800, (n) => bleTemperature(`eyeTemp${n}`)),
  ...eye(10_804, (n) => u(`eyeHumidity${n}`, 1)),
  ...eye(10_808, (n) => flag(`eyeMagnet${n}`)),
  ...eye(10_812, (n) => flag(`eyeMotion${n}`)),
  ...eye(10_824, (n) => u(`eyeBattery${n}`, 2, 1000)),
};

/** Four EYE sensors with ids in a row. */
function eye(first: number, make: (n: number) => IoDefinition): Record<number, IoDefinition> {
  return Object.fromEntries([1, 2, 3, 4].map((n) => [first + n - 1, make(n)]));
}

/** FMx6xx: other CAN ids, BLE temperatures at 701. What is not listed stays under its id. */
const FM6_IO: Readonly<Record<number, IoDefinition>> = {
  9: FMB_IO[9]!,
  10: FMB_IO[10]!,
  24: FMB_IO[24]!,
  68: FMB_IO[68]!,
  69: FMB_IO[69]!,
  200: FMB_IO[200]!,
  701: s('bleTemp1', 2, 10),
  702: s('bleTemp2', 2, 10),
  703: s('bleTemp3', 2, 10),
  704: s('bleTemp4', 2, 10),
};

/** Model names of the heavy-vehicle family, e.g. FMB640, FMC650. */
const HEAVY = /^FM[A-Z]?6\d/;

/** The definition of an id on a model ('' = unknown), or undefined. */
export function ioDefinition(id: number, model: string): IoDefinition | undefined {
  return COMMON_IO[id] ?? (HEAVY.test(model) ? FM6_IO[id] : FMB_IO[id]);
}

/** Events whose value makes an alarm: raw value -> alarm kind. */
export const IO_ALARMS: Readonly<Record<number, (value: number) => AlarmKind | null>> = {
  ...Object.fromEntries([155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 175].map((id) => [id, fence])),
  236: (value) => (value > 0 ? 'general' : null),
  246: (value) => (value > 0 ? 'tow' : null),
  247: (value) => (value > 0 ? 'accident' : null),
  249: (value) => (value > 0 ? 'jamming' : null),
  251: (value) => (value > 0 ? 'idle' : null),
  252: (value) => (value > 0 ? 'powerCut' : null),
  253: (value) => (['hardAcceleration', 'hardBraking', 'hardCornering'] as const)[value - 1] ?? null,
  255: (value) => (value > 0 ? 'overspeed' : null),
  318: (value) => (value > 0 ? 'gnssJamming' : null),
};
function fence(value: number): AlarmKind | null {
  return (['geofenceExit', 'geofenceEnter', null, 'overspeed'] as const)[value] ?? null;
}

/** What an element says when its bytes fit the definition; null when they do not. */
export function ioValue(definition: IoDefinition, bytes: Uint8Array): AttributeValue | null {
  if (definition.size !== 0 && definition.size !== bytes.length) return null;
  switch (definition.kind) {
    case 'flag':
      return bytes[0]! > 0;
    case 'text': {
      const text = textOf(bytes).replaceAll(',', ' ');
      return /^[\x20-\x7e]{4,}$/.test(text) ? text : null;
    }
    case 'card': {
      const card = hexOf(bytes.toReversed()).toUpperCase();
      return /[^0]/.test(card) ? card : null;
    }
    case 'signed':
    case 'unsigned': {
      const raw = integerOf(bytes, definition.kind === 'signed');
      if (typeof raw === 'string') return raw;
      if (definition.errorsFrom !== undefined && raw >= definition.errorsFrom) return null;
      return raw / (definition.divisor ?? 1);
    }
  }
}

export function hexOf(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += (b < 16 ? '0' : '') + b.toString(16);
  return out;
}

export function textOf(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) if (b !== 0) out += String.fromCharCode(b);
  return out.trim();
}

/** An integer of 1-8 octets; one that a number cannot hold exactly comes as decimal text. */
export function integerOf(bytes: Uint8Array, signed: boolean): number | string {
  if (bytes.length <= 4) {
    let small = 0;
    for (const b of bytes) small = small * 256 + b;
    return signed && bytes.length > 0 && bytes[0]! > 127 ? small - 2 ** (8 * bytes.length) : small;
  }
  let value = 0n;
  for (const b of bytes) value = (value << 8n) | BigInt(b);
  if (signed) value = BigInt.asIntN(bytes.length * 8, value);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
