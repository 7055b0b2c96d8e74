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
  /** What the asker is held to. */
  readonly held?: 'customers' | 'devices' | undefined;
  /** How many devices the asker sees where the list looks, whatever the other filters; undefined = not known. */
  readonly scope?: number | undefined;
}

export interface DevicePageQuery extends DeviceListQuery {
  /** How many match, where that is known without counting. */
  readonly known?: number | undefined;
  /** From so many devices to look through on, a page is read in the order of an index. */
  readonly many?: number | undefined;
  /** The same of devices that were found by their text or labels. */
  readonly manyKeys?: number | undefined;
}

/** Up to so many devices that have a text or a label are taken by their keys. */
const MOST_KEYS = 5000;
/** From so many of them on, an early page is read in the order of an index, passing over those that are not among them. */
const MANY_KEYS = 1000;
/** From so many devices on a page is read in the order of an index; fewer are sorted. */
const MANY = 10_000;
/** How many times a page and what is before it must fit into the whole, to be read that way. */
const PAGE_SHARE = 10;

/** What is searched: all devices, or those whose keys were found and lie in the transaction (`FOUND_KEYS`). */
interface Searched {
  readonly filter: DeviceFilter;
  readonly found: boolean;
  /** How many there are, where that was told with them and nothing else filters. */
  readonly total: number | undefined;
}

/** Thousands of keys stay in the database: as a setting of the transaction they are neither sent nor read here. */
const FOUND_KEYS = 'app.found_device_keys';

/** Looks up first what has an index that row-level security keeps from being used: texts (ILIKE) and labels. */
async function searched(db: Kysely<Schema>, f: DeviceFilter): Promise<Searched> {
  const [dropped, lookup] = f.text
    ? (['text', sql`app.find_devices_like(${likePattern(f.text)}, false, ${MOST_KEYS})`] as const)
    : f.name
      ? (['name', sql`app.find_devices_like(${likePattern(f.name)}, true, ${MOST_KEYS})`] as const)
      : f.labelIds
        ? (['labelIds', sql`app.find_labelled_devices(${f.labelIds}::bigint[], ${MOST_KEYS})`] as const)
        : [null, null];
  if (dropped === null) return { filter: f, found: false, total: undefined };
  const { rows } = await sql<{ found: boolean; total: number | null }>`
    SELECT set_config(${FOUND_KEYS}, coalesce(l.keys::text, ''), true) <> '' AS found, l.total FROM ${lookup} l`.execute(db);
  const { found, total } = rows[0]!;
  const rest: DeviceFilter = { ...f, [dropped]: undefined };
  return { filter: found ? rest : f, found, total: filtersNothing(rest) ? (total ?? undefined) : undefined };
}

/** Which fields of a filter narrow a list. */
const NARROWS: Readonly<Record<keyof DeviceFilter, boolean>> = {
  text: true,
  name: true,
  ids: true,
  typeCodes: true,
  basicType: true,
  labelIds: true,
  customerId: true,
  path: true,
  notGivenTo: true,
  personal: true,
  withExpiration: true,
  inService: true,
  connection: true,
  activeFrom: true,
  activeTo: true,
  // Says what online means.
  onlineSinceMs: false,
};
const NARROWING = (Object.keys(NARROWS) as (keyof DeviceFilter)[]).filter((field) => NARROWS[field]);

/** Nothing but what the asker sees narrows the list. */
const filtersNothing = (f: DeviceFilter): boolean => NARROWING.every((field) => f[field] === undefined || f[field] === '');

/** Only the tables that are asked: what every device has needs no join to be counted. */
function from({ filter }: Searched, orderBy: DeviceSortField | null): RawBuilder<unknown> {
  const customer = orderBy === 'customerName' ? sql`JOIN customer c ON c.id = d.customer_id` : sql``;
  const state = filter.connection === undefined ? sql`` : sql`LEFT JOIN device_state s ON s.device_key = d.key`;
  return sql`device d ${customer} ${state}`;
}

/**
 * The filters, and what leads to the devices by an index that row-level security lets be used: their keys, or the customers that the asker
 * is held to. Written as sub-selects, whose number of values the planner does not look at: it would rather read the whole scope.
 */
