import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface MapTypeChoice {
  readonly map_types: string[];
  readonly default_map_type: string | null;
}

const EMPTY_MENU: readonly Record<string, unknown>[] = [];

/** The menus of the customer with this id, as they were saved; for all of its people, so for the process itself. */
export async function findCustomerMenu(db: Kysely<Schema>, customerId: string): Promise<readonly Record<string, unknown>[]> {
  const row = await db.selectFrom('customer_look').select('menu').where('customer_id', '=', customerId).executeTakeFirst();
  return row?.menu ?? EMPTY_MENU;
}

/** The map types that the nearest customer, from the one with this path upwards, has chosen, and which customer that is. */
export async function nearestMapTypes(
  db: Kysely<Schema>,
  path: string,
): Promise<(MapTypeChoice & { readonly customer_id: string; readonly customer_path: string }) | undefined> {
  const { rows } = await sql<MapTypeChoice & { customer_id: string; customer_path: string }>`
    SELECT customer_id, customer_path, map_types, default_map_type FROM customer_look
    WHERE customer_path @> ${path}::ltree AND map_types IS NOT NULL ORDER BY nlevel(customer_path) DESC LIMIT 1`.execute(db);
  return rows[0];
}

export async function saveCustomerMenu(db: Kysely<Schema>, customerId: string, menu: readonly object[]): Promise<void> {
  const value = JSON.stringify(menu);
  await db
    .insertInto('customer_look')
    .values({ customer_id: customerId, menu: value })
    .onConflict((c) => c.column('customer_id').doUpdateSet({ menu: value, updated_at: sql<Date>`now()` }))
    .execute();
}

/** Null: none of its own. */
export async function saveMapTypes(db: Kysely<Schema>, customerId: string, choice: MapTypeChoice | null): Promise<void> {
  const values = { map_types: choice?.map_types ?? null, default_map_type: choice?.default_map_type ?? null };
  await db
    .insertInto('customer_look')
    .values({ customer_id: customerId, ...values })
    .onConflict((c) => c.column('customer_id').doUpdateSet({ ...values, updated_at: sql<Date>`now()` }))
    .execute();
}
