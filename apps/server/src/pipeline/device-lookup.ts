import type { Database } from '@sightline/db';
import { DEFAULT_DEVICE_SETTINGS, summerTimeOf, type SummerTimeRule } from '@sightline/domain';
import type { KnownDevice } from '../services/gateway/ports.ts';

interface Row {
  readonly key: string;
  readonly id: string;
  readonly utc_offset_minutes: number | null;
  readonly summer_time: SummerTimeRule | null;
  readonly min_moving_speed_kph: number;
  readonly min_stay_s: number;
  readonly location_points: number;
  readonly position_interval_s: number;
  readonly activated_at: Date | null;
}

const COLUMNS =
  'd.key, d.id, d.utc_offset_minutes, d.summer_time, d.min_moving_speed_kph, d.min_stay_s, d.location_points, d.position_interval_s, d.activated_at';

/**
 * May send: not recycled, and neither its customer nor one above it is stopped or recycled. The end of its licence hides a device from
 * people, not from the store: what it reports meanwhile is there when it is renewed.
 */
const MAY_SEND = `d.recycled_at IS NULL
  AND NOT EXISTS (SELECT FROM customer c WHERE c.path @> d.customer_path AND c.status <> 'active')`;

/** The part of an IMEI that protocols with 12-digit identities carry. */
export const TAIL_DIGITS = 12;

const deviceOf = (row: Row): KnownDevice => ({
  deviceKey: Number(row.key),
  deviceId: row.id,
  settings: {
    ...DEFAULT_DEVICE_SETTINGS,
    utcOffsetMinutes: row.utc_offset_minutes,
    summerTime: summerTimeOf(row.summer_time),
    minMovingSpeedKph: row.min_moving_speed_kph,
    minStayS: row.min_stay_s,
    locationPoints: row.location_points,
    positionIntervalS: row.position_interval_s,
  },
  activatedAtMs: row.activated_at?.getTime() ?? null,
});

/** Devices by their public ids. */
export async function devicesById(database: Database, ids: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await database.pool.query<Row>(`SELECT ${COLUMNS} FROM device d WHERE d.id = ANY($1) AND ${MAY_SEND}`, [ids]);
  return new Map(rows.map((row) => [row.id, deviceOf(row)]));
}

/** Devices registered under a longer id that ends with one of `tails` (12 digits each). Two with the same end are no answer. */
export async function devicesByTail(database: Database, tails: readonly string[]): Promise<Map<string, KnownDevice>> {
  const { rows } = await database.pool.query<Row>(
    `SELECT ${COLUMNS} FROM device d WHERE right(d.id, ${TAIL_DIGITS}) = ANY($1) AND length(d.id) > ${TAIL_DIGITS} AND ${MAY_SEND}`,
    [tails],
  );
  const found = new Map<string, KnownDevice>();
  const ambiguous = new Set<string>();
  for (const row of rows) {
    const tail = row.id.slice(-TAIL_DIGITS);
    if (found.has(tail)) ambiguous.add(tail);
    found.set(tail, deviceOf(row));
  }
  for (const tail of ambiguous) found.delete(tail);
  return found;
}

/** A device by its key, whether it may send or not; null when it is gone. */
export async function deviceByKey(database: Database, deviceKey: number): Promise<KnownDevice | null> {
  const { rows } = await database.pool.query<Row>(`SELECT ${COLUMNS} FROM device d WHERE d.key = $1`, [deviceKey]);
  return rows[0] ? deviceOf(rows[0]) : null;
}
