import { sql, type Kysely } from 'kysely';
import type { PasskeyPurpose } from '../schema/account-tables.ts';
import type { Schema } from '../schema/index.ts';

export type { PasskeyPurpose } from '../schema/account-tables.ts';

/** A question to a browser that waits for its answer. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge; the challenge itself is never stored. */
  readonly hash: Buffer;
  readonly purpose: PasskeyPurpose;
  /** Null: whoever answers. */
  readonly userId: string | null;
  /** Of the page that asked. */
  readonly origin: string;
}

/** Keeps a question for so many minutes, and forgets those that nobody answered in time. */
export async function insertPasskeyChallenge(db: Kysely<Schema>, c: PasskeyChallenge, minutes: number): Promise<void> {
  // A minute longer than they are good for: who is late is told so.
  await sql`DELETE FROM passkey_challenge WHERE expires_at < now() - interval '1 minute'`.execute(db);
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: c.hash,
      purpose: c.purpose,
      user_id: c.userId,
      origin: c.origin,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** Takes a question away: of several who answer it at once one gets it. Undefined when it is not there. */
export async function takePasskeyChallenge(
  db: Kysely<Schema>,
  hash: Buffer,
): Promise<(Omit<PasskeyChallenge, 'hash'> & { readonly late: boolean }) | undefined> {
  return await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hash)
    .returning(['purpose', 'user_id as userId', 'origin', sql<boolean>`expires_at <= now()`.as('late')])
    .executeTakeFirst();
}

/** A passkey as its user sees it. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const OWN = ['id', 'name', 'host', 'synced', 'created_at', 'last_used_at'] as const;

/** The passkeys of the caller, the oldest first; one of them by its id. */
export async function ownPasskeys(db: Kysely<Schema>, id?: string): Promise<OwnPasskey[]> {
  return await db
    .selectFrom('user_passkey')
    .select(OWN)
    .$if(id !== undefined, (b) => b.where('id', '=', id!))
    .orderBy('id')
    .execute();
}

export interface NewPasskey {
  readonly userId: string;
  readonly host: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
}

/** Keeps a passkey of the caller. Constraints refuse one that is known (`user_passkey_credential`) or one too many (`app_user_passkey_limit`). */
export async function insertPasskey(db: Kysely<Schema>, p: NewPasskey): Promise<OwnPasskey> {
  return await db
    .insertInto('user_passkey')
    .values({
      user_id: p.userId,
      host: p.host,
      credential_id: p.credentialId,
      public_key: p.publicKey,
      counter: String(p.counter),
      transports: [...p.transports],
      synced: p.synced,
      name: p.name,
    })
    .returning(OWN)
    .executeTakeFirstOrThrow();
}

/** False when the caller has no such passkey. */
export async function renamePasskey(db: Kysely<Schema>, id: string, name: string): Promise<boolean> {
  const result = await db.updateTable('user_passkey').set({ name }).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** False when the caller has no such passkey. */
export async function deletePasskey(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.deleteFrom('user_passkey').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}

/** What browsers are told of a user's passkeys at a host. For the process itself. */
export async function passkeysAt(
  db: Kysely<Schema>,
  userId: string,
  host: string,
): Promise<{ readonly credentialId: Buffer; readonly transports: string[] }[]> {
  return await db
    .selectFrom('user_passkey')
    .select(['credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .where('host', '=', host)
    .orderBy('id')
    .execute();
}

/** What a signature is compared with. */
export interface PasskeyKey {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  /** Of the user that it belongs to. */
  readonly userHandle: string;
}

/** By the id that the browser names, at that host alone. For the process itself. */
export async function findPasskey(db: Kysely<Schema>, credentialId: Buffer, host: string): Promise<PasskeyKey | undefined> {
  return await db
    .selectFrom('user_passkey as p')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id as userId', 'p.public_key as publicKey', 'u.passkey_handle as userHandle'])
    .where('p.credential_id', '=', credentialId)
    .where('p.host', '=', host)
    .executeTakeFirst();
}

/**
 * Writes a use down. False when the counter of signatures has not gone on (WebAuthn, 7.2 step 22): somebody has a copy of the key. Authenticators
 * that do not count always say 0.
 */
export async function notePasskeyUse(db: Kysely<Schema>, id: string, counter: number, synced: boolean): Promise<boolean> {
  const result = await db
    .updateTable('user_passkey')
    .set({ counter: String(counter), synced, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', String(counter)), eb.and([eb('counter', '=', '0'), eb.val(counter === 0)])]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
