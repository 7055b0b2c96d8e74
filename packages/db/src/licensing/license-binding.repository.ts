import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** A device as far as licences are concerned. */
export interface LicensableDevice {
  readonly key: string;
  readonly id: string;
  readonly customer_id: string;
  readonly customer_path: string;
  /** 1 tracker, 2 camera. */
  readonly basic_type: number;
}

/** Devices of the scope, locked for this transaction in the order of their keys. */
export async function devicesForLicensing(db: Kysely<Schema>, ids: readonly string[]): Promise<LicensableDevice[]> {
  const { rows } = await sql<LicensableDevice>`
    SELECT d.key, d.id, d.customer_id, d.customer_path, t.basic_type FROM device d JOIN device_type t ON t.code = d.type_code
    WHERE d.id = ANY(${ids}::text[]) AND d.recycled_at IS NULL ORDER BY d.key FOR NO KEY UPDATE OF d`.execute(db);
  return rows;
}

/** Those of these devices that carry a licence. */
export async function licensedDeviceKeys(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ device_key: string }>`
    SELECT device_key FROM license WHERE device_key = ANY(${deviceKeys}::bigint[]) AND state = 'bound'`.execute(db);
  return new Set(rows.map((r) => r.device_key));
}

/** A device with what its licence opens. */
export interface LicensedDevice {
  readonly key: string;
  readonly id: string;
  readonly locked_at: Date | null;
  /** Null when it carries no licence. */
  readonly features: readonly string[] | null;
}

/** Devices of the scope, named by id or by key, with what their licences open. */
export async function licensedDevices(
  db: Kysely<Schema>,
  { ids = [], keys = [] }: { readonly ids?: readonly string[]; readonly keys?: readonly string[] },
): Promise<LicensedDevice[]> {
  // Each way has an index of its own; with both in one condition the planner may read every device.
  const named =
    keys.length === 0
      ? sql`d.id = ANY(${ids}::text[])`
      : ids.length === 0
        ? sql`d.key = ANY(${keys}::bigint[])`
        : sql`(d.id = ANY(${ids}::text[]) OR d.key = ANY(${keys}::bigint[]))`;
  const { rows } = await sql<LicensedDevice>`
    SELECT d.key, d.id, d.locked_at, t.features FROM device d
    LEFT JOIN license l ON l.device_key = d.key AND l.state = 'bound' LEFT JOIN license_type t ON t.code = l.type_code
    WHERE d.recycled_at IS NULL AND ${named} ORDER BY d.key`.execute(db);
  return rows;
}

export interface Binding {
  readonly licenseId: string;
  readonly device: LicensableDevice;
}

/**
 * Binds licences to devices that have none; each becomes its device's customer's. The time of a licence begins with its first
 * use, after `startsAt` (a device's present end when it is renewed). Returns how many were bound: fewer than given when one of
 * them is no longer free.
 *
 * @throws the driver's error (23505) when a device has got a licence meanwhile.
 */
export async function bindLicenses(
  db: Kysely<Schema>,
  bindings: readonly (Binding & { readonly startsAt?: Date | null })[],
  boundBy: string | null,
): Promise<number> {
  const result = await sql`
    UPDATE license l SET state = 'bound', device_key = b.key, device_id = b.device_id, customer_id = b.customer_id,
      seller_id = CASE WHEN l.customer_id = b.customer_id THEN l.seller_id ELSE l.customer_id END,
      bound_by = ${boundBy}::bigint, bound_at = now(), started_at = coalesce(l.started_at, now()),
      expires_at = coalesce(l.expires_at, greatest(now(), b.starts_at) + make_interval(months => t.validity_months))
    FROM unnest(${bindings.map((b) => b.licenseId)}::bigint[], ${bindings.map((b) => b.device.key)}::bigint[],
        ${bindings.map((b) => b.device.id)}::text[], ${bindings.map((b) => b.device.customer_id)}::bigint[],
        ${bindings.map((b) => b.startsAt?.toISOString() ?? null)}::timestamptz[]) AS b (id, key, device_id, customer_id, starts_at),
      license_type t
    WHERE l.id = b.id AND t.code = l.type_code AND l.state = 'new' AND l.locked_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Marks licences as followed by another one on their device. */
export async function spendLicenses(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`UPDATE license SET state = 'spent', spent_at = now() WHERE id = ANY(${ids}::bigint[]) AND state = 'bound'`.execute(db);
}

/** Puts licences back into the stock of their owners. Their time runs on; one for life is as good as new. */
export async function unbindLicenses(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE license SET state = 'new', device_key = NULL, device_id = NULL, bound_at = NULL, bound_by = NULL,
      started_at = CASE WHEN expires_at IS NOT NULL THEN started_at END
    WHERE id = ANY(${ids}::bigint[]) AND state = 'bound'`.execute(db);
}

/** Moves a licence to a device that has none. @throws the driver's error (23505) when that device has got one meanwhile. */
export async function transferLicense(db: Kysely<Schema>, licenseId: string, to: LicensableDevice, boundBy: string): Promise<void> {
  await sql`
    UPDATE license SET device_key = ${to.key}::bigint, device_id = ${to.id}, customer_id = ${to.customer_id}::bigint,
      seller_id = CASE WHEN customer_id = ${to.customer_id}::bigint THEN seller_id ELSE customer_id END, bound_by = ${boundBy}::bigint, bound_at = now()
    WHERE id = ${licenseId} AND state = 'bound'`.execute(db);
}

/** SQLSTATE 23505 on the index that lets a device have one licence only. */
export const isSecondLicense = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'license_device_bound';
