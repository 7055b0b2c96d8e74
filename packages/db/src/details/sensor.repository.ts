import type { Calibration, FuelTank, SensorType } from '@sightline/domain';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export interface SensorRecord {
  readonly id: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly name: string;
  readonly type: SensorType;
  readonly item_code: string;
  readonly unit: string;
  readonly peripheral_id: string | null;
  readonly tank: FuelTank | null;
  readonly calibration: Calibration | null;
  readonly created_at: Date;
  readonly changed_at: Date;
}

/** What a person decides about a sensor. */
export type SensorFields = Pick<SensorRecord, 'name' | 'type' | 'item_code' | 'unit' | 'peripheral_id' | 'tank' | 'calibration'>;

const COLUMNS = sql`s.id, s.device_key, d.id AS device_id, d.name AS device_name, s.name, s.type, s.item_code, s.unit, s.peripheral_id, s.tank,
  s.calibration, s.created_at, s.changed_at`;
const FROM = sql`sensor s JOIN device d ON d.key = s.device_key AND d.recycled_at IS NULL`;

const SORT_COLUMNS = { name: sql`s.name`, deviceName: sql`d.name`, type: sql`s.type`, changeTime: sql`s.changed_at` } as const;
export type SensorSortField = keyof typeof SORT_COLUMNS;

export interface SensorPageQuery {
  readonly deviceKey?: string | undefined;
  /** Of this customer and everything below it. */
  readonly path?: string | undefined;
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly orderBy: SensorSortField;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A page of the sensors of devices in the scope, and how many match. */
export async function pageSensors(db: Kysely<Schema>, q: SensorPageQuery): Promise<{ rows: SensorRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (q.deviceKey !== undefined) parts.push(sql`s.device_key = ${q.deviceKey}`);
  if (q.path !== undefined) parts.push(sql`d.customer_path <@ ${q.path}::ltree`);
  if (q.type !== undefined) parts.push(sql`s.type = ${q.type}`);
  if (q.name !== undefined && q.name !== '') parts.push(sql`s.name ILIKE ${likePattern(q.name)}`);
  const where = sql.join(parts, sql` AND `);
  const direction = q.descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<SensorRecord>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${where}
    ORDER BY ${SORT_COLUMNS[q.orderBy]} ${direction}, s.id ${direction} LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${FROM} WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

export async function findSensor(db: Kysely<Schema>, id: string): Promise<SensorRecord | undefined> {
  const { rows } = await sql<SensorRecord>`SELECT ${COLUMNS} FROM ${FROM} WHERE s.id = ${id}`.execute(db);
  return rows[0];
}

/** Those of one device, by name. */
export async function sensorsOfDevice(db: Kysely<Schema>, deviceKey: string): Promise<SensorRecord[]> {
  const { rows } = await sql<SensorRecord>`SELECT ${COLUMNS} FROM ${FROM} WHERE s.device_key = ${deviceKey} ORDER BY s.name`.execute(db);
  return rows;
}

/** Holds other additions to the device back until the end of the transaction, and tells how many sensors it has. */
export async function countSensorsLocked(db: Kysely<Schema>, deviceKey: string): Promise<number> {
  await sql`SELECT FROM device WHERE key = ${deviceKey} FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM sensor WHERE device_key = ${deviceKey}`.execute(db);
  return rows[0]!.n;
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** @throws the driver's error (23505) when the device has a sensor of this name. */
export async function insertSensor(db: Kysely<Schema>, deviceKey: string, f: SensorFields): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO sensor (device_key, name, type, item_code, unit, peripheral_id, tank, calibration)
    VALUES (${deviceKey}, ${f.name}, ${f.type}, ${f.item_code}, ${f.unit}, ${f.peripheral_id}, ${json(f.tank)}::jsonb, ${json(f.calibration)}::jsonb)
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** @throws the driver's error (23505) when the device has another sensor of this name. */
export async function updateSensor(db: Kysely<Schema>, id: string, f: SensorFields): Promise<void> {
  await sql`UPDATE sensor SET name = ${f.name}, type = ${f.type}, item_code = ${f.item_code}, unit = ${f.unit},
    peripheral_id = ${f.peripheral_id}, tank = ${json(f.tank)}::jsonb, calibration = ${json(f.calibration)}::jsonb, changed_at = now()
    WHERE id = ${id}`.execute(db);
}

export async function deleteSensor(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`DELETE FROM sensor WHERE id = ${id}`.execute(db);
}
