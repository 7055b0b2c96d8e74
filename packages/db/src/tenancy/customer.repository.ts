import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { CustomerTable } from '../schema/tables.ts';

export type CustomerRecord = Selectable<CustomerTable>;

export interface NewCustomer {
  readonly parentId: string | null;
  readonly name: string;
  /** 1 dealer, 2 end customer. */
  readonly customerType: 1 | 2;
  readonly timezone?: string;
  readonly contact?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  readonly defaultLat?: number;
  readonly defaultLon?: number;
  readonly modules?: { readonly developer: boolean; readonly fleet: boolean; readonly personalDevice: boolean };
  readonly superiorMayWatch?: boolean;
  readonly forcePasswordDays?: number;
  readonly branding?: Readonly<Record<string, unknown>>;
}

/** Adds a customer below its parent; its path is the parent's path and its own id. @throws when the parent does not exist. */
export async function createCustomer(db: Kysely<Schema>, c: NewCustomer): Promise<CustomerRecord> {
  const parentPath =
    c.parentId === null ? '' : (await db.selectFrom('customer').select('path').where('id', '=', c.parentId).executeTakeFirstOrThrow()).path;
  const { rows } = await sql<CustomerRecord>`
    WITH new_id AS (SELECT nextval(pg_get_serial_sequence('customer', 'id')) AS id)
    INSERT INTO customer (id, parent_id, path, name, customer_type, timezone, contact, phone, email, address,
      default_lat, default_lon, modules, superior_may_watch, force_password_days, branding)
    OVERRIDING SYSTEM VALUE
    SELECT id, ${c.parentId}::bigint, ${parentPath}::ltree || id::text, ${c.name}, ${c.customerType}::smallint,
      ${c.timezone ?? '+08:00'}, ${c.contact ?? null}, ${c.phone ?? null}, ${c.email ?? null}, ${c.address ?? null},
      ${c.defaultLat ?? null}::float8, ${c.defaultLon ?? null}::float8,
      ${JSON.stringify(c.modules ?? { developer: false, fleet: false, personalDevice: false })}::jsonb,
      ${c.superiorMayWatch ?? true}, ${c.forcePasswordDays ?? null}::smallint, ${JSON.stringify(c.branding ?? {})}::jsonb
    FROM new_id
    RETURNING *`.execute(db);
  return rows[0]!;
}

export async function findCustomer(db: Kysely<Schema>, id: string): Promise<CustomerRecord | undefined> {
  return await db.selectFrom('customer').selectAll().where('id', '=', id).where('status', '!=', 'recycled').executeTakeFirst();
}

export type CustomerAbove = Pick<
  CustomerRecord,
  'id' | 'name' | 'path' | 'status' | 'menu_ids' | 'modules' | 'default_stream_node' | 'default_talk_node' | 'default_replay_node'
>;

/** The customer and everything above it that the caller may see, topmost first. */
export async function customerLineage(db: Kysely<Schema>, path: string): Promise<CustomerAbove[]> {
  return await db
    .selectFrom('customer')
    .select(['id', 'name', 'path', 'status', 'menu_ids', 'modules', 'default_stream_node', 'default_talk_node', 'default_replay_node'])
    .where(sql<boolean>`path @> ${path}::ltree`)
    .orderBy(sql`nlevel(path)`)
    .execute();
}

/** One level of the tree, by name: the customer with this path itself, or what hangs right below it. */
export async function customerTreeLevel(
  db: Kysely<Schema>,
  q: { readonly path: string; readonly self: boolean },
): Promise<(Pick<CustomerRecord, 'id' | 'name' | 'path' | 'customer_type'> & { readonly leaf: boolean })[]> {
  const id = q.path.slice(q.path.lastIndexOf('.') + 1);
  // By the parent alone: every node asked for would else read the index of paths over the whole scope.
  await sql`SET LOCAL enable_bitmapscan = off`.execute(db);
  const { rows } = await sql<Pick<CustomerRecord, 'id' | 'name' | 'path' | 'customer_type'> & { leaf: boolean }>`
    SELECT c.id, c.name, c.path, c.customer_type,
      NOT EXISTS (SELECT FROM customer x WHERE x.parent_id = c.id AND x.status <> 'recycled') AS leaf
    FROM customer c
    WHERE ${q.self ? sql`c.id` : sql`c.parent_id`} = ${id} AND c.status <> 'recycled'
    ORDER BY c.name, c.id`.execute(db);
  await sql`RESET enable_bitmapscan`.execute(db);
  return rows;
}

/** Customers below `path` (itself included) whose name contains `text`, the best match first. */
export async function customersByName(
  db: Kysely<Schema>,
  path: string,
  text: string,
  limit: number,
): Promise<Pick<CustomerRecord, 'id' | 'name' | 'path' | 'customer_type'>[]> {
  const { rows } = await sql<Pick<CustomerRecord, 'id' | 'name' | 'path' | 'customer_type'>>`
    SELECT id, name, path, customer_type FROM customer
    WHERE path <@ ${path}::ltree AND status <> 'recycled' AND name ILIKE ${likePattern(text)}
    ORDER BY position(lower(${text}) IN lower(name)), length(name), name, id
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** Names by id of the customers with these ids that the caller may see. */
export async function customerNames(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('customer').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((r) => [r.id, r.name]));
}

/** `%text%` with the wildcards of the text itself made literal. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** The active customer whose branding names this host, and what it has set. */
export async function ownerOfHost(
  db: Kysely<Schema>,
  hostName: string,
): Promise<{ readonly path: string; readonly branding: Record<string, unknown> } | undefined> {
  return await db
    .selectFrom('customer')
    .select(['path', 'branding'])
    .where(sql<boolean>`lower(branding ->> 'hostName') = ${hostName}`)
    .where('status', '=', 'active')
    .orderBy(sql`nlevel(path)`)
    .executeTakeFirst();
}

/** The platform itself: the customer above all others. */
export async function findRootCustomer(db: Kysely<Schema>): Promise<CustomerRecord | undefined> {
  return await db.selectFrom('customer').selectAll().where('parent_id', 'is', null).orderBy('id').executeTakeFirst();
}
