import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from './customer.repository.ts';

export interface LabelRow {
  readonly id: string;
  readonly name: string;
  readonly customer_id: string;
  readonly device_count: number;
}

/** Labels of the customers below `path`, by name, with the number of their devices in service. */
export async function listLabels(db: Kysely<Schema>, path: string, name: string | undefined): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    SELECT l.id, l.name, l.customer_id, (
      SELECT count(*)::int FROM device_label dl JOIN device d ON d.key = dl.device_key AND d.recycled_at IS NULL WHERE dl.label_id = l.id
    ) AS device_count
    FROM label l
    WHERE l.customer_path <@ ${path}::ltree ${name === undefined || name === '' ? sql`` : sql`AND l.name ILIKE ${likePattern(name)}`}
    ORDER BY l.name, l.id`.execute(db);
  return rows;
}

export async function createLabel(db: Kysely<Schema>, customerId: string, name: string): Promise<string> {
  return (await db.insertInto('label').values({ customer_id: customerId, name }).returning('id').executeTakeFirstOrThrow()).id;
}

/** Adds labels to devices; pairs that exist are left alone. */
export async function attachLabels(
  db: Kysely<Schema>,
  pairs: readonly { readonly deviceKey: string; readonly labelId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto('device_label')
    .values(pairs.map((p) => ({ device_key: p.deviceKey, label_id: p.labelId })))
    .onConflict((c) => c.doNothing())
    .execute();
}
