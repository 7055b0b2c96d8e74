import type { Attributes, AttributeValue } from '@sightline/domain';
import { hasBit, type ByteReader, type ByteWriter } from './byte-stream.ts';
import { readNumbers, writeNumbers } from './number-column.ts';

const TYPE_NUMBER = 1;
const TYPE_BOOLEAN = 2;
const TYPE_STRING = 3;
/** Values of several types under one key: a JSON array. */
const TYPE_MIXED = 4;

const MAX_KEYS = 4096;

/**
 * Attributes as one column per key: a device sends the same keys again and again, and their values change slowly.
 * Layout: the keys as a JSON array, then per key its type, a bit set of the rows that have it, and the values.
 */
export function writeAttributes(out: ByteWriter, rows: readonly Attributes[]): void {
  const columns = new Map<string, (AttributeValue | undefined)[]>();
  rows.forEach((attributes, row) => {
    for (const [key, value] of Object.entries(attributes)) {
      let column = columns.get(key);
      if (column === undefined) columns.set(key, (column = []));
      column[row] = value;
    }
  });
  out.text(JSON.stringify([...columns.keys()]));
  for (const column of columns.values()) {
    const values = column.filter((value) => value !== undefined);
    const type = commonType(values);
    out.byte(type);
    out.bits(rows.length, (row) => column[row] !== undefined);
    if (type === TYPE_NUMBER) writeNumbers(out, Float64Array.from(values as number[]));
    else if (type === TYPE_BOOLEAN) out.bits(values.length, (index) => values[index] === true);
    else if (type === TYPE_STRING) writeStrings(out, values as string[]);
    else out.text(JSON.stringify(values));
  }
}

function commonType(values: readonly AttributeValue[]): number {
  const types = new Set(values.map((value) => typeof value));
  if (types.size !== 1) return TYPE_MIXED;
  if (types.has('number')) return values.every((value) => Number.isFinite(value)) ? TYPE_NUMBER : TYPE_MIXED;
  if (types.has('boolean')) return TYPE_BOOLEAN;
  return types.has('string') ? TYPE_STRING : TYPE_MIXED;
}

/** A dictionary (JSON, because that keeps also what is not valid UTF-16) and an index per value. */
function writeStrings(out: ByteWriter, values: readonly string[]): void {
  const dictionary = new Map<string, number>();
  const indexes = values.map((value) => {
    const known = dictionary.get(value);
    if (known !== undefined) return known;
    dictionary.set(value, dictionary.size);
    return dictionary.size - 1;
  });
  out.text(JSON.stringify([...dictionary.keys()]));
  for (const index of indexes) out.unsigned(index);
}

/** Reads what {@link writeAttributes} wrote for `count` rows. @throws ChunkError */
export function readAttributes(input: ByteReader, count: number): Attributes[] {
  const rows: Record<string, AttributeValue>[] = Array.from({ length: count }, () => ({}));
  const keys = jsonArray(input);
  if (keys.length > MAX_KEYS) input.fail(`${keys.length} keys`);
  for (const key of keys) {
    if (typeof key !== 'string') return input.fail('key is not a text');
    input.field = `attributes.${key.slice(0, 40)}`;
    readColumn(input, key, rows);
  }
  return rows;
}

function readColumn(input: ByteReader, key: string, rows: Record<string, AttributeValue>[]): void {
  const type = input.byte();
  const present = input.bits(rows.length);
  const having: number[] = [];
  for (let row = 0; row < rows.length; row++) if (hasBit(present, row)) having.push(row);
  const valueAt = columnValues(input, type, having.length);
  having.forEach((row, index) => {
    const attributes = rows[row];
    const value = valueAt(index);
    if (attributes === undefined || value === undefined) input.fail('value missing');
    // A device may name a key as it likes; plain assignment of this one would change the prototype instead.
    if (key === '__proto__') Object.defineProperty(attributes, key, { value, enumerable: true, configurable: true, writable: true });
    else attributes[key] = value;
  });
}

function columnValues(input: ByteReader, type: number, count: number): (index: number) => AttributeValue | undefined {
  switch (type) {
    case TYPE_NUMBER: {
      const values = readNumbers(input, count);
      return (index) => values[index];
    }
    case TYPE_BOOLEAN: {
      const values = input.bits(count);
      return (index) => hasBit(values, index);
    }
    case TYPE_STRING: {
      const dictionary = jsonArray(input);
      const indexes = Array.from({ length: count }, () => input.unsigned());
      return (index) => dictionary[indexes[index] ?? -1] as AttributeValue | undefined;
    }
    case TYPE_MIXED: {
      const values = jsonArray(input);
      return (index) => values[index] as AttributeValue | undefined;
    }
    default:
      return input.fail(`unknown attribute type ${type}`);
  }
}

function jsonArray(input: ByteReader): readonly unknown[] {
  const text = input.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return input.fail('not JSON');
  }
  return Array.isArray(parsed) ? parsed : input.fail('not a list');
}
