import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from './customer.repository.ts';
import type { UserRecord } from './user.repository.ts';

/** Whether somebody of any tenant has this account. */
export async function accountTaken(db: Kysely<Schema>, account: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT app.account_taken(${account}) AS taken`.execute(db);
  return rows[0]!.taken;
}

/** The main account of a customer, when it has one that is not in the recycle bin. */
export async function findMainAccount(db: Kysely<Schema>, customerId: string): Promise<UserRecord | undefined> {
  return await db
    .selectFrom('app_user')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('user_type', 'in', [1, 2])
    .where('demo', '=', false)
    .where('status', '!=', 'recycled')
    .orderBy('id')
    .executeTakeFirst();
}

/** Whether a customer has users beside its main account. */
export async function hasOrdinaryUsers(db: Kysely<Schema>, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('user_type', 'in', [3, 4])
    .where('status', '!=', 'recycled')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UserListRow extends UserRecord {
  readonly customer_name: string;
  /** Of its picture. */
  readonly avatar_id: string | null;
}

const SORT_COLUMNS = {
  account: sql`u.account`,
  userName: sql`u.name`,
  createTime: sql`u.created_at`,
  customerName: sql`c.name`,
  recycleTime: sql`u.recycled_at`,
} as const;

export interface UserPageQuery {
  /** Users of this customer alone ... */
  readonly customerId?: string | undefined;
  /** ... or of everything below this path. */
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly userType?: number | undefined;
  readonly status?: 'active' | 'stopped' | undefined;
  /** Those that were thrown away by themselves, instead of those that are there. */
  readonly recycled: boolean;
  readonly orderBy: keyof typeof SORT_COLUMNS;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A page of users with their customers' names, and the number of all that match. */
export async function pageUsers(db: Kysely<Schema>, q: UserPageQuery): Promise<{ rows: UserListRow[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [q.recycled ? sql`u.status = 'recycled' AND u.recycled_with IS NULL` : sql`u.status <> 'recycled'`];
  if (q.customerId !== undefined) parts.push(sql`u.customer_id = ${q.customerId}`);
  if (q.path !== undefined) parts.push(sql`u.customer_path <@ ${q.path}::ltree`);
  if (q.text !== undefined && q.text !== '')
    parts.push(sql`(u.account ILIKE ${likePattern(q.text)} OR u.name ILIKE ${likePattern(q.text)})`);
  if (q.userType !== undefined) parts.push(sql`u.user_type = ${q.userType}`);
  if (q.status !== undefined) parts.push(sql`u.status = ${q.status}`);
  const where = sql.join(parts, sql` AND `);
  const direction = q.descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<UserListRow>`
    SELECT u.*, c.name AS customer_name, a.id AS avatar_id
    FROM app_user u JOIN customer c ON c.id = u.customer_id LEFT JOIN user_avatar a ON a.user_id = u.id
    WHERE ${where} ORDER BY ${SORT_COLUMNS[q.orderBy]} ${direction}, u.id ${direction} LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM app_user u WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** Throws a user away; the row stays. */
export async function binUser(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`UPDATE app_user SET status_before = status, status = 'recycled', recycled_at = now(), recycled_with = NULL
    WHERE id = ${id} AND status <> 'recycled'`.execute(db);
}

/** A user that was thrown away by itself. */
export async function findBinnedUser(db: Kysely<Schema>, id: string): Promise<UserRecord | undefined> {
  return await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'recycled')
    .where('recycled_with', 'is', null)
    .executeTakeFirst();
}

export async function restoreUser(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`UPDATE app_user SET status = coalesce(status_before, 'active'), status_before = NULL, recycled_at = NULL WHERE id = ${id}`.execute(
    db,
  );
}

export async function deleteUser(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('app_user').where('id', '=', id).execute();
}
