import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
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
