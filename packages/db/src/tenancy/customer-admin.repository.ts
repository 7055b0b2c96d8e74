import { sql, type Kysely, type RawBuilder, type Updateable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { CustomerTable } from '../schema/tables.ts';
import { likePattern, type CustomerRecord } from './customer.repository.ts';

/** Number of the lock that everything takes which changes the shape of the tree. */
const TREE_LOCK = 7318001;

/**
 * Waits until nobody else changes the tree, and keeps others out until the transaction ends: two moves side by side could hang two
 * customers below each other. Take it before anything is read that decides about the change.
 */
export async function lockCustomerTree(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${TREE_LOCK})`.execute(db);
}

export interface CustomerListRow extends CustomerRecord {
  readonly parent_name: string | null;
  readonly main_user_id: string | null;
  readonly main_account: string | null;
  readonly user_count: number;
}

const SORT_COLUMNS = {
  customerName: sql`c.name`,
  createTime: sql`c.created_at`,
  customerType: sql`c.customer_type`,
  status: sql`c.status`,
} as const;

export interface CustomerFilter {
  readonly path: string;
  /** With everything below; else the customer itself and its children. */
  readonly deep: boolean;
  /** These alone. */
  readonly ids: readonly string[] | undefined;
  readonly name: string | undefined;
  readonly status: 'active' | 'stopped' | undefined;
  readonly customerType: number | undefined;
  readonly orderBy: keyof typeof SORT_COLUMNS;
  readonly descending: boolean;
}

export interface CustomerPageQuery extends CustomerFilter {
  readonly limit: number;
  readonly offset: number;
}

function conditions(q: CustomerFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`c.path <@ ${q.path}::ltree`, sql`c.status <> 'recycled'`];
  if (!q.deep) parts.push(sql`nlevel(c.path) <= nlevel(${q.path}::ltree) + 1`);
  if (q.ids !== undefined) parts.push(sql`c.id = ANY(${q.ids}::bigint[])`);
  if (q.name !== undefined && q.name !== '') parts.push(sql`c.name ILIKE ${likePattern(q.name)}`);
  if (q.status !== undefined) parts.push(sql`c.status = ${q.status}`);
  if (q.customerType !== undefined) parts.push(sql`c.customer_type = ${q.customerType}`);
  return sql.join(parts, sql` AND `);
}

const orderOf = ({ orderBy, descending }: CustomerFilter): RawBuilder<unknown> => {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return sql`${SORT_COLUMNS[orderBy]} ${direction}, c.id ${direction}`;
};

/** Customers with what a list says of them. `from`: rows of the table as `c`. */
const listed = (from: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<CustomerListRow> => sql<CustomerListRow>`
    SELECT c.*, p.name AS parent_name, m.id AS main_user_id, m.account AS main_account,
      (SELECT count(*)::int FROM app_user u WHERE u.customer_id = c.id AND u.status <> 'recycled') AS user_count
    FROM ${from}
    LEFT JOIN customer p ON p.id = c.parent_id
    LEFT JOIN LATERAL (
      SELECT u.id, u.account FROM app_user u
      WHERE u.customer_id = c.id AND u.user_type IN (1, 2) AND NOT u.demo AND u.status <> 'recycled' ORDER BY u.id LIMIT 1) m ON true
    ORDER BY ${order}`;

/** A page of customers with their main accounts, and the number of all that match. */
export async function pageCustomers(db: Kysely<Schema>, q: CustomerPageQuery): Promise<{ rows: CustomerListRow[]; total: number }> {
  const order = orderOf(q);
  const page = sql`(SELECT c.* FROM customer c WHERE ${conditions(q)} ORDER BY ${order} LIMIT ${q.limit} OFFSET ${q.offset}) c`;
  const { rows } = await listed(page, order).execute(db);
  return { rows, total: await countCustomers(db, q) };
}

/** How many customers match. */
export async function countCustomers(db: Kysely<Schema>, filter: CustomerFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM customer c WHERE ${conditions(filter)}`.execute(db);
  return rows[0]!.total;
}

