import { createCustomer, createLabel, firstDevices, insertDevices, pageDevices, type DeviceSortField, type Scope } from '@sightline/db';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

/** Devices of the first tenant's sub-customers; as many lie elsewhere between them. */
const DEVICES = 120;
const PAGE = 4;
/** So many small pages, and then the rest at once: what is sorted needs no small steps. */
const SMALL_PAGES = 5;
const REST = 1000;
/** From so many on pages are read in the order of an index; the tenth part of the list is. */
const MANY = 50;

let api: TestApi;
let world: TwoTenants;
let scope: Scope;
let call: Call;
const homes: string[] = [];

const COLUMNS: Record<DeviceSortField, string> = {
  id: 'd.id',
  deviceName: 'd.name',
  deviceType: 'd.type_code',
  customerName: 'c.name',
  activeTime: 'd.activated_at',
  expirationTime: 'd.expires_at',
  createTime: 'd.created_at',
};
const ORDERS = Object.keys(COLUMNS) as DeviceSortField[];
const DAY_MS = 86_400_000;
const DAY_ONE = Date.UTC(2025, 0, 1);

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const db = database.system;
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      homes.push((await createCustomer(db, { parentId: world.a.customerId, name, customerType: 2 })).id);
    const rows = Array.from({ length: 2 * DEVICES }, (_, i) => {
      const n = (i * 97) % (2 * DEVICES);
      return {
        id: `77000000${String(n).padStart(4, '0')}`,
        customer_id: i % 2 === 0 ? homes[(i / 2) % 3]! : world.b.customerId,
        // Many of one name, one type, one day: ties are broken by the key.
        name: ['Truck', 'Van', 'Bus', `Car ${n}`][i % 4]!,
        type_code: i % 5 === 0 ? 'C4' : 'T1',
        created_at: new Date(DAY_ONE + (n % 20) * DAY_MS),
        activated_at: i % 3 === 0 ? null : new Date(DAY_ONE + (n % 7) * DAY_MS),
        expires_at: i % 4 === 1 ? null : new Date(Date.now() + ((n % 9) + 1) * DAY_MS),
      };
    });
    await insertDevices(db, rows);
  });
  scope = { customerPath: await pathOf(world.a.customerId), userId: world.a.userId, platform: false };
  call = api.client(await api.signIn(world.a.account, PASSWORD)).call;
});
afterAll(async () => await api?.stop());

async function pathOf(customerId: string): Promise<string> {
  const row = await api.database.system.selectFrom('customer').select('path').where('id', '=', customerId).executeTakeFirstOrThrow();
  return row.path;
}

/** What the owner of the tables gets by sorting everything. */
async function expected(orderBy: DeviceSortField, descending: boolean): Promise<string[]> {
  const direction = descending ? 'DESC' : 'ASC';
  const { rows } = await sql<{ id: string }>`SELECT d.id FROM device d JOIN customer c ON c.id = d.customer_id
    WHERE d.recycled_at IS NULL AND d.customer_path <@ ${scope.customerPath}::ltree
    ORDER BY ${sql.raw(COLUMNS[orderBy])} ${sql.raw(direction)} NULLS LAST, d.key ${sql.raw(direction)}`.execute(api.database.system);
  return rows.map((r) => r.id);
}

/** A page, and whether sorting was switched off to read it in the order of an index. */
async function page(
  orderBy: DeviceSortField,
  descending: boolean,
  offset: number,
  limit = PAGE,
): Promise<{ ids: string[]; total: number; inOrder: boolean }> {
  let inOrder = false;
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      inOrder ||= JSON.stringify(node).includes('enable_sort');
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  };
  return await api.database.scoped(scope, async (trx) => {
    const query = { orderBy, descending, limit, offset, many: MANY, onlineSinceMs: 0 };
    const { rows, total } = await pageDevices(trx.withPlugin(watch), query);
    return { ids: rows.map((r) => r.id), total, inOrder };
  });
}

async function walk(
  orderBy: DeviceSortField,
  descending: boolean,
  between?: (page: number) => Promise<void>,
): Promise<{ ids: string[]; inOrder: number; sorted: number }> {
  const ids: string[] = [];
  let [inOrder, sorted] = [0, 0];
  for (let number = 0; number <= SMALL_PAGES; number++) {
    const got = await page(orderBy, descending, number * PAGE, number < SMALL_PAGES ? PAGE : REST);
    ids.push(...got.ids);
    if (got.inOrder) inOrder++;
    else sorted++;
    if (number < SMALL_PAGES) await between?.(number);
  }
  return { ids, inOrder, sorted };
}

