import { ERROR_CODE, type Client, type InputOf } from '@sightline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../dev-env/mail-server.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let dealer: Client;
let owner: Client;
let mailServer: TestMailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    env: mailServer.env,
  });
  dealer = await as(world.a.account);
  owner = await as(world.owner);
});
afterAll(async () => {
  await api?.stop();
  await mailServer?.stop();
});

const as = async (account: string, password = PASSWORD): Promise<Client> => api.client(await api.signIn(account, password));
let serial = 0;
const fresh = (prefix: string): string => `${prefix}.${++serial}`;
type NewUser = InputOf<'user.base.info.add'>;
async function newUser(input: Partial<NewUser> = {}, by: Client = dealer) {
  const account = fresh('user');
  const id = await addUser(by, { account, password: PASSWORD, userName: account, ...input });
  return { id, account };
}
const addUser = async (by: Client, input: NewUser): Promise<string> => (await by.call('user.base.info.add', input)).id;

describe('users', () => {
  it('are added, found, changed, and sign in', async () => {
    const { id, account } = await newUser({ email: 'ana@example.com', phone: '1', concurrentLogin: false, language: 'zh_CN' });
    const page = await dealer.call('user.page', { userNoOrName: account });
    expect(page).toMatchObject({
      total: 1,
      records: [{ id, account, userType: '3', email: 'ana@example.com', concurrentLogin: false, status: 'active' }],
    });
    const first = await as(account);
    expect(await first.call('user.base.info', {})).toMatchObject({ id, language: 'zh_CN', concurrentLogin: false });
    await as(account);
    expect(await codeOf(first.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    await dealer.call('user.base.info.update', { userId: id, userName: 'Renamed', phone: '' });
    expect(await dealer.call('user.base.info', { userId: id })).toMatchObject({
      userName: 'Renamed',
      phone: null,
      email: 'ana@example.com',
    });
    expect(await dealer.call('user.noticeInfo', { userId: id })).toMatchObject({
      email: 'ana@example.com',
      soundType: 3,
      customerEmail: null,
    });
    expect(await codeOf(dealer.call('user.base.info.update', { userId: id, email: '@' }))).toBe(ERROR_CODE.invalidEmail);
    const sub = await newUser({ customerId: world.a.subCustomerId });
    const ids = async (input: { customerId?: string; subsumption?: 0 | 1 }) =>
      (await dealer.call('user.page', { pageSize: 200, ...input })).records.map((r) => r.id);
    expect((await ids({})).includes(sub.id)).toBe(true);
    expect((await ids({ subsumption: 0 })).includes(sub.id)).toBe(false);
    expect(await ids({ customerId: world.a.subCustomerId })).toEqual([sub.id]);
  });

  it('have accounts that nobody else has, of the allowed letters, and passwords of two kinds', async () => {
    const { account } = await newUser();
    const add = (change: object) =>
      codeOf(dealer.call('user.base.info.add', { account: fresh('user'), password: PASSWORD, userName: 'x', ...change }));
    expect(await add({ account })).toBe(ERROR_CODE.accountExists);
    expect(await add({ account: world.b.account })).toBe(ERROR_CODE.accountExists);
    expect(await dealer.call('user.checkUserNo', { account: world.b.account })).toEqual({ available: 0 });
    expect(await dealer.call('user.checkUserNo', { account: fresh('free') })).toEqual({ available: 1 });
    for (const bad of ['with space', 'slash/', 'ümlaut', '']) expect(await add({ account: bad })).toBe(ERROR_CODE.invalidParameters);
    for (const bad of ['short', 'onlyletters', '12345678', `a1${'x'.repeat(29)}`, 'a1 b2 c3']) {
      expect(await add({ password: bad })).toBe(ERROR_CODE.invalidParameters);
    }
    expect([await add({ password: 'letters_' }), await add({ password: '123456-' })]).toEqual([0, 0]);
    expect(await add({ email: 'nonsense' })).toBe(ERROR_CODE.invalidEmail);
    expect(await add({ customerId: world.b.customerId })).toBe(ERROR_CODE.dataNotFound);
  });

  it('stopped, are out and stay out', async () => {
    const { id, account } = await newUser();
    const session = await as(account);
    await dealer.call('user.stop', { userId: id });
    expect([await codeOf(session.call('user.base.info', {})), await codeOf(as(account))]).toEqual([
      ERROR_CODE.notLoggedIn,
      ERROR_CODE.accountGone,
    ]);
    await dealer.call('user.resume', { userId: id });
    expect([await codeOf(session.call('user.base.info', {})), await codeOf(as(account))]).toEqual([ERROR_CODE.notLoggedIn, 0]);
  });

  it('go to the recycle bin and come back with what they had', async () => {
    const { id, account } = await newUser({ menus: [{ id: '4000', grant: 9 }] });
    const session = await as(account);
    const before = await dealer.call('user.auth.url', { userId: id });
    await dealer.call('user.del', { userId: id });
    expect([await codeOf(session.call('user.base.info', {})), await codeOf(as(account))]).toEqual([
      ERROR_CODE.notLoggedIn,
      ERROR_CODE.wrongCredentials,
    ]);
    expect(await codeOf(dealer.call('user.base.info', { userId: id }))).toBe(ERROR_CODE.dataNotFound);
    expect((await dealer.call('user.recycle.page', { userNoOrName: account })).records).toMatchObject([
      { id, account, status: 'recycled' },
    ]);
    // The account is free meanwhile; who comes back finds it taken.
    const other = await addUser(dealer, { account, password: PASSWORD, userName: 'Other' });
    expect(await codeOf(dealer.call('user.rest', { userId: id }))).toBe(ERROR_CODE.accountExists);
    await dealer.call('user.del', { userId: other });
    await dealer.call('user.rest', { userId: id });
    expect(await dealer.call('user.auth.url', { userId: id })).toEqual(before);
    expect(await codeOf(as(account))).toBe(0);
    await dealer.call('user.recycle.delete', { userId: other });
    expect((await dealer.call('user.recycle.page', { userNoOrName: account })).total).toBe(0);
    expect(await codeOf(dealer.call('user.recycle.delete', { userId: id }))).toBe(ERROR_CODE.dataNotFound);
  });

  it('are not oneself, the administrator, or the main account of the own company', async () => {
    const self = { userId: world.a.userId };
    expect(await codeOf(dealer.call('user.stop', self))).toBe(ERROR_CODE.cannotOperateCurrentUser);
    expect(await codeOf(dealer.call('user.del', self))).toBe(ERROR_CODE.cannotOperateCurrentUser);
    const ordinary = await as((await newUser()).account);
    expect(await codeOf(ordinary.call('user.stop', self))).toBe(ERROR_CODE.cannotOperateAdmin);
    expect(await codeOf(ordinary.call('user.del', self))).toBe(ERROR_CODE.mainAccountDeletion);
    // From above it goes, when the company has no other users.
    const { id, userId } = await owner.call('customer.info.add', {
      customerName: fresh('Company'),
      account: fresh('boss'),
      password: PASSWORD,
    });
    const employee = await addUser(owner, { account: fresh('employee'), password: PASSWORD, userName: 'x', customerId: id });
    expect(await codeOf(owner.call('user.del', { userId: userId! }))).toBe(ERROR_CODE.deleteUsersFirst);
    await owner.call('user.del', { userId: employee });
    expect(await codeOf(owner.call('user.del', { userId: userId! }))).toBe(0);
  });

  it('get a new password from above, which ends their sessions', async () => {
    const { id, account } = await newUser();
    const session = await as(account);
    const save = (password: string, confirmPassword = password) =>
      codeOf(dealer.call('user.pwd.save', { userId: id, password, confirmPassword }));
    expect([await save('letters'), await save('new-secret-1', 'new-secret-2')]).toEqual([
      ERROR_CODE.invalidParameters,
      ERROR_CODE.invalidParameters,
    ]);
    expect(await save('new-secret-1')).toBe(0);
    expect(await codeOf(session.call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    expect([await codeOf(as(account)), await codeOf(as(account, 'new-secret-1'))]).toEqual([ERROR_CODE.wrongCredentials, 0]);
  });

  it('nobody wins rights by setting a password or adding a user', async () => {
    const helper = await newUser({ menus: [{ id: '2000', grant: 9 }] });
    const strong = await newUser();
    const client = await as(helper.account);
    expect(
      await codeOf(client.call('user.pwd.save', { userId: strong.id, password: 'new-secret-1', confirmPassword: 'new-secret-1' })),
    ).toBe(ERROR_CODE.noPermission);
    const made = await newUser({}, client);
    expect(new Set((await dealer.call('user.auth.url', { userId: made.id })).map((e) => e.id.split(':')[0]))).toEqual(new Set(['2000']));
    expect(await codeOf(client.call('user.auth.setting.url', { userId: made.id, menus: [{ id: '6000', grant: 9 }] }))).toBe(
      ERROR_CODE.noPermission,
    );
    // With what it has it may do as it likes; what it has not stays as it was.
    await client.call('user.auth.setting.url', { userId: strong.id, menus: [] });
    const left = (await dealer.call('user.auth.url', { userId: strong.id })).map((e) => e.id);
    expect([left.includes('2000'), left.includes('6000')]).toEqual([false, true]);
  });
});

describe('signing in as a user below', () => {
  it('is for main accounts above, is in both logs, and leaves the sessions of the user alone', async () => {
    const below = await dealer.call('customer.info.add', { customerName: fresh('Below'), account: fresh('below'), password: PASSWORD });
    await api.database.system.updateTable('app_user').set({ concurrent_login: false }).where('id', '=', below.userId!).execute();
    const account = (await dealer.call('user.base.info', { userId: below.userId! })).account;
    const own = await as(account);
    const { token } = await dealer.call('user.url.login', { userId: below.userId! });
    expect(await api.client(token).call('user.base.info', {})).toMatchObject({ id: below.userId, customerId: below.id });
    expect(await codeOf(own.call('user.base.info', {}))).toBe(0);
    const { rows } = await api.database.pool.query<{ account: string; detail: { enteredBy?: string; account?: string } }>(
      `SELECT account, detail FROM audit_log WHERE operation = 'user.url.login' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { account, detail: { enteredBy: world.a.account } },
      { account: world.a.account, detail: { account } },
    ]);
    const enter = (by: Client, userId: string) => codeOf(by.call('user.url.login', { userId }));
    const ordinary = await as((await newUser()).account);
    expect(await enter(ordinary, below.userId!)).toBe(ERROR_CODE.noPermission);
    expect(await enter(dealer, (await newUser()).id)).toBe(ERROR_CODE.noPermission);
    expect(await enter(dealer, world.b.userId)).toBe(ERROR_CODE.dataNotFound);
    expect(await enter(own, world.a.userId)).toBe(ERROR_CODE.dataNotFound);
    // The consent that those above may watch holds here as well.
    await own.call('customer.set.superior.watch', { superiorMayWatch: false });
    expect(await enter(dealer, below.userId!)).toBe(ERROR_CODE.noPermission);
  });
});

describe('mail of a customer', () => {
  it('is kept, and a test reaches the mail server', async () => {
    expect(await dealer.call('customer.user.getCustomerUserMail', {})).toMatchObject({ id: null, email: '' });
    const mail = { email: 'fleet@example.com', senderName: 'Fleet "North" 北' };
    expect(await codeOf(dealer.call('customer.user.editCustomerUserMail', mail))).toBe(ERROR_CODE.dataNotFound);
    await dealer.call('customer.user.addCustomerUserMail', mail);
    expect(await codeOf(dealer.call('customer.user.addCustomerUserMail', mail))).toBe(ERROR_CODE.alreadyExists);
    await dealer.call('customer.user.editCustomerUserMail', { ...mail, email: 'fleet2@example.com' });
    expect(await dealer.call('customer.user.getCustomerUserMail', {})).toMatchObject({ email: 'fleet2@example.com' });
    await dealer.call('customer.user.testSendCustomerUserMail', mail);
    expect(mailServer.mails).toMatchObject([{ to: 'fleet@example.com', from: 'notices@example.com' }]);
    expect(mailServer.mails[0]!.text).toContain('Subject: Test e-mail');
    expect(await codeOf(dealer.call('customer.user.testSendCustomerUserMail', { email: 'refused@example.com' }))).toBe(ERROR_CODE.tryLater);
    expect(await codeOf(dealer.call('customer.user.testSendCustomerUserMail', { email: 'a@x.com\r\nBcc: b@x.com' }))).toBe(
      ERROR_CODE.invalidEmail,
    );
    expect(mailServer.mails).toHaveLength(1);
  });
});
