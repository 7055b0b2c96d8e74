import { DecodeError, TracingReader, type TracedRead } from '@sightline/codec';
import { ATTRIBUTES, type AttributeDefinition } from '@sightline/domain';
import { leafOf, scaledBy, tile, type FrameAnnotation, type Meaning } from '../annotation.ts';
import { readTextMessages } from './commands.ts';
import { readGh3000Record } from './gh3000.ts';
import { ioDefinition, ioValue, IO_ALARMS } from './io-table.ts';
import { startOf } from './packet.ts';
import { AVL_SHAPES, readRecord } from './record.ts';

/** Numbers of a record by their field: divisor and unit. */
const SCALES: Readonly<Record<string, readonly [divisor: number, unit: string]>> = {
  latitude: [1e7, '°'],
  longitude: [1e7, '°'],
  altitude: [1, 'm'],
  angle: [1, '°'],
  speed: [1, 'km/h'],
};
const GH3000 = 0x07;

const unitOf = (key: string): string | null => {
  const table: Readonly<Record<string, AttributeDefinition>> = ATTRIBUTES;
  return (table[key] ?? table[key.replace(/\d+$/, '')])?.unit ?? null;
};

function meaningOf(model: string, gh3000: boolean): Meaning {
  return (read, bytes) => {
    const leaf = leafOf(read.field);
    const io = /^io(\d+)$/.exec(leaf);
    if (io !== null) return gh3000 ? null : ioMeaning(Number(io[1]), bytes.subarray(read.offset, read.offset + read.size), model);
    if (leaf === 'timestamp' && read.size === 8) return instant(Number(read.value));
    const scale = gh3000 ? undefined : SCALES[leaf];
    return scale !== undefined && typeof read.value === 'number' ? { value: scaledBy(read.value, scale[0]), unit: scale[1] } : null;
  };
}

const instant = (ms: number): ReturnType<Meaning> => (Math.abs(ms) <= 8.64e15 ? { value: new Date(ms).toISOString(), unit: 'UTC' } : null);

/** `power 12.4 V`: the key of the IO table in front, as the id alone says nothing to people. */
function ioMeaning(id: number, bytes: Uint8Array, model: string): ReturnType<Meaning> {
  const alarm = bytes.length <= 2 ? IO_ALARMS[id]?.(bytes.reduce((sum, octet) => sum * 256 + octet, 0)) : undefined;
  if (alarm) return { value: `alarm ${alarm}`, unit: null };
  const definition = ioDefinition(id, model);
  const value = definition === undefined ? null : ioValue(definition, bytes);
  if (definition === undefined || value === null) return null;
  return { value: `${definition.key} ${String(value)}`, unit: unitOf(definition.key) };
}

/**
 * Takes what stands on the wire apart with the record and IO tables: packets, datagrams, logins, and the short answers of a
 * server (`down`). Never throws: what cannot be read is `unread`.
 */
export function annotateTeltonika(frame: Uint8Array, direction: 'up' | 'down', model = ''): FrameAnnotation {
  const reads: TracedRead[] = [];
  const reader = new TracingReader(frame, 0, frame.length, reads);
  let gh3000 = false;
  try {
    if (direction === 'down' && frame.length <= 7) readAnswer(reader);
    else gh3000 = readPacket(reader);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return tile(frame, reads, meaningOf(model.toUpperCase(), gh3000));
}

/** One octet answers a login, four a packet, seven a datagram. */
function readAnswer(reader: TracingReader): void {
  if (reader.remaining === 1) reader.u8('accepted');
  else if (reader.remaining === 4) reader.u32('acceptedRecords');
  else if (reader.remaining === 7) {
    reader.u16('length');
    reader.u16('packetId');
    reader.u8('type');
    reader.u8('avlPacketId');
    reader.u8('acceptedRecords');
  }
}

/** Returns whether its records are those of codec 7. */
function readPacket(reader: TracingReader): boolean {
  const start = startOf(reader.bytes, 0, reader.end);
  if (start === null || start === 'more') return false;
  switch (start.kind) {
    case 'ping':
      reader.u8('ping');
      return false;
    case 'login':
      reader.ascii(reader.u16('imeiLength'), 'imei');
      return false;
    case 'datagram':
      reader.u16('length');
      reader.u16('packetId');
      reader.u8('type');
      reader.u8('avlPacketId');
      reader.ascii(reader.u16('imeiLength'), 'imei');
      return readData(reader);
    case 'data': {
      reader.skip(4, 'preamble');
      const end = 8 + reader.u32('dataLength');
      if (end + 4 > reader.end) return readData(reader);
      new TracingReader(reader.bytes, end, end + 4, reader.reads).slice(4, 'crc');
      return readData(reader.part(8, end));
    }
  }
}

function readData(reader: TracingReader): boolean {
  const codec = reader.u8('codec');
  const count = reader.u8('count');
  const shape = AVL_SHAPES[codec];
  if (shape === undefined && codec !== GH3000) {
    readTextMessages(reader, codec, count);
    reader.u8('count2');
    return false;
  }
  const from = reader.offset;
  const kept = reader.reads.length;
  const records = (wide: boolean): boolean => {
    reader.offset = from;
    reader.reads.length = kept;
    try {
      for (let n = 0; n < count; n++) {
        const before = reader.reads.length;
        if (shape === undefined) readGh3000Record(reader);
        else readRecord(reader, shape, wide);
        const prefix = `records[${n}].`;
        for (let i = before; i < reader.reads.length; i++)
          reader.reads[i] = { ...reader.reads[i]!, field: prefix + reader.reads[i]!.field };
      }
      return reader.u8('count2') === count && reader.remaining === 0;
    } catch (error) {
      if (error instanceof DecodeError) return false;
      throw error;
    }
  };
  // The layout with a group of 16-octet values is tried when the usual one does not come out at the second count.
  if (!records(false) && shape !== undefined && !records(true)) records(false);
  return codec === GH3000;
}
