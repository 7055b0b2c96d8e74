import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface SessionRecord {
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface NewSession {
  /** SHA-256 of the token; the token itself is never stored. */
  readonly hash: Buffer;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly remote: string | null;
  readonly agent: string | null;
}

export async function insertSession(db: Kysely<Schema>, s: NewSession): Promise<void> {
  await db
    .insertInto('session_token')
    .values({ hash: s.hash, user_id: s.userId, expires_at: s.expiresAt, remote: s.remote, agent: s.agent })
    .execute();
}

/** A session that is neither ended nor expired. */
export async function findSession(db: Kysely<Schema>, hash: Buffer): Promise<SessionRecord | undefined> {
  const row = await db
    .selectFrom('session_token')
    .select(['user_id', 'created_at', 'last_used_at', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && { userId: row.user_id, createdAt: row.created_at, lastUsedAt: row.last_used_at, expiresAt: row.expires_at };
}

export async function touchSession(db: Kysely<Schema>, hash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('session_token')
    .set({ last_used_at: sql<Date>`now()`, expires_at: expiresAt })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeSession(db: Kysely<Schema>, hash: Buffer): Promise<void> {
  await db
    .updateTable('session_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends all sessions of a user but (optionally) one. Returns how many. */
export async function revokeUserSessions(db: Kysely<Schema>, userId: string, except: Buffer | null = null): Promise<number> {
  let query = db
    .updateTable('session_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (except) query = query.where('hash', '!=', except);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Removes what ended before `before`. */
export async function purgeSessions(db: Kysely<Schema>, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('session_token')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
