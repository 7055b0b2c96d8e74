import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { FilePurpose, StoredFileTable } from '../schema/job-tables.ts';

export type StoredFileRecord = Selectable<StoredFileTable>;

export async function insertStoredFile(db: Kysely<Schema>, file: Insertable<StoredFileTable>): Promise<string> {
  return (await db.insertInto('stored_file').values(file).returning('id').executeTakeFirstOrThrow()).id;
}

/** A file that has not expired. */
export async function findStoredFile(db: Kysely<Schema>, id: string, purpose?: FilePurpose): Promise<StoredFileRecord | undefined> {
  return await db
    .selectFrom('stored_file')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(purpose !== undefined, (b) => b.where('purpose', '=', purpose!))
    .executeTakeFirst();
}

/** Bytes of the files that a user has stored and that have not expired. */
export async function storedBytes(db: Kysely<Schema>, userId: string, purpose: FilePurpose): Promise<number> {
  const { bytes } = await db
    .selectFrom('stored_file')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Forgets files whose time is over; returns how many. Their bytes are then nobody's. */
export async function dropExpiredFiles(db: Kysely<Schema>): Promise<number> {
  const result = await db
    .deleteFrom('stored_file')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Those of the names that a row still stands for. */
export async function knownStorageNames(db: Kysely<Schema>, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const among = sql<string>`ANY(${names}::text[])`;
  const rows = await db
    .selectFrom('stored_file')
    .select('storage_name')
    .where('storage_name', '=', among)
    .unionAll(db.selectFrom('media_file').select('storage_name').where('storage_name', '=', among))
    .unionAll(db.selectFrom('user_avatar').select('storage_name').where('storage_name', '=', among))
    .execute();
  return new Set(rows.map((r) => r.storage_name));
}
