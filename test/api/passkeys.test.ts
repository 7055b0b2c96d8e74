import { ApiError, createClient, ERROR_CODE, PASSKEY_LIMITS, type Client, type PasskeyRequest } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { DEFAULT_THROTTLE } from '@sightline/server/features/auth/sign-in-throttle';
import { totpCode, totpStep } from '@sightline/server/features/auth/totp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchFromPage } from '../dev-env/page-fetch.ts';
import { SoftwareAuthenticator, type Misdeeds } from '../dev-env/software-authenticator.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const PAGE = 'https://fleet.example.com';
const OTHER_PAGE = 'https://other.example.com';
const WRONG_PASSWORDS = 6;
const { wrongAccountOrCode: REFUSED, codeExpired, wrongPassword, dataNotFound, notLoggedIn, noPermission, notImplemented } = ERROR_CODE;

let api: TestApi;
let world: TwoTenants;
/** Main account of a tenant, which may reset its users. */
let main: Client;

const clientAt = (page: string, token: string | null, host?: string): Client =>
  createClient({ baseUrl: api.url, getToken: () => token, fetch: fetchFromPage(page, host) });

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    throttle: { ...DEFAULT_THROTTLE, perAddress: 1000, perAccount: WRONG_PASSWORDS, delayFrom: 1000 },
  });
  main = api.client(await api.signIn(world.a.account, PASSWORD));
});
afterAll(async () => await api?.stop());

let serial = 0;
async function person(change: { readonly concurrent_login?: boolean; readonly customer_id?: string } = {}) {
  const account = `key.${++serial}`;
  const user = { customer_id: world.a.customerId, name: account, password_hash: await hashPassword(PASSWORD), user_type: 3 };
  const { id } = await createUser(api.database.system, { ...user, account, ...change });
  return { id, account };
}

async function add(client: Client, authenticator: SoftwareAuthenticator, name = 'Laptop', misdeeds: Misdeeds = {}) {
  const asked = await client.call('user.passkey.begin', { password: PASSWORD });
  return await client.call('user.passkey.finish', { name, response: authenticator.register(asked, misdeeds) });
}

/** Somebody with one passkey at {@link PAGE}. */
async function withPasskey(change?: Parameters<typeof person>[0]) {
  const user = await person(change);
  const token = await api.signIn(user.account, PASSWORD);
  const client = clientAt(PAGE, token);
  const authenticator = new SoftwareAuthenticator(PAGE);
  return { ...user, token, client, authenticator, passkey: await add(client, authenticator) };
}

const ask = async (page = PAGE): Promise<PasskeyRequest> => await clientAt(page, null).call('system.passkey.begin', {});
async function enter(authenticator: SoftwareAuthenticator, misdeeds: Misdeeds = {}) {
  return await clientAt(PAGE, null).call('system.passkey.login', { response: authenticator.sign(await ask(), misdeeds) });
}
const entering = async (authenticator: SoftwareAuthenticator, misdeeds?: Misdeeds): Promise<number> =>
  await codeOf(enter(authenticator, misdeeds));
const whoAmI = async (token: string): Promise<number> => await codeOf(api.client(token).call('user.base.info', {}));
const logOf = async (account: string) => {
  const { rows } = await sql<{ operation: string; detail: Record<string, unknown> }>`
    SELECT operation, detail FROM audit_log WHERE account = ${account} ORDER BY id DESC`.execute(api.database.system);
  return rows;
};

