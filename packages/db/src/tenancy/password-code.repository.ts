import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Somebody who says that an account is his, with the address that he names. */
export interface Claimant {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly user_type: number;
  readonly language: string;
  readonly customer_id: string;
  readonly customer_path: string;
  /** The address is one that the user has proved; else it stands in the user's record only. */
  readonly proved: boolean;
}

/**
 * The active user with this account and this address (either case), in one statement: whether the account or the address is wrong cannot be told by the
 * clock. Nobody for a demo account, and below a customer that is not active.
 */
export async function findClaimant(db: Kysely<Schema>, account: string, email: string): Promise<Claimant | undefined> {
  const { rows } = await sql<Claimant>`
    SELECT u.id, u.account, u.name, u.user_type, u.language, u.customer_id, u.customer_path::text AS customer_path, e.id IS NOT NULL AS proved
    FROM app_user u LEFT JOIN user_email e ON e.user_id = u.id AND lower(e.email) = ${email}
    WHERE u.account = ${account} AND u.status = 'active' AND NOT u.demo AND (e.id IS NOT NULL OR lower(u.email) = ${email})
      AND NOT EXISTS (SELECT FROM customer c WHERE c.path @> u.customer_path AND c.status <> 'active')`.execute(db);
  return rows[0];
}

/** How many codes went to a user within a day; older ones are forgotten. Two who ask at once wait for each other. */
export async function countPasswordCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('password_code ' || ${userId}, 0))`.execute(db);
  await db
    .deleteFrom('password_code')
    .where('user_id', '=', userId)
    .where('sent_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  const { count } = await db
    .selectFrom('password_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPasswordCode(db: Kysely<Schema>, userId: string, codeHash: Buffer): Promise<string> {
  const row = await db
    .insertInto('password_code')
    .values({ user_id: userId, code_hash: codeHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Of a mail that did not go out: it does not count. */
export async function deletePasswordCode(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('password_code').where('id', '=', id).execute();
}

export interface PasswordCodeTry {
  readonly id: string;
  readonly code_hash: Buffer;
  readonly late: boolean;
  /** This one included. */
  readonly tries: number;
  readonly used: boolean;
}

/** Counts a try at the newest code of a user and gives that code; undefined when there is none. `userId` may be one that does not exist. */
export async function tryPasswordCode(db: Kysely<Schema>, userId: string, goodForMinutes: number): Promise<PasswordCodeTry | undefined> {
  return await db
    .updateTable('password_code')
    .set((e) => ({ tries: sql<number>`least(${e.ref('tries')}, 30000) + 1` }))
    .where('id', '=', (e) =>
      e.selectFrom('password_code').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(1).forUpdate(),
    )
    .returning([
      'id',
      'code_hash',
      'tries',
      sql<boolean>`sent_at < now() - make_interval(mins => ${goodForMinutes})`.as('late'),
      sql<boolean>`used_at IS NOT NULL`.as('used'),
    ])
    .executeTakeFirst();
}

/** False when it has been used meanwhile. */
export async function usePasswordCode(db: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await db
    .updateTable('password_code')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
