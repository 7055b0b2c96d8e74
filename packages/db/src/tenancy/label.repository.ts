import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from './customer.repository.ts';
import { lockDevices } from './device.repository.ts';

export interface LabelRow {
  readonly id: string;
  readonly name: string;
  readonly customer_id: string;
  readonly customer_path: string;
  readonly customer_name: string;
  readonly device_count: number;
}

/** Labels of the customers below `path`, by name, with the number of their devices in service. */
export async function listLabels(db: Kysely<Schema>, path: string, name: string | undefined): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    SELECT l.id, l.name, l.customer_id, l.customer_path, c.name AS customer_name, (
      SELECT count(*)::int FROM device_label dl JOIN device d ON d.key = dl.device_key AND d.recycled_at IS NULL WHERE dl.label_id = l.id
    ) AS device_count
    FROM label l JOIN customer c ON c.id = l.customer_id
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
  await sql`
    INSERT INTO device_label (device_key, label_id)
    SELECT * FROM unnest(${pairs.map((p) => p.deviceKey)}::bigint[], ${pairs.map((p) => p.labelId)}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db);
}

export interface LabelRecord {
  readonly id: string;
  readonly name: string;
  readonly customer_id: string;
  readonly customer_path: string;
}

/** Labels by id, as far as they are seen. */
export async function findLabels(db: Kysely<Schema>, ids: readonly string[]): Promise<LabelRecord[]> {
  return await db
    .selectFrom('label')
    .select(['id', 'name', 'customer_id', 'customer_path'])
    .where('id', '=', sql<string>`ANY(${ids}::bigint[])`)
    .execute();
}

/** Labels of a customer alone. Whoever adds one counts under this lock, so that two calls cannot both take the last place. */
export async function customerLabels(db: Kysely<Schema>, customerId: string): Promise<LabelRecord[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('label ' || ${customerId}, 0))`.execute(db);
  return await db
    .selectFrom('label')
    .select(['id', 'name', 'customer_id', 'customer_path'])
    .where('customer_id', '=', customerId)
    .execute();
}

export async function renameLabel(db: Kysely<Schema>, id: string, name: string): Promise<void> {
  await db.updateTable('label').set({ name }).where('id', '=', id).execute();
}

export async function deleteLabels(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('label')
    .where('id', '=', sql<string>`ANY(${ids}::bigint[])`)
    .execute();
}

/** How many devices in service have one of these labels. */
export async function labelUse(db: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ devices: number }>`
    SELECT count(DISTINCT d.key)::int AS devices FROM device_label dl JOIN device d ON d.key = dl.device_key
    WHERE d.recycled_at IS NULL AND dl.label_id = ANY(${ids}::bigint[])`.execute(db);
  return rows[0]!.devices;
}

/** Labels that devices have, locked against a change by others: the rows of the devices are held until the end of the transaction. */
export async function labelsOfDevices(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<Map<string, Set<string>>> {
  await lockDevices(db, deviceKeys);
  const { rows } = await sql<{ device_key: string; label_id: string }>`
    SELECT device_key, label_id FROM device_label WHERE device_key = ANY(${deviceKeys}::bigint[])`.execute(db);
  const labels = new Map(deviceKeys.map((key) => [key, new Set<string>()]));
  for (const row of rows) labels.get(row.device_key)?.add(row.label_id);
  return labels;
}

export async function detachLabels(db: Kysely<Schema>, deviceKeys: readonly string[], labelIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM device_label WHERE device_key = ANY(${deviceKeys}::bigint[]) AND label_id = ANY(${labelIds}::bigint[])`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
