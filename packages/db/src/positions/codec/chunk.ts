import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Attributes, LocationType, Position } from '@sightline/domain';
import { readAttributes, writeAttributes } from './attribute-columns.ts';
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { ChunkError } from './chunk-error.ts';
import { readNumbers, writeNumbers } from './number-column.ts';

/**
 * A sealed chunk: the positions of one device in one hour (or a part of it), sorted, as columns.
 *
 * Layout, version 1: version byte; count (u16 LE); length of the column section (u32 LE); the column section (raw
 * deflate); the sequences (count x i32 LE, as they are hashes and cannot be made smaller); the attribute section (raw
 * deflate). Attributes come last and apart, so that a reader that needs only the track does not inflate them.
 */
const VERSION = 1;
const HEADER_BYTES = 7;

/** A chunk never holds more positions. */
export const MAX_CHUNK_POSITIONS = 4096;
/** Bounds of what a damaged blob can make us allocate. */
const MAX_COLUMN_BYTES = 1 << 20;
const MAX_ATTRIBUTE_BYTES = 1 << 24;
/** Level 4 of deflate: 2 % larger than 6 in half the time. */
const DEFLATE = { level: 4, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY };

const TYPE_MASK = 3;
const VALID_BIT = 4;
const BUFFERED_BIT = 8;

const LAG_FROM_FIX = 0;
const RECEIVED_ABSOLUTE = 1;

/** Decoded columns; NaN stands for null. `traits`: bits 0-1 location type, 2 valid, 3 buffered. */
export interface ChunkColumns {
  readonly count: number;
  readonly fixTimeMs: Float64Array;
  readonly sequence: Int32Array;
  readonly receivedAtMs: Float64Array;
  readonly traits: Uint8Array;
  readonly flags: Float64Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly speedKph: Float64Array;
  readonly course: Float64Array;
  readonly altitudeM: Float64Array;
}

export const typeOf = (traits: number): LocationType => ((traits & TYPE_MASK) as LocationType | 0) || 1;
export const isValid = (traits: number): boolean => (traits & VALID_BIT) !== 0;
export const isBuffered = (traits: number): boolean => (traits & BUFFERED_BIT) !== 0;

const toNaN = (value: number | null): number => value ?? Number.NaN;
const toNull = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

/**
 * Encodes positions sorted by comparePositions, all of the hour that begins at `hourMs`. Numbers come back to the bit;
 * NaN, which no position has, would come back as null. Gives null when there are more than {@link MAX_CHUNK_POSITIONS} or
 * their attributes are too large for a chunk: to be cut in two.
 */
export function encodeChunk(hourMs: number, positions: readonly Position[]): Buffer | null {
  const count = positions.length;
  if (count > MAX_CHUNK_POSITIONS) return null;
  const column = (read: (position: Position) => number): Float64Array => Float64Array.from(positions, read);
  const out = new ByteWriter(count * 24);
  writeTimes(out, hourMs, positions);
  for (const position of positions) {
    out.byte((position.type & TYPE_MASK) | (position.valid ? VALID_BIT : 0) | (position.buffered ? BUFFERED_BIT : 0));
  }
  writeNumbers(
    out,
    column((p) => p.flags),
  );
  writeNumbers(
    out,
    column((p) => toNaN(p.lat)),
  );
  writeNumbers(
    out,
    column((p) => toNaN(p.lon)),
  );
  writeNumbers(
    out,
    column((p) => toNaN(p.speedKph)),
  );
  writeNumbers(
    out,
    column((p) => toNaN(p.course)),
  );
  writeNumbers(
    out,
    column((p) => toNaN(p.altitudeM)),
  );
  const columns = deflateRawSync(out.bytes(), DEFLATE);

  const sequences = Buffer.allocUnsafe(count * 4);
  positions.forEach((position, row) => sequences.writeInt32LE(position.sequence, row * 4));

  const attributes = new ByteWriter(count * 32);
  writeAttributes(
    attributes,
    positions.map((position) => position.attributes),
  );
  if (attributes.bytes().length > MAX_ATTRIBUTE_BYTES) return null;

  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeUInt16LE(count, 1);
  header.writeUInt32LE(columns.length, 3);
  return Buffer.concat([header, columns, sequences, deflateRawSync(attributes.bytes(), DEFLATE)]);
}

/** Second differences of the fix times (a steady interval is zeros), then how much later each was received. */
function writeTimes(out: ByteWriter, hourMs: number, positions: readonly Position[]): void {
  let before = hourMs;
  let stepBefore = 0;
  for (const { fixTimeMs } of positions) {
    const step = fixTimeMs - before;
    out.signed(step - stepBefore);
    stepBefore = step;
    before = fixTimeMs;
  }
  // A clock that is thousands of years off leaves no exact difference in a double.
  const exact = positions.every((p) => p.fixTimeMs + (p.receivedAtMs - p.fixTimeMs) === p.receivedAtMs);
  out.byte(exact ? LAG_FROM_FIX : RECEIVED_ABSOLUTE);
  writeNumbers(
    out,
    Float64Array.from(positions, (p) => (exact ? p.receivedAtMs - p.fixTimeMs : p.receivedAtMs)),
  );
}