describe('a passkey', () => {
  it('is made for the host of the page after the password, listed without its key, renamed, and signs in without a name', async () => {
    const user = await person();
    const client = clientAt(PAGE, await api.signIn(user.account, PASSWORD));
    const authenticator = new SoftwareAuthenticator(PAGE);
    expect(await codeOf(client.call('user.passkey.begin', { password: 'wrong-1' }))).toBe(wrongPassword);
    const asked = await client.call('user.passkey.begin', { password: PASSWORD });
    expect(asked).toMatchObject({
      rp: { id: 'fleet.example.com' },
      user: { name: user.account },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const made = await client.call('user.passkey.finish', { name: ' My laptop ', response: authenticator.register(asked) });
    expect(made).toMatchObject({ name: 'My laptop', host: 'fleet.example.com', lastUsedTime: null, synced: false });
    // The browser is told not to make a second one on the same authenticator.
    const again = await client.call('user.passkey.begin', { password: PASSWORD });
    expect(again.excludeCredentials).toEqual([
      { id: authenticator.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);

    const request = await ask();
    expect(request).toMatchObject({ rpId: 'fleet.example.com', allowCredentials: [], userVerification: 'required' });
    const answer = await clientAt(PAGE, null).call('system.passkey.login', { response: authenticator.sign(request), language: 'zh_CN' });
    expect(await api.client(answer.token).call('user.base.info', {})).toMatchObject({ account: user.account, language: 'zh_CN' });
    expect(answer).toMatchObject({ userId: user.id, passwordMustChange: false, twoFactorMissing: false });

    await client.call('user.passkey.rename', { passkeyId: made.id, name: 'Old laptop' });
    const [listed] = await client.call('user.passkey.list', {});
    expect(Object.keys(listed!).toSorted()).toEqual(['createTime', 'host', 'id', 'lastUsedTime', 'name', 'synced']);
    expect(listed).toMatchObject({ id: made.id, name: 'Old laptop' });
    expect(listed!.lastUsedTime).not.toBeNull();

    const log = await logOf(user.account);
    expect(log.map((row) => row.operation)).toEqual(
      expect.arrayContaining(['user.passkey.begin', 'user.passkey.finish', 'user.passkey.rename', 'system.passkey.login']),
    );
    expect(log.find((row) => row.operation === 'system.passkey.login')!.detail).toEqual({ passkeyId: made.id, host: 'fleet.example.com' });
    for (const secret of [asked.challenge, request.challenge, authenticator.id.toString('base64url'), PASSWORD]) {
      expect(JSON.stringify(log)).not.toContain(secret);
    }
  });

  it('is kept where calls read the rows of their user alone, without what signatures are compared with', async () => {
    const user = await withPasskey();
    await withPasskey();
    const asUser = <T>(work: Parameters<typeof api.database.scoped<T>>[1]): Promise<T> =>
      api.database.scoped({ customerPath: '1', userId: user.id, platform: true }, work);
    const { rows } = await asUser((trx) => sql<{ id: string }>`SELECT id FROM user_passkey`.execute(trx));
    expect(rows).toEqual([{ id: user.passkey.id }]);
    for (const statement of [
      sql`SELECT public_key FROM user_passkey`,
      sql`UPDATE user_passkey SET counter = 0`,
      sql`UPDATE user_passkey SET user_id = ${world.a.userId}`,
      sql`INSERT INTO user_passkey (user_id, host, credential_id, public_key, counter, synced, name) VALUES (${world.b.userId}, 'h', 'c', 'k', 0, false, 'n')`,
    ]) {
      await expect(asUser((trx) => statement.execute(trx))).rejects.toMatchObject({ code: '42501' });
    }
    expect(await asUser((trx) => sql`SELECT * FROM passkey_challenge`.execute(trx)).catch((error: { code: string }) => error.code)).toBe(
      '42501',
    );
  });

  it('is not made for a page without https, without a name, or of another host', async () => {
    const user = await person();
    const token = await api.signIn(user.account, PASSWORD);
    for (const [page, host] of [
      ['http://fleet.example.com', undefined],
      ['https://10.0.0.1', undefined],
      [PAGE, 'other.example.com'],
    ] as const) {
      expect(await codeOf(clientAt(page, token, host).call('user.passkey.begin', { password: PASSWORD }))).toBe(notImplemented);
      expect(await codeOf(clientAt(page, null, host).call('system.passkey.begin', {}))).toBe(REFUSED);
    }
    expect(await codeOf(api.client(token).call('user.passkey.begin', { password: PASSWORD }))).toBe(notImplemented);
    const local = new SoftwareAuthenticator('http://localhost:8080');
    expect((await add(clientAt('http://localhost:8080', token), local)).host).toBe('localhost');
  });

  it('is refused with another page, challenge, kind or host, without a person, and with a statement that leads elsewhere', async () => {
    const user = await person();
    const client = clientAt(PAGE, await api.signIn(user.account, PASSWORD));
    const { challenge } = await client.call('user.passkey.begin', { password: PASSWORD });
    for (const misdeeds of [
      { origin: OTHER_PAGE },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { host: 'other.example.com' },
      { unverified: true },
      { format: 'fido-u2f' },
      { format: 'tpm' },
    ] satisfies Misdeeds[]) {
      const code = await codeOf(add(client, new SoftwareAuthenticator(PAGE), 'Laptop', misdeeds));
      expect([misdeeds, code]).toEqual([misdeeds, REFUSED]);
    }
    // Of a question for a sign-in, and of one for somebody else.
    const answer = new SoftwareAuthenticator(PAGE).register({
      ...(await client.call('user.passkey.begin', { password: PASSWORD })),
      challenge: (await ask()).challenge,
    });
    expect(await codeOf(client.call('user.passkey.finish', { name: 'x', response: answer }))).toBe(REFUSED);
    const stranger = clientAt(PAGE, await api.signIn((await person()).account, PASSWORD));
    const asked = await stranger.call('user.passkey.begin', { password: PASSWORD });
    const foreign = new SoftwareAuthenticator(PAGE).register({ ...asked, challenge });
    expect(await codeOf(stranger.call('user.passkey.finish', { name: 'x', response: foreign }))).toBe(REFUSED);
    expect(await client.call('user.passkey.list', {})).toEqual([]);
  });

  it('is one of at most ten, also when many come at once, and known once', async () => {
    const user = await withPasskey();
    const asked = await Promise.all(Array.from({ length: 12 }, () => user.client.call('user.passkey.begin', { password: PASSWORD })));
    const codes = await Promise.all(
      asked.map((question, i) => {
        const response = new SoftwareAuthenticator(PAGE).register(question);
        return codeOf(user.client.call('user.passkey.finish', { name: `Key ${i}`, response }));
      }),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(PASSKEY_LIMITS.perUser - 1);
    expect(codes.filter((code) => code === noPermission)).toHaveLength(3);
    expect(await user.client.call('user.passkey.list', {})).toHaveLength(PASSKEY_LIMITS.perUser);
    expect(await codeOf(user.client.call('user.passkey.begin', { password: PASSWORD }))).toBe(noPermission);
    const other = clientAt(PAGE, await api.signIn((await person()).account, PASSWORD));
    expect(await codeOf(add(other, user.authenticator))).toBe(ERROR_CODE.alreadyExists);
  });

  it('of somebody else is neither renamed nor removed; one’s own is removed after the password, and signs in no longer', async () => {
    const user = await withPasskey();
    const stranger = await withPasskey({ customer_id: world.b.customerId });
    const passkeyId = user.passkey.id;
    expect(await codeOf(stranger.client.call('user.passkey.rename', { passkeyId, name: 'x' }))).toBe(dataNotFound);
    expect(await codeOf(stranger.client.call('user.passkey.remove', { passkeyId, password: PASSWORD }))).toBe(dataNotFound);
    expect((await stranger.client.call('user.passkey.list', {})).map((p) => p.id)).toEqual([stranger.passkey.id]);
    expect(await codeOf(user.client.call('user.passkey.remove', { passkeyId, password: 'wrong-1' }))).toBe(wrongPassword);
    expect(await entering(user.authenticator)).toBe(0);
    await user.client.call('user.passkey.remove', { passkeyId, password: PASSWORD });
    expect(await entering(user.authenticator)).toBe(REFUSED);
    expect((await main.call('user.page', { userNoOrName: user.account })).records[0]).toMatchObject({ passkeys: 0 });
  });
});

describe('signing in with a passkey', () => {
  it('answers each question once, in time, at the page that asked', async () => {
    const { authenticator } = await withPasskey();
    const request = await ask();
    const response = authenticator.sign(request);
    const login = (page = PAGE) => codeOf(clientAt(page, null).call('system.passkey.login', { response }));
    const together = await Promise.all([login(), login(), login()]);
    expect(together.toSorted((x, y) => x - y)).toEqual([0, REFUSED, REFUSED]);
    expect(await login()).toBe(REFUSED);

    const late = authenticator.sign(await ask());
    await sql`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`.execute(api.database.system);
    expect(await codeOf(clientAt(PAGE, null).call('system.passkey.login', { response: late }))).toBe(codeExpired);
    expect(await codeOf(clientAt(PAGE, null).call('system.passkey.login', { response: late }))).toBe(REFUSED);

    // Asked here, answered from elsewhere; and a passkey of this host at another one.
    const carried = authenticator.sign(await ask());
    expect(await codeOf(clientAt(OTHER_PAGE, null).call('system.passkey.login', { response: carried }))).toBe(REFUSED);
    const elsewhere = authenticator.sign(await ask(OTHER_PAGE), { origin: OTHER_PAGE });
    expect(await codeOf(clientAt(OTHER_PAGE, null).call('system.passkey.login', { response: elsewhere }))).toBe(REFUSED);
    expect(await entering(authenticator)).toBe(0);
  });

  it('takes no answer of another page, kind, host or person, none without a person, and none that nobody asked for', async () => {
    const { authenticator } = await withPasskey();
    const other = await withPasskey();
    const impostor = Object.assign(new SoftwareAuthenticator(PAGE), { id: authenticator.id });
    for (const misdeeds of [
      { origin: OTHER_PAGE },
      { challenge: 'AAAA' },
      { type: 'webauthn.create' },
      { host: 'other.example.com' },
      { unverified: true },
      { userHandle: null },
      { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
    ] satisfies Misdeeds[]) {
      expect([misdeeds, await entering(authenticator, misdeeds)]).toEqual([misdeeds, REFUSED]);
    }
    const asked = await other.client.call('user.passkey.begin', { password: PASSWORD });
    expect(await entering(authenticator, { challenge: asked.challenge })).toBe(REFUSED);
    // The id of a passkey, signed with another key.
    impostor.register({ ...asked, user: { ...asked.user } });
    expect(await entering(impostor, { userHandle: authenticator.sign(await ask()).response.userHandle ?? null })).toBe(REFUSED);
    expect(await entering(new SoftwareAuthenticator(PAGE), { userHandle: 'AAAA' })).toBe(REFUSED);
    expect(await entering(authenticator)).toBe(0);
  });

  it('is refused and written down when the counter of signatures goes back; who does not count is let in', async () => {
    const { authenticator, account, passkey } = await withPasskey();
    expect([await entering(authenticator), await entering(authenticator)]).toEqual([0, 0]);
    authenticator.counter -= 1;
    expect(await entering(authenticator)).toBe(REFUSED);
    expect((await logOf(account))[0]).toEqual({
      operation: 'system.passkey.login',
      detail: { passkeyId: passkey.id, refused: 'counterWentBack' },
    });
    authenticator.counts = false;
    authenticator.counter = 0;
    expect(await entering(authenticator)).toBe(REFUSED);
    const silent = await withPasskey();
    silent.authenticator.counts = false;
    expect([await entering(silent.authenticator), await entering(silent.authenticator)]).toEqual([0, 0]);
  });

  it('is for who may sign in with a password: not for the stopped, the recycled, those of a stopped customer, or after too many wrong passwords', async () => {
    const user = await withPasskey();
    const set = (status: string) => sql`UPDATE app_user SET status = ${status} WHERE id = ${user.id}`.execute(api.database.system);
    await set('stopped');
    expect(await entering(user.authenticator)).toBe(ERROR_CODE.accountGone);
    // As with a password: of who is in the bin nobody is told anything.
    await set('recycled');
    expect(await entering(user.authenticator)).toBe(REFUSED);
    await set('active');
    expect(await entering(user.authenticator)).toBe(0);
    const below = await withPasskey({ customer_id: world.a.subCustomerId });
    await main.call('customer.stop', { customerId: world.a.subCustomerId });
    expect(await entering(below.authenticator)).toBe(ERROR_CODE.accountGone);
    for (let i = 0; i < WRONG_PASSWORDS; i++) {
      expect(await codeOf(api.client(null).call('system.login', { account: user.account, password: 'wrong-1' }))).toBe(
        ERROR_CODE.wrongCredentials,
      );
    }
    expect(await entering(user.authenticator)).toBe(ERROR_CODE.tooFrequent);
  });

  it('ends the other sessions of a single login, and asks for a new password where one is due', async () => {
    const single = await withPasskey({ concurrent_login: false });
    const { token } = await enter(single.authenticator);
    expect([await whoAmI(single.token), await whoAmI(token)]).toEqual([notLoggedIn, 0]);
    const careless = await withPasskey();
    await sql`UPDATE customer SET force_password_days = 30 WHERE id = ${world.a.customerId}`.execute(api.database.system);
    await sql`UPDATE app_user SET password_changed_at = now() - interval '31 days' WHERE id = ${careless.id}`.execute(api.database.system);
    const answer = await enter(careless.authenticator);
    expect(answer.passwordMustChange).toBe(true);
    expect(await codeOf(api.client(answer.token).call('device.types', {}))).toBe(ERROR_CODE.passwordMustBeUpdated);
    await sql`UPDATE customer SET force_password_days = NULL WHERE id = ${world.a.customerId}`.execute(api.database.system);
  });

  it('is taken off with the second step by who may reset it, and a demo account gets none', async () => {
    const user = await withPasskey();
    expect((await main.call('user.page', { userNoOrName: user.account })).records[0]).toMatchObject({ passkeys: 1 });
    const open = await user.client.call('user.passkey.begin', { password: PASSWORD });
    const stranger = api.client(await api.signIn(world.b.account, PASSWORD));
    expect(await codeOf(stranger.call('user.twoFactor.reset', { userId: user.id }))).toBe(dataNotFound);
    expect(await entering(user.authenticator)).toBe(0);
    await main.call('user.twoFactor.reset', { userId: user.id });
    expect(await entering(user.authenticator)).toBe(REFUSED);
    // What was begun before is over as well.
    const again = clientAt(PAGE, await api.signIn(user.account, PASSWORD));
    const response = user.authenticator.register(open);
    expect(await codeOf(again.call('user.passkey.finish', { name: 'x', response }))).toBe(REFUSED);
    const demo = clientAt(PAGE, await api.signIn(world.demo, PASSWORD));
    expect(await codeOf(demo.call('user.passkey.begin', { password: PASSWORD }))).toBe(ERROR_CODE.demoMode);
  });
});

describe('a passkey as the second step', () => {
  const keyOf = (key: string): Buffer => {
    const bits = [...key].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
    return Buffer.from(bits.match(/[01]{8}/g)!.map((octet) => Number.parseInt(octet, 2)));
  };
  async function withBoth() {
    const user = await withPasskey();
    const { key } = await user.client.call('user.twoFactor.begin', { password: PASSWORD });
    await user.client.call('user.twoFactor.confirm', { code: totpCode(keyOf(key), totpStep(Date.now())) });
    return user;
  }
  /** The question that comes with 15012; null without one. */
  async function asked(account: string, password = PASSWORD, page = PAGE): Promise<PasskeyRequest | null> {
    const error: unknown = await clientAt(page, null)
      .call('system.login', { account, password })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError) || error.code !== ERROR_CODE.authenticatorRequired) return null;
    return (error.data as { passkey?: PasskeyRequest }).passkey ?? null;
  }
  const login = (account: string, passkey: ReturnType<SoftwareAuthenticator['sign']>, password = PASSWORD) =>
    codeOf(clientAt(PAGE, null).call('system.login', { account, password, passkey }));

  it('stands in for the code after the right password, and is offered to nobody else', async () => {
    const user = await withBoth();
    expect(await asked(user.account, 'wrong-1')).toBeNull();
    expect(await asked(user.account, PASSWORD, OTHER_PAGE)).toBeNull();
    const request = (await asked(user.account))!;
    expect(request.allowCredentials.map((c) => c.id)).toEqual([user.authenticator.id.toString('base64url')]);
    const passkey = user.authenticator.sign(request, { userHandle: null });
    expect(await login(user.account, passkey)).toBe(0);
    expect(await login(user.account, passkey)).toBe(REFUSED);
    // The latest first: the answer that was shown again, and the one that let in.
    const signIns = (await logOf(user.account)).filter((row) => row.operation === 'system.login').map((row) => row.detail);
    expect(signIns.slice(0, 2)).toEqual([{ secondStep: 'passkey' }, { secondStep: 'passkey', passkeyId: user.passkey.id }]);
    // Alone it is two steps in one: something one has, and a finger or a PIN.
    expect(await entering(user.authenticator)).toBe(0);
  });

  it('is the user’s own, answers the question of this user, and does not replace the password', async () => {
    const [user, other] = [await withBoth(), await withBoth()];
    expect(await login(user.account, other.authenticator.sign((await asked(user.account))!))).toBe(REFUSED);
    expect(await login(user.account, user.authenticator.sign((await asked(other.account))!))).toBe(REFUSED);
    expect(await login(user.account, user.authenticator.sign(await ask()))).toBe(REFUSED);
    const own = user.authenticator.sign((await asked(user.account))!);
    expect(await codeOf(clientAt(PAGE, null).call('system.passkey.login', { response: own }))).toBe(REFUSED);
  });
});
