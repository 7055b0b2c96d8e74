import { ByteWriter } from '@sightline/codec';
import type { DeviceCommand, FieldValue } from '../protocol.ts';

type Params = DeviceCommand['params'];

function text(params: Params, name: string, pattern: RegExp): string {
  const value = params[name];
  const shown = typeof value === 'number' ? String(value) : value;
  if (typeof shown !== 'string' || !pattern.test(shown)) throw new RangeError(`parameter ${name} is missing or malformed`);
  return shown;
}

function whole(params: Params, name: string, min: number, max: number, fallback?: number): number {
  const value: FieldValue | undefined = params[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`parameter ${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

const HOST = /^[A-Za-z0-9.-]{1,100}$/;
const PHONE = /^\+?\d{3,20}$/;
/** Printable ASCII: what a unit's command interpreter reads. */
const COMMAND = /^[\x20-\x7e]{1,1000}$/;

/** How a fuel cut is spelt: `RELAY` on newer units, `DYD` on the first generation. */
export type FuelCut = 'RELAY' | 'DYD';

const cut: Readonly<Record<FuelCut, readonly [string, string]>> = {
  RELAY: ['Relay,1#', 'Relay,0#'],
  DYD: ['DYD#', 'HFYD#'],
};

/** Command texts. `#` ends a command; `custom` sends a text as it is. */
const TEXTS: Readonly<Record<string, (params: Params, fuelCut: FuelCut) => string>> = {
  custom: (params) => text(params, 'data', COMMAND),
  engineStop: (_params, fuelCut) => cut[fuelCut][0],
  engineResume: (_params, fuelCut) => cut[fuelCut][1],
  positionSingle: () => 'WHERE#',
  positionPeriodic: (params) => {
    const on = whole(params, 'frequency', 5, 18_000);
    return `TIMER,${on},${whole(params, 'frequencyOff', 0, 18_000, on)}#`;
  },
  getStatus: () => 'STATUS#',
  getParameters: () => 'PARAM#',
  getVersion: () => 'VERSION#',
  rebootDevice: () => 'RESET#',
  factoryReset: () => 'FACTORY#',
  setServer: (params) => {
    const host = text(params, 'host', HOST);
    return `SERVER,${/^[\d.]+$/.test(host) ? 0 : 1},${host},${whole(params, 'port', 1, 65_535)},0#`;
  },
  setTimeZone: (params) => {
    const minutes = whole(params, 'utcOffsetMinutes', -720, 840);
    const size = Math.abs(minutes);
    return `GMT,${minutes < 0 ? 'W' : 'E'},${Math.trunc(size / 60)},${size % 60}#`;
  },
  setSosNumber: (params) => `SOS,A,${text(params, 'phone', PHONE)}#`,
  setSpeedLimit: (params) => `SPEED,ON,20,${whole(params, 'speedKph', 10, 255)},1#`,
  setHeartbeat: (params) => {
    const minutes = whole(params, 'minutes', 1, 300);
    return `HBT,${minutes},${minutes}#`;
  },
  takePhoto: (params) => `Picture,${text(params, 'camera', /^(in|out|inout)$/)}#`,
  liveStart: (params) => `RTMP,ON,${text(params, 'camera', /^(IN|OUT|INOUT|PIP)$/)}#`,
  liveStop: () => 'RTMP,OFF#',
};

/** Names that {@link commandText} knows. */
export const GT06_COMMANDS: readonly string[] = Object.keys(TEXTS);

/** @throws RangeError for an unknown command or a bad parameter, naming it. */
export function commandText(command: DeviceCommand, fuelCut: FuelCut): string {
  const make = Object.hasOwn(TEXTS, command.name) ? TEXTS[command.name] : undefined;
  if (make === undefined) throw new RangeError(`GT06 has no command '${command.name}'`);
  return make(command.params, fuelCut);
}

/**
 * Content of packet 80: length (flag and text; a WORD in the long frame, which texts over 240 octets need), server
 * flag, text, and on units that want it the language word.
 */
export function commandContent(flag: number, body: string, language: number | null): Uint8Array {
  const writer = new ByteWriter(body.length + 12);
  const length = body.length + 4;
  if (length > MAX_SHORT) writer.u16(length);
  else writer.u8(length);
  writer.u32(flag).ascii(body);
  if (language !== null) writer.u16(language);
  return writer.finish();
}

const MAX_SHORT = 244;
