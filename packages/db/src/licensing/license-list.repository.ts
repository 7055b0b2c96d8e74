import type { LicenseStatus } from '@sightline/domain';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

/** {@link LicenseStatus} of the row `l`. */
export const STATUS = sql<LicenseStatus>`CASE
  WHEN l.state = 'spent' THEN 'spent'
  WHEN l.locked_at IS NOT NULL THEN 'locked'
  WHEN l.expires_at <= now() THEN 'expired'
  WHEN l.state = 'bound' THEN 'bound'
  WHEN l.expires_at IS NOT NULL THEN 'opened'
  ELSE 'new' END`;

export interface LicenseRow {
  readonly id: string;
  readonly code: string;
  readonly type_code: string;
  readonly status: LicenseStatus;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly batch_id: string;
  readonly device_id: string | null;
  readonly device_name: string | null;
  readonly bound_at: Date | null;
  readonly expires_at: Date | null;
  readonly device_locked_at: Date | null;
  readonly created_at: Date;
}

export interface LicenseFilter {
  readonly typeCode?: string | undefined;
  readonly statuses?: readonly LicenseStatus[] | undefined;
  readonly customerId?: string | undefined;
  readonly path?: string | undefined;
  /** Part of a code, without dashes. */
  readonly code?: string | undefined;
  /** Part of the id or name of the device. */
  readonly device?: string | undefined;
  readonly batchId?: string | undefined;
  readonly movementId?: string | undefined;
  /** Bound and ending before. */
  readonly boundUntil?: Date | undefined;
}

const FROM = sql`license l JOIN customer c ON c.id = l.customer_id LEFT JOIN device d ON d.key = l.device_key`;

function conditions(f: LicenseFilter): RawBuilder<unknown> {
  const parts = [
    f.typeCode && sql`l.type_code = ${f.typeCode}`,
    f.statuses && f.statuses.length > 0 && sql`${STATUS} = ANY(${f.statuses}::text[])`,
    f.customerId && sql`l.customer_id = ${f.customerId}`,
    f.path && sql`l.customer_path <@ ${f.path}::ltree`,
    f.code && sql`l.code LIKE ${likePattern(f.code)}`,
    f.device && sql`(l.device_id ILIKE ${likePattern(f.device)} OR d.name ILIKE ${likePattern(f.device)})`,
    f.batchId && sql`l.batch_id = ${f.batchId}`,
    f.movementId && sql`EXISTS (SELECT FROM license_movement_item i WHERE i.movement_id = ${f.movementId} AND i.license_id = l.id)`,
    f.boundUntil && sql`l.state = 'bound' AND l.expires_at < ${f.boundUntil} AND d.recycled_at IS NULL`,
  ].filter((part) => typeof part === 'object');
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

/** Licences of the scope. `soonest`: what ends first comes first, else the newest. */
export async function pageLicenses(
  db: Kysely<Schema>,
  q: LicenseFilter & { readonly soonest: boolean; readonly limit: number; readonly offset: number },
): Promise<{ rows: LicenseRow[]; total: number }> {
  const where = conditions(q);
  const order = q.soonest ? sql`l.expires_at, l.id` : sql`l.id DESC`;
  const { rows } = await sql<LicenseRow>`
    SELECT l.id, l.code, l.type_code, ${STATUS} AS status, l.customer_id, c.name AS customer_name, l.batch_id, l.device_id, d.name AS device_name,
      l.bound_at, l.expires_at, CASE WHEN l.state = 'bound' THEN d.locked_at END AS device_locked_at, l.created_at
    FROM ${FROM} WHERE ${where} ORDER BY ${order} LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${FROM} WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}
