import { decodeGbk, encodeGbk } from './gbk.ts';
import { DecodeError } from './errors.ts';
import { fromHex, toHex } from './hex.ts';
import type { ByteReader } from './reader.ts';
import { ByteWriter } from './writer.ts';

/** What a field may look at while it is read, written or sampled. */
export interface FieldContext {
  /** Variant of the protocol (an edition number ...), the same for the whole message. */
  readonly variant: number;
  /** The fields of the enclosing structure so far. */
  readonly parent: Readonly<Record<string, unknown>>;
  /** Takes what is wrong without making the rest unreadable. */
  readonly report: (error: DecodeError) => void;
  /** Takes where each field lies (offset and size in bytes), when somebody asked. */
  readonly span: ((path: string, offset: number, size: number) => void) | null;
}

/** A source of whole numbers 0..max (inclusive), for generated values. */
export type Random = (max: number) => number;

/**
 * One field of a message: reading, writing and generating stand in one place. `read` throws a {@link DecodeError} with
 * offset and field name; `write` throws one of code `bad-value`. Methods on purpose: they keep fields of different
 * types in one table.
 */
export interface Field<T> {
  read(reader: ByteReader, name: string, context: FieldContext): T;
  write(writer: ByteWriter, value: T, name: string, context: FieldContext): void;
  sample(random: Random, context: FieldContext): T;
}

export type ValueOf<F> = F extends Field<infer T> ? T : never;

export const fieldContext = (variant: number, extra: Partial<FieldContext> = {}): FieldContext => ({
  variant,
  parent: {},
  report: () => undefined,
  span: null,
  ...extra,
});

const bad = (name: string, expected: string, value: unknown): DecodeError =>
  new DecodeError('bad-value', `${name} must be ${expected}, not ${JSON.stringify(value)}`, null, name);

const integer = (
  min: number,
  max: number,
  read: (reader: ByteReader, name: string) => number,
  write: (writer: ByteWriter, value: number) => void,
): Field<number> => ({
  read: (reader, name) => read(reader, name),
  write(writer, value, name) {
    if (!Number.isInteger(value) || value < min || value > max) throw bad(name, `a whole number ${min}..${max}`, value);
    write(writer, value);
  },
  sample: (random) => min + random(max - min),
});

/** Unsigned and two's complement big-endian integers. */
export const u8 = integer(
  0,
  0xff,
  (r, n) => r.u8(n),
  (w, v) => w.u8(v),
);
export const u16 = integer(
  0,
  0xffff,
  (r, n) => r.u16(n),
  (w, v) => w.u16(v),
);
export const u32 = integer(
  0,
  0xffff_ffff,
  (r, n) => r.u32(n),
  (w, v) => w.u32(v),
);
export const i8 = integer(
  -0x80,
  0x7f,
  (r, n) => r.i8(n),
  (w, v) => w.u8(v & 0xff),
);
export const i16 = integer(
  -0x8000,
  0x7fff,
  (r, n) => r.i16(n),
  (w, v) => w.u16(v & 0xffff),
);
export const i32 = integer(
  -0x8000_0000,
  0x7fff_ffff,
  (r, n) => r.i32(n),
  (w, v) => w.i32(v),
);

function octets(value: unknown, name: string, size: number | null): Uint8Array {
  if (typeof value !== 'string') throw bad(name, 'hex text', value);
  let bytes: Uint8Array;
  try {
    bytes = fromHex(value);
  } catch {
    throw bad(name, 'hex text', value);
  }
  if (size !== null && bytes.length !== size) throw bad(name, `${size} octets of hex`, value);
  return bytes;
}

const sampleHex = (random: Random, size: number): string => toHex(Uint8Array.from({ length: size }, () => random(255)));

/** `size` raw octets as lower-case hex. */
export const hex = (size: number): Field<string> => ({
  read: (reader, name) => toHex(reader.slice(size, name)),
  write: (writer, value, name) => void writer.raw(octets(value, name, size)),
  sample: (random) => sampleHex(random, size),
});

/** Everything up to the end of the enclosing part as lower-case hex. */
export const hexRest: Field<string> = {
  read: (reader, name) => toHex(reader.rest(name)),
  write: (writer, value, name) => void writer.raw(octets(value, name, null)),
  sample: (random) => sampleHex(random, random(12)),
};

/** `size` octets of packed BCD as 2 x `size` digits; nibbles over 9 stay as `a`-`f`, so that nothing is lost. */
export const bcdDigits = (size: number): Field<string> => ({
  read: (reader, name) => reader.bcd(size, name),
  write(writer, value, name) {
    if (typeof value !== 'string' || !/^[0-9a-f]*$/.test(value) || value.length > 2 * size) {
      throw bad(name, `at most ${2 * size} digits`, value);
    }
    writer.bcd(value, size);
  },
  sample: (random) => Array.from({ length: 2 * size }, () => random(9)).join(''),
});

