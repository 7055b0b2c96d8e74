import { ByteReader, ByteWriter, DecodeError } from '@sightline/codec';

/** What commands are made of (Action Message Format 0, Adobe 2007). `undefined` stands for everything that has no place here. */
export type Amf0Value = number | boolean | string | null | undefined | Amf0Object | readonly Amf0Value[];
export interface Amf0Object {
  readonly [name: string]: Amf0Value;
}

/** Markers (§2.1). */
const MARKER = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
} as const;

/** A command has a handful of values, its objects some names each. */
const LIMITS = { depth: 8, values: 512, stringBytes: 8_192 } as const;

class Reader {
  private left: number = LIMITS.values;
  private readonly text = new TextDecoder();
  constructor(private readonly r: ByteReader) {}

  value(depth: number): Amf0Value {
    if (depth > LIMITS.depth) throw new DecodeError('too-long', `values deeper than ${LIMITS.depth}`, this.r.offset);
    if (this.left-- <= 0) throw new DecodeError('too-long', `more than ${LIMITS.values} values`, this.r.offset);
    const at = this.r.offset;
    const marker = this.r.u8('marker');
    switch (marker) {
      case MARKER.number:
        return this.float();
      case MARKER.boolean:
        return this.r.u8('boolean') !== 0;
      case MARKER.string:
        return this.string(this.r.u16('length'));
      case MARKER.longString:
        return this.string(this.r.u32('length'));
      case MARKER.object:
        return this.object(depth);
      case MARKER.ecmaArray:
        // Its count is a hint; it ends as an object does.
        this.r.skip(4, 'count');
        return this.object(depth);
      case MARKER.strictArray:
        return this.array(depth);
      case MARKER.date: {
        const ms = this.float();
        this.r.skip(2, 'zone');
        return ms;
      }
      case MARKER.null:
        return null;
      case MARKER.undefined:
        return undefined;
      default:
        throw new DecodeError('unsupported', `AMF0 marker ${marker}`, at, 'marker');
    }
  }

  private float(): number {
    const bytes = this.r.slice(8, 'number');
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
  }

  private string(length: number): string {
    if (length > LIMITS.stringBytes) throw new DecodeError('too-long', `a text of ${length} octets`, this.r.offset, 'string');
    return this.text.decode(this.r.slice(length, 'string'));
  }

  private object(depth: number): Amf0Object {
    // Without a prototype: names come from a stranger.
    const object: Record<string, Amf0Value> = Object.create(null) as Record<string, Amf0Value>;
    for (;;) {
      const name = this.string(this.r.u16('name length'));
      if (name === '') {
        const at = this.r.offset;
        if (this.r.u8('object end') !== MARKER.objectEnd) throw new DecodeError('framing', 'an object without an end', at, 'object end');
        return object;
      }
      object[name] = this.value(depth + 1);
    }
  }

  private array(depth: number): Amf0Value[] {
    const count = this.r.u32('count');
    // Each value takes an octet at least, and counts against the limit.
    if (count > this.left || count > this.r.remaining) throw new DecodeError('too-long', `an array of ${count} values`, this.r.offset);
    return Array.from({ length: count }, () => this.value(depth + 1));
  }
}

/** All values of a message. @throws DecodeError for what is cut off, too deep, too long or of another kind. */
export function decodeAmf0(bytes: Uint8Array): Amf0Value[] {
  const r = new ByteReader(bytes);
  const reader = new Reader(r);
  const values: Amf0Value[] = [];
  while (r.remaining > 0) values.push(reader.value(0));
  return values;
}

/** The values one after the other; texts of up to 65535 octets. */
export function encodeAmf0(values: readonly Amf0Value[]): Uint8Array {
  const writer = new ByteWriter(128);
  for (const value of values) write(writer, value);
  return writer.finish();
}

function write(w: ByteWriter, value: Amf0Value): void {
  if (typeof value === 'number') {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value);
    w.u8(MARKER.number).raw(bytes);
  } else if (typeof value === 'boolean') w.u8(MARKER.boolean).u8(value ? 1 : 0);
  else if (typeof value === 'string') writeText(w.u8(MARKER.string), value);
  else if (value === null) w.u8(MARKER.null);
  else if (value === undefined) w.u8(MARKER.undefined);
  else if (isArray(value)) {
    w.u8(MARKER.strictArray).u32(value.length);
    for (const each of value) write(w, each);
  } else {
    w.u8(MARKER.object);
    for (const [name, each] of Object.entries(value)) {
      writeText(w, name);
      write(w, each);
    }
    w.u16(0).u8(MARKER.objectEnd);
  }
}

const isArray = (value: Amf0Object | readonly Amf0Value[]): value is readonly Amf0Value[] => Array.isArray(value);

function writeText(w: ByteWriter, text: string): void {
  const bytes = new TextEncoder().encode(text);
  w.u16(bytes.length).raw(bytes);
}
