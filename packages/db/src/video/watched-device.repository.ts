import { sql, type Kysely } from 'kysely';
import type { AllowanceRecord } from '../details/traffic.repository.ts';
import type { DeviceRecord } from '../tenancy/device-query.ts';
import type { Schema } from '../schema/index.ts';

/** What of a device decides whether its cameras may be watched. */
export interface WatchedDevice
  extends
    Pick<
      DeviceRecord,
      'key' | 'id' | 'name' | 'protocol' | 'customer_id' | 'superior_may_watch' | 'cam_count' | 'locked_at' | 'last_contact_ms'
    >,
    Omit<AllowanceRecord, 'device_key'> {
  /** What its licence opens; null when it carries none. */
  readonly features: readonly string[] | null;
  /** Octets that it has used in the span, both ways. */
  readonly used_bytes: number;
  /** Its cameras may publish by themselves. */
  readonly has_rtmp_key: boolean;
}

/** A device of the scope with its licence, its allowance and what it has used of it with fromMs <= time < toMs, in one statement. */
export async function findWatchedDevice(
  db: Kysely<Schema>,
  id: string,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<WatchedDevice | undefined> {
  const { rows } = await sql<WatchedDevice>`
    SELECT d.key, d.id, d.name, t.protocol, d.customer_id, c.superior_may_watch, d.cam_count, d.locked_at,
      (extract(epoch FROM s.last_contact_at) * 1000)::float8 AS last_contact_ms, lt.features,
      EXISTS (SELECT FROM rtmp_key k WHERE k.device_key = d.key) AS has_rtmp_key,
      a.daily_mb, coalesce(a.extra_mb, 0) AS extra_mb, a.extra_from, a.extra_until,
      coalesce((SELECT sum(x.bytes_in + x.bytes_out) FROM device_traffic x
        WHERE x.device_key = d.key AND x.slot_ms >= ${span.fromMs} AND x.slot_ms < ${span.toMs}), 0)::float8 AS used_bytes
    FROM device d JOIN customer c ON c.id = d.customer_id JOIN device_type t ON t.code = d.type_code
      LEFT JOIN device_state s ON s.device_key = d.key
      LEFT JOIN license l ON l.device_key = d.key AND l.state = 'bound' LEFT JOIN license_type lt ON lt.code = l.type_code
      LEFT JOIN device_allowance a ON a.device_key = d.key
    WHERE d.id = ${id} AND d.recycled_at IS NULL`.execute(db);
  return rows[0];
}
