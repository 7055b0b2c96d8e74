import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { AppUserTable } from '../schema/tables.ts';

export type UserRecord = Selectable<AppUserTable>;
export type NewUser = Insertable<AppUserTable>;
export type UserChange = Updateable<AppUserTable>;

export async function findUser(db: Kysely<Schema>, id: string): Promise<UserRecord | undefined> {
  return await db.selectFrom('app_user').selectAll().where('id', '=', id).where('status', '!=', 'recycled').executeTakeFirst();
}

/** For sign-in: accounts are unique over the whole platform, upper and lower case alike. */
export async function findUserByAccount(db: Kysely<Schema>, account: string): Promise<UserRecord | undefined> {
  return await db.selectFrom('app_user').selectAll().where('account', '=', account).where('status', '!=', 'recycled').executeTakeFirst();
}

export async function createUser(db: Kysely<Schema>, user: NewUser): Promise<UserRecord> {
  return await db.insertInto('app_user').values(user).returningAll().executeTakeFirstOrThrow();
}

/** Returns false when there is no such user in the scope. */
export async function updateUser(db: Kysely<Schema>, id: string, change: UserChange): Promise<boolean> {
  const result = await db.updateTable('app_user').set(change).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets single keys of `settings`, leaving the others; `null` removes a key. */
export async function patchUserSettings(db: Kysely<Schema>, id: string, patch: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE app_user SET settings = jsonb_strip_nulls(settings || ${JSON.stringify(patch)}::jsonb) WHERE id = ${id}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
