import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { DeviceTable, DeviceTypeTable } from '../schema/tables.ts';
import { COLUMNS, conditions, FROM, LABELS, type DeviceFilter, type DeviceRecord } from './device-query.ts';

export type DeviceTypeRecord = Selectable<DeviceTypeTable>;

/**
 * All matching devices by name, some hundred at a time, as one moment of the database shows them: for exports of any size. Within a
 * transaction, and once in it.
 */
export async function* streamDevices(trx: Kysely<Schema>, filter: DeviceFilter, batch = 500): AsyncGenerator<DeviceRecord[]> {
  await sql`DECLARE all_devices NO SCROLL CURSOR FOR
    SELECT ${COLUMNS} FROM ${FROM} ${LABELS} WHERE ${conditions(filter)} ORDER BY d.name, d.key`.execute(trx);
  for (;;) {
    const { rows } = await sql<DeviceRecord>`FETCH ${sql.lit(batch)} FROM all_devices`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE all_devices`.execute(trx);
}

/** How many devices match. */
export async function countDevices(db: Kysely<Schema>, filter: DeviceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${FROM} WHERE ${conditions(filter)}`.execute(db);
  return rows[0]!.total;
}

/** Devices by id, in the order of id; those outside the scope are not in it. */
export async function devicesByIds(db: Kysely<Schema>, ids: readonly string[]): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRecord>`
    SELECT ${COLUMNS} FROM ${FROM} ${LABELS} WHERE d.recycled_at IS NULL AND d.id = ANY(${ids}::text[]) ORDER BY d.id`.execute(db);
  return rows;
}

export async function findDevice(db: Kysely<Schema>, id: string): Promise<DeviceRecord | undefined> {
  return (await devicesByIds(db, [id]))[0];
}

/** Key and name of a device by its internal key: trips carry it. */
export async function findDeviceByKey(
  db: Kysely<Schema>,
  key: string,
): Promise<{ key: string; id: string; name: string; locked_at: Date | null } | undefined> {
  return await db
    .selectFrom('device')
    .select(['key', 'id', 'name', 'locked_at'])
    .where('key', '=', key)
    .where('recycled_at', 'is', null)
    .executeTakeFirst();
}

export type DeviceChange = Updateable<DeviceTable>;

export async function updateDevice(db: Kysely<Schema>, key: string, change: DeviceChange): Promise<void> {
  await db.updateTable('device').set(change).where('key', '=', key).execute();
}

export async function listDeviceTypes(db: Kysely<Schema>): Promise<DeviceTypeRecord[]> {
  return await db.selectFrom('device_type').selectAll().orderBy('name').orderBy('code').execute();
}

/** Adds models; those that exist get the given properties. */
export async function upsertDeviceTypes(db: Kysely<Schema>, types: readonly Insertable<DeviceTypeTable>[]): Promise<void> {
  await db
    .insertInto('device_type')
    .values([...types])
    .onConflict((c) =>
      c.column('code').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        protocol: ref('excluded.protocol'),
        basic_type: ref('excluded.basic_type'),
        cam_count: ref('excluded.cam_count'),
        peripheral_count: ref('excluded.peripheral_count'),
        has_acc: ref('excluded.has_acc'),
        version: ref('excluded.version'),
        // A list that an installation has made its own stays.
        commands: sql<string[] | null>`coalesce(device_type.commands, excluded.commands)`,
      })),
    )
    .execute();
}

/** Whoever changes something about these devices waits until this transaction has ended; in the order of their keys, so that nobody waits in a circle. */
export async function lockDevices(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<void> {
  await sql`SELECT FROM device WHERE key = ANY(${deviceKeys}::bigint[]) ORDER BY key FOR NO KEY UPDATE`.execute(db);
}

/** Adds devices. Returns their keys by id. @throws the driver's error (23505) when an id is registered already. */
export async function insertDevices(db: Kysely<Schema>, devices: readonly Insertable<DeviceTable>[]): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const rows = await db
    .insertInto('device')
    .values([...devices])
    .returning(['id', 'key'])
    .execute();
  return new Map(rows.map((r) => [r.id, r.key]));
}
