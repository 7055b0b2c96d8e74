import { fnv1a32 } from '@sightline/codec';
import type { AttributeValue } from '@sightline/domain';
import { networksAttribute } from '../networks.ts';
import type { Fact } from '../protocol.ts';
import { readBeacons } from './beacons.ts';
import type { Gh3000Record } from './gh3000.ts';
import { hexOf, integerOf, ioDefinition, ioValue, IO_ALARMS } from './io-table.ts';
import type { AvlRecord } from './record.ts';

/** A record that arrives this much later than it was made comes from the unit's memory: the codecs carry no flag. */
export const BUFFERED_AFTER_MS = 5 * 60_000;

const ICCID_FIRST = 11;
const ICCID_SECOND = 14;
const UNKNOWN_SPEED = 0xffff;

/** The position of an AVL record. Without satellites the coordinates are the last known ones: not valid. */
export function avlFact(record: AvlRecord, packet: Uint8Array, receivedAtMs: number, model: string): Fact {
  return {
    kind: 'position',
    fix: {
      timeMs: record.timeMs,
      localTime: false,
      type: 1,
      valid: record.satellites > 0,
      lat: record.latitude / 1e7,
      lon: record.longitude / 1e7,
      speedKph: record.speedKph === UNKNOWN_SPEED ? null : record.speedKph,
      course: record.angle,
      altitudeM: record.altitudeM,
      buffered: receivedAtMs - record.timeMs > BUFFERED_AFTER_MS,
      sequence: fnv1a32(packet, record.start, record.end),
      attributes: avlAttributes(record, model),
    },
  };
}

export function avlAttributes(record: AvlRecord, model: string): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {
    priority: record.priority,
    sat: record.satellites,
    event: record.eventId,
  };
  let iccid = '';
  for (const { id, value } of record.elements) {
    const alarm = value.length <= 2 ? IO_ALARMS[id] : undefined;
    if (alarm !== undefined) {
      const raw = value.length === 1 ? value[0]! : (value[0]! << 8) | value[1]!;
      const kind = alarm(raw);
      // The event that caused the record goes before states that are repeated in it.
      if (kind !== null && (record.eventId === id || attributes['alarm'] === undefined)) {
        attributes['alarm'] = kind;
      }
      if (kind === null || !ALARM_ONLY.has(id)) attributes[`io${id}`] = raw;
      continue;
    }
    if ((id === ICCID_FIRST || id === ICCID_SECOND) && value.length === 8) {
      iccid += String(integerOf(value, false));
      continue;
    }
    if (readBeacons(id, value, attributes)) continue;
    const definition = ioDefinition(id, model);
    const known = definition === undefined ? null : ioValue(definition, value);
    if (known !== null) attributes[definition!.key] = known;
    else attributes[`io${id}`] = value.length <= 8 && value.length > 0 ? integerOf(value, false) : hexOf(value);
  }
  if (/[1-9]/.test(iccid)) attributes['iccid'] = iccid;
  return attributes;
}

/** Ids whose value says no more than the alarm does. */
const ALARM_ONLY = new Set([236, 253]);

/** The position of a codec 7 record, or its state when it carries no coordinates. */
export function gh3000Fact(record: Gh3000Record, packet: Uint8Array, receivedAtMs: number): Fact {
  const attributes: Record<string, AttributeValue> = { priority: record.priority, ...record.attributes };
  if (record.satellites !== null) attributes['sat'] = record.satellites;
  if (record.cell !== null) attributes['networks'] = networksAttribute([record.cell], []);
  if (record.lat === null && record.cell === null) return { kind: 'status', timeMs: record.timeMs, attributes };
  return {
    kind: 'position',
    fix: {
      timeMs: record.timeMs,
      localTime: false,
      type: record.lat === null ? 2 : 1,
      valid: record.lat !== null && record.satellites !== 0,
      lat: record.lat,
      lon: record.lon,
      speedKph: record.speedKph,
      course: record.course,
      altitudeM: record.altitudeM,
      buffered: receivedAtMs - record.timeMs > BUFFERED_AFTER_MS,
      sequence: fnv1a32(packet, record.start, record.end),
      attributes,
    },
  };
}
