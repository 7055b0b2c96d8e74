import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { DeviceTable } from '../schema/tables.ts';
import { likePattern } from './customer.repository.ts';

/** Which of these ids somebody on the platform already has in service, whole or as the end of a longer one. */
export async function takenDeviceIds(db: Kysely<Schema>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`SELECT app.taken_device_ids(${ids}::text[]) AS id`.execute(db);
  return new Set(rows.map((r) => r.id));
}

/** Adds those devices whose id nobody has meanwhile. Returns the keys of the added ones by id. */
export async function addDevices(db: Kysely<Schema>, devices: readonly Insertable<DeviceTable>[]): Promise<Map<string, string>> {
  if (devices.length === 0) return new Map();
  const rows = await db
    .insertInto('device')
    .values([...devices])
    .onConflict((c) => c.column('id').where('recycled_at', 'is', null).doNothing())
    .returning(['id', 'key'])
    .execute();
  return new Map(rows.map((r) => [r.id, r.key]));
}

/** Changes devices in service by their ids; returns how many were. */
export async function updateDevices(db: Kysely<Schema>, ids: readonly string[], change: Updateable<DeviceTable>): Promise<number> {
  const result = await db
    .updateTable('device')
    .set(change)
    .where('id', '=', sql<string>`ANY(${ids}::text[])`)
    .where('recycled_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** What a move of devices touches. */
export interface MoveEffects {
  /** Devices by the customer that they leave. */
  readonly customers: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  /** Devices of individual users. */
  readonly personal: number;
  /** Bonds to tags that the new customer does not share. */
  readonly labels: number;
  /** Open share links. */
  readonly shares: number;
  /** Users that see a device now and will not any more. */
  readonly users: number;
  /** Devices with recorded positions. */
  readonly withHistory: number;
  /** Devices with an expiration, set by a licence. */
  readonly withLicense: number;
}

const ofIds = (ids: readonly string[]) => sql`d.recycled_at IS NULL AND d.id = ANY(${ids}::text[])`;

/** What it would mean to move these devices to the customer with this path. */
export async function moveEffects(db: Kysely<Schema>, ids: readonly string[], toPath: string): Promise<MoveEffects> {
  const customers = await sql<{ id: string; name: string; count: number }>`
    SELECT c.id, c.name, count(*)::int AS count FROM device d JOIN customer c ON c.id = d.customer_id
    WHERE ${ofIds(ids)} GROUP BY c.id, c.name ORDER BY c.name, c.id`.execute(db);
  const { rows } = await sql<Omit<MoveEffects, 'customers'>>`
    WITH moved AS (SELECT d.key, d.customer_id, d.customer_path, d.expires_at FROM device d WHERE ${ofIds(ids)})
    SELECT
      (SELECT count(*)::int FROM moved m WHERE EXISTS (SELECT FROM app_user u WHERE u.customer_id = m.customer_id AND u.user_type = 4 AND u.status <> 'recycled')) AS personal,
      (SELECT count(*)::int FROM moved m JOIN device_label dl ON dl.device_key = m.key JOIN label l ON l.id = dl.label_id
        WHERE NOT l.customer_path @> ${toPath}::ltree) AS labels,
      (SELECT count(*)::int FROM moved m JOIN share_link s ON s.device_key = m.key WHERE s.revoked_at IS NULL AND s.expires_at > now()) AS shares,
      (SELECT count(*)::int FROM app_user u WHERE u.status <> 'recycled' AND NOT u.customer_path @> ${toPath}::ltree
        AND EXISTS (SELECT FROM moved m WHERE u.customer_path @> m.customer_path)) AS users,
      (SELECT count(*)::int FROM moved m JOIN device_state s ON s.device_key = m.key WHERE s.fix_time IS NOT NULL) AS "withHistory",
      (SELECT count(*)::int FROM moved m WHERE m.expires_at IS NOT NULL) AS "withLicense"`.execute(db);
  return { customers: customers.rows, ...rows[0]! };
}

/** Moves devices: tags that the new customer does not share come off, open links end, everything else stays with the device. */
export async function moveDevices(
  db: Kysely<Schema>,
  ids: readonly string[],
  to: { readonly id: string; readonly path: string },
): Promise<void> {
  await sql`DELETE FROM device_label dl USING device d, label l
    WHERE ${ofIds(ids)} AND dl.device_key = d.key AND l.id = dl.label_id AND NOT l.customer_path @> ${to.path}::ltree`.execute(db);
  await sql`UPDATE share_link s SET revoked_at = now() FROM device d
    WHERE ${ofIds(ids)} AND s.device_key = d.key AND s.revoked_at IS NULL AND d.customer_id <> ${to.id}`.execute(db);
  await updateDevices(db, ids, { customer_id: to.id });
}

export interface RecycledDevice {
  /** The device's key: its id may be in service again elsewhere, and may lie here more than once. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly type_code: string;
  readonly type_name: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly recycled_at: Date;
}

export interface RecycledQuery {
  readonly text: string | undefined;
  readonly path: string | undefined;
  readonly keys?: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** The recycle bin, last thrown away first. */
export async function pageRecycledDevices(db: Kysely<Schema>, q: RecycledQuery): Promise<{ rows: RecycledDevice[]; total: number }> {
  const parts = [sql`d.recycled_at IS NOT NULL`];
  if (q.text) parts.push(sql`(d.id ILIKE ${likePattern(q.text)} OR d.name ILIKE ${likePattern(q.text)})`);
  if (q.path !== undefined) parts.push(sql`d.customer_path <@ ${q.path}::ltree`);
  if (q.keys) parts.push(sql`d.key = ANY(${q.keys}::bigint[])`);
  const from = sql`device d JOIN customer c ON c.id = d.customer_id JOIN device_type t ON t.code = d.type_code WHERE ${sql.join(parts, sql` AND `)}`;
  const { rows } = await sql<RecycledDevice>`
    SELECT d.key, d.id, d.name, d.type_code, t.name AS type_name, d.customer_id, c.name AS customer_name, d.recycled_at
    FROM ${from} ORDER BY d.recycled_at DESC, d.key DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** Brings devices back from the recycle bin. @throws the driver's error (23505) when an id is in service again. */
export async function restoreDevices(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  await sql`UPDATE device SET recycled_at = NULL WHERE key = ANY(${keys}::bigint[]) AND recycled_at IS NOT NULL`.execute(db);
}

/** Removes a device of the recycle bin with everything that was recorded of it. False when there is no such device. */
export async function purgeDevice(db: Kysely<Schema>, key: string): Promise<boolean> {
  const { rows } = await sql<{ purged: boolean }>`SELECT app.purge_device(${key}::bigint) AS purged`.execute(db);
  return rows[0]?.purged === true;
}

/** Forgets that strangers of these ids knocked: they are registered now. */
export async function dropUnknownDevices(db: Kysely<Schema>, deviceIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM unknown_device WHERE device_id = ANY(${deviceIds}::text[])`.execute(db);
}

export async function findUnknownDevice(
  db: Kysely<Schema>,
  deviceId: string,
): Promise<{ protocol: string; device_id: string } | undefined> {
  return await db.selectFrom('unknown_device').select(['protocol', 'device_id']).where('device_id', '=', deviceId).executeTakeFirst();
}

/** The names of models as a customer sees them: its own, else the nearest above it that the asker may see. */
export async function typeNicknames(db: Kysely<Schema>, path: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ type_code: string; nick_name: string }>`
    SELECT DISTINCT ON (n.type_code) n.type_code, n.nick_name FROM device_type_nickname n JOIN customer c ON c.id = n.customer_id
    WHERE c.path @> ${path}::ltree ORDER BY n.type_code, nlevel(c.path) DESC`.execute(db);
  return new Map(rows.map((r) => [r.type_code, r.nick_name]));
}

/** Sets the customer's own name of a model; null removes it. */
export async function saveTypeNickname(db: Kysely<Schema>, customerId: string, typeCode: string, nickName: string | null): Promise<void> {
  if (nickName === null) {
    await db.deleteFrom('device_type_nickname').where('customer_id', '=', customerId).where('type_code', '=', typeCode).execute();
    return;
  }
  await db
    .insertInto('device_type_nickname')
    .values({ customer_id: customerId, type_code: typeCode, nick_name: nickName })
    .onConflict((c) => c.columns(['customer_id', 'type_code']).doUpdateSet({ nick_name: nickName }))
    .execute();
}