function matching(q: DeviceListQuery, { filter, found }: Searched, inOrder: boolean): RawBuilder<unknown> {
  const where = conditions(filter);
  // As a set that is hashed: rows come in the order of the index, and most of them are not in it.
  if (found && inOrder) return sql`${where} AND (d.key IN (SELECT unnest(current_setting(${FOUND_KEYS})::bigint[]))) IS TRUE`;
  if (found) return sql`${where} AND d.key = ANY ((SELECT current_setting(${FOUND_KEYS})::bigint[])::bigint[])`;
  if (inOrder || q.held !== 'customers' || isFew(q)) return where;
  return sql`${where} AND d.customer_id = ANY ((SELECT app.user_customer_ids())::bigint[])`;
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

const isFew = (q: DeviceListQuery): boolean => q.held === 'devices' || q.customerId !== undefined || q.ids !== undefined;

/** What the planner must not do to find devices that are not read in order. */
const waysClosed = (q: DeviceListQuery, { found }: Searched): readonly 'bitmapscan'[] =>
  found || isFew(q) || q.held === 'customers' ? ['bitmapscan'] : [];

async function countOf(db: Kysely<Schema>, q: DeviceListQuery, what: Searched): Promise<number> {
  return await without(db, waysClosed(q, what), async () => {
    const { rows } = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM ${from(what, null)} WHERE ${matching(q, what, false)}`.execute(db);
    return rows[0]!.total;
  });
}

/** A row of a page, with the number of all that match where it was asked for. */
type PageRow = DeviceRecord & { readonly matches: number | null };

async function rowsOf(
  db: Kysely<Schema>,
  q: DeviceListQuery,
  what: Searched,
  how: { readonly inOrder: boolean; readonly counted: boolean },
): Promise<PageRow[]> {
  const { column, nullable } = SORT_COLUMNS[q.orderBy];
  const direction = q.descending ? sql`DESC` : sql`ASC`;
  const nulls = nullable ? sql`NULLS LAST` : sql``;
  return await without(db, how.inOrder ? ['sort', 'bitmapscan'] : waysClosed(q, what), async () => {
    // The page is chosen first, from an index where it can be: everything else is read for its rows alone.
    const { rows } = await sql<PageRow>`
      WITH page AS MATERIALIZED (
        SELECT p.key, p.matches, row_number() OVER () AS place FROM (
          SELECT d.key, ${how.counted ? sql`count(*) OVER ()::int` : sql`NULL::int`} AS matches
          FROM ${from(what, q.orderBy)} WHERE ${matching(q, what, how.inOrder)}
          ORDER BY ${column} ${direction} ${nulls}, d.key ${direction} LIMIT ${q.limit} OFFSET ${q.offset}
        ) p
      )
      SELECT ${COLUMNS}, page.matches FROM page JOIN device d ON d.key = page.key
        JOIN customer c ON c.id = d.customer_id JOIN device_type t ON t.code = d.type_code LEFT JOIN device_state s ON s.device_key = d.key
        ${LABELS} ORDER BY page.place`.execute(db);
    return rows;
  });
}

/**
 * A page of devices and the number of all that match. Ties are broken by the key, so that pages never overlap.
 *
 * In the order of an index where there is much to look through and the page is early: on the way as many others are passed over as there are
 * for each that matches, while sorting would look at all. Else all are sorted, and counted with that where their number is not known.
 */
export async function pageDevices(db: Kysely<Schema>, q: DevicePageQuery): Promise<{ rows: DeviceRecord[]; total: number }> {
  const what = await searched(db, q);
  const { many = MANY, manyKeys = MANY_KEYS } = q;
  const early = (total: number): boolean => (q.offset + q.limit) * PAGE_SHARE <= total;
  if (what.found && what.total !== undefined && what.total >= manyKeys && early(what.total))
    return { rows: await rowsOf(db, q, what, { inOrder: true, counted: false }), total: what.total };
  const sorted = what.found || isFew(q) || (q.scope !== undefined && q.scope < many);
  if (sorted && q.known === undefined) {
    const rows = await rowsOf(db, q, what, { inOrder: false, counted: true });
    return { rows, total: rows[0]?.matches ?? (q.offset === 0 ? 0 : await countOf(db, q, what)) };
  }
  const total = q.known ?? what.total ?? (await countOf(db, q, what));
  const inOrder = !sorted && (q.scope ?? total) >= many && early(total);
  return { rows: total === 0 ? [] : await rowsOf(db, q, what, { inOrder, counted: false }), total };
}

/** The first devices that match, without the number of all. */
export async function firstDevices(db: Kysely<Schema>, q: DeviceListQuery): Promise<DeviceRecord[]> {
  const what = await searched(db, q);
  const inOrder = !what.found && !isFew(q) && (q.held !== 'customers' || (q.scope ?? 0) >= MANY);
  return await rowsOf(db, q, what, { inOrder, counted: false });
}
