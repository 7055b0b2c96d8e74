import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from './customer.repository.ts';

export interface BinnedCustomer {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly customer_type: number;
  readonly parent_id: string | null;
  readonly parent_name: string | null;
  readonly customer_count: number;
  readonly user_count: number;
  readonly recycled_at: Date;
  readonly created_at: Date;
}

/** Whether there are devices below a path: in service, or also those in the recycle bin. */
export async function hasDevicesBelow(db: Kysely<Schema>, path: string, options: { readonly recycled: boolean }): Promise<boolean> {
  const which = options.recycled ? sql`` : sql`AND recycled_at IS NULL`;
  return (await sql`SELECT FROM device WHERE customer_path <@ ${path}::ltree ${which} LIMIT 1`.execute(db)).rows.length > 0;
}

/**
 * Throws a customer away with everything below it that has not been thrown away before. Rows stay as they are but for their status.
 * Returns how many customers and users went.
 */
export async function binCustomer(
  db: Kysely<Schema>,
  c: { readonly id: string; readonly path: string },
): Promise<{ customers: number; users: number }> {
  const users = await sql`UPDATE app_user SET status_before = status, status = 'recycled', recycled_at = now(), recycled_with = ${c.id}
    WHERE customer_path <@ ${c.path}::ltree AND status <> 'recycled'`.execute(db);
  const customers = await sql`UPDATE customer SET status_before = status, status = 'recycled', recycled_at = now(), recycled_with = ${c.id}
    WHERE path <@ ${c.path}::ltree AND status <> 'recycled'`.execute(db);
  return { customers: Number(customers.numAffectedRows ?? 0n), users: Number(users.numAffectedRows ?? 0n) };
}

/** A customer that was thrown away by itself: what went with another one comes back with that. */
export async function findBinnedCustomer(
  db: Kysely<Schema>,
  id: string,
): Promise<{ id: string; name: string; path: string; parent_id: string | null } | undefined> {
  return await db
    .selectFrom('customer')
    .select(['id', 'name', 'path', 'parent_id'])
    .where('id', '=', id)
    .where('recycled_with', '=', id)
    .where('status', '=', 'recycled')
    .executeTakeFirst();
}

/** Accounts of users that went with a customer and that somebody else has by now. */
export async function takenAccountsOf(db: Kysely<Schema>, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    SELECT account FROM app_user WHERE recycled_with = ${customerId} AND status = 'recycled' AND app.account_taken(account) ORDER BY 1`.execute(
    db,
  );
  return rows.map((r) => r.account);
}

/** Brings a customer back with all that went with it, each with the status from before. */
export async function restoreCustomer(db: Kysely<Schema>, id: string): Promise<void> {
  for (const table of ['customer', 'app_user'] as const) {
    await sql`UPDATE ${sql.table(table)} SET status = coalesce(status_before, 'active'), status_before = NULL, recycled_at = NULL, recycled_with = NULL
      WHERE recycled_with = ${id} AND status = 'recycled'`.execute(db);
  }
}

/** Customers that were thrown away, the latest first. */
export async function pageBinnedCustomers(
  db: Kysely<Schema>,
  q: { readonly name: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: BinnedCustomer[]; total: number }> {
  const where = sql`c.status = 'recycled' AND c.recycled_with = c.id
    ${q.name === undefined || q.name === '' ? sql`` : sql`AND c.name ILIKE ${likePattern(q.name)}`}`;
  const { rows } = await sql<BinnedCustomer>`
    SELECT c.id, c.name, c.path, c.customer_type, c.parent_id, p.name AS parent_name, c.recycled_at, c.created_at,
      (SELECT count(*)::int FROM customer x WHERE x.recycled_with = c.id AND x.status = 'recycled') AS customer_count,
      (SELECT count(*)::int FROM app_user u WHERE u.recycled_with = c.id AND u.status = 'recycled') AS user_count
    FROM customer c LEFT JOIN customer p ON p.id = c.parent_id
    WHERE ${where} ORDER BY c.recycled_at DESC, c.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM customer c WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** Deletes a customer with everything below it, users and tags too. @throws the driver's error (23503) while something else hangs on it. */
export async function purgeCustomer(db: Kysely<Schema>, path: string): Promise<void> {
  await sql`DELETE FROM app_user WHERE customer_path <@ ${path}::ltree`.execute(db);
  await sql`DELETE FROM label WHERE customer_path <@ ${path}::ltree`.execute(db);
  // Children first is not needed: the references are looked at when the statement is done.
  await sql`DELETE FROM customer WHERE path <@ ${path}::ltree`.execute(db);
}