describe('pages in the order of an index', () => {
  it.each(ORDERS.flatMap((orderBy) => [false, true].map((descending) => ({ orderBy, descending }))))(
    'have every device once: $orderBy, descending $descending',
    async ({ orderBy, descending }) => {
      const { ids, inOrder, sorted } = await walk(orderBy, descending);
      expect(ids).toEqual(await expected(orderBy, descending));
      // The first tenth of the list in order, what comes after it sorted: both ways go on where the other ends.
      expect(inOrder).toBeGreaterThanOrEqual(Math.floor(DEVICES / 10 / PAGE));
      expect(sorted).toBeGreaterThan(0);
    },
  );

  const places = (['createTime', 'deviceName', 'id', 'activeTime', 'expirationTime'] as const).flatMap((orderBy) =>
    [false, true].flatMap((descending) => [true, false].map((behind) => ({ orderBy, descending, behind }))),
  );
  it.each(places)(
    'have every device once while others are added behind them, and miss none while others are added before them: %o',
    async ({ orderBy, descending, behind }) => {
      const db = api.database.system;
      // Last in this order, or first: the highest of all or the lowest. Empty times are last both ways.
      const high = behind !== descending;
      const added: string[] = [];
      const add = async (number: number): Promise<void> => {
        const id = high ? `99000000000${number}` : `11000000000${9 - number}`;
        const time = new Date(high ? Date.now() + (900 + number) * DAY_MS : DAY_ONE - (900 + number) * DAY_MS);
        const times = { created_at: time, activated_at: behind ? null : time, expires_at: behind ? null : time };
        const name = high ? `zzz${id}` : `  ${id}`;
        await insertDevices(db, [{ id, customer_id: homes[number % 3]!, name, type_code: 'T1', ...times }]);
        added.push(id);
      };
      const before = await expected(orderBy, descending);
      const { ids, inOrder } = await walk(orderBy, descending, add);
      expect(inOrder).toBeGreaterThan(0);
      expect(before.filter((id) => !ids.includes(id))).toEqual([]);
      if (behind) expect([ids.length, new Set(ids)]).toEqual([before.length + added.length, new Set([...before, ...added])]);
      // Each device that comes in before a page pushes one over its edge, and no more.
      else expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(added.length);
      await sql`DELETE FROM device WHERE id = ANY(${added}::text[])`.execute(db);
    },
  );

  it('are read so for who may look through many devices, not for who looks up few', async () => {
    expect((await page('createTime', true, 0)).inOrder).toBe(true);
    const few = await api.database.scoped(scope, async (trx) =>
      pageDevices(trx, { orderBy: 'id', descending: false, limit: 5, offset: 200, scope: 10, many: MANY, onlineSinceMs: 0 }),
    );
    // Behind the last one: counted nevertheless.
    expect([few.rows.length, few.total]).toEqual([0, (await expected('id', false)).length]);
  });
});

describe('devices that are found by a text or by labels', () => {
  let labelIds: string[];
  beforeAll(async () => {
    const db = api.database.system;
    labelIds = [];
    for (const name of ['Even', 'Third']) labelIds.push(await createLabel(db, world.a.customerId, name));
    await sql`INSERT INTO device_label (device_key, label_id) SELECT d.key, l.id FROM device d,
      (VALUES (${labelIds[0]!}::bigint, 2), (${labelIds[1]!}::bigint, 3)) l (id, every)
      WHERE d.customer_id = ANY(${homes}::bigint[]) AND d.key % l.every = 0`.execute(db);
    // One that has a label lies in the recycle bin.
    await sql`UPDATE device SET recycled_at = now() WHERE key = (SELECT min(key) FROM device WHERE customer_id = ANY(${homes}::bigint[]) AND key % 6 = 0)`.execute(
      db,
    );
  });
  afterAll(
    async () => await sql`UPDATE device SET recycled_at = NULL WHERE customer_id = ANY(${homes}::bigint[])`.execute(api.database.system),
  );

  const filters = [
    ['text', () => ({ text: 'truck' }), sql`d.name ILIKE '%truck%'`],
    ['name', () => ({ name: 'Bus' }), sql`d.name ILIKE '%Bus%'`],
    ['labels', () => ({ labelIds }), sql`(d.key % 2 = 0 OR d.key % 3 = 0)`],
  ] as const;
  it.each(filters.flatMap(([what, filter, where]) => ORDERS.map((orderBy) => ({ what, orderBy, filter, where }))))(
    'come in order and are counted, read in the order of an index or sorted: $what by $orderBy',
    async ({ what, orderBy, filter, where }) => {
      const homesOnly = what === 'labels' ? sql`AND d.customer_id = ANY(${homes}::bigint[])` : sql``;
      const { rows: matching } = await sql<{ id: string }>`SELECT d.id FROM device d WHERE ${where} ${homesOnly}`.execute(
        api.database.system,
      );
      const wanted = new Set(matching.map((r) => r.id));
      const all = (await expected(orderBy, true)).filter((id) => wanted.has(id));
      const read = async (limit: number, offset: number, manyKeys: number) =>
        await api.database.scoped(scope, async (trx) => {
          const query = { ...filter(), orderBy, descending: true, limit, offset, manyKeys, onlineSinceMs: 0 };
          const { rows, total } = await pageDevices(trx, query);
          return { ids: rows.map((r) => r.id), total };
        });
      expect(all.length).toBeGreaterThan(19);
      // A tenth of them is early: two; from there on they are sorted, as they are where they count as few.
      for (const manyKeys of [2, 100_000]) {
        expect(await read(2, 0, manyKeys)).toEqual({ ids: all.slice(0, 2), total: all.length });
        expect(await read(REST, 0, manyKeys)).toEqual({ ids: all, total: all.length });
      }
    },
  );
});