/** All customers that match, some hundreds at a time: never all of them in memory. */
export async function* streamCustomers(trx: Kysely<Schema>, filter: CustomerFilter, batch = 500): AsyncGenerator<CustomerListRow[]> {
  const from = sql`(SELECT c.* FROM customer c WHERE ${conditions(filter)}) c`;
  await sql`DECLARE all_customers NO SCROLL CURSOR FOR ${listed(from, orderOf(filter))}`.execute(trx);
  for (;;) {
    const { rows } = await sql<CustomerListRow>`FETCH ${sql.lit(batch)} FROM all_customers`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE all_customers`.execute(trx);
}

/** Every customer below a path that is not in the recycle bin, parents before their children. */
export async function wholeCustomerTree(
  db: Kysely<Schema>,
  path: string,
): Promise<Pick<CustomerRecord, 'id' | 'parent_id' | 'path' | 'name' | 'customer_type' | 'status'>[]> {
  return await db
    .selectFrom('customer')
    .select(['id', 'parent_id', 'path', 'name', 'customer_type', 'status'])
    .where(sql<boolean>`path <@ ${path}::ltree`)
    .where('status', '!=', 'recycled')
    .orderBy(sql`nlevel(path)`)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Whether a customer below `parentId` has this name; one that is being changed does not count itself. */
export async function customerNameTaken(db: Kysely<Schema>, parentId: string | null, name: string, except?: string): Promise<boolean> {
  let query = db.selectFrom('customer').select('id').where('name', '=', name).where('status', '!=', 'recycled');
  query = parentId === null ? query.where('parent_id', 'is', null) : query.where('parent_id', '=', parentId);
  if (except !== undefined) query = query.where('id', '!=', except);
  return (await query.executeTakeFirst()) !== undefined;
}

/** False: the row is not there for the caller to change. */
export async function updateCustomer(db: Kysely<Schema>, id: string, change: Updateable<CustomerTable>): Promise<boolean> {
  if (Object.keys(change).length === 0) return true;
  const { numUpdatedRows } = await db.updateTable('customer').set(change).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes the modules of a customer and of everything below it. */
export async function switchModuleOffBelow(db: Kysely<Schema>, path: string, module: keyof CustomerRecord['modules']): Promise<void> {
  await sql`UPDATE customer SET modules = modules || jsonb_build_object(${module}::text, false)
    WHERE path <@ ${path}::ltree AND (modules ->> ${module})::boolean`.execute(db);
}

export async function switchModuleOn(db: Kysely<Schema>, id: string, module: keyof CustomerRecord['modules']): Promise<void> {
  await sql`UPDATE customer SET modules = modules || jsonb_build_object(${module}::text, true) WHERE id = ${id}`.execute(db);
}

export async function hasSubCustomers(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('parent_id', '=', id)
    .where('status', '!=', 'recycled')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Hangs a customer with all that is below it (the recycle bin too) under another one. Call with the lock of the tree. */
export async function moveCustomer(
  db: Kysely<Schema>,
  moved: Pick<CustomerRecord, 'id' | 'path'>,
  parent: Pick<CustomerRecord, 'id' | 'path'>,
): Promise<void> {
  await sql`UPDATE customer SET
      path = ${parent.path}::ltree || subpath(path, nlevel(${moved.path}::ltree) - 1),
      parent_id = CASE WHEN id = ${moved.id} THEN ${parent.id}::bigint ELSE parent_id END
    WHERE path <@ ${moved.path}::ltree`.execute(db);
}

/** Ends the sessions of everybody of a customer and below. */
export async function endSessionsBelow(db: Kysely<Schema>, path: string): Promise<void> {
  await sql`SELECT app.end_sessions_below(${path}::ltree)`.execute(db);
}

/** Ends the sessions of users of the scope. */
export async function endSessions(db: Kysely<Schema>, userIds: readonly string[]): Promise<void> {
  await sql`SELECT app.end_sessions(${userIds}::bigint[])`.execute(db);
}

/** The grant of a customer alone: what those above have limits it further. */
export async function setCustomerGrant(db: Kysely<Schema>, id: string, menuIds: readonly string[] | null): Promise<void> {
  await db
    .updateTable('customer')
    .set({ menu_ids: menuIds === null ? null : [...menuIds] })
    .where('id', '=', id)
    .execute();
}
