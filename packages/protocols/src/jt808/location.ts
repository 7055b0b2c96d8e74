import { DecodeError, fnv1a32, hasBit, toHex } from '@sightline/codec';
import type { Fix } from '@sightline/domain';
import { alarmKinds, Status } from './alarms.ts';
import type { Edition } from './header.ts';
import { Collector } from './items/collector.ts';
import { ItemValue } from './items/definition.ts';
import { itemDefinition } from './items/index.ts';
import { instantOfBcd } from './time.ts';

/** Alarm bits to time: what every location record begins with (JT/T 808 §8.18 table 23). */
export const BASIC_LOCATION_SIZE = 28;
/** A few models append these instead of items. */
const FIXED_TAIL_SIZE = 18;

export interface LocationContext {
  readonly edition: Edition;
  readonly model: string | undefined;
  readonly utcOffsetMinutes: number;
  /** Sent from memory (0x0704 with type 1 ...). */
  readonly buffered: boolean;
}

export interface DecodedLocation {
  /** Null when the record's time is impossible (`error` says so) or it is shorter than 28 octets. */
  readonly fix: Fix | null;
  readonly error: DecodeError | null;
}

const u16 = (b: Uint8Array, at: number): number => (b[at]! << 8) | b[at + 1]!;
const u32 = (b: Uint8Array, at: number): number => ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;

/**
 * Degrees of a coordinate in 1e-6: the sign stands in a status bit; units that send two's complement instead (with or
 * without that bit) are understood too.
 */
const degrees = (raw: number, negative: boolean): number => {
  const signed = raw | 0;
  return (negative || signed < 0 ? -Math.abs(signed) : signed) / 1e6;
};

/** Whether {id, length, value} fill `start`..`end` exactly. */
export function itemsAddUp(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at + 2 <= end) at += 2 + bytes[at + 1]!;
  return at === end;
}

/** Whether the record ends with the fixed tail (battery and mileage, odometer km, battery 0.1 V, area id, signal, reserved) instead of items. */
export const hasFixedTail = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === FIXED_TAIL_SIZE &&
  (bytes[start] === 0 || (!itemsAddUp(bytes, start, end) && !(bytes[start] === 1 && bytes[start + 1] === 4)));

function fixedTail(bytes: Uint8Array, at: number, sink: Collector): void {
  sink.set('odometer', u32(bytes, at + 4) * 1000);
  sink.set('battery', u16(bytes, at + 8) / 10);
  sink.set('rssi', bytes[at + 14]!);
}

/**
 * The location record `bytes[start, end)`: 28 octets and items. Written by hand, it is most of what a fleet sends.
 * Whatever is wrong in the items ends them and is reported; the fix stands.
 */
export function decodeLocation(bytes: Uint8Array, start: number, end: number, context: LocationContext): DecodedLocation {
  if (end - start < BASIC_LOCATION_SIZE) {
    return {
      fix: null,
      error: new DecodeError('truncated', `a location needs ${BASIC_LOCATION_SIZE} bytes, ${end - start} left`, start, 'location'),
    };
  }
  const timeMs = instantOfBcd(bytes, start + 22, context.utcOffsetMinutes);
  if (timeMs === null) {
    return {
      fix: null,
      error: new DecodeError('bad-value', `no possible time: ${toHex(bytes.subarray(start + 22, start + 28))}`, start + 22, 'time'),
    };
  }
  const sink = new Collector();
  const alarm = u32(bytes, start);
  const status = u32(bytes, start + 4);
  applyAlarms(alarm, sink, context);
  applyStatus(status, sink, context);
  const error = applyItems(bytes, start + BASIC_LOCATION_SIZE, end, sink, context);

  const valid = hasBit(status, Status.positioned);
  const encrypted = hasBit(status, Status.encrypted);
  const rawLat = u32(bytes, start + 8);
  const rawLon = u32(bytes, start + 12);
  const noPlace = encrypted || (!valid && rawLat === 0 && rawLon === 0);
  const fix: Fix = {
    timeMs,
    localTime: true,
    type: valid ? 1 : (sink.networkType ?? 1),
    valid: valid && !encrypted,
    lat: noPlace ? null : degrees(rawLat, hasBit(status, Status.south)),
    lon: noPlace ? null : degrees(rawLon, hasBit(status, Status.west)),
    speedKph: u16(bytes, start + 18) / 10,
    course: u16(bytes, start + 20) % 360,
    altitudeM: (u16(bytes, start + 16) << 16) >> 16,
    buffered: context.buffered,
    sequence: fnv1a32(bytes, start, end),
    attributes: sink.finish(),
  };
  return { fix, error };
}

function applyAlarms(word: number, sink: Collector, context: LocationContext): void {
  if (word === 0) return;
  const kinds = alarmKinds(context.edition, context.model);
  for (let bit = 0; bit < kinds.length; bit++) {
    const kind = kinds[bit];
    if (kind !== undefined && (word >>> bit) & 1) sink.alarm(kind);
  }
}

const DOORS = 0x1f << 13;

function applyStatus(word: number, sink: Collector, context: LocationContext): void {
  sink.set('ignition', hasBit(word, Status.acc));
  sink.set('blocked', hasBit(word, Status.oilCut) || hasBit(word, Status.circuitCut));
  if (hasBit(word, Status.encrypted)) sink.set('encrypted', true);
  if (hasBit(word, Status.outOfService)) sink.set('outOfService', true);
  if (hasBit(word, Status.locked)) sink.set('lock', true);
  if (word & DOORS) for (let door = 0; door < 5; door++) if ((word >>> (13 + door)) & 1) sink.set(`door${door + 1}`, true);
  if (hasBit(word, Status.charging)) sink.set('charge', true);
  // many units with the header of 2019 never set this bit: only a set one says something
  if (context.edition === 2019 && hasBit(word, Status.moving)) sink.set('motion', true);
  if (context.model === 'MV810G' || context.model === 'MV710G') sink.set('door', ((word >>> 16) & 1) === 1);
}

function applyItems(bytes: Uint8Array, start: number, end: number, sink: Collector, context: LocationContext): DecodeError | null {
  if (hasFixedTail(bytes, start, end)) {
    fixedTail(bytes, start, sink);
    return null;
  }
  let at = start;
  while (at + 2 <= end) {
    const id = bytes[at]!;
    const valueEnd = at + 2 + bytes[at + 1]!;
    if (valueEnd > end) break;
    // 0x80 declares one octet and is followed by its nest up to the end of the record
    const nest = id === 0x80 && bytes[at + 1] === 1;
    const value = new ItemValue(bytes, at + 2, nest ? end : valueEnd);
    const known = itemDefinition(id);
    if (known === undefined || known.apply(value, sink, context) === false) {
      sink.set(`x${id.toString(16).padStart(2, '0')}`, toHex(value.slice(0)));
    }
    if (nest) return null;
    at = valueEnd;
  }
  if (at === end) return null;
  return new DecodeError('length', `item at ${at} runs past the end of the record`, at, 'items');
}