describe('users held to customers', () => {
  /** A user of the first tenant that is held to these customers. */
  async function held(account: string, customerIds: readonly string[]): Promise<{ call: Call; scope: Scope }> {
    const { id } = await call('user.base.info.add', { account, password: PASSWORD, userName: account });
    await call('user.auth.setting.customer', { userId: id, limited: true, customerIds: customerIds.join(',') });
    return {
      call: api.client(await api.signIn(account, PASSWORD)).call,
      scope: { ...scope, userId: id, limits: 'customer' },
    };
  }
  const idsOf = async (customerIds: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{
      id: string;
    }>`SELECT id FROM device WHERE customer_id = ANY(${customerIds}::bigint[]) AND recycled_at IS NULL ORDER BY id`.execute(
      api.database.system,
    );
    return rows.map((r) => r.id);
  };

  it('find all devices of those and no other, by every filter and order', async () => {
    const chosen = [homes[0]!, homes[2]!];
    const user = await held('held.two', chosen);
    const all = await idsOf(chosen);
    for (const orderBy of ORDERS) {
      const { records, total } = await user.call('device.page', { pageSize: 200, orderBy });
      expect([orderBy, total, records.map((d) => d.id).toSorted()]).toEqual([orderBy, all.length, all]);
    }
    const cameras = await user.call('device.page', { pageSize: 200, deviceType: 'C4' });
    expect(cameras.total).toBe(cameras.records.length);
    expect(cameras.records.every((d) => all.includes(d.id))).toBe(true);
    expect((await user.call('device.page', { pageSize: 10, pageIndex: 2, deviceIdOrName: '7700' })).total).toBe(all.length);
    expect((await user.call('device.page', { pageSize: 10, status: -1 })).total).toBe(all.length);
    expect((await user.call('device.page', { pageSize: 10, status: 1 })).total).toBe(0);
    expect((await user.call('device.page', { customerId: homes[0]! })).total).toBe((await idsOf([homes[0]!])).length);
    const picked = await user.call('device.listByDeviceIdOrNameLimit', { deviceIdOrName: '', limit: 50 });
    expect(picked.length).toBe(50);
    expect(picked.every((d) => all.includes(d.id))).toBe(true);
    const inOrder = await api.database.scoped(user.scope, async (trx) => ({
      first: await firstDevices(trx, {
        orderBy: 'id',
        descending: false,
        limit: 7,
        offset: 0,
        held: 'customers',
        scope: 1_000_000,
        onlineSinceMs: 0,
      }),
      page: await pageDevices(trx, {
        orderBy: 'id',
        descending: false,
        limit: 7,
        offset: 0,
        held: 'customers',
        many: 10,
        onlineSinceMs: 0,
      }),
    }));
    expect(inOrder.first.map((d) => d.id)).toEqual(all.slice(0, 7));
    expect([inOrder.page.rows.map((d) => d.id), inOrder.page.total]).toEqual([all.slice(0, 7), all.length]);
  });

  it('get the numbers of what they see, of customers within one another once', async () => {
    const user = await held('held.tree', [homes[1]!, world.a.subCustomerId]);
    const expectedTotal = (await idsOf([homes[1]!, world.a.subCustomerId])).length;
    const [top] = await user.call('customer.tree', {});
    expect(top).toMatchObject({ id: world.a.customerId, currentCustomerTotalCount: 0, totalCount: expectedTotal });
    const level = await user.call('customer.tree', { customerId: world.a.customerId });
    expect(Object.fromEntries(level.map((c) => [c.id, c.totalCount]))).toEqual({
      [homes[1]!]: (await idsOf([homes[1]!])).length,
      [world.a.subCustomerId]: 1,
    });
    const nested = await held('held.nested', [world.a.customerId, homes[0]!]);
    const [whole] = await nested.call('customer.tree', {});
    const [main] = await call('customer.tree', {});
    expect([whole!.totalCount, whole!.currentCustomerTotalCount, whole!.onlineCount]).toEqual([
      main!.totalCount,
      main!.currentCustomerTotalCount,
      main!.onlineCount,
    ]);
    expect(main!.onlineCount).toBeGreaterThan(0);
    // Asked for a kind alone.
    const cameras = await user.call('customer.tree', { deviceBasicType: 2 });
    const { total } = await user.call('device.page', { deviceBasicType: 2 });
    expect(cameras[0]!.totalCount).toBe(total);
  });
});
