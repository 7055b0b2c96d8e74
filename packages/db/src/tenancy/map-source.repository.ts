import { sql, type Kysely, type Selectable } from 'kysely';
import type { CustomerMapSourceTable } from '../schema/company-tables.ts';
import type { Schema } from '../schema/index.ts';

export type MapSourceRecord = Omit<Selectable<CustomerMapSourceTable>, 'customer_id' | 'customer_path' | 'updated_at'>;
const COLUMNS = ['name', 'url_template', 'key', 'attribution', 'max_zoom', 'grid', 'imagery'] as const;

/** The tile source that the nearest customer, from the one with this path upwards, has named, which customer that is, and how deep in the tree. */
export async function nearestMapSource(
  db: Kysely<Schema>,
  path: string,
): Promise<(MapSourceRecord & { readonly customer_id: string; readonly customer_path: string }) | undefined> {
  return await db
    .selectFrom('customer_map_source')
    .select([...COLUMNS, 'customer_id', 'customer_path'])
    .where(sql<boolean>`customer_path @> ${path}::ltree`)
    .orderBy(sql`nlevel(customer_path)`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The key that the customer with this id has saved. A second call that saves waits for the first one's end. */
export async function lockMapSourceKey(db: Kysely<Schema>, customerId: string): Promise<string | null> {
  const row = await db.selectFrom('customer_map_source').select('key').where('customer_id', '=', customerId).forUpdate().executeTakeFirst();
  return row?.key ?? null;
}

export async function saveMapSource(db: Kysely<Schema>, customerId: string, source: MapSourceRecord): Promise<void> {
  await db
    .insertInto('customer_map_source')
    .values({ customer_id: customerId, ...source })
    .onConflict((c) => c.column('customer_id').doUpdateSet({ ...source, updated_at: sql<Date>`now()` }))
    .execute();
}

/** False where there was none. */
export async function deleteMapSource(db: Kysely<Schema>, customerId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('customer_map_source').where('customer_id', '=', customerId).executeTakeFirst();
  return numDeletedRows > 0n;
}
