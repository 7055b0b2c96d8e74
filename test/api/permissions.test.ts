import { decodeLiveDelta, ERROR_CODE, liveEntryAt, SOCKET_PATH, type Client } from '@sightline/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { fixAt, stateOf } from './tenant-facts.ts';
import { PASSWORD, POSITION_TIME_MS, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let dealer: Client;
let owner: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  dealer = await as(world.a.account);
  owner = await as(world.owner);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => await api?.stop());

const as = async (account: string, password = PASSWORD): Promise<Client> => api.client(await api.signIn(account, password));
let serial = 0;
const fresh = (prefix: string): string => `${prefix}.${++serial}`;
const may = async (client: Client): Promise<string[]> => (await client.call('user.auth.url', {})).map((e) => e.id);

async function company(by: Client, parentId: string) {
  const account = fresh('main');
  const { id } = await by.call('customer.info.add', {
    customerName: fresh('Company'),
    parentId,
    customerType: 1,
    account,
    password: PASSWORD,
  });
  return { id, account, client: await as(account) };
}
async function newUser(by: Client, input: object = {}) {
  const account = fresh('user');
  const { id } = await by.call('user.base.info.add', { account, password: PASSWORD, userName: account, ...input });
  return { id, account, token: await api.signIn(account, PASSWORD) };
}

describe('permissions', () => {
  it('taken from a dealer are gone for everybody below with the next call', async () => {
    const top = await company(owner, world.a.customerId);
    const middle = await company(top.client, top.id);
    const bottom = await company(middle.client, middle.id);
    const user = api.client((await newUser(bottom.client)).token);
    for (const client of [top.client, bottom.client, user]) expect(await codeOf(client.call('user.page', {}))).toBe(0);
    await dealer.call('customer.user.url.del', { customerId: top.id, ids: ['2000'] });
    for (const client of [top.client, middle.client, bottom.client, user]) {
      expect(await codeOf(client.call('user.page', {}))).toBe(ERROR_CODE.noPermission);
      expect((await may(client)).some((id) => id.startsWith('2000'))).toBe(false);
    }
    // Nobody below can give it back, and nobody can give himself anything.
    expect(await codeOf(top.client.call('customer.user.url.add', { customerId: bottom.id, ids: ['2000'] }))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(top.client.call('customer.user.url.add', { customerId: top.id, ids: ['100'] }))).toBe(
      ERROR_CODE.cannotOperateCurrentUser,
    );
    await dealer.call('customer.user.url.add', { customerId: top.id, ids: ['2000', '2000:view'] });
    expect((await may(user)).filter((id) => id.startsWith('2000'))).toEqual(['2000', '2000:view']);
  });

  it('are given by menu: all, some or nothing; what comes back is what was given', async () => {
    const top = await company(dealer, world.a.customerId);
    const menus = [
      { id: '4000', grant: 9 },
      { id: '3000', grant: 1 },
      { id: '1000', grant: 9 },
      { id: '6000', grant: 0 },
    ] as const;
    await dealer.call('customer.auth.setting.url', { customerId: top.id, menus: [...menus], functions: ['3000:add'] });
    const auth = await dealer.call('customer.menu.auth.customer', { customerId: top.id });
    const grants = Object.fromEntries(auth.menus.map((m) => [m.id, m.grant]));
    expect([grants['4000'], grants['3000'], grants['1000'], grants['6000'], grants['100']]).toEqual([9, 1, 9, 0, 0]);
    expect(auth.functions.filter((f) => f.startsWith('3000'))).toEqual(['3000:add']);
    const client = await as(top.account);
    expect((await client.call('customer.menu.url', {})).map((m) => m.menuName)).toEqual(['customer', 'device', 'monitor']);
    expect(new Set((await client.call('customer.menu', {})).map((e) => e.id))).toEqual(new Set(await may(client)));
    // What it hands on is never more: a customer that it makes has what it has.
    const below = await company(client, top.id);
    expect((await may(below.client)).toSorted()).toEqual((await may(client)).toSorted());
    expect((await client.call('customer.user.url', { customerId: below.id })).map((e) => e.id)).toEqual(await may(client));
  });

  it('follow a move: what the new dealer has not, those who came have not', async () => {
    const [rich, poor] = [await company(dealer, world.a.customerId), await company(dealer, world.a.customerId)];
    const child = await company(rich.client, rich.id);
    await dealer.call('customer.user.url.del', { customerId: poor.id, ids: ['6000', '3000'] });
    expect((await may(child.client)).includes('3000')).toBe(true);
    await dealer.call('customer.info.updateCurrentCustomers', { customerId: child.id, parentId: poor.id });
    expect((await may(child.client)).some((id) => id.startsWith('3000') || id === '6000')).toBe(false);
    await dealer.call('customer.info.updateCurrentCustomers', { customerId: child.id, parentId: rich.id });
    expect((await may(child.client)).includes('3000')).toBe(true);
  });
});

