import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Whether a customer, or one below it, has licences that are bound to devices. False while there are no licences at all in this installation. */
export async function customerHasBoundLicences(db: Kysely<Schema>, path: string): Promise<boolean> {
  const { rows } = await sql<{ present: boolean }>`SELECT to_regclass('public.license') IS NOT NULL AS present`.execute(db);
  if (!rows[0]!.present) return false;
  const bound = await sql`SELECT FROM license WHERE customer_path <@ ${path}::ltree AND status = 'bound' LIMIT 1`.execute(db);
  return bound.rows.length > 0;
}
