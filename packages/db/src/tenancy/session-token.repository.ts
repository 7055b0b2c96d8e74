import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly enteredBy: string | null;
}

export interface NewSession {
  /** SHA-256 of the token; the token itself is never stored. */
  readonly hash: Buffer;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly remote: string | null;
  readonly agent: string | null;
  /** The account above that goes on as this user. */
  readonly enteredBy?: string | null;
}

export async function insertSession(db: Kysely<Schema>, s: NewSession): Promise<void> {
  await db
    .insertInto('session_token')
    .values({ hash: s.hash, user_id: s.userId, expires_at: s.expiresAt, remote: s.remote, agent: s.agent, entered_by: s.enteredBy ?? null })
    .execute();
}

/** A session that is neither ended nor expired. */
export async function findSession(db: Kysely<Schema>, hash: Buffer): Promise<SessionRecord | undefined> {
  const row = await db
    .selectFrom('session_token')
    .select(['id', 'user_id', 'created_at', 'last_used_at', 'expires_at', 'entered_by'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id: userId, created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt, entered_by: enteredBy } = row;
  return { id, userId, createdAt, lastUsedAt, expiresAt, enteredBy };
}

/** A session as its user sees it: without anything that could be used. */
export interface OwnSession {
  readonly id: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
  readonly remote: string | null;
  readonly agent: string | null;
  readonly entered_by: string | null;
}

/** The running sessions of the caller, the one used last first. */
export async function ownSessions(db: Kysely<Schema>, limit: number): Promise<OwnSession[]> {
  return await db
    .selectFrom('session_token')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'remote', 'agent', 'entered_by'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends running sessions of the caller: one, or all but one. Returns how many. */
export async function endOwnSessions(db: Kysely<Schema>, which: { readonly id: string } | { readonly but: string }): Promise<number> {
  const query = db
    .updateTable('session_token')
    .set({ revoked_at: sql<Date>`now()` })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);
  const result = await ('id' in which ? query.where('id', '=', which.id) : query.where('id', '!=', which.but)).executeTakeFirst();
  return Number(result.numUpdatedRows);
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
