import { PositionFlag, type Attributes, type AttributeValue, type LocationType, type Position } from '@sightline/domain';

/** A row of the stage: its place in the batch, and the position. */
export interface StagedRow {
  readonly ordinal: number;
  readonly deviceKey: number;
  readonly position: Position;
}

/** Columns of the stage in the order in which {@link CopyBuffer} writes them. */
export const STAGE_COLUMNS = [
  'ordinal integer',
  'device_key bigint',
  'fix_ms bigint',
  'sequence integer',
  'received_ms bigint',
  'type smallint',
  'valid boolean',
  'buffered boolean',
  'lat double precision',
  'lon double precision',
  'speed_kph double precision',
  'course double precision',
  'altitude_m double precision',
  'flags smallint',
  'attributes jsonb',
] as const;

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const OPEN = 0x7b; // {
const COMMA = 0x2c;
const CLOSE = 0x7d; // }
/** Devices may invent names; those that are used are few. */
const MAX_KEYS = 4096;
const KEYS = new Map<string, Uint8Array | null>();

/** The name as JSON with its colon; null when it cannot be stored as it is. */
function keyOctets(name: string): Uint8Array | null {
  const known = KEYS.get(name);
  if (known !== undefined) return known;
  const octets = SUSPECT.test(name) ? null : Buffer.from(`${JSON.stringify(name)}:`);
  if (KEYS.size < MAX_KEYS) KEYS.set(name, octets);
  return octets;
}

/** JSON of a value that is ASCII whatever it is; null for texts and for what JSON does not know. */
const plainText = (value: AttributeValue): string | null =>
  typeof value === 'number'
    ? Number.isFinite(value)
      ? value === 0
        ? '0'
        : String(value)
      : null
    : typeof value === 'boolean'
      ? String(value)
      : null;

/** All columns but the attributes, with their length words, and the two ends. */
const FIXED_ROW_BYTES = 2 + STAGE_COLUMNS.length * 4 + 4 + 8 + 8 + 4 + 8 + 2 + 1 + 1 + 5 * 8 + 2 + 1;

/** One buffer for all batches of a writer; it is free again when COPY has taken the bytes. */
export class CopyBuffer {
  private bytes = Buffer.allocUnsafe(1 << 18);
  private view = viewOf(this.bytes);

  /**
   * Rows in PostgreSQL's binary COPY format (documentation of COPY, "Binary Format"), with the ordinal for the stage or without
   * it for the table itself. Valid until the next call.
   */
  encode(rows: readonly StagedRow[], withOrdinal: boolean): Buffer {
    const columns = STAGE_COLUMNS.length - (withOrdinal ? 0 : 1);
    let at = HEADER.copy(this.bytes);
    for (const { ordinal, deviceKey, position } of rows) {
      this.reserve(at, FIXED_ROW_BYTES);
      const { view } = this;
      view.setInt16(at, columns);
      at += 2;
      if (withOrdinal) at = int32(view, at, ordinal);
      at = int64(view, at, deviceKey);
      at = int64(view, at, position.fixTimeMs);
      at = int32(view, at, position.sequence);
      at = int64(view, at, position.receivedAtMs);
      at = int16(view, at, position.type);
      at = bool(view, at, position.valid);
      at = bool(view, at, position.buffered);
      at = float64(view, at, position.lat);
      at = float64(view, at, position.lon);
      at = float64(view, at, position.speedKph);
      at = float64(view, at, position.course);
      at = float64(view, at, position.altitudeM);
      // jumps are derived and have their own table: here a mark that is taken back would stay
      at = int16(view, at, position.flags & ~PositionFlag.jump);
      at = this.attributes(at, position.attributes);
    }
    this.reserve(at, 2);
    this.view.setInt16(at, -1);
    return this.bytes.subarray(0, at + 2);
  }

  /** A jsonb field (one octet of version, then the text) at `start`; returns its end. Nearly all attributes are written without making a text of them. */
  private attributes(start: number, attributes: Attributes): number {
    let at = start + 5;
    for (const name in attributes) {
      const key = keyOctets(name);
      const value = plainText(attributes[name]!);
      if (key === null || value === null) return this.text(start, attributesJson(attributes));
      this.reserve(at, 1 + key.length + value.length + 1);
      const { bytes } = this;
      bytes[at] = at === start + 5 ? OPEN : COMMA;
      at++;
      for (let i = 0; i < key.length; i++) bytes[at++] = key[i]!;
      for (let i = 0; i < value.length; i++) bytes[at++] = value.charCodeAt(i);
    }
    if (at === start + 5) return this.text(start, '{}');
    this.bytes[at++] = CLOSE;
    return this.jsonbEnd(start, at);
  }

  private text(start: number, text: string): number {
    this.reserve(start, 5 + text.length * 3);
    return this.jsonbEnd(start, start + 5 + this.bytes.write(text, start + 5, 'utf8'));
  }

