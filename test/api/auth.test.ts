import { ERROR_CODE } from '@sightline/contract';
import { createCustomer, createUser } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { DEFAULT_THROTTLE } from '@sightline/server/features/auth/sign-in-throttle';
import { tokenHash } from '@sightline/server/features/auth/sessions.service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    throttle: { ...DEFAULT_THROTTLE, perPair: 5, perAddress: 500, delayFrom: 3, delayStepMs: 400 },
  });
});
afterAll(async () => await api?.stop());

const signIn = (account: string, password: string = PASSWORD) => api.client(null).call('system.login', { account, password });
const whoAmI = (token: string) => codeOf(api.client(token).call('user.base.info', {}));

describe('sign-in', () => {
  it('gives a token that opens the API, plain or as Bearer; only its hash is stored', async () => {
    const { token, userId, customerId, passwordMustChange } = await signIn(world.a.account);
    expect([userId, customerId, passwordMustChange]).toEqual([world.a.userId, world.a.customerId, false]);
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    expect(await whoAmI(token)).toBe(0);
    expect((await api.raw('POST', '/gps/v2/user/base/info', `Bearer ${token}`, {})).code).toBe(0);
    const rows = await api.database.system.selectFrom('session_token').selectAll().execute();
    expect(rows.some((r) => r.hash.equals(tokenHash(token)))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('tells a wrong password and an unknown account apart neither by code nor much by time', async () => {
    const time = async (account: string): Promise<number> => {
      const before = performance.now();
      expect(await codeOf(signIn(account, 'wrong-1'))).toBe(ERROR_CODE.wrongCredentials);
      return performance.now() - before;
    };
    await time('nobody');
    const known = await time('nobody');
    const unknown = await time('no.such.account');
    // A password check takes tens of ms; an answer without one would take two.
    expect(unknown).toBeGreaterThan(known / 4);
  });

  it('writes a wrong password down where the person it was tried on sees it, and nothing for an account that is not there', async () => {
    const { token } = await signIn(world.b.account);
    expect(await codeOf(signIn(world.b.account, 'wrong-1'))).toBe(ERROR_CODE.wrongCredentials);
    expect(await codeOf(signIn('no.such.account', 'wrong-1'))).toBe(ERROR_CODE.wrongCredentials);
    const refused = async () => {
      const { records } = await api.client(token).call('log.page', { pageIndex: 1, pageSize: 50 });
      return records.filter((r) => r.operation === 'system.login' && r.code !== 0);
    };
    const [entry, ...others] = await eventually(async () => ((await refused()).length > 0 ? await refused() : null), 'the entry');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ operation: 'system.login', code: ERROR_CODE.wrongCredentials, account: world.b.account });
    expect(JSON.stringify(entry)).not.toContain('wrong-1');
    const all = await api.database.system.selectFrom('audit_log').select('account').where('account', '=', 'no.such.account').execute();
    expect(all).toEqual([]);
  });

  it('slows guesses down, then refuses them with 429 and the time to wait; other accounts are not touched', async () => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = performance.now();
      expect(await codeOf(signIn('guessed', `guess-${i}`))).toBe(ERROR_CODE.wrongCredentials);
      times.push(performance.now() - before);
    }
    expect(times[4]!).toBeGreaterThan(800);
    const answer = await api.raw('POST', '/gps/v2/system/login', null, { account: 'guessed', password: PASSWORD });
    expect(answer.code).toBe(ERROR_CODE.tooFrequent);
    expect((answer.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(800);
    expect((await signIn(world.a.account)).userId).toBe(world.a.userId);
  });

  it('counts guesses that are made at the same time', async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, (_, i) => codeOf(signIn('burst', `guess-${i}`))));
    expect(codes.filter((c) => c === ERROR_CODE.wrongCredentials).length).toBe(5);
    expect(codes.filter((c) => c === ERROR_CODE.tooFrequent).length).toBe(7);
  });

  it('refuses a stopped user and a stopped customer above, and says so only to who knows the password', async () => {
    const db = api.database.system;
    const dealer = await createCustomer(db, { parentId: world.a.customerId, name: 'To be stopped', customerType: 1 });
    const below = await createCustomer(db, { parentId: dealer.id, name: 'Below', customerType: 2 });
    const user = await createUser(db, {
      customer_id: below.id,
      account: 'below',
      name: 'Below',
      password_hash: await hashPassword(PASSWORD),
      user_type: 2,
    });
    const { token } = await signIn('below');
    expect(await whoAmI(token)).toBe(0);
    await db.updateTable('customer').set({ status: 'stopped' }).where('id', '=', dealer.id).execute();
    api.publish('principal.changed', { userId: null });
    expect(await whoAmI(token)).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeOf(signIn('below'))).toBe(ERROR_CODE.accountGone);
    expect(await codeOf(signIn('below', 'wrong-1'))).toBe(ERROR_CODE.wrongCredentials);
    await db.updateTable('customer').set({ status: 'active' }).where('id', '=', dealer.id).execute();
    await db.updateTable('app_user').set({ status: 'stopped' }).where('id', '=', user.id).execute();
    expect(await codeOf(signIn('below'))).toBe(ERROR_CODE.accountGone);
  });
});

