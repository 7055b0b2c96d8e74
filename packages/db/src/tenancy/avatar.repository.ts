import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** The picture of a user of the scope, when there is one. */
export async function avatarIdOf(db: Kysely<Schema>, userId: string): Promise<string | null> {
  return (await db.selectFrom('user_avatar').select('id').where('user_id', '=', userId).executeTakeFirst())?.id ?? null;
}

/** Where a picture of the scope lies. */
export async function findAvatar(
  db: Kysely<Schema>,
  id: string,
): Promise<{ readonly storageName: string; readonly sizeBytes: number } | undefined> {
  return await db
    .selectFrom('user_avatar')
    .select(['storage_name as storageName', 'size_bytes as sizeBytes'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Takes the picture of the caller away. Returns where its bytes lie. */
export async function deleteAvatar(db: Kysely<Schema>, userId: string): Promise<string | null> {
  const row = await db.deleteFrom('user_avatar').where('user_id', '=', userId).returning('storage_name').executeTakeFirst();
  return row?.storage_name ?? null;
}

/** Puts a picture of the caller in the place of another. Returns its id, and where the bytes of the other one lie. */
export async function replaceAvatar(
  db: Kysely<Schema>,
  userId: string,
  file: { readonly storageName: string; readonly sizeBytes: number },
): Promise<{ readonly id: string; readonly former: string | null }> {
  // Two at once: the second waits here for the first and takes its place.
  await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
  const former = await deleteAvatar(db, userId);
  const { id } = await db
    .insertInto('user_avatar')
    .values({ user_id: userId, storage_name: file.storageName, size_bytes: file.sizeBytes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, former };
}