/** BCD `YYMMDDhhmmss` (6 octets) as `20YY-MM-DD hh:mm:ss`: a wall-clock time without zone, also an impossible one. */
export const wallTime: Field<string> = {
  read(reader, name) {
    const d = reader.bcd(6, name);
    return `20${d.slice(0, 2)}-${d.slice(2, 4)}-${d.slice(4, 6)} ${d.slice(6, 8)}:${d.slice(8, 10)}:${d.slice(10)}`;
  },
  write(writer, value, name) {
    const m = typeof value === 'string' && /^20(..)-(..)-(..)[ T](..):(..):(..)$/.exec(value);
    const digits = m ? m.slice(1).join('') : '';
    if (!/^[0-9a-f]{12}$/.test(digits)) throw bad(name, 'a time `20YY-MM-DD hh:mm:ss`', value);
    writer.bcd(digits, 6);
  },
  sample: (random) => {
    const two = (max: number): string => String(random(max)).padStart(2, '0');
    return `20${two(99)}-${two(12)}-${two(31)} ${two(23)}:${two(59)}:${two(59)}`;
  },
};

const SAMPLE_CHARS = 'abcXYZ019-.;粤沪测试张三';
const sampleText = (random: Random, maxBytes: number): string => {
  let out = '';
  for (let left = random(maxBytes); left >= 2; left -= 2) out += SAMPLE_CHARS[random(SAMPLE_CHARS.length - 1)]!;
  return out;
};

/** Removes what pads a fixed text: NUL and blanks, at both ends. */
export const unpadded = (text: string): string => text.replace(/^[\0 ]+|[\0 ]+$/g, '');

function gbkOctets(value: unknown, name: string): Uint8Array {
  if (typeof value !== 'string') throw bad(name, 'text', value);
  return encodeGbk(value);
}

/** GBK text in `size` octets, padded at the end with NUL (another octet by `pad`); padding at either end is not part of the value. */
export const fixedText = (size: number, pad = 0): Field<string> => ({
  read: (reader, name) => unpadded(decodeGbk(reader.slice(size, name))),
  write(writer, value, name) {
    const bytes = gbkOctets(value, name);
    if (bytes.length > size) throw bad(name, `at most ${size} octets of GBK`, value);
    writer.raw(bytes);
    for (let i = bytes.length; i < size; i++) writer.u8(pad);
  },
  sample: (random) => sampleText(random, size),
});

/** GBK text up to the end of the enclosing part. */
export const textRest: Field<string> = {
  read: (reader, name) => decodeGbk(reader.rest(name)),
  write: (writer, value, name) => void writer.raw(gbkOctets(value, name)),
  sample: (random) => sampleText(random, 20),
};

/** Like {@link textRest}, up to NULs at the end, which stay unread (for {@link padding}). */
export const textBeforePadding: Field<string> = {
  read(reader, name) {
    let end = reader.end;
    while (end > reader.offset && reader.bytes[end - 1] === 0) end--;
    return decodeGbk(reader.slice(end - reader.offset, name));
  },
  write: textRest.write,
  sample: textRest.sample,
};

/** The number of octets left, all NUL: keeps a padded text lossless. */
export const padding: Field<number> = {
  read(reader, name) {
    return reader.rest(name).length;
  },
  write(writer, value) {
    for (let i = 0; i < value; i++) writer.u8(0);
  },
  sample: (random) => 1 + random(4),
};

/** A part whose size in octets is written before it. What a sized part leaves unread is dropped. */
export const sized = <T>(length: Field<number>, inner: Field<T>): Field<T> => ({
  read(reader, name, context) {
    const size = length.read(reader, `${name}.length`, context);
    const start = reader.offset;
    reader.skip(size, name);
    return inner.read(reader.part(start, start + size), name, context);
  },
  write(writer, value, name, context) {
    const part = new ByteWriter();
    inner.write(part, value, name, context);
    const bytes = part.finish();
    length.write(writer, bytes.length, `${name}.length`, context);
    writer.raw(bytes);
  },
  sample: (random, context) => inner.sample(random, context),
});

/** GBK text with its size in octets before it. */
export const sizedText = (length: Field<number>): Field<string> => sized(length, textRest);
/** Octets as hex with their number before them. */
export const sizedHex = (length: Field<number>): Field<string> => sized(length, hexRest);

