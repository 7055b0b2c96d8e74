import { sql, type Kysely, type RawBuilder } from 'kysely';
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
  /** Comma list of alarm kinds of the newest position. */
  readonly alarm: string | null;
}

/** Up to so many devices have their states looked up one by one. */
const LOOKED_UP = 5000;

/** What tells where a device is or what it does, of those alone whose licence opens tracking. */
const whereTracked = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`CASE WHEN d.tracked THEN ${value} END`;

/** How each field is read. Instants are rounded: their fractions do not survive the way through seconds. */
const FIELDS: Record<keyof LiveRow, RawBuilder<unknown>> = {
  key: sql`d.key::text`,
  id: sql`d.id`,
  name: sql`d.name`,
  customer_id: sql`d.customer_id::text`,
  type_code: sql`d.type_code`,
  icon: sql`d.icon`,
  lat: whereTracked(sql`s.lat`),
  lon: whereTracked(sql`s.lon`),
  speed_kph: whereTracked(sql`s.speed_kph`),
  course: whereTracked(sql`s.course`),
  motion: sql`coalesce(${whereTracked(sql`s.motion`)}, 'stopped')`,
  ignition: whereTracked(sql`s.ignition`),
  fix_time_ms: whereTracked(sql`round(date_part('epoch', s.fix_time) * 1000)`),
  last_contact_ms: sql`round(date_part('epoch', s.last_contact_at) * 1000)`,
  alarm: whereTracked(sql`s.attributes ->> 'alarm'`),
};
const COLUMNS = sql.join(Object.entries(FIELDS).map(([name, field]) => sql`json_agg(${field})::text AS ${sql.ref(name)}`));

/**
 * All devices in service of a customer: of it alone, or with everything below it; in no order. They come as one JSON text a column:
 * 50 000 rows handed over one by one keep this process busy three times as long, and made a JSON each the database.
 */
export async function liveRows(db: Kysely<Schema>, of: { readonly path: string } | { readonly customerId: string }): Promise<LiveRow[]> {
  const which = 'path' in of ? sql`d.customer_path <@ ${of.path}::ltree` : sql`d.customer_id = ${of.customerId}`;
  // The planner takes any subtree for a thousandth of the table and would look up each state by itself, which is right for few of them.
  const many = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM device d WHERE d.recycled_at IS NULL AND ${which} OFFSET ${LOOKED_UP}) AS found`.execute(db);
  if (many.rows[0]!.found) await sql`SET LOCAL enable_nestloop = off`.execute(db);
  const { rows } = await sql<Record<keyof LiveRow, string | null>>`
    SELECT ${COLUMNS} FROM device d LEFT JOIN device_state s ON s.device_key = d.key WHERE d.recycled_at IS NULL AND ${which}`.execute(db);
  await sql`RESET enable_nestloop`.execute(db);
  const column = <K extends keyof LiveRow>(name: K): LiveRow[K][] => JSON.parse(rows[0]?.[name] ?? '[]') as LiveRow[K][];
  const [ids, names, customers, types, icons] = [column('id'), column('name'), column('customer_id'), column('type_code'), column('icon')];
  const [lats, lons, speeds, courses] = [column('lat'), column('lon'), column('speed_kph'), column('course')];
  const [motions, ignitions, fixTimes, contacts] = [column('motion'), column('ignition'), column('fix_time_ms'), column('last_contact_ms')];
  const alarms = column('alarm');
  return column('key').map((key, i) => ({
    key,
    id: ids[i]!,
    name: names[i]!,
    customer_id: customers[i]!,
    type_code: types[i]!,
    icon: icons[i]!,
    lat: lats[i]!,
    lon: lons[i]!,
    speed_kph: speeds[i]!,
    course: courses[i]!,
    motion: motions[i]!,
    ignition: ignitions[i]!,
    fix_time_ms: fixTimes[i]!,
    last_contact_ms: contacts[i]!,
    alarm: alarms[i]!,
  }));
}

/**
 * Where devices belong that may be watched: all of them, or those with these ids. A locked one is not among them. For the process
 * itself, not for a person.
 */
export async function deviceDirectory(
  db: Kysely<Schema>,
  ids: readonly string[] | null,
): Promise<{ key: string; id: string; customer_path: string; basic_type: number; tracked: boolean }[]> {
  let query = db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.code', 'd.type_code')
    .select(['d.key', 'd.id', 'd.customer_path', 't.basic_type', 'd.tracked'])
    .where('d.recycled_at', 'is', null)
    .where('d.locked_at', 'is', null);
  if (ids) query = query.where('d.id', '=', sql<string>`ANY(${ids}::text[])`);
  return await query.execute();
}