function inflate(field: string, bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength });
  } catch (cause) {
    throw new ChunkError(field, 0, 'cannot be inflated', cause);
  }
}

function readHeader(blob: Buffer): { count: number; columnsEnd: number; sequencesEnd: number } {
  if (blob.length < HEADER_BYTES) throw new ChunkError('header', 0, `${blob.length} bytes`);
  const version = blob.readUInt8(0);
  if (version !== VERSION) throw new ChunkError('version', 0, `${version} is unknown`);
  const count = blob.readUInt16LE(1);
  if (count > MAX_CHUNK_POSITIONS) throw new ChunkError('count', 1, `${count} positions`);
  const columnsEnd = HEADER_BYTES + blob.readUInt32LE(3);
  const sequencesEnd = columnsEnd + count * 4;
  if (sequencesEnd > blob.length) throw new ChunkError('sections', 3, `${sequencesEnd} bytes wanted, ${blob.length} there`);
  return { count, columnsEnd, sequencesEnd };
}

/** Decodes everything but the attributes. @throws ChunkError */
export function decodeColumns(hourMs: number, blob: Buffer): ChunkColumns {
  const { count, columnsEnd } = readHeader(blob);
  const input = new ByteReader(inflate('columns', blob.subarray(HEADER_BYTES, columnsEnd), MAX_COLUMN_BYTES));
  const field = (name: string): ByteReader => {
    input.field = name;
    return input;
  };
  const fixTimeMs = readFixTimes(field('fixTimeMs'), hourMs, count);
  const receivedAtMs = readReceived(field('receivedAtMs'), fixTimeMs);
  const traits = new Uint8Array(count);
  field('traits');
  for (let row = 0; row < count; row++) traits[row] = input.byte();
  const columns = {
    count,
    fixTimeMs,
    receivedAtMs,
    traits,
    sequence: new Int32Array(count),
    flags: readNumbers(field('flags'), count),
    lat: readNumbers(field('lat'), count),
    lon: readNumbers(field('lon'), count),
    speedKph: readNumbers(field('speedKph'), count),
    course: readNumbers(field('course'), count),
    altitudeM: readNumbers(field('altitudeM'), count),
  };
  if (!input.atEnd) field('columns').fail('bytes left over');
  for (let row = 0; row < count; row++) columns.sequence[row] = blob.readInt32LE(columnsEnd + row * 4);
  return columns;
}

function readFixTimes(input: ByteReader, hourMs: number, count: number): Float64Array {
  const fixTimeMs = new Float64Array(count);
  let time = hourMs;
  let step = 0;
  for (let row = 0; row < count; row++) {
    step += input.signed();
    time += step;
    fixTimeMs[row] = time;
  }
  return fixTimeMs;
}

function readReceived(input: ByteReader, fixTimeMs: Float64Array): Float64Array {
  const mode = input.byte();
  if (mode !== LAG_FROM_FIX && mode !== RECEIVED_ABSOLUTE) input.fail(`unknown mode ${mode}`);
  const values = readNumbers(input, fixTimeMs.length);
  if (mode === LAG_FROM_FIX) for (let row = 0; row < values.length; row++) values[row] = (values[row] ?? 0) + (fixTimeMs[row] ?? 0);
  return values;
}

/** Decodes the attributes of each position. @throws ChunkError */
export function decodeAttributes(blob: Buffer): Attributes[] {
  const { count, sequencesEnd } = readHeader(blob);
  const input = new ByteReader(inflate('attributes', blob.subarray(sequencesEnd), MAX_ATTRIBUTE_BYTES));
  input.field = 'attributes';
  const rows = readAttributes(input, count);
  if (!input.atEnd) input.fail('bytes left over');
  return rows;
}

const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** Decodes whole positions. @throws ChunkError */
export function decodeChunk(hourMs: number, blob: Buffer, withAttributes = true): Position[] {
  const columns = decodeColumns(hourMs, blob);
  const attributes = withAttributes ? decodeAttributes(blob) : null;
  return Array.from({ length: columns.count }, (_, row) => {
    const traits = columns.traits[row] ?? 0;
    return {
      fixTimeMs: columns.fixTimeMs[row] ?? 0,
      sequence: columns.sequence[row] ?? 0,
      receivedAtMs: columns.receivedAtMs[row] ?? 0,
      type: typeOf(traits),
      valid: isValid(traits),
      lat: toNull(columns.lat[row]),
      lon: toNull(columns.lon[row]),
      speedKph: toNull(columns.speedKph[row]),
      course: toNull(columns.course[row]),
      altitudeM: toNull(columns.altitudeM[row]),
      buffered: isBuffered(traits),
      flags: columns.flags[row] ?? 0,
      attributes: attributes?.[row] ?? NO_ATTRIBUTES,
    };
  });
}