/** A list with the number of its items before it. */
export const counted = <T>(count: Field<number>, item: Field<T>): Field<readonly T[]> => ({
  read(reader, name, context) {
    const length = count.read(reader, `${name}.length`, context);
    const out: T[] = [];
    for (let i = 0; i < length; i++) out.push(item.read(reader, `${name}[${i}]`, context));
    return out;
  },
  write(writer, value, name, context) {
    if (!Array.isArray(value)) throw bad(name, 'a list', value);
    count.write(writer, value.length, `${name}.length`, context);
    value.forEach((entry, i) => item.write(writer, entry, `${name}[${i}]`, context));
  },
  sample: (random, context) => Array.from({ length: random(3) }, () => item.sample(random, context)),
});

/** Items up to the end of the enclosing part. */
export const repeated = <T>(item: Field<T>): Field<readonly T[]> => ({
  read(reader, name, context) {
    const out: T[] = [];
    while (reader.remaining > 0) {
      const before = reader.offset;
      out.push(item.read(reader, `${name}[${out.length}]`, context));
      if (reader.offset === before) throw new DecodeError('length', `${name} does not advance`, before, name);
    }
    return out;
  },
  write(writer, value, name, context) {
    if (!Array.isArray(value)) throw bad(name, 'a list', value);
    value.forEach((entry, i) => item.write(writer, entry, `${name}[${i}]`, context));
  },
  sample: (random, context) => Array.from({ length: random(3) }, () => item.sample(random, context)),
});

/** Exactly `length` items. */
export const tuple = <T>(length: number, item: Field<T>): Field<readonly T[]> => ({
  read: (reader, name, context) => Array.from({ length }, (_, i) => item.read(reader, `${name}[${i}]`, context)),
  write(writer, value, name, context) {
    if (!Array.isArray(value) || value.length !== length) throw bad(name, `a list of ${length}`, value);
    value.forEach((entry, i) => item.write(writer, entry, `${name}[${i}]`, context));
  },
  sample: (random, context) => Array.from({ length }, () => item.sample(random, context)),
});

/** There only when the condition holds (looking at the variant and the fields before it). */
export const when = <T>(condition: (context: FieldContext) => boolean, field: Field<T>): Field<T | undefined> => ({
  read: (reader, name, context) => (condition(context) ? field.read(reader, name, context) : undefined),
  write(writer, value, name, context) {
    if (!condition(context)) return;
    if (value === undefined) throw bad(name, 'given', null);
    field.write(writer, value, name, context);
  },
  sample: (random, context) => (condition(context) ? field.sample(random, context) : undefined),
});

/** There when octets are left: for fields that some devices leave out at the end. */
export const ifMore = <T>(field: Field<T>): Field<T | undefined> => ({
  read: (reader, name, context) => (reader.remaining > 0 ? field.read(reader, name, context) : undefined),
  write(writer, value, name, context) {
    if (value !== undefined) field.write(writer, value, name, context);
  },
  sample: (random, context) => field.sample(random, context),
});

/** One of several layouts, chosen from the bytes (reading) or from the value (writing). */
export const either = <T>(
  choose: (reader: ByteReader, context: FieldContext) => Field<T>,
  chooseFor: (value: T, context: FieldContext) => Field<T>,
  sampled: (context: FieldContext) => Field<T>,
): Field<T> => ({
  read: (reader, name, context) => choose(reader, context).read(reader, name, context),
  write: (writer, value, name, context) => chooseFor(value, context).write(writer, value, name, context),
  sample: (random, context) => sampled(context).sample(random, context),
});

type Shape = Readonly<Record<string, Field<unknown>>>;
export type StructValue<S extends Shape> = { [K in keyof S]: ValueOf<S[K]> };

/** Fields in order. A field whose value is `undefined` (see {@link when}) has no key. */
export function struct<S extends Shape>(shape: S): Field<StructValue<S>> {
  const entries = Object.entries(shape);
  return {
    read(reader, name, context) {
      const out: Record<string, unknown> = {};
      const inner: FieldContext = { ...context, parent: out };
      for (const [key, field] of entries) {
        const path = name === '' ? key : `${name}.${key}`;
        const at = reader.offset;
        const value = field.read(reader, path, inner);
        if (value === undefined) continue;
        out[key] = value;
        if (context.span !== null) context.span(path, at, reader.offset - at);
      }
      return out as StructValue<S>;
    },
    write(writer, value, name, context) {
      if (typeof value !== 'object' || value === null) throw bad(name, 'an object', value);
      const given = value as Record<string, unknown>;
      const inner: FieldContext = { ...context, parent: given };
      for (const [key, field] of entries) field.write(writer, given[key], name === '' ? key : `${name}.${key}`, inner);
    },
    sample(random, context) {
      const out: Record<string, unknown> = {};
      const inner: FieldContext = { ...context, parent: out };
      for (const [key, field] of entries) {
        const value = field.sample(random, inner);
        if (value !== undefined) out[key] = value;
      }
      return out as StructValue<S>;
    },
  };
}