  private jsonbEnd(start: number, end: number): number {
    this.view.setInt32(start, end - start - 4);
    this.view.setInt8(start + 4, 1);
    return end;
  }

  private reserve(at: number, size: number): void {
    if (at + size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, at + size));
    this.bytes.copy(grown, 0, 0, at);
    this.bytes = grown;
    this.view = viewOf(grown);
  }
}

// A DataView and not the buffer's own methods: the compiler makes plain stores of it.
const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function int16(view: DataView, at: number, value: number): number {
  view.setInt32(at, 2);
  view.setInt16(at + 4, value);
  return at + 6;
}
function int32(view: DataView, at: number, value: number): number {
  view.setInt32(at, 4);
  view.setInt32(at + 4, value);
  return at + 8;
}
function int64(view: DataView, at: number, value: number): number {
  const high = Math.floor(value / 4_294_967_296);
  view.setInt32(at, 8);
  view.setInt32(at + 4, high);
  view.setUint32(at + 8, value - high * 4_294_967_296);
  return at + 12;
}
function bool(view: DataView, at: number, value: boolean): number {
  view.setInt32(at, 1);
  view.setInt8(at + 4, value ? 1 : 0);
  return at + 5;
}
function float64(view: DataView, at: number, value: number | null): number {
  if (value === null || Number.isNaN(value)) {
    view.setInt32(at, -1);
    return at + 4;
  }
  view.setInt32(at, 8);
  view.setFloat64(at + 4, value);
  return at + 12;
}

/**
 * The attributes as JSON. What {@link storable} repairs shows in the text: NUL and halves of surrogate pairs are escaped, a number that
 * JSON does not know is null. So nearly all attributes are written without being looked at one by one.
 */
export function attributesJson(attributes: Attributes): string {
  const text = JSON.stringify(attributes);
  return text.includes('\\u') || text.includes(':null') ? JSON.stringify(storable(attributes)) : text;
}

/**
 * Attributes that jsonb takes. A device may send any bytes as text, and one batch must not fail for all because of it:
 * NUL and halves of surrogate pairs become U+FFFD, numbers that JSON does not know are left out.
 */
export function storable(attributes: Attributes): Attributes {
  for (const key in attributes) {
    const value = attributes[key];
    const suspect = typeof value === 'string' ? SUSPECT.test(value) : typeof value === 'number' && !Number.isFinite(value);
    if (suspect || SUSPECT.test(key)) return repaired(attributes);
  }
  return attributes;
}

const SUSPECT = /[\0\uD800-\uDFFF]/;
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const repaired = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => typeof value !== 'number' || Number.isFinite(value))
      .map(([key, value]) => [
        key.replaceAll(UNSTORABLE, '\uFFFD'),
        typeof value === 'string' ? value.replaceAll(UNSTORABLE, '\uFFFD') : value,
      ]),
  );

/** Columns of `position` in the order in which {@link decodeCopyRows} reads them. */
export const COPY_OUT_COLUMNS =
  'device_key, fix_ms, sequence, received_ms, type, valid, buffered, lat, lon, speed_kph, course, altitude_m, flags, attributes';
const COPY_OUT_FIELDS = 14;

export interface KeyedPosition {
  readonly deviceKey: number;
  readonly position: Position;
}

/** Decodes the whole answer of `COPY (SELECT {@link COPY_OUT_COLUMNS} ...) TO STDOUT (FORMAT binary)`: a fifth of the time of rows as text. */
export function decodeCopyRows(b: Buffer): KeyedPosition[] {
  const rows: KeyedPosition[] = [];
  let at = HEADER.length;
  const next = (): number => {
    const size = b.readInt32BE(at);
    at += 4 + Math.max(0, size);
    return size;
  };
  const bigint = (): number => (next(), b.readInt32BE(at - 8) * 4_294_967_296 + b.readUInt32BE(at - 4));
  const double = (): number | null => (next() < 0 ? null : b.readDoubleBE(at - 8));
  const smallint = (): number => (next(), b.readInt16BE(at - 2));
  const boolean = (): boolean => (next(), b[at - 1] === 1);
  for (;;) {
    const fields = b.readInt16BE(at);
    at += 2;
    if (fields === -1) return rows;
    if (fields !== COPY_OUT_FIELDS) throw new RangeError(`COPY gave ${fields} fields before byte ${at}`);
    const deviceKey = bigint();
    // An object literal is evaluated in the order in which it is written: that of the columns.
    const columns = {
      fixTimeMs: bigint(),
      sequence: (next(), b.readInt32BE(at - 4)),
      receivedAtMs: bigint(),
      type: smallint() as LocationType,
      valid: boolean(),
      buffered: boolean(),
      lat: double(),
      lon: double(),
      speedKph: double(),
      course: double(),
      altitudeM: double(),
      flags: smallint(),
    };
    const size = next();
    const attributes = JSON.parse(b.toString('utf8', at - size + 1, at)) as Attributes;
    rows.push({ deviceKey, position: { ...columns, attributes } });
  }
}
