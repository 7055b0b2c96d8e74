import type pg from 'pg';
import type { FactTable, FactValue } from './fact-rows.ts';
import { columnName, columnType, FACT_TABLES } from './fact-rows.ts';

/**
 * Rows of facts travel as one parameter: an array of records in the server's binary format, so that neither side turns numbers into
 * text and back. The records have a type of their own for each table, made by every connection for itself: a column that a later
 * migration adds does not concern them.
 */
export type RowTypes = ReadonlyMap<FactTable, number>;

const typeName = (table: FactTable): string => `pg_temp.${table.name}_row`;
const TYPES_MADE = new WeakMap<pg.ClientBase, RowTypes>();

/** Makes the types of {@link FACT_TABLES} on a connection, once; not within a transaction. Gives their object ids. */
export async function rowTypes(client: pg.ClientBase): Promise<RowTypes> {
  const made = TYPES_MADE.get(client);
  if (made) return made;
  await client.query(FACT_TABLES.map((table) => `CREATE TYPE ${typeName(table)} AS (${table.columns.join(', ')});`).join('\n'));
  const oids = FACT_TABLES.map((table, i) => `'${typeName(table)}'::regtype::oid::int8 AS t${i}`);
  const { rows } = await client.query<Record<string, string>>(`SELECT ${oids.join(', ')}`);
  const types = new Map(FACT_TABLES.map((table, i) => [table, Number(rows[0]![`t${i}`])]));
  TYPES_MADE.set(client, types);
  return types;
}

/** The records in `$1` as rows with the columns of their table. */
export const recordsSql = (table: FactTable): string => `SELECT * FROM unnest($1::${typeName(table)}[])`;

/**
 * `INSERT ... ON CONFLICT` of the records in `$1`. `when`: a condition on `excluded` and the stored row (by the table's name) for
 * replacing it. `rows`: where they come from.
 */
export function upsertSql(table: FactTable, when = '', rows = recordsSql(table)): string {
  const names = table.columns.map(columnName);
  const changed = names.filter((n) => !table.key.includes(n)).map((n) => `${n} = excluded.${n}`);
  const action = changed.length === 0 ? 'NOTHING' : `UPDATE SET ${changed.join(', ')}${when === '' ? '' : ` WHERE ${when}`}`;
  return `INSERT INTO ${table.name} (${names.join(', ')}) ${rows}
    ON CONFLICT (${table.key.join(', ')}) DO ${action}`;
}

type ColumnKind = 'bigint' | 'integer' | 'smallint' | 'float8' | 'boolean' | 'timestamptz' | 'text' | 'json' | 'jsonb';

const KINDS: ReadonlyMap<FactTable, readonly ColumnKind[]> = new Map(
  FACT_TABLES.map((table) => [table, table.columns.map((column) => columnType(column) as ColumnKind)]),
);

/** Object ids of built-in types (PostgreSQL, pg_type.dat), the same on every server. */
const OIDS: Readonly<Record<ColumnKind, number>> = {
  bigint: 20,
  integer: 23,
  smallint: 21,
  float8: 701,
  boolean: 16,
  timestamptz: 1184,
  text: 25,
  json: 114,
  jsonb: 3802,
};
/** Binary instants count microseconds from 2000-01-01. */
const EPOCH_2000_MS = 946_684_800_000;
/** Dimensions, flags, type of the elements, length, lower bound. */
const ARRAY_HEAD_BYTES = 20;
/** Type, length and at most eight octets of value. */
const FIELD_BYTES = 16;
/** A two-octet unit of text becomes at most three octets. */
const BYTES_OF_UNIT = 3;

/** Writes arrays of records for a connection with these types; the bytes are the caller's own. */
export class RecordWriter {
  private bytes = Buffer.allocUnsafe(1 << 14);
  private view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  private at = 0;

  constructor(private readonly types: RowTypes) {}

  /** The parameter of {@link recordsSql}: PostgreSQL's array_recv and record_recv. Values stand in the order of the columns. */
  encode(table: FactTable, rows: readonly (readonly FactValue[])[]): Buffer {
    const kinds = KINDS.get(table)!;
    this.at = 0;
    this.reserve(ARRAY_HEAD_BYTES);
    this.int32(1);
    this.int32(0);
    this.int32(this.types.get(table)!);
    this.int32(rows.length);
    this.int32(1);
    for (const row of rows) {
      this.reserve(8 + kinds.length * FIELD_BYTES);
      const start = this.at;
      this.at += 4;
      this.int32(kinds.length);
      for (let i = 0; i < kinds.length; i++) {
        this.int32(OIDS[kinds[i]!]);
        this.value(kinds[i]!, row[i], kinds.length - i);
      }
      this.view.setInt32(start, this.at - start - 4);
    }
    return Buffer.from(this.bytes.subarray(0, this.at));
  }

  /** `left`: fields of the row from this one on, for which there must be room behind a text. */
  private value(kind: ColumnKind, value: FactValue, left: number): void {
    if (value === null || value === undefined) return this.int32(-1);
    switch (kind) {
      case 'bigint':
        return this.int64(value as number);
      case 'timestamptz':
        return this.int64(Math.round(((value as number) - EPOCH_2000_MS) * 1000));
      case 'float8':
        this.int32(8);
        this.view.setFloat64(this.at, value as number);
        this.at += 8;
        return;
      case 'integer':
        this.int32(4);
        return this.int32(value as number);
      case 'smallint':
        this.int32(2);
        this.view.setInt16(this.at, value as number);
        this.at += 2;
        return;
      case 'boolean':
        this.int32(1);
        this.bytes[this.at++] = value === true ? 1 : 0;
        return;
      default:
        return this.text(typeof value === 'object' ? JSON.stringify(value) : String(value), kind === 'jsonb', left);
    }
  }

  private text(text: string, versioned: boolean, left: number): void {
    this.reserve(text.length * BYTES_OF_UNIT + 1 + left * FIELD_BYTES);
    const start = this.at;
    this.at += 4;
    // jsonb: one octet of version, then the text
    if (versioned) this.bytes[this.at++] = 1;
    this.at += this.bytes.write(text, this.at, 'utf8');
    this.view.setInt32(start, this.at - start - 4);
  }

  private int32(value: number): void {
    this.view.setInt32(this.at, value);
    this.at += 4;
  }

  private int64(value: number): void {
    const high = Math.floor(value / 4_294_967_296);
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    this.view.setUint32(this.at + 8, value - high * 4_294_967_296);
    this.at += 12;
  }

  private reserve(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + size));
    this.bytes.copy(grown, 0, 0, this.at);
    this.bytes = grown;
    this.view = new DataView(grown.buffer, grown.byteOffset, grown.length);
  }
}
