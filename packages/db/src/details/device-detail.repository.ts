import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Asks for the facts of a span to be made again; part of the caller's transaction. Nothing happens for a device outside the scope. */
export async function requestRecompute(db: Kysely<Schema>, deviceKey: string, fromMs: number, toMs: number): Promise<void> {
  await sql`SELECT app.request_recompute(${deviceKey}, ${Math.floor(fromMs)}, ${Math.ceil(toMs)})`.execute(db);
}

export interface SameIdRecord {
  readonly id: string;
  readonly customer_name: string;
  readonly recycled: boolean;
}

/** A protocol with 12 digits finds a device by them: others in the scope, thrown away or not, whose ids end alike. At most 5. */
export async function devicesWithSameEnd(
  db: Kysely<Schema>,
  device: { readonly key: string; readonly id: string },
): Promise<SameIdRecord[]> {
  const tail = device.id.slice(-12);
  const { rows } = await sql<SameIdRecord>`
    SELECT d.id, c.name AS customer_name, d.recycled_at IS NOT NULL AS recycled FROM device d JOIN customer c ON c.id = d.customer_id
    WHERE right(d.id, 12) = ${tail} AND d.key <> ${device.key} ORDER BY recycled, d.key LIMIT 5`.execute(db);
  return rows;
}

/** Sensors and links that still work, of a device in the scope. */
export async function detailCounts(db: Kysely<Schema>, deviceKey: string): Promise<{ readonly sensors: number; readonly shares: number }> {
  const { rows } = await sql<{ sensors: number; shares: number }>`
    SELECT (SELECT count(*)::int FROM sensor WHERE device_key = ${deviceKey}) AS sensors,
      (SELECT count(*)::int FROM share_link WHERE device_key = ${deviceKey} AND revoked_at IS NULL AND expires_at > now()) AS shares`.execute(
    db,
  );
  return rows[0]!;
}

/** How far the times of a device were ahead when that could be told last, ms; null when it never could. */
export async function keptClock(db: Kysely<Schema>, deviceKey: string): Promise<{ offsetMs: number; measuredAt: Date } | null> {
  const { rows } = await sql<{ offsetMs: number; measuredAt: Date }>`
    SELECT clock_offset_ms AS "offsetMs", clock_measured_at AS "measuredAt" FROM device_state
    WHERE device_key = ${deviceKey} AND clock_offset_ms IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Keeps a measurement of a device in the scope; null forgets the one that is kept. */
export async function keepClock(db: Kysely<Schema>, deviceKey: string, offsetMs: number | null): Promise<void> {
  await sql`SELECT app.keep_clock_offset(${deviceKey}::bigint, ${offsetMs === null ? null : Math.round(offsetMs)}::integer)`.execute(db);
}
