import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface CustomerMailRecord {
  readonly id: string;
  readonly email: string;
  readonly sender_name: string;
}

export async function findCustomerMail(db: Kysely<Schema>, customerId: string): Promise<CustomerMailRecord | undefined> {
  return await db
    .selectFrom('customer_mail')
    .select(['id', 'email', 'sender_name'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Returns false when the customer has one already. */
export async function insertCustomerMail(db: Kysely<Schema>, customerId: string, email: string, senderName: string): Promise<boolean> {
  const result = await db
    .insertInto('customer_mail')
    .values({ customer_id: customerId, email, sender_name: senderName })
    .onConflict((c) => c.column('customer_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false when the customer has none. */
export async function updateCustomerMail(db: Kysely<Schema>, customerId: string, email: string, senderName: string): Promise<boolean> {
  const result = await db
    .updateTable('customer_mail')
    .set({ email, sender_name: senderName, updated_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
