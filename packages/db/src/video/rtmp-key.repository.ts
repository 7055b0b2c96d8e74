import { sql, type Kysely } from 'kysely';
import type { AllowanceRecord } from '../details/traffic.repository.ts';
import type { Schema } from '../schema/index.ts';

/** When the key of a device of the scope was made; null: it has none. */
export async function rtmpKeyMadeAt(db: Kysely<Schema>, deviceKey: string): Promise<Date | null> {
  const { rows } = await sql<{ made_at: Date }>`SELECT made_at FROM rtmp_key WHERE device_key = ${deviceKey}`.execute(db);
  return rows[0]?.made_at ?? null;
}

/** A new key takes the place of the one before. */
export async function saveRtmpKey(db: Kysely<Schema>, deviceKey: string, hash: Buffer): Promise<void> {
  await sql`
    INSERT INTO rtmp_key (device_key, key_hash) VALUES (${deviceKey}, ${hash})
    ON CONFLICT (device_key) DO UPDATE SET key_hash = ${hash}, made_at = now()`.execute(db);
}

/** False: there was none. */
export async function deleteRtmpKey(db: Kysely<Schema>, deviceKey: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM rtmp_key WHERE device_key = ${deviceKey} RETURNING device_key`.execute(db);
  return rows.length > 0;
}

/** What decides whether a device may publish. */
export interface RtmpPublisherRecord extends Omit<AllowanceRecord, 'device_key'> {
  readonly key: string;
  readonly cam_count: number;
  readonly locked_at: Date | null;
  /** Of its customer. */
  readonly timezone: string;
  /** What its licence opens; null when it carries none. */
  readonly features: readonly string[] | null;
  readonly key_hash: Buffer | null;
}

/** A device in service, whoever's it is: for the service that cameras connect to. */
export async function findRtmpPublisher(db: Kysely<Schema>, deviceId: string): Promise<RtmpPublisherRecord | undefined> {
  const { rows } = await sql<RtmpPublisherRecord>`
    SELECT d.key, d.cam_count, d.locked_at, c.timezone, lt.features, k.key_hash,
      a.daily_mb, coalesce(a.extra_mb, 0) AS extra_mb, a.extra_from, a.extra_until
    FROM device d JOIN customer c ON c.id = d.customer_id
      LEFT JOIN rtmp_key k ON k.device_key = d.key
      LEFT JOIN license l ON l.device_key = d.key AND l.state = 'bound' LEFT JOIN license_type lt ON lt.code = l.type_code
      LEFT JOIN device_allowance a ON a.device_key = d.key
    WHERE d.id = ${deviceId} AND d.recycled_at IS NULL`.execute(db);
  return rows[0];
}
