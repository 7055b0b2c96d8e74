import { sql, type Kysely } from 'kysely';
import type { MotionStatus } from '@sightline/domain';
import type { Schema } from '../schema/index.ts';

/** A device with its latest state, as narrow as the live map needs it. */
export interface LiveRow {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly customer_id: string;
  readonly type_code: string;
  readonly icon: string;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speed_kph: number | null;
  readonly course: number | null;
  readonly motion: MotionStatus;
  readonly ignition: boolean | null;
  readonly fix_time_ms: number | null;
  readonly last_contact_ms: number | null;
}

type FieldsOf<T extends readonly (keyof LiveRow)[]> = { [I in keyof T]: LiveRow[T[I]] };
/** A row as the database packs it. */
type Packed = FieldsOf<
  [
    'key',
    'id',
    'name',
    'customer_id',
    'type_code',
    'icon',
    'lat',
    'lon',
    'speed_kph',
    'course',
    'motion',
    'ignition',
    'fix_time_ms',
    'last_contact_ms',
  ]
>;

/**
 * All devices in service of a customer: of it alone, or with everything below it; in no order. They come as one JSON text:
 * 50 000 rows handed over one by one keep this process busy three times as long.
 */
export async function liveRows(db: Kysely<Schema>, of: { readonly path: string } | { readonly customerId: string }): Promise<LiveRow[]> {
  const which = 'path' in of ? sql`d.customer_path <@ ${of.path}::ltree` : sql`d.customer_id = ${of.customerId}`;
  // The planner takes any subtree for a thousandth of the table and would look up each state by itself.
  await sql`SET LOCAL enable_nestloop = off`.execute(db);
  const { rows } = await sql<{ packed: string | null }>`
    SELECT json_agg(json_build_array(d.key::text, d.id, d.name, d.customer_id::text, d.type_code, d.icon,
      s.lat, s.lon, s.speed_kph, s.course, coalesce(s.motion, 'stopped'), s.ignition,
      (extract(epoch FROM s.fix_time) * 1000)::float8, (extract(epoch FROM s.last_contact_at) * 1000)::float8))::text AS packed
    FROM device d LEFT JOIN device_state s ON s.device_key = d.key
    WHERE d.recycled_at IS NULL AND ${which}`.execute(db);
  await sql`RESET enable_nestloop`.execute(db);
  const packed = JSON.parse(rows[0]?.packed ?? '[]') as Packed[];
  return packed.map(
    ([key, id, name, customer_id, type_code, icon, lat, lon, speed_kph, course, motion, ignition, fix_time_ms, last_contact_ms]) => ({
      key,
      id,
      name,
      customer_id,
      type_code,
      icon,
      lat,
      lon,
      speed_kph,
      course,
      motion,
      ignition,
      fix_time_ms,
      last_contact_ms,
    }),
  );
}

/**
 * Where devices belong that may be watched: all of them, or those with these ids. A locked one is not among them. For the process
 * itself, not for a person.
 */
export async function deviceDirectory(
  db: Kysely<Schema>,
  ids: readonly string[] | null,
): Promise<{ key: string; id: string; customer_path: string; basic_type: number }[]> {
  let query = db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.code', 'd.type_code')
    .select(['d.key', 'd.id', 'd.customer_path', 't.basic_type'])
    .where('d.recycled_at', 'is', null)
    .where('d.locked_at', 'is', null);
  if (ids) query = query.where('d.id', '=', sql<string>`ANY(${ids}::text[])`);
  return await query.execute();
}