describe('users held to customers and devices', () => {
  const deviceIds = async (client: Client): Promise<string[]> =>
    (await client.call('device.page', { pageSize: 200 })).records.map((d) => d.id).toSorted();
  const hold = async (userId: string, limits: { customers?: string[]; devices?: string[] }): Promise<void> => {
    const { customers, devices } = limits;
    await dealer.call('user.auth.setting.customer', { userId, limited: customers !== undefined, customerIds: (customers ?? []).join(',') });
    await dealer.call('user.auth.setting.device', { userId, limited: devices !== undefined, deviceIds: (devices ?? []).join(',') });
  };

  it('see of devices, states, tracks, trips and links just those', async () => {
    const user = await newUser(dealer);
    const { deviceId, subDeviceId, customerId, subCustomerId } = world.a;
    const both = [deviceId, subDeviceId].toSorted();
    const cases = [
      [{}, both],
      [{ customers: [subCustomerId] }, [subDeviceId]],
      [{ customers: [customerId] }, both],
      [{ customers: [] }, []],
      [{ devices: [deviceId] }, [deviceId]],
      [{ devices: [] }, []],
      [{ customers: [subCustomerId], devices: [deviceId, subDeviceId] }, [subDeviceId]],
      [{ customers: [subCustomerId], devices: [deviceId] }, []],
    ] as const;
    for (const [limits, expected] of cases) {
      await hold(user.id, limits as { customers?: string[]; devices?: string[] });
      const client = await as(user.account);
      expect([limits, await deviceIds(client)]).toEqual([limits, [...expected]]);
      const sees = (id: string): boolean => (expected as readonly string[]).includes(id);
      for (const id of both)
        expect([limits, id, await codeOf(client.call('device.info', { deviceId: id }))]).toEqual([limits, id, sees(id) ? 0 : 20007]);
      const track = client.call('device.track', {
        deviceId,
        start: new Date(POSITION_TIME_MS - 3_600_000).toISOString(),
        end: new Date(POSITION_TIME_MS + 3_600_000).toISOString(),
      });
      expect(await codeOf(track)).toBe(sees(deviceId) ? 0 : ERROR_CODE.deviceNotFound);
      const others = (await dealer.call('device.page.notAuth', { userId: user.id, pageSize: 500 })).records.map((d) => d.id);
      const given: readonly string[] = 'devices' in limits ? limits.devices : [];
      expect([limits, both.filter((id) => others.includes(id))]).toEqual([limits, both.filter((id) => !given.includes(id))]);
      const tree = await client.call('customer.tree', {});
      expect([limits, tree[0]!.totalCount]).toEqual([limits, expected.length]);
      expect((await client.call('device.share.page', { deviceId })).total).toBe(sees(deviceId) ? 1 : 0);
      const keys = [world.a.deviceKey, world.a.subDeviceKey];
      // Below the calls: the door of the position store asks for the limits itself.
      const principal = { customerPath: (await pathOf(customerId))!, userId: user.id, platform: false };
      const kind = 'customers' in limits ? ('devices' in limits ? 'both' : 'customer') : 'devices' in limits ? 'device' : 'none';
      await api.database.scoped({ ...principal, limits: kind }, async (trx) => {
        const reader = api.positions.reader(trx);
        for (const [i, id] of [deviceId, subDeviceId].entries()) {
          const found = await reader.positions(keys[i]!, 0, Date.now() + 1000);
          expect([limits, id, found.length > 0]).toEqual([limits, id, sees(id) && id === deviceId]);
        }
        expect((await reader.states(keys)).has(keys[0]!)).toBe(sees(deviceId));
      });
    }
  });

  it('see of customers and users the way down and what lies below', async () => {
    const user = await newUser(dealer);
    const other = await company(dealer, world.a.customerId);
    await hold(user.id, { customers: [world.a.subCustomerId] });
    const client = await as(user.account);
    const names = (await client.call('customer.tree.all', {})).map((c) => c.id);
    expect(names).toEqual([world.a.customerId, world.a.subCustomerId]);
    // What is only on the way down says so, and is refused.
    const rows = (await client.call('customer.page', { pageSize: 200 })).records;
    expect(rows.map((c) => [c.id, c.changeable]).toSorted()).toEqual(
      [
        [world.a.customerId, false],
        [world.a.subCustomerId, true],
      ].toSorted(),
    );
    expect(await codeOf(client.call('customer.info.save', { customerId: world.a.customerId, remark: 'x' }))).toBe(ERROR_CODE.noPermission);
    expect((await dealer.call('customer.page', { pageSize: 200 })).records.every((c) => c.changeable)).toBe(true);
    expect(await codeOf(client.call('customer.info', { customerId: other.id }))).toBe(ERROR_CODE.dataNotFound);
    expect((await client.call('user.page', { pageSize: 200 })).records.map((u) => u.id)).toEqual([user.id]);
    // The way down is not its to change.
    expect(await codeOf(client.call('customer.info.save', { customerId: world.a.subCustomerId, remark: 'mine' }))).toBe(0);
    expect(await codeOf(client.call('customer.info.save', { customerId: world.a.customerId, remark: 'not mine' }))).toBe(
      ERROR_CODE.noPermission,
    );
    expect((await dealer.call('customer.info', {})).remark).not.toBe('not mine');
    expect(await codeOf(client.call('user.base.info.add', { account: fresh('x'), password: PASSWORD, userName: 'x' }))).toBe(
      ERROR_CODE.noPermission,
    );
    expect(await codeOf(client.call('user.auth.setting.customer', { userId: user.id, limited: false }))).toBe(
      ERROR_CODE.cannotOperateCurrentUser,
    );
  });

  it('are told to whoever may see them, and only things of the own scope can be chosen', async () => {
    const user = await newUser(dealer);
    const set = (customerIds: string) => codeOf(dealer.call('user.auth.setting.customer', { userId: user.id, limited: true, customerIds }));
    expect([await set(world.b.customerId), await set(`${world.a.subCustomerId},999999`)]).toEqual([9002, 9002]);
    await hold(user.id, { customers: [world.a.subCustomerId], devices: [world.a.deviceId] });
    expect(await dealer.call('user.auth', { userId: user.id })).toMatchObject({
      customer: { limited: true, customers: [{ customerId: world.a.subCustomerId }] },
      device: { limited: true, devices: [{ deviceId: world.a.deviceId }] },
    });
    const limited = await as(user.account);
    // Held to devices: no keys to users who are not.
    const free = await newUser(dealer);
    expect(
      await codeOf(limited.call('user.pwd.save', { userId: free.id, password: 'new-secret-1', confirmPassword: 'new-secret-1' })),
    ).not.toBe(0);
  });

  it('hear on the socket of just those, and lose the connection when the limits change', async () => {
    const user = await newUser(dealer);
    await hold(user.id, { devices: [world.a.subDeviceId] });
    const socket = io(api.url, { path: SOCKET_PATH, query: { token: user.token }, transports: ['websocket'], reconnection: false });
    sockets.push(socket);
    const keys: number[] = [];
    let ended = false;
    socket.on('session_ended', () => (ended = true));
    socket.on('live_delta', (bytes: Uint8Array) => {
      const delta = decodeLiveDelta(bytes)!;
      for (let i = 0; i < delta.count; i++) keys.push(liveEntryAt(delta, i).key);
    });
    await new Promise<void>((resolve, reject) => socket.on('connect', () => resolve()).on('connect_error', reject));
    expect(await socket.emitWithAck('live_subscribe', { deviceIds: [world.a.deviceId, world.a.subDeviceId] })).toMatchObject({ count: 1 });
    expect(await socket.emitWithAck('live_subscribe', { customerId: world.a.customerId })).toMatchObject({ code: 0 });
    const report = (deviceKey: number, deviceId: string) =>
      api.publish('device.state', stateOf(deviceKey, deviceId, fixAt(Date.now(), 51, 20)));
    report(world.a.deviceKey, world.a.deviceId);
    report(world.a.subDeviceKey, world.a.subDeviceId);
    // The second is told after, or with, the first: when it is here the first would be.
    await eventually(() => keys.length > 0, 'a device on the socket');
    expect(new Set(keys)).toEqual(new Set([world.a.subDeviceKey]));
    await hold(user.id, { devices: [world.a.deviceId] });
    await eventually(() => ended, 'the end of the session');
  });

  const pathOf = async (id: string): Promise<string | undefined> =>
    (await api.database.system.selectFrom('customer').select('path').where('id', '=', id).executeTakeFirst())?.path;
});
