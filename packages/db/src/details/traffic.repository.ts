import { sql, type Kysely } from 'kysely';
import type { Database } from '../connection/database.ts';
import type { Schema } from '../schema/index.ts';

/** Octets of a device in a quarter of an hour, to be added to what is stored. */
export interface TrafficCount {
  readonly deviceKey: number;
  readonly slotMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Adds counts; at most one for each device and slot. */
export async function addTraffic(database: Database, counts: readonly TrafficCount[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO device_traffic AS t (device_key, slot_ms, bytes_in, bytes_out)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) ORDER BY 1, 2
     ON CONFLICT (device_key, slot_ms) DO UPDATE SET bytes_in = t.bytes_in + excluded.bytes_in, bytes_out = t.bytes_out + excluded.bytes_out`,
    [counts.map((c) => c.deviceKey), counts.map((c) => c.slotMs), counts.map((c) => c.bytesIn), counts.map((c) => c.bytesOut)],
  );
}

export interface DeviceTrafficCount {
  readonly deviceId: string;
  readonly slotMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** The same by the devices' public ids; at most one for each device and slot. */
export async function addTrafficOfDevices(database: Database, counts: readonly DeviceTrafficCount[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO device_traffic AS t (device_key, slot_ms, bytes_in, bytes_out)
     SELECT d.key, n.slot_ms, n.bytes_in, n.bytes_out FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS n (id, slot_ms, bytes_in, bytes_out)
       JOIN device d ON d.id = n.id AND d.recycled_at IS NULL ORDER BY 1, 2
     ON CONFLICT (device_key, slot_ms) DO UPDATE SET bytes_in = t.bytes_in + excluded.bytes_in, bytes_out = t.bytes_out + excluded.bytes_out`,
    [counts.map((c) => c.deviceId), counts.map((c) => c.slotMs), counts.map((c) => c.bytesIn), counts.map((c) => c.bytesOut)],
  );
}

export async function dropTrafficBefore(database: Database, beforeMs: number): Promise<number> {
  return (await database.pool.query('DELETE FROM device_traffic WHERE slot_ms < $1', [beforeMs])).rowCount ?? 0;
}

export interface TrafficSlot {
  readonly slotMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Slots of a device in the scope with fromMs <= slot < toMs; empty ones are not stored. */
export async function trafficSlots(db: Kysely<Schema>, deviceKey: string, fromMs: number, toMs: number): Promise<TrafficSlot[]> {
  const { rows } = await sql<TrafficSlot>`
    SELECT slot_ms::float8 AS "slotMs", bytes_in::float8 AS "bytesIn", bytes_out::float8 AS "bytesOut" FROM device_traffic
    WHERE device_key = ${deviceKey} AND slot_ms >= ${fromMs} AND slot_ms < ${toMs} ORDER BY slot_ms`.execute(db);
  return rows;
}

/** Octets in both directions of devices in the scope with fromMs <= slot < toMs; devices without any are left out. */
export async function trafficSums(
  db: Kysely<Schema>,
  deviceKeys: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_key: string; bytes: number }>`
    SELECT device_key, sum(bytes_in + bytes_out)::float8 AS bytes FROM device_traffic
    WHERE device_key = ANY(${deviceKeys}::bigint[]) AND slot_ms >= ${fromMs} AND slot_ms < ${toMs} GROUP BY device_key`.execute(db);
  return new Map(rows.map((row) => [row.device_key, row.bytes]));
}

export interface TrafficPageQuery {
  readonly deviceIds?: readonly string[] | undefined;
  /** Of this customer alone, or of it and everything below. */
  readonly customerId?: string | undefined;
  readonly path?: string | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  readonly offset: number;
}

export interface TrafficRecord {
  readonly device_id: string;
  readonly device_name: string;
  readonly customer_name: string;
  readonly daily_mb: number | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

/** Sums of a span by device, those with the most first; devices without any are in it. */
export async function pageTraffic(db: Kysely<Schema>, q: TrafficPageQuery): Promise<{ rows: TrafficRecord[]; total: number }> {
  const parts = [sql`d.recycled_at IS NULL`];
  if (q.deviceIds !== undefined) parts.push(sql`d.id = ANY(${q.deviceIds}::text[])`);
  if (q.customerId !== undefined) parts.push(sql`d.customer_id = ${q.customerId}`);
  if (q.path !== undefined) parts.push(sql`d.customer_path <@ ${q.path}::ltree`);
  const where = sql.join(parts, sql` AND `);
  const { rows } = await sql<TrafficRecord>`
    SELECT d.id AS device_id, d.name AS device_name, c.name AS customer_name, a.daily_mb,
      coalesce(t.bytes_in, 0)::float8 AS bytes_in, coalesce(t.bytes_out, 0)::float8 AS bytes_out
    FROM device d JOIN customer c ON c.id = d.customer_id
    LEFT JOIN device_allowance a ON a.device_key = d.key
    LEFT JOIN LATERAL (SELECT sum(x.bytes_in) AS bytes_in, sum(x.bytes_out) AS bytes_out FROM device_traffic x
      WHERE x.device_key = d.key AND (app.is_platform() OR d.locked_at IS NULL) AND x.slot_ms >= ${q.fromMs} AND x.slot_ms < ${q.toMs}) t ON true
    WHERE ${where} ORDER BY coalesce(t.bytes_in, 0) + coalesce(t.bytes_out, 0) DESC, d.id LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM device d WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

export interface AllowanceRecord {
  readonly device_key: string;
  readonly daily_mb: number | null;
  readonly extra_mb: number;
  readonly extra_from: Date | null;
  readonly extra_until: Date | null;
}

/** Allowances by device; a device without a row has no limit. */
export async function allowances(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<Map<string, AllowanceRecord>> {
  const { rows } = await sql<AllowanceRecord>`
    SELECT device_key, daily_mb, extra_mb, extra_from, extra_until FROM device_allowance WHERE device_key = ANY(${deviceKeys}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.device_key, row]));
}

export async function setDailyAllowance(db: Kysely<Schema>, deviceKeys: readonly string[], dailyMb: number | null): Promise<void> {
  await sql`INSERT INTO device_allowance (device_key, daily_mb) SELECT key, ${dailyMb}::integer FROM unnest(${deviceKeys}::bigint[]) AS k (key)
    ON CONFLICT (device_key) DO UPDATE SET daily_mb = excluded.daily_mb`.execute(db);
}

/** Adds to the extra of the day from `from` until `until`; an extra of another day is over. */
export async function addExtraAllowance(db: Kysely<Schema>, deviceKey: string, extraMb: number, from: Date, until: Date): Promise<void> {
  await sql`INSERT INTO device_allowance AS a (device_key, extra_mb, extra_from, extra_until) VALUES (${deviceKey}, ${extraMb}, ${from}, ${until})
    ON CONFLICT (device_key) DO UPDATE SET extra_mb = CASE WHEN a.extra_until = excluded.extra_until THEN least(a.extra_mb::bigint + excluded.extra_mb, 2000000000) ELSE excluded.extra_mb END,
      extra_from = excluded.extra_from, extra_until = excluded.extra_until`.execute(db);
}
