import { ERROR_CODE, type Client } from '@sightline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let dealer: Client;
let owner: Client;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  dealer = await as(world.a.account);
  owner = await as(world.owner);
});
afterAll(async () => await api?.stop());

const as = async (account: string, password = PASSWORD): Promise<Client> => api.client(await api.signIn(account, password));
let serial = 0;
const fresh = (prefix: string): string => `${prefix}-${++serial}`;

/** A customer below tenant a's dealer (or another one), with a main account that can sign in. */
async function newCustomer(options: { parentId?: string; customerType?: 1 | 2; by?: Client } = {}) {
  const [customerName, account] = [fresh('Customer'), fresh('main')];
  const { id, userId } = await (options.by ?? dealer).call('customer.info.add', {
    customerName,
    account,
    password: PASSWORD,
    customerType: options.customerType ?? 1,
    ...(options.parentId === undefined ? {} : { parentId: options.parentId }),
  });
  return { id, userId: userId!, customerName, account };
}
const addDevice = async (customerId: string): Promise<string> => {
  const id = String(300_000_000_000 + ++serial);
  await api.database.system.insertInto('device').values({ id, customer_id: customerId, name: id, type_code: 'T1' }).execute();
  return id;
};

describe('customers', () => {
  it('are added below a dealer, with a main account that signs in', async () => {
    const added = await newCustomer();
    const client = await as(added.account);
    expect(await client.call('customer.info', {})).toMatchObject({ id: added.id, customerName: added.customerName, parentId: null });
    expect(await client.call('user.base.info', {})).toMatchObject({ id: added.userId, userType: '2', customerId: added.id });
    const page = await dealer.call('customer.page', { customerName: added.customerName });
    expect(page.records).toMatchObject([
      { id: added.id, parentId: world.a.customerId, account: added.account, mainUserId: added.userId, userCount: 1, totalCount: 0 },
    ]);
    expect(page.total).toBe(1);
  });

  it('are found one by one, whatever lies below them', async () => {
    const above = await newCustomer();
    const below = await newCustomer({ parentId: above.id });
    const page = await dealer.call('customer.page', { ids: above.id, pageSize: 1 });
    expect([page.total, page.records[0]?.id, page.records[0]?.account]).toEqual([1, above.id, above.account]);
    expect((await dealer.call('customer.page', { ids: `${above.id},${below.id}`, customerId: below.id })).records.map((r) => r.id)).toEqual(
      [below.id],
    );
    expect((await dealer.call('customer.page', { ids: world.b.customerId })).total).toBe(0);
  });

  it('have names that are free below the same customer, and accounts that are free everywhere', async () => {
    const { customerName, id } = await newCustomer();
    const { id: elsewhere } = await newCustomer();
    expect(await codeOf(dealer.call('customer.info.add', { customerName }))).toBe(ERROR_CODE.nameExists);
    expect(await codeOf(dealer.call('customer.info.add', { customerName, parentId: elsewhere }))).toBe(0);
    expect(await codeOf(dealer.call('customer.info.save', { customerId: elsewhere, customerName }))).toBe(ERROR_CODE.nameExists);
    expect(await codeOf(dealer.call('customer.info.save', { customerId: id, customerName }))).toBe(0);
    expect(await dealer.call('customer.checkCustomerName', { customerName })).toEqual({ available: 0 });
    expect(await dealer.call('customer.checkCustomerName', { customerName, customerId: id })).toEqual({ available: 1 });
    const add = (account: string) =>
      codeOf(dealer.call('customer.info.add', { customerName: fresh('Customer'), account, password: PASSWORD }));
    expect(await add(world.b.account)).toBe(ERROR_CODE.accountExists);
    expect(await add('not an account')).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(dealer.call('customer.info.save', { customerId: id, email: 'nonsense' }))).toBe(ERROR_CODE.invalidEmail);
  });

  it('asked for twice at once are added once', async () => {
    const [customerName, account] = [fresh('Twin'), fresh('twin')];
    const codes = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        codeOf(dealer.call('customer.info.add', { customerName, account: `${account}.${i % 2}`, password: PASSWORD })),
      ),
    );
    expect(codes.toSorted((x, y) => x - y)).toEqual([0, ...Array.from({ length: 5 }, () => ERROR_CODE.nameExists)]);
    const accounts = await Promise.all(
      Array.from({ length: 4 }, () =>
        codeOf(dealer.call('customer.info.add', { customerName: fresh('Other'), account: 'only.once', password: PASSWORD })),
      ),
    );
    expect(accounts.toSorted((x, y) => x - y)).toEqual([0, 15001, 15001, 15001]);
  });

  it('change only what is sent; an end customer has nobody below', async () => {
    const { id } = await newCustomer();
    await dealer.call('customer.info.save', { customerId: id, contact: 'Ana', phone: '+49 1' });
    await dealer.call('customer.info.save', { customerId: id, phone: '', remark: 'night shift' });
    expect(await dealer.call('customer.info', { customerId: id })).toMatchObject({ contact: 'Ana', phone: null, remark: 'night shift' });
    const below = await newCustomer({ parentId: id });
    expect(await codeOf(dealer.call('customer.info.save', { customerId: id, customerType: 2 }))).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(dealer.call('customer.info.save', { customerId: below.id, customerType: 2 }))).toBe(0);
    expect(await codeOf(dealer.call('customer.info.add', { customerName: 'x', parentId: below.id }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('move with all that is below them, not below themselves, and never out of the scope', async () => {
    const [from, to] = [await newCustomer(), await newCustomer()];
    const below = await newCustomer({ parentId: from.id });
    const device = await addDevice(below.id);
    const move = (by: Client, customerId: string, parentId: string) =>
      codeOf(by.call('customer.info.updateCurrentCustomers', { customerId, parentId }));
    expect(await move(dealer, from.id, below.id)).toBe(ERROR_CODE.invalidParameters);
    expect(await move(dealer, from.id, from.id)).toBe(ERROR_CODE.invalidParameters);
    expect(await move(dealer, from.id, world.b.customerId)).toBe(ERROR_CODE.dataNotFound);
    expect(await move(dealer, world.a.customerId, to.id)).toBe(ERROR_CODE.cannotOperateCurrentUser);
    const newParent = await as(to.account);
    expect((await newParent.call('device.page', {})).total).toBe(0);
    expect(await move(dealer, from.id, to.id)).toBe(0);
    expect((await newParent.call('device.page', {})).records.map((d) => d.id)).toEqual([device]);
    expect((await newParent.call('customer.info', { customerId: below.id })).parentId).toBe(from.id);
    expect((await (await as(below.account)).call('device.page', {})).total).toBe(1);
    // The owner moves it to another tenant: the old dealer sees nothing any more.
    expect(await move(owner, from.id, world.b.customerId)).toBe(0);
    expect((await newParent.call('device.page', {})).total).toBe(0);
    expect(await codeOf(dealer.call('customer.info', { customerId: below.id }))).toBe(ERROR_CODE.dataNotFound);
    expect(await move(owner, from.id, world.a.customerId)).toBe(0);
  });

  it('moved below each other at once do not make a circle', async () => {
    const [a, b] = [await newCustomer(), await newCustomer()];
    await Promise.all(
      [[a, b] as const, [b, a] as const].map(([x, y]) =>
        codeOf(dealer.call('customer.info.updateCurrentCustomers', { customerId: x.id, parentId: y.id })),
      ),
    );
    const tree = await dealer.call('customer.tree.all', {});
    const place = (id: string): string[] => {
      const node = tree.find((n) => n.id === id)!;
      return node.pid === null ? [id] : [...place(node.pid), id];
    };
    expect([place(a.id)[0], place(b.id)[0]]).toEqual([world.a.customerId, world.a.customerId]);
  });

  it('stopped, let nobody in and end the sessions below; their devices stay', async () => {
    const stopped = await newCustomer();
    const below = await newCustomer({ parentId: stopped.id });
    await addDevice(below.id);
    const sessions = [await as(stopped.account), await as(below.account)];
    await dealer.call('customer.stop', { customerId: stopped.id });
    for (const session of sessions) expect(await codeOf(session.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeOf(as(below.account))).toBe(ERROR_CODE.accountGone);
    expect((await dealer.call('device.page', { customerId: stopped.id, subsumption: 1 })).total).toBe(1);
    expect((await dealer.call('customer.page', { customerId: stopped.id, status: 'stopped' })).total).toBe(1);
    await dealer.call('customer.resume', { customerId: stopped.id });
    expect(await codeOf(as(below.account))).toBe(0);
    // Sessions that a stop ended stay ended.
    expect(await codeOf(sessions[1]!.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
  });

  it('cannot be stopped, thrown away or granted anything by their own people', async () => {
    const own = { customerId: world.a.customerId };
    expect(await codeOf(dealer.call('customer.stop', own))).toBe(ERROR_CODE.cannotOperateCurrentUser);
    expect(await codeOf(dealer.call('customer.del', own))).toBe(ERROR_CODE.mainAccountDeletion);
    expect(await codeOf(dealer.call('customer.fleet', { ...own, enabled: true }))).toBe(ERROR_CODE.cannotOperateCurrentUser);
    const root = (await owner.call('customer.tree', {}))[0]!.id;
    expect(await codeOf(owner.call('customer.del', { customerId: root }))).toBe(ERROR_CODE.cannotOperateAdmin);
    expect(await codeOf((await as(world.demo)).call('customer.del', { customerId: world.a.subCustomerId }))).toBe(ERROR_CODE.demoCannot);
  });
});

describe('the recycle bin of customers', () => {
  it('takes no customer with devices', async () => {
    const customer = await newCustomer();
    const below = await newCustomer({ parentId: customer.id });
    const device = await addDevice(below.id);
    expect(await codeOf(dealer.call('customer.del', { customerId: customer.id }))).toBe(ERROR_CODE.customerHasDevices);
    await api.database.system.updateTable('device').set({ recycled_at: new Date() }).where('id', '=', device).execute();
    expect(await dealer.call('customer.del', { customerId: customer.id })).toEqual({ customerCount: 2, userCount: 2 });
    // Its history is kept: for good it goes only when the devices have gone for good.
    expect(await codeOf(dealer.call('customer.recycle.delete', { customerId: customer.id }))).toBe(ERROR_CODE.customerHasDevices);
    await api.database.system.deleteFrom('device').where('id', '=', device).execute();
    await dealer.call('customer.recycle.delete', { customerId: customer.id });
    expect((await dealer.call('customer.recycle.page', {})).records.some((r) => r.id === customer.id)).toBe(false);
  });

  it('brings everything back as it was: users, permissions, what was stopped', async () => {
    const customer = await newCustomer();
    const below = await newCustomer({ parentId: customer.id });
    await dealer.call('customer.user.url.del', { customerId: below.id, ids: ['6000'] });
    await dealer.call('customer.stop', { customerId: below.id });
    const session = await as(customer.account);
    await dealer.call('customer.del', { customerId: customer.id });
    expect(await codeOf(session.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeOf(as(customer.account))).toBe(ERROR_CODE.wrongCredentials);
    expect(await codeOf(dealer.call('customer.info', { customerId: below.id }))).toBe(ERROR_CODE.dataNotFound);
    expect((await dealer.call('customer.recycle.page', { customerName: customer.customerName })).records).toMatchObject([
      { id: customer.id, customerCount: 2, userCount: 2, parentId: world.a.customerId },
    ]);
    // What went along is not a thing of its own.
    expect((await dealer.call('customer.recycle.page', { customerName: below.customerName })).total).toBe(0);
    await dealer.call('customer.rest', { customerId: customer.id });
    expect(await codeOf(as(customer.account))).toBe(0);
    expect((await dealer.call('customer.info', { customerId: below.id })).status).toBe('stopped');
    expect((await dealer.call('customer.user.url', { customerId: below.id })).some((e) => e.id === '6000')).toBe(false);
    expect(await codeOf(session.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
  });

  it('does not hold names: who comes back finds the name or the account taken', async () => {
    const customer = await newCustomer();
    await dealer.call('customer.del', { customerId: customer.id });
    const { id } = await dealer.call('customer.info.add', { customerName: customer.customerName });
    expect(await codeOf(dealer.call('customer.rest', { customerId: customer.id }))).toBe(ERROR_CODE.nameExists);
    await dealer.call('customer.info.save', { customerId: id, customerName: fresh('Renamed') });
    await dealer.call('customer.user.add', { customerId: id, account: customer.account, password: PASSWORD });
    expect(await codeOf(dealer.call('customer.rest', { customerId: customer.id }))).toBe(ERROR_CODE.accountExists);
    await api.database.system
      .updateTable('app_user')
      .set({ account: fresh('moved') })
      .where('customer_id', '=', id)
      .execute();
    await dealer.call('customer.rest', { customerId: customer.id });
    expect(await codeOf(as(customer.account))).toBe(0);
  });

  it('needs the customer above', async () => {
    const customer = await newCustomer();
    const below = await newCustomer({ parentId: customer.id });
    await dealer.call('customer.del', { customerId: below.id });
    await dealer.call('customer.del', { customerId: customer.id });
    expect(await codeOf(dealer.call('customer.rest', { customerId: below.id }))).toBe(ERROR_CODE.dataNotFound);
    await dealer.call('customer.rest', { customerId: customer.id });
    expect(await codeOf(dealer.call('customer.info', { customerId: below.id }))).toBe(ERROR_CODE.dataNotFound);
    await dealer.call('customer.rest', { customerId: below.id });
    expect((await dealer.call('customer.info', { customerId: below.id })).parentId).toBe(customer.id);
    expect(await codeOf(dealer.call('customer.recycle.delete', { customerId: below.id }))).toBe(ERROR_CODE.mainAccountDeletion);
  });
});

describe('settings of a customer', () => {
  it('are kept: map, addresses, media node, consent', async () => {
    const customer = await newCustomer();
    const own = await as(customer.account);
    await own.call('customer.set.map.point', { lat: 48.5, lon: 11.25 });
    await own.call('customer.set.map.analyze', { enabled: false });
    await own.call('customer.streamNode.setDefault', { nodeValue: 'eu-1', talkNodeValue: 'eu-2' });
    await own.call('customer.set.superior.watch', { superiorMayWatch: false });
    await dealer.call('customer.info.save', { customerId: customer.id, forcePasswordDays: 30 });
    expect(await dealer.call('customer.expand.config.info', { customerId: customer.id })).toEqual({
      customerId: customer.id,
      nodeValue: 'eu-1',
      talkNodeValue: 'eu-2',
      replayNodeValue: '',
      above: { nodeValue: '', talkNodeValue: '', replayNodeValue: '' },
      defaultLat: 48.5,
      defaultLon: 11.25,
      addressAnalysis: false,
      superiorMayWatch: false,
      forcePasswordDays: 30,
      twoFactorRequired: false,
    });
    // A dealer chooses for a customer below, and sees what holds there without a choice; that one is not told what those above chose.
    await dealer.call('customer.streamNode.setDefault', {
      customerId: customer.id,
      nodeValue: '',
      talkNodeValue: '',
      replayNodeValue: 'eu-3',
    });
    await dealer.call('customer.streamNode.setDefault', { nodeValue: 'eu-9', replayNodeValue: 'eu-8' });
    const chosen = { nodeValue: '', talkNodeValue: '', replayNodeValue: 'eu-3' };
    expect(await dealer.call('customer.expand.config.info', { customerId: customer.id })).toMatchObject({
      ...chosen,
      above: { nodeValue: 'eu-9', talkNodeValue: 'eu-9', replayNodeValue: 'eu-8' },
    });
    expect(await own.call('customer.expand.config.info', {})).toMatchObject({
      ...chosen,
      above: { nodeValue: '', talkNodeValue: '', replayNodeValue: '' },
    });
    await dealer.call('customer.streamNode.setDefault', { nodeValue: '', replayNodeValue: '' });
    // The consent is the customer's own.
    expect(await codeOf(dealer.call('customer.set.superior.watch', { customerId: customer.id, superiorMayWatch: true }))).toBe(
      ERROR_CODE.noPermission,
    );
  });

  it('have modules only where those above have them', async () => {
    const customer = await newCustomer();
    const below = await newCustomer({ parentId: customer.id });
    const on = (customerId: string, by = dealer) => codeOf(by.call('customer.fleet', { customerId, enabled: true }));
    expect(await on(customer.id)).toBe(ERROR_CODE.noPermission);
    await api.database.system
      .updateTable('customer')
      .set({ modules: '{"developer":true,"fleet":true,"personalDevice":true}' })
      .where('id', '=', world.a.customerId)
      .execute();
    expect([await on(below.id), await on(customer.id), await on(below.id)]).toEqual([ERROR_CODE.noPermission, 0, 0]);
    expect((await dealer.call('customer.module', { customerId: below.id })).fleet).toBe(true);
    await dealer.call('customer.fleet', { customerId: customer.id, enabled: false });
    expect((await dealer.call('customer.module', { customerId: below.id })).fleet).toBe(false);
  });

  it('of the main account: password from above', async () => {
    const customer = await newCustomer();
    const session = await as(customer.account);
    const set = (password: string, confirmPassword = password) =>
      codeOf(dealer.call('customer.user.updateCustomerUserPassword', { customerId: customer.id, password, confirmPassword }));
    expect([await set('letters'), await set('new-secret-1', 'other-secret-1')]).toEqual([
      ERROR_CODE.invalidParameters,
      ERROR_CODE.invalidParameters,
    ]);
    expect(await set('new-secret-1')).toBe(0);
    expect(await codeOf(session.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    expect([await codeOf(as(customer.account)), await codeOf(as(customer.account, 'new-secret-1'))]).toEqual([
      ERROR_CODE.wrongCredentials,
      0,
    ]);
    expect(await codeOf(dealer.call('customer.user.add', { customerId: customer.id, account: fresh('second'), password: PASSWORD }))).toBe(
      ERROR_CODE.alreadyExists,
    );
  });
});
