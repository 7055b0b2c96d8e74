import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Counts a try of a code; every so many minutes the count begins anew. */
export interface TwoFactorTry {
  readonly keySealed: Buffer | null;
  readonly pendingSealed: Buffer | null;
  readonly pendingAt: Date | null;
  /** This one included. */
  readonly tries: number;
  readonly triesSince: Date;
}

/** Undefined for a user who never began to set one up. For the process that compares codes. */
export async function tryTwoFactor(db: Kysely<Schema>, userId: string, windowMinutes: number): Promise<TwoFactorTry | undefined> {
  const { rows } = await sql<TwoFactorTry>`
    UPDATE user_two_factor SET
      tries = CASE WHEN tries_since < now() - make_interval(mins => ${windowMinutes}) THEN 1 ELSE least(tries, 30000) + 1 END,
      tries_since = CASE WHEN tries_since < now() - make_interval(mins => ${windowMinutes}) THEN now() ELSE tries_since END
    WHERE user_id = ${userId}
    RETURNING key_sealed AS "keySealed", pending_sealed AS "pendingSealed", pending_at AS "pendingAt", tries, tries_since AS "triesSince"`.execute(
    db,
  );
  return rows[0];
}

/** Takes the code of a step and forgets the tries. False when a code of this step or a later one was taken before. */
export async function takeTwoFactorStep(db: Kysely<Schema>, userId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('user_two_factor')
    .set({ last_step: String(step), tries: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A key that counts once a code of it has been shown. */
export async function savePendingKey(db: Kysely<Schema>, userId: string, sealed: Buffer): Promise<void> {
  const pending = { pending_sealed: sealed, pending_at: sql<Date>`now()` };
  await db
    .insertInto('user_two_factor')
    .values({ user_id: userId, ...pending })
    .onConflict((c) => c.column('user_id').doUpdateSet(pending))
    .execute();
}

/** Lets a key that was being set up count from now on. False when it is another one by now. */
export async function confirmPendingKey(db: Kysely<Schema>, userId: string, sealed: Buffer, step: number): Promise<boolean> {
  const result = await db
    .updateTable('user_two_factor')
    .set({ key_sealed: sealed, pending_sealed: null, pending_at: null, last_step: String(step), tries: 0 })
    .where('user_id', '=', userId)
    .where('pending_sealed', '=', sealed)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await db
    .updateTable('app_user')
    .set({ two_factor_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  return true;
}

/** New recovery codes in place of all others. */
export async function replaceRecoveryCodes(db: Kysely<Schema>, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('user_recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** False for a code that is none of the user's, or used. */
export async function takeRecoveryCode(db: Kysely<Schema>, userId: string, hash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('user_recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await db.updateTable('user_two_factor').set({ tries: 0 }).where('user_id', '=', userId).execute();
  return true;
}

/** How many are left. */
export async function countRecoveryCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Back to the password alone. For the process itself. */
export async function removeTwoFactor(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.updateTable('app_user').set({ two_factor_at: null }).where('id', '=', userId).execute();
  await db.deleteFrom('user_two_factor').where('user_id', '=', userId).execute();
  await db.deleteFrom('user_recovery_code').where('user_id', '=', userId).execute();
}

/** The same of a user of the caller's scope. */
export async function endTwoFactor(db: Kysely<Schema>, userId: string): Promise<void> {
  await sql`SELECT app.end_two_factor(${userId}::bigint)`.execute(db);
}

/** Ends the sessions of those of a customer who sign in with the password alone. */
export async function endSingleFactorSessions(db: Kysely<Schema>, customerId: string): Promise<void> {
  await sql`SELECT app.end_single_factor_sessions(${customerId}::bigint)`.execute(db);
}
