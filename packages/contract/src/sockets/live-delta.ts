import { NO_ALARM } from '@sightline/domain';

/**
 * Live positions on the socket: one binary message with the newest value of each device that changed, column by column,
 * little-endian. n = count.
 *
 * | offset    | type       | what                                                             |
 * | --------- | ---------- | ---------------------------------------------------------------- |
 * | 0         | uint32     | version, 2                                                       |
 * | 4         | uint32     | n                                                                |
 * | 8         | float64    | server time, ms                                                  |
 * | 16        | float64[n] | time of the fix, ms (0 = no fix)                                 |
 * | 16 + 8n   | float64[n] | last contact, ms                                                 |
 * | 16 + 16n  | uint32[n]  | key of the device (LiveSnapshot.key)                             |
 * | 16 + 20n  | int32[n]   | latitude, 1e-7 degrees                                           |
 * | 16 + 24n  | int32[n]   | longitude, 1e-7 degrees                                          |
 * | 16 + 28n  | uint16[n]  | speed, 0.1 km/h (65535 = not known)                              |
 * | 16 + 30n  | uint16[n]  | course, degrees (65535 = not known)                              |
 * | 16 + 32n  | uint8[n]   | bits 0-1 motion (0 moving 1 idle 2 stopped), 2-3 ignition (0 off 1 on 2 not known), 4 online, 5 has a fix |
 * | 16 + 33n  | uint8[n]   | most urgent alarm of the newest position (`alarmNumber` of the domain, 0 = none) |
 */
export interface LiveEntry {
  readonly key: number;
  readonly fixTimeMs: number;
  readonly lastContactMs: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly motion: LiveMotion;
  readonly acc: LiveAcc;
  readonly online: boolean;
  /** The most urgent alarm of the newest position, a number of the domain's alarm kinds; 0 = none. */
  readonly alarm: number;
}

/** 0 moving, 1 idle, 2 stopped. */
export type LiveMotion = 0 | 1 | 2;
/** 0 off, 1 on, 2 not known. */
export type LiveAcc = 0 | 1 | 2;

export const LIVE_MOTION = ['moving', 'idle', 'stopped'] as const;
export const LIVE_DELTA_VERSION = 2;
export const LIVE_UNKNOWN = 0xffff;
export const LIVE_FLAG = { motionMask: 0b11, accShift: 2, accMask: 0b11, online: 1 << 4, hasFix: 1 << 5 } as const;
const HEADER_BYTES = 16;
const ENTRY_BYTES = 34;

/** Columns of a message, as views on its bytes: nothing is copied, index i of each is one device. */
export interface LiveDelta {
  readonly serverTimeMs: number;
  readonly count: number;
  readonly fixTimeMs: Float64Array;
  readonly lastContactMs: Float64Array;
  readonly key: Uint32Array;
  /** 1e-7 degrees. */
  readonly lat: Int32Array;
  readonly lon: Int32Array;
  /** 0.1 km/h; {@link LIVE_UNKNOWN}. */
  readonly speed: Uint16Array;
  readonly course: Uint16Array;
  readonly flags: Uint8Array;
  readonly alarm: Uint8Array;
}

function views(buffer: ArrayBuffer, count: number): Omit<LiveDelta, 'serverTimeMs' | 'count'> {
  const at = (perEntry: number): number => HEADER_BYTES + perEntry * count;
  return {
    fixTimeMs: new Float64Array(buffer, at(0), count),
    lastContactMs: new Float64Array(buffer, at(8), count),
    key: new Uint32Array(buffer, at(16), count),
    lat: new Int32Array(buffer, at(20), count),
    lon: new Int32Array(buffer, at(24), count),
    speed: new Uint16Array(buffer, at(28), count),
    course: new Uint16Array(buffer, at(30), count),
    flags: new Uint8Array(buffer, at(32), count),
    alarm: new Uint8Array(buffer, at(33), count),
  };
}

/** Writes a message. Speeds beyond 6553.4 km/h are cut. */
export function encodeLiveDelta(serverTimeMs: number, entries: readonly LiveEntry[]): Uint8Array {
  const buffer = new ArrayBuffer(HEADER_BYTES + ENTRY_BYTES * entries.length);
  const header = new DataView(buffer);
  header.setUint32(0, LIVE_DELTA_VERSION, true);
  header.setUint32(4, entries.length, true);
  header.setFloat64(8, serverTimeMs, true);
  const columns = views(buffer, entries.length);
  entries.forEach((e, i) => {
    const hasFix = e.lat !== null && e.lon !== null;
    columns.fixTimeMs[i] = e.fixTimeMs;
    columns.lastContactMs[i] = e.lastContactMs;
    columns.key[i] = e.key;
    columns.lat[i] = hasFix ? Math.round(e.lat! * 1e7) : 0;
    columns.lon[i] = hasFix ? Math.round(e.lon! * 1e7) : 0;
    columns.speed[i] = e.speedKph === null ? LIVE_UNKNOWN : Math.min(LIVE_UNKNOWN - 1, Math.max(0, Math.round(e.speedKph * 10)));
    columns.course[i] = e.course === null ? LIVE_UNKNOWN : ((Math.round(e.course) % 360) + 360) % 360;
    columns.flags[i] = e.motion | (e.acc << LIVE_FLAG.accShift) | (e.online ? LIVE_FLAG.online : 0) | (hasFix ? LIVE_FLAG.hasFix : 0);
    columns.alarm[i] = e.alarm;
  });
  return new Uint8Array(buffer);
}

/** Reads a message; null when it is of another version or its length does not fit. */
export function decodeLiveDelta(message: ArrayBuffer | Uint8Array): LiveDelta | null {
  // Typed arrays need aligned bytes that begin at 0. A Node Buffer is a window on a bigger one, and so is its slice().
  const buffer = message instanceof ArrayBuffer ? message : new Uint8Array(message).buffer;
  if (buffer.byteLength < HEADER_BYTES) return null;
  const header = new DataView(buffer);
  const count = header.getUint32(4, true);
  if (header.getUint32(0, true) !== LIVE_DELTA_VERSION || buffer.byteLength !== HEADER_BYTES + ENTRY_BYTES * count) return null;
  return { serverTimeMs: header.getFloat64(8, true), count, ...views(buffer, count) };
}

/** One entry of a message as an object, for code that is not hot. */
export function liveEntryAt(delta: LiveDelta, i: number): LiveEntry {
  const flags = delta.flags[i] ?? 0;
  const hasFix = (flags & LIVE_FLAG.hasFix) !== 0;
  const known = (v: number | undefined): number | null => (v === undefined || v === LIVE_UNKNOWN ? null : v);
  const speed = known(delta.speed[i]);
  return {
    key: delta.key[i] ?? 0,
    fixTimeMs: delta.fixTimeMs[i] ?? 0,
    lastContactMs: delta.lastContactMs[i] ?? 0,
    lat: hasFix ? (delta.lat[i] ?? 0) / 1e7 : null,
    lon: hasFix ? (delta.lon[i] ?? 0) / 1e7 : null,
    speedKph: speed === null ? null : speed / 10,
    course: known(delta.course[i]),
    motion: (flags & LIVE_FLAG.motionMask) as LiveMotion,
    acc: ((flags >> LIVE_FLAG.accShift) & LIVE_FLAG.accMask) as LiveAcc,
    online: (flags & LIVE_FLAG.online) !== 0,
    alarm: delta.alarm[i] ?? NO_ALARM,
  };
}
