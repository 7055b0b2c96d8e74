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
