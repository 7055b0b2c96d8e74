import { createCustomer, insertDevices, seenDevices, setUserDevices } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let owner: Call;
let serial = 0;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  owner = api.client(await api.signIn(world.owner, PASSWORD)).call;
});
afterAll(async () => await api?.stop());

const sub = async (parentId: string): Promise<string> =>
  (await createCustomer(api.database.system, { parentId, name: `Sub ${++serial}`, customerType: 1 })).id;
const device = async (customerId: string): Promise<string> => {
  const id = `66000000${String(++serial).padStart(4, '0')}`;
  await insertDevices(api.database.system, [{ id, customer_id: customerId, name: id, type_code: 'T1' }]);
  return id;
};
/** A user of a customer who is held to these devices, and to these customers. */
async function user(customerId: string, devices: readonly string[], customers?: readonly string[]): Promise<string> {
  const account = `given.${++serial}`;
  const { id } = await owner('user.base.info.add', { customerId, account, password: PASSWORD, userName: account });
  if (customers) await owner('user.auth.setting.customer', { userId: id, limited: true, customerIds: customers.join(',') });
  await owner('user.auth.setting.device', { userId: id, limited: true, deviceIds: devices.join(',') });
  return id;
}
async function given(userId: string): Promise<string[]> {
  const { rows } = await sql<{
    what: string;
  }>`SELECT d.id AS what FROM user_device g JOIN device d ON d.key = g.device_key WHERE g.user_id = ${userId}
    UNION ALL SELECT 'customer ' || customer_id FROM user_customer WHERE user_id = ${userId} ORDER BY 1`.execute(api.database.system);
  return rows.map((r) => r.what);
}

it('a device that moves is taken from the users who lose the sight of it, and from no other', async () => {
  const [here, there] = [await sub(world.a.customerId), await sub(world.a.customerId)];
  const [moved, stays] = [await device(here), await device(here)];
  const below = await user(here, [moved, stays]);
  const above = await user(world.a.customerId, [moved, stays]);
  const held = await user(world.a.customerId, [moved, stays], [here]);
  await owner('device.move', { deviceIds: moved, customerId: there });
  expect(await given(below)).toEqual([stays]);
  expect(await given(held)).toEqual([stays, `customer ${here}`]);
  expect(await given(above)).toEqual([moved, stays]);
  await owner('device.move', { deviceIds: moved, customerId: world.b.customerId });
  expect(await given(above)).toEqual([stays]);
  // It does not come back unasked.
  await owner('device.move', { deviceIds: moved, customerId: here });
  expect([await given(below), await given(above)]).toEqual([[stays], [stays]]);
});

it('a customer that moves keeps its own users’ devices, and is taken with its devices from those above it before', async () => {
  const top = await sub(world.a.customerId);
  const inner = await sub(top);
  const [one, two, other] = [await device(top), await device(inner), await device(world.a.customerId)];
  const own = await user(top, [one, two], [inner]);
  const ownInner = await user(inner, [two]);
  const before = await user(world.a.customerId, [one, two, other], [top, inner, world.a.subCustomerId, world.a.customerId]);
  const platform = await user((await owner('customer.tree', {}))[0]!.id, [one, two, other]);
  await owner('customer.info.updateCurrentCustomers', { customerId: top, parentId: world.b.customerId });
  // Held to the inner customer, its user sees no device beside it: given nevertheless, it was lost with the move.
  expect(await given(own)).toEqual([two, `customer ${inner}`]);
  expect(await given(ownInner)).toEqual([two]);
  expect(await given(before)).toEqual([other, `customer ${world.a.customerId}`, `customer ${world.a.subCustomerId}`].toSorted());
  expect(await given(platform)).toEqual([one, two, other].toSorted());
  await owner('customer.info.updateCurrentCustomers', { customerId: top, parentId: world.a.customerId });
  expect(await given(before)).toEqual([other, `customer ${world.a.customerId}`, `customer ${world.a.subCustomerId}`].toSorted());
});

it('a device that is given while it moves away is not kept', async () => {
  const [here, there] = [await sub(world.a.customerId), await sub(world.a.customerId)];
  const id = await device(here);
  const late = await user(here, []);
  const { path } = await api.database.system.selectFrom('customer').select('path').where('id', '=', here).executeTakeFirstOrThrow();
  let move: Promise<unknown> = Promise.resolve();
  await api.database.scoped({ customerPath: path, userId: late, platform: false }, async (trx) => {
    const { keys, unseen } = await seenDevices(trx, [id]);
    expect(unseen).toEqual([]);
    move = owner('device.move', { deviceIds: id, customerId: there });
    await eventually(async () => {
      const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(api.database.system);
      return rows[0]!.waiting > 0;
    }, 'the move waits');
    await setUserDevices(trx, late, true, keys);
  });
  await move;
  expect(await given(late)).toEqual([]);
});
