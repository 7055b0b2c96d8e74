import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { LicenseTypeTable } from '../schema/license-tables.ts';

export type LicenseTypeRecord = Selectable<LicenseTypeTable>;

/** All types, the shortest first, those for life last. */
export async function listLicenseTypes(db: Kysely<Schema>): Promise<LicenseTypeRecord[]> {
  return await db
    .selectFrom('license_type')
    .selectAll()
    .orderBy('validity_months', (o) => o.asc().nullsLast())
    .orderBy('code')
    .execute();
}

export async function findLicenseType(db: Kysely<Schema>, code: string): Promise<LicenseTypeRecord | undefined> {
  return await db.selectFrom('license_type').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Adds a type, or gives the one of this code other properties. Licences that run keep their end. */
export async function saveLicenseType(db: Kysely<Schema>, type: Insertable<LicenseTypeTable>): Promise<void> {
  const { code: _, ...properties } = type;
  await db
    .insertInto('license_type')
    .values(type)
    .onConflict((c) => c.column('code').doUpdateSet(properties))
    .execute();
}
