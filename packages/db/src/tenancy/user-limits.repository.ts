import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** The customers and devices that a user is held to, where it is. For the process itself: it asks for any user. */
export async function limitsOfUser(system: Kysely<Schema>, userId: string): Promise<{ customerPaths: string[]; deviceKeys: number[] }> {
  const { rows } = await sql<{ paths: string[]; keys: string[] }>`SELECT
    ARRAY(SELECT c.path::text FROM user_customer l JOIN customer c ON c.id = l.customer_id WHERE l.user_id = ${userId} ORDER BY 1) AS paths,
    ARRAY(SELECT l.device_key::text FROM user_device l WHERE l.user_id = ${userId} ORDER BY l.device_key) AS keys`.execute(system);
  return { customerPaths: rows[0]!.paths, deviceKeys: rows[0]!.keys.map(Number) };
}

/** Chosen customers of a user that the asker sees. */
export async function customersOfUser(db: Kysely<Schema>, userId: string): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('user_customer as l')
    .innerJoin('customer as c', 'c.id', 'l.customer_id')
    .select(['c.id', 'c.name'])
    .where('l.user_id', '=', userId)
    .where('c.status', '!=', 'recycled')
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
}

/** Chosen devices of a user that the asker sees. */
export async function devicesOfUser(db: Kysely<Schema>, userId: string): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('user_device as l')
    .innerJoin('device as d', 'd.key', 'l.device_key')
    .select(['d.id', 'd.name'])
    .where('l.user_id', '=', userId)
    .where('d.recycled_at', 'is', null)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute();
}

/** Those of these customers that the asker does not see. */
export async function unseenCustomers(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM customer WHERE id = ANY(${ids}::bigint[]) AND status <> 'recycled'`.execute(db);
  const seen = new Set(rows.map((r) => r.id));
  return ids.filter((id) => !seen.has(id));
}

/** Holds a user to these customers. */
export async function setUserCustomers(db: Kysely<Schema>, userId: string, limited: boolean, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('user_customer').where('user_id', '=', userId).execute();
  await sql`INSERT INTO user_customer (user_id, customer_id) SELECT ${userId}, unnest(${[...ids]}::bigint[])`.execute(db);
  await db.updateTable('app_user').set({ customer_limited: limited }).where('id', '=', userId).execute();
}

/** Keys of these devices, and the ids among them that the asker does not see. They cannot move away until the transaction ends. */
export async function seenDevices(db: Kysely<Schema>, ids: readonly string[]): Promise<{ keys: string[]; unseen: string[] }> {
  const { rows } = await sql<{
    key: string;
    id: string;
  }>`SELECT key, id FROM device WHERE id = ANY(${ids}::text[]) AND recycled_at IS NULL ORDER BY key FOR SHARE`.execute(db);
  const seen = new Set(rows.map((r) => r.id));
  return { keys: rows.map((r) => r.key), unseen: ids.filter((id) => !seen.has(id)) };
}

/** Holds a user to these devices. */
export async function setUserDevices(db: Kysely<Schema>, userId: string, limited: boolean, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('user_device').where('user_id', '=', userId).execute();
  await sql`INSERT INTO user_device (user_id, device_key) SELECT ${userId}, unnest(${keys}::bigint[])`.execute(db);
  await db.updateTable('app_user').set({ device_limited: limited }).where('id', '=', userId).execute();
}