describe('sessions', () => {
  it('end at sign-out, at once and in the database', async () => {
    const { token } = await signIn(world.a.account);
    await api.client(token).call('system.out', {});
    expect(await whoAmI(token)).toBe(ERROR_CODE.notLoggedIn);
    const row = await api.database.system
      .selectFrom('session_token')
      .select('revoked_at')
      .where('hash', '=', tokenHash(token))
      .executeTakeFirstOrThrow();
    expect(row.revoked_at).not.toBeNull();
  });

  it('end when the user signs in elsewhere, for users with a single login; others keep theirs', async () => {
    const first = (await signIn(world.singleLogin)).token;
    expect(await whoAmI(first)).toBe(0);
    const second = (await signIn(world.singleLogin)).token;
    expect([await whoAmI(first), await whoAmI(second)]).toEqual([ERROR_CODE.notLoggedIn, 0]);
    const one = (await signIn(world.a.account)).token;
    const two = (await signIn(world.a.account)).token;
    expect([await whoAmI(one), await whoAmI(two)]).toEqual([0, 0]);
  });

  it('expire, and a use moves the end', async () => {
    const { token } = await signIn(world.a.account);
    const session = api.database.system.updateTable('session_token').where('hash', '=', tokenHash(token));
    await session.set({ expires_at: new Date(Date.now() + 60_000), last_used_at: new Date(Date.now() - 3_600_000) }).execute();
    api.publish('principal.changed', { userId: world.a.userId });
    expect(await whoAmI(token)).toBe(0);
    const row = await api.database.system
      .selectFrom('session_token')
      .select('expires_at')
      .where('hash', '=', tokenHash(token))
      .executeTakeFirstOrThrow();
    expect(row.expires_at.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    await session.set({ expires_at: new Date(Date.now() - 1) }).execute();
    api.publish('principal.changed', { userId: world.a.userId });
    expect(await whoAmI(token)).toBe(ERROR_CODE.notLoggedIn);
  });

  it('lead only to the change of an outdated password, which ends the other sessions', async () => {
    const { account } = world.a;
    const old = new Date(Date.now() - 40 * 86_400_000);
    await api.database.system.updateTable('app_user').set({ password_changed_at: old }).where('account', '=', 'nobody').execute();
    expect((await signIn('nobody')).passwordMustChange).toBe(false);
    await api.database.system.updateTable('customer').set({ force_password_days: 30 }).where('id', '=', world.a.customerId).execute();
    const { token, passwordMustChange } = await signIn('nobody');
    const other = (await signIn('nobody')).token;
    expect(passwordMustChange).toBe(true);
    const client = api.client(token);
    expect((await client.call('user.base.info', {})).passwordMustChange).toBe(true);
    expect(await codeOf(client.call('device.types', {}))).toBe(ERROR_CODE.passwordMustBeUpdated);
    const change = (oldPassword: string, password: string, confirmPassword = password) =>
      codeOf(client.call('user.base.user.updateUserPassword', { oldPassword, password, confirmPassword }));
    expect(await change('wrong', 'new-secret-1')).toBe(ERROR_CODE.wrongPassword);
    expect(await change(PASSWORD, 'letters')).toBe(ERROR_CODE.invalidParameters);
    expect(await change(PASSWORD, 'new-secret-1', 'new-secret-2')).toBe(ERROR_CODE.invalidParameters);
    expect(await change(PASSWORD, 'new-secret-1')).toBe(0);
    expect([await codeOf(client.call('device.types', {})), await whoAmI(other)]).toEqual([0, ERROR_CODE.notLoggedIn]);
    expect(await codeOf(signIn('nobody', PASSWORD))).toBe(ERROR_CODE.wrongCredentials);
    expect((await signIn('nobody', 'new-secret-1')).passwordMustChange).toBe(false);
    // Only ordinary users are forced; the main account of the same age is not.
    await api.database.system.updateTable('app_user').set({ password_changed_at: old }).where('account', '=', account).execute();
    expect((await signIn(account)).passwordMustChange).toBe(false);
  });

  it('take on changed permissions when the bus tells of the change', async () => {
    const { token } = await signIn(world.b.account);
    const client = api.client(token);
    expect(await codeOf(client.call('device.page', {}))).toBe(0);
    await api.database.system
      .updateTable('customer')
      .set({ menu_ids: ['4000', '4000:view'] })
      .where('id', '=', world.b.customerId)
      .execute();
    api.publish('principal.changed', { userId: null });
    const entries = await client.call('user.auth.url', {});
    expect(entries.map((e) => e.id)).toEqual(['4000', '4000:view']);
    expect(await client.call('customer.menu.url', {})).toEqual([{ url: '/monitor', menuName: 'monitor' }]);
    expect(await codeOf(client.call('log.page.customer', {}))).toBe(ERROR_CODE.noPermission);
  });
});
