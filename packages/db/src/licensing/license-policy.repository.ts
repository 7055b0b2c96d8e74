import { sql, type Kysely, type Updateable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { LicensePolicyTable } from '../schema/license-tables.ts';

export interface LicensePolicy {
  /** A device that is added is on trial until a licence is bound to it. */
  readonly required_for_new_devices: boolean;
  /** Days from the end of a licence to the lock of its device. */
  readonly grace_days: number;
  readonly notice_days: number;
}

export async function licensePolicy(db: Kysely<Schema>): Promise<LicensePolicy> {
  return await db.selectFrom('license_policy').select(['required_for_new_devices', 'grace_days', 'notice_days']).executeTakeFirstOrThrow();
}

export async function updateLicensePolicy(db: Kysely<Schema>, change: Updateable<LicensePolicyTable>): Promise<void> {
  if (Object.values(change).some((value) => value !== undefined)) await db.updateTable('license_policy').set(change).execute();
}

/** Locks devices whose grace is over, unlocks those that have a right again. Returns how many changed. */
export async function refreshDeviceLocks(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ changed: number }>`SELECT app.refresh_device_locks() AS changed`.execute(db);
  return rows[0]!.changed;
}

/** Forgets requests so old that nobody repeats them. For the process itself. Returns how many. */
export async function purgeLicenseRequests(db: Kysely<Schema>, before: Date): Promise<number> {
  const result = await sql`DELETE FROM license_request WHERE created_at < ${before}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
