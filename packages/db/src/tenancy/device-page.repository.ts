import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from './customer.repository.ts';
import { COLUMNS, conditions, LABELS, type DeviceFilter, type DeviceRecord } from './device-query.ts';

/** Columns that a list may be sorted by. Those that may be empty come last, whatever the direction. */
const SORT_COLUMNS = {
  id: { column: sql`d.id`, nullable: false },
  deviceName: { column: sql`d.name`, nullable: false },
  deviceType: { column: sql`d.type_code`, nullable: false },
  customerName: { column: sql`c.name`, nullable: false },
  activeTime: { column: sql`d.activated_at`, nullable: true },
  expirationTime: { column: sql`d.expires_at`, nullable: true },
  createTime: { column: sql`d.created_at`, nullable: false },
} as const;
export type DeviceSortField = keyof typeof SORT_COLUMNS;

export interface DeviceListQuery extends DeviceFilter {
  readonly orderBy: DeviceSortField;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** The asker is held to chosen devices. */
  readonly held?: boolean | undefined;
}

export interface DevicePageQuery extends DeviceListQuery {
  /** How many match, where that is known without counting. */
  readonly known?: number | undefined;
}

/** Up to so many devices that have a text or a label are taken by their keys. */
const MOST_KEYS = 5000;
/** From so many devices on a page is read in the order of an index; fewer are sorted. */
const MANY = 10_000;
/** How many times a page and what is before it must fit into the whole, to be read that way. */
const PAGE_SHARE = 10;

/** What is searched: all devices, or those with these keys. */
interface Searched {
  readonly filter: DeviceFilter;
  readonly keys: readonly string[] | null;
}

/** Looks up first what has an index that row-level security keeps from being used: texts (ILIKE) and labels. */
async function searched(db: Kysely<Schema>, f: DeviceFilter): Promise<Searched> {
  const [dropped, lookup] = f.text
    ? (['text', sql`app.device_keys_like(${likePattern(f.text)}, false, ${MOST_KEYS})`] as const)
    : f.name
      ? (['name', sql`app.device_keys_like(${likePattern(f.name)}, true, ${MOST_KEYS})`] as const)
      : f.labelIds
        ? (['labelIds', sql`app.labelled_device_keys(${f.labelIds}::bigint[], ${MOST_KEYS})`] as const)
        : [null, null];
  if (dropped === null) return { filter: f, keys: null };
  const { rows } = await sql<{ keys: string[] | null }>`SELECT ${lookup} AS keys`.execute(db);
  const keys = rows[0]!.keys;
  return keys === null ? { filter: f, keys } : { filter: { ...f, [dropped]: undefined }, keys };
}

/** Only the tables that are asked: what every device has needs no join to be counted. */
function from({ filter, keys }: Searched, orderBy: DeviceSortField | null): RawBuilder<unknown> {
  const device = keys
    ? sql`unnest(${keys}::bigint[]) AS k (key) CROSS JOIN LATERAL (SELECT * FROM device WHERE key = k.key OFFSET 0) d`
    : sql`device d`;
  const customer = orderBy === 'customerName' ? sql`JOIN customer c ON c.id = d.customer_id` : sql``;
  const state = filter.connection === undefined ? sql`` : sql`LEFT JOIN device_state s ON s.device_key = d.key`;
  return sql`${device} ${customer} ${state}`;
}

/**
 * Under row-level security the planner takes every scope for a hundredth of the devices. Where it is known better, the ways are closed that
 * would be wrong: sorting when the index gives the order, the bitmap of a whole scope when few rows are looked up.
 */
async function without<T>(db: Kysely<Schema>, ways: readonly ('sort' | 'bitmapscan')[], work: () => Promise<T>): Promise<T> {
  const set = async (value: 'on' | 'off'): Promise<void> => {
    const settings = ways.map((way) => sql`set_config(${`enable_${way}`}, ${value}, true)`);
    if (settings.length > 0) await sql`SELECT ${sql.join(settings)}`.execute(db);
  };
  await set('off');
  const result = await work();
  await set('on');
  return result;
}

const isFew = (q: DeviceListQuery): boolean => q.held === true || q.customerId !== undefined || q.ids !== undefined;

async function rowsOf(db: Kysely<Schema>, q: DeviceListQuery, what: Searched, inOrder: boolean): Promise<DeviceRecord[]> {
  const { column, nullable } = SORT_COLUMNS[q.orderBy];
  const direction = q.descending ? sql`DESC` : sql`ASC`;
  const nulls = nullable ? sql`NULLS LAST` : sql``;
  return await without(db, inOrder ? ['sort', 'bitmapscan'] : isFew(q) ? ['bitmapscan'] : [], async () => {
    // The page is chosen first, from an index where it can be: everything else is read for its rows alone.
    const { rows } = await sql<DeviceRecord>`
      WITH page AS MATERIALIZED (
        SELECT p.key, row_number() OVER () AS place FROM (
          SELECT d.key FROM ${from(what, q.orderBy)} WHERE ${conditions(what.filter)}
          ORDER BY ${column} ${direction} ${nulls}, d.key ${direction} LIMIT ${q.limit} OFFSET ${q.offset}
        ) p
      )
      SELECT ${COLUMNS} FROM page JOIN device d ON d.key = page.key
        JOIN customer c ON c.id = d.customer_id JOIN device_type t ON t.code = d.type_code LEFT JOIN device_state s ON s.device_key = d.key
        ${LABELS} ORDER BY page.place`.execute(db);
    return rows;
  });
}

/** A page of devices and the number of all that match. Ties are broken by the key, so that pages never overlap. */
export async function pageDevices(db: Kysely<Schema>, q: DevicePageQuery): Promise<{ rows: DeviceRecord[]; total: number }> {
  const what = await searched(db, q);
  const total =
    q.known ??
    (await without(db, isFew(q) ? ['bitmapscan'] : [], async () => {
      const { rows } = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM ${from(what, null)} WHERE ${conditions(what.filter)}`.execute(db);
      return rows[0]!.total;
    }));
  const inOrder = what.keys === null && total >= MANY && (q.offset + q.limit) * PAGE_SHARE <= total;
  return { rows: total === 0 ? [] : await rowsOf(db, q, what, inOrder), total };
}

/** The first devices that match, without the number of all. */
export async function firstDevices(db: Kysely<Schema>, q: DeviceListQuery): Promise<DeviceRecord[]> {
  const what = await searched(db, q);
  return await rowsOf(db, q, what, what.keys === null && !isFew(q));
}
