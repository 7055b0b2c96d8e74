import { ERROR_CODE } from '@sightline/contract';
import { addTraffic } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let owner: Call;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  owner = api.client(await api.signIn(world.owner, PASSWORD)).call;
});
afterAll(async () => await api?.stop());

/** Every table that has this column, with how many of its rows have the value. */
async function rowsBy(column: string, value: string, type: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = ${column} AND NOT a.attisdropped
    ORDER BY 1`.execute(api.database.system);
  expect(tables.length).toBeGreaterThan(5);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.table(name)} WHERE ${sql.ref(column)} = ${sql.raw(`'${value}'::${type}`)}`.execute(
      api.database.system,
    );
    if (rows[0]!.count > 0) found[name] = rows[0]!.count;
  }
  return found;
}

it('a device that is deleted for good leaves nothing but its spent licence and the log', async () => {
  const { subDeviceId: deviceId, subDeviceKey: deviceKey, customerId, licenseSaleId } = world.a;
  const { rows: two } = await sql<{ key: string }>`SELECT key FROM device WHERE id = ${world.a.deviceId}`.execute(api.database.system);
  await addTraffic(api.database, [{ deviceKey: world.a.deviceKey, slotMs: 0, bytesIn: 1, bytesOut: 1 }]);
  for (const [id, key, tables] of [
    [deviceId, String(deviceKey), ['license']],
    [
      world.a.deviceId,
      two[0]!.key,
      ['device_command', 'device_label', 'device_state', 'device_traffic', 'position', 'raw_frame', 'segment', 'sensor', 'share_link'],
    ],
  ] as const) {
    const before = await rowsBy('device_key', key, 'bigint');
    // What hangs on it, so that there is something to be left behind.
    expect(tables.filter((table) => !before[table])).toEqual([]);
    await owner('device.delete', { deviceIds: id });
    const stock = (await owner('license.sale.page', { customerId })).records.find((r) => r.id === licenseSaleId);
    expect(stock).toBeDefined();
    await owner('device.recycle.delete', { ids: key });
    // Who looked through its cameras stays in the customer's log.
    const { camera_look: _, ...left } = await rowsBy('device_key', key, 'bigint');
    expect(left).toEqual({});
    // Who sold what stays.
    expect((await owner('license.sale.page', { customerId })).records.find((r) => r.id === licenseSaleId)).toEqual(stock);
  }
  const { rows } = await sql<{
    state: string;
    device_id: string;
  }>`SELECT state, device_id FROM license WHERE device_id = ${deviceId}`.execute(api.database.system);
  expect(rows).toEqual([{ state: 'spent', device_id: deviceId }]);
});

it('a customer that is deleted for good leaves its stock to the one above it, and the records of sales and of its people', async () => {
  const { customerId, subCustomerId, licenseSaleId, account } = world.b;
  expect(await codeOf(owner('customer.del', { customerId }))).not.toBe(0);
  for (const deviceId of [world.b.deviceId, world.b.subDeviceId]) {
    const { rows } = await sql<{ key: string }>`SELECT key FROM device WHERE id = ${deviceId} AND recycled_at IS NULL`.execute(
      api.database.system,
    );
    await owner('device.delete', { deviceIds: deviceId });
    await owner('device.recycle.delete', { ids: rows[0]!.key });
  }
  await owner('device.recycle.delete', { ids: world.b.recycledDeviceKey });
  const unused = await sql<{ id: string }>`SELECT id FROM license WHERE customer_id = ${customerId} AND state = 'new'`.execute(
    api.database.system,
  );
  expect(unused.rows.length).toBeGreaterThan(0);
  const path = await api.database.system.selectFrom('customer').select('path').where('id', '=', customerId).executeTakeFirstOrThrow();
  const log = await sql<{ count: number }>`SELECT count(*)::int AS count FROM audit_log WHERE account = ${account}`.execute(
    api.database.system,
  );

  expect(await codeOf(owner('customer.recycle.delete', { customerId }))).not.toBe(0);
  await owner('customer.del', { customerId });
  await owner('customer.recycle.delete', { customerId });
  for (const id of [customerId, subCustomerId]) {
    const { audit_log: _, ...left } = await rowsBy('customer_id', id, 'bigint');
    expect(left).toEqual({});
  }
  const { audit_log: _, license_movement: __, ...below } = await rowsBy('customer_path', path.path, 'ltree');
  expect(below).toEqual({});
  const { rows: stock } = await sql<{ customer_id: string }>`
    SELECT DISTINCT customer_id FROM license WHERE id = ANY(${unused.rows.map((r) => r.id)}::bigint[])`.execute(api.database.system);
  expect(stock).toEqual([{ customer_id: (await owner('customer.tree', {}))[0]!.id }]);
  // Who sold what to whom is still told, by name.
  const sale = (await owner('license.sale.page', {})).records.find((r) => r.id === licenseSaleId);
  expect(sale).toMatchObject({ count: 6, fromCustomerName: 'Platform', toCustomerId: null, toCustomerName: 'Zanzibar dealer' });
  const after = await sql<{ count: number }>`SELECT count(*)::int AS count FROM audit_log WHERE account = ${account}`.execute(
    api.database.system,
  );
  expect(after.rows[0]!.count).toBe(log.rows[0]!.count);
  expect(await codeOf(owner('customer.info', { customerId }))).toBe(ERROR_CODE.dataNotFound);
});
