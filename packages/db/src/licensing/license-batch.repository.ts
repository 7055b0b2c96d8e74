import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface LicenseBatchRow {
  readonly id: string;
  readonly type_code: string;
  readonly count: number;
  readonly remark: string | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly locked_at: Date | null;
  readonly lock_reason: string | null;
  /** Licences of it in use, and devices that its lock takes or would take out of service. */
  readonly bound_count: number;
}

export interface NewLicenseBatch {
  readonly typeCode: string;
  readonly codes: readonly string[];
  readonly customerId: string;
  readonly remark: string | null;
  readonly createdBy: string | null;
}

/** Which of these codes exist already. */
export async function existingLicenseCodes(db: Kysely<Schema>, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`SELECT code FROM license WHERE code = ANY(${codes}::text[]) ORDER BY code`.execute(db);
  return rows.map((r) => r.code);
}

/** New licences in the stock of a customer (the platform's own). @throws the driver's error (23505) when a code exists. */
export async function createLicenseBatch(db: Kysely<Schema>, b: NewLicenseBatch): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO license_batch (type_code, count, remark, created_by)
    VALUES (${b.typeCode}, ${b.codes.length}, ${b.remark}, ${b.createdBy}::bigint) RETURNING id`.execute(db);
  const batchId = rows[0]!.id;
  await sql`
    INSERT INTO license (code, type_code, batch_id, customer_id)
    SELECT c.code, ${b.typeCode}, ${batchId}::bigint, ${b.customerId}::bigint
    FROM unnest(${b.codes}::text[]) WITH ORDINALITY AS c (code, place) ORDER BY c.place`.execute(db);
  return batchId;
}

export async function pageLicenseBatches(
  db: Kysely<Schema>,
  q: { readonly typeCode: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: LicenseBatchRow[]; total: number }> {
  const where = q.typeCode === undefined ? sql`true` : sql`b.type_code = ${q.typeCode}`;
  const { rows } = await sql<LicenseBatchRow>`
    SELECT b.id, b.type_code, b.count, b.remark, u.name AS created_by_name, b.created_at, b.locked_at, b.lock_reason,
      (SELECT count(*)::int FROM license l WHERE l.batch_id = b.id AND l.state = 'bound') AS bound_count
    FROM license_batch b LEFT JOIN app_user u ON u.id = b.created_by
    WHERE ${where} ORDER BY b.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM license_batch b WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/**
 * Locks or unlocks all licences of a batch, and with them the devices that they are bound to. Returns the ids of those
 * devices; undefined when there is no such batch.
 */
export async function lockLicenseBatch(
  db: Kysely<Schema>,
  batchId: string,
  locked: boolean,
  reason: string | null,
): Promise<string[] | undefined> {
  const batch = await sql`
    UPDATE license_batch SET locked_at = ${locked ? sql`coalesce(locked_at, now())` : sql`NULL`}, lock_reason = ${locked ? reason : null}
    WHERE id = ${batchId} RETURNING id`.execute(db);
  if (batch.rows.length === 0) return undefined;
  // Devices before licences, each in order: see the migration.
  const devices = await sql<{ id: string }>`
    SELECT d.id FROM device d WHERE d.key IN (SELECT l.device_key FROM license l WHERE l.batch_id = ${batchId} AND l.state = 'bound')
    ORDER BY d.key FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT id FROM license WHERE batch_id = ${batchId} ORDER BY id FOR UPDATE`.execute(db);
  await sql`UPDATE license SET locked_at = ${locked ? sql`now()` : sql`NULL`}
    WHERE batch_id = ${batchId} AND state <> 'spent' AND (locked_at IS NOT NULL) <> ${locked}`.execute(db);
  return devices.rows.map((r) => r.id);
}
