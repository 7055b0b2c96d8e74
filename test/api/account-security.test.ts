import { ERROR_CODE, SOCKET_PATH, TWO_FACTOR_LIMITS, type Client } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { totpCode, totpStep } from '@sightline/server/features/auth/totp';
import { DEFAULT_THROTTLE } from '@sightline/server/features/auth/sign-in-throttle';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let a: Client;
let owner: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    throttle: { ...DEFAULT_THROTTLE, perPair: 1000, perAddress: 1000, perAccount: 1000, delayFrom: 1000 },
  });
  a = api.client(await api.signIn(world.a.account, PASSWORD));
  owner = api.client(await api.signIn(world.owner, PASSWORD));
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(async () => await api?.stop());

let serial = 0;
async function person(customerId = world.a.customerId, userType = 3) {
  const account = `person.${++serial}`;
  const { id } = await createUser(api.database.system, {
    customer_id: customerId,
    account,
    name: account,
    password_hash: await hashPassword(PASSWORD),
    user_type: userType,
  });
  return { id, account };
}
const whoAmI = (token: string) => codeOf(api.client(token).call('user.base.info', {}));
const signIn = (account: string, code?: string) =>
  api.client(null).call('system.login', { account, password: PASSWORD, ...(code === undefined ? {} : { code }) });

describe('sessions of a user', () => {
  it('are listed with what they are, and nothing that could be used', async () => {
    const { account } = await person();
    const first = await api.signIn(account, PASSWORD);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const answer = await fetch(`${api.url}/gps/v2/system/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ account, password: PASSWORD }),
    });
    const second = ((await answer.json()) as { data: { token: string } }).data.token;
    const sessions = await api.client(first).call('user.session.list', {});
    expect(sessions.length).toBe(2);
    expect(sessions.find((s) => !s.current)).toMatchObject({
      browser: 'Firefox 140',
      system: 'Linux',
      remote: '127.0.0.1',
      enteredBy: null,
    });
    expect(Object.keys(sessions[0]!).toSorted()).toEqual(
      ['browser', 'current', 'enteredBy', 'id', 'lastSeenTime', 'remote', 'signInTime', 'system'].toSorted(),
    );
    expect((await api.client(second).call('user.session.list', {})).find((s) => s.current)?.browser).toBe('Firefox 140');
  });

  it('end one by one or all but this one, with the sockets that they have open; others keep theirs', async () => {
    const { account } = await person();
    const tokens = await Promise.all([1, 2, 3].map(() => api.signIn(account, PASSWORD)));
    const [first, second, third] = tokens as [string, string, string];
    const ended: string[] = [];
    for (const token of tokens) {
      const socket = io(api.url, { path: SOCKET_PATH, transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
      sockets.push(socket);
      socket.on('session_ended', () => void ended.push(token));
      await eventually(() => socket.connected, 'the socket');
    }
    const client = api.client(first);
    const secondId = (await api.client(second).call('user.session.list', {})).find((s) => s.current)!.id;
    expect(await codeOf(a.call('user.session.end', { sessionId: secondId }))).toBe(ERROR_CODE.dataNotFound);
    await client.call('user.session.end', { sessionId: secondId });
    await eventually(() => ended.length > 0 && !sockets[1]!.connected, 'the end of the socket');
    expect([ended, await whoAmI(second), await whoAmI(third)]).toEqual([[second], ERROR_CODE.notLoggedIn, 0]);
    expect(await codeOf(client.call('user.session.end', { sessionId: secondId }))).toBe(ERROR_CODE.dataNotFound);
    expect(await client.call('user.session.endOthers', {})).toEqual({ ended: 1 });
    await eventually(() => !sockets[2]!.connected, 'the end of the other socket');
    expect([await whoAmI(first), await whoAmI(third), sockets[0]!.connected]).toEqual([0, ERROR_CODE.notLoggedIn, true]);
    expect((await client.call('user.session.list', {})).map((s) => s.current)).toEqual([true]);
  });

  it('lie where calls read the rows of their user alone, and no hash of a token', async () => {
    const { id } = await person();
    const asUser = <T>(work: Parameters<typeof api.database.scoped<T>>[1]): Promise<T> =>
      api.database.scoped({ customerPath: '1', userId: id, platform: true }, work);
    await sql`INSERT INTO session_token (hash, user_id, expires_at) VALUES ('own', ${id}, now() + interval '1 hour')`.execute(
      api.database.system,
    );
    const { rows } = await asUser((trx) => sql<{ user_id: string }>`SELECT user_id FROM session_token`.execute(trx));
    expect(rows).toEqual([{ user_id: id }]);
    await expect(asUser((trx) => sql`SELECT hash FROM session_token`.execute(trx))).rejects.toMatchObject({ code: '42501' });
    await expect(asUser((trx) => sql`UPDATE session_token SET expires_at = now()`.execute(trx))).rejects.toMatchObject({ code: '42501' });
  });

  it('name whoever went on as this user from above', async () => {
    const below = await person(world.a.subCustomerId, 2);
    const token = await api.signIn(below.account, PASSWORD);
    await a.call('user.url.login', { userId: below.id });
    const sessions = await api.client(token).call('user.session.list', {});
    expect(sessions.map((s) => s.enteredBy).toSorted()).toEqual([world.a.account, null].toSorted());
  });
});

/** Base32 of the key as an app reads it. */
const bytesOf = (key: string): Buffer => {
  const bits = [...key].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/[01]{8}/g)!.map((octet) => Number.parseInt(octet, 2)));
};
const codeNow = (key: string, shift = 0): string => totpCode(bytesOf(key), totpStep(Date.now()) + shift);
/** As if the codes taken until now were long ago. */
const later = async (userId: string): Promise<void> =>
  void (await sql`UPDATE user_two_factor SET last_step = 0, tries = 0 WHERE user_id = ${userId}`.execute(api.database.system));
const wrongFor = (key: string): string => {
  const right = [-2, -1, 0, 1, 2].map((shift) => codeNow(key, shift));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
};
async function withTwoFactor(user: { id: string; account: string }) {
  const token = await api.signIn(user.account, PASSWORD);
  const client = api.client(token);
  const { key, uri } = await client.call('user.twoFactor.begin', { password: PASSWORD });
  const { recoveryCodes } = await client.call('user.twoFactor.confirm', { code: codeNow(key) });
  await later(user.id);
  return { ...user, token, client, key, uri, recoveryCodes };
}

describe('the second step of a sign-in', () => {
  it('begins to count with the first code of the key, which ends all other sessions', async () => {
    const user = await person();
    const token = await api.signIn(user.account, PASSWORD);
    const other = await api.signIn(user.account, PASSWORD);
    const client = api.client(token);
    expect(await client.call('user.twoFactor.info', {})).toEqual({
      enabled: false,
      sinceTime: null,
      recoveryCodesLeft: 0,
      required: false,
    });
    expect(await codeOf(client.call('user.twoFactor.begin', { password: 'wrong-1' }))).toBe(ERROR_CODE.wrongPassword);
    expect(await codeOf(client.call('user.twoFactor.confirm', { code: '123456' }))).toBe(ERROR_CODE.wrongAccountOrCode);
    const { key, uri } = await client.call('user.twoFactor.begin', { password: PASSWORD });
    expect(uri).toContain(`otpauth://totp/Sightline:${user.account}?secret=${key}&issuer=Sightline`);
    expect(await codeOf(client.call('user.twoFactor.confirm', { code: wrongFor(key) }))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(signIn(user.account))).toBe(0);
    const { recoveryCodes } = await client.call('user.twoFactor.confirm', { code: codeNow(key) });
    expect(new Set(recoveryCodes).size).toBe(TWO_FACTOR_LIMITS.recoveryCodes);
    expect([await whoAmI(token), await whoAmI(other)]).toEqual([0, ERROR_CODE.notLoggedIn]);
    expect(await client.call('user.twoFactor.info', {})).toMatchObject({
      enabled: true,
      recoveryCodesLeft: TWO_FACTOR_LIMITS.recoveryCodes,
    });
    // Neither key nor codes lie open in the database or in the log.
    const { rows } = await sql<{ text: string }>`
      SELECT coalesce(string_agg(t::text, ' '), '') || coalesce((SELECT string_agg(r::text, ' ') FROM user_recovery_code r), '') AS text
      FROM user_two_factor t`.execute(api.database.system);
    for (const secret of [key, bytesOf(key).toString('hex'), bytesOf(key).toString('base64'), recoveryCodes[0]!]) {
      expect(rows[0]!.text).not.toContain(secret);
    }
    expect(JSON.stringify(await client.call('log.page', {}))).not.toContain(key);
  });

  it('asks for a code after the right password alone, takes each code once, and says nothing to who has no password', async () => {
    const user = await withTwoFactor(await person());
    expect(await codeOf(signIn(user.account))).toBe(ERROR_CODE.authenticatorRequired);
    expect(
      await codeOf(api.client(null).call('system.login', { account: user.account, password: 'wrong-1', code: codeNow(user.key) })),
    ).toBe(ERROR_CODE.wrongCredentials);
    expect(await codeOf(signIn(user.account, wrongFor(user.key)))).toBe(ERROR_CODE.wrongAccountOrCode);
    const code = codeNow(user.key);
    const together = await Promise.all([
      codeOf(signIn(user.account, code)),
      codeOf(signIn(user.account, `${code.slice(0, 3)} ${code.slice(3)}`)),
    ]);
    expect(together.toSorted((x, y) => x - y)).toEqual([0, ERROR_CODE.wrongAccountOrCode]);
    expect(await codeOf(signIn(user.account, code))).toBe(ERROR_CODE.wrongAccountOrCode);
    // An older code is not taken after a newer one, the next one is.
    expect(await codeOf(signIn(user.account, codeNow(user.key, -1)))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(signIn(user.account, codeNow(user.key, 1)))).toBe(0);
  });

  it('is passed with a recovery code, each once, and new ones put the others out of use', async () => {
    const user = await withTwoFactor(await person());
    const [first, second] = user.recoveryCodes as [string, string];
    expect(await codeOf(signIn(user.account, first))).toBe(0);
    expect(await codeOf(signIn(user.account, first))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect((await user.client.call('user.twoFactor.info', {})).recoveryCodesLeft).toBe(TWO_FACTOR_LIMITS.recoveryCodes - 1);
    expect(await codeOf(user.client.call('user.twoFactor.recovery', { password: 'wrong-1', code: codeNow(user.key) }))).toBe(
      ERROR_CODE.wrongPassword,
    );
    const { recoveryCodes } = await user.client.call('user.twoFactor.recovery', { password: PASSWORD, code: codeNow(user.key) });
    expect(await codeOf(signIn(user.account, second))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(signIn(user.account, recoveryCodes[0]!.toUpperCase().replace('-', ' ')))).toBe(0);
    const other = await withTwoFactor(await person());
    expect(await codeOf(signIn(other.account, recoveryCodes[1]!))).toBe(ERROR_CODE.wrongAccountOrCode);
  });

  it('is closed for a while after wrong codes, also made side by side, for the right one too', async () => {
    const user = await withTwoFactor(await person());
    const wrong = wrongFor(user.key);
    const codes = await Promise.all(Array.from({ length: TWO_FACTOR_LIMITS.tries + 3 }, () => codeOf(signIn(user.account, wrong))));
    expect(codes.filter((c) => c === ERROR_CODE.wrongAccountOrCode).length).toBe(TWO_FACTOR_LIMITS.tries);
    expect(codes.filter((c) => c === ERROR_CODE.tooFrequent).length).toBe(3);
    expect(await codeOf(signIn(user.account, codeNow(user.key)))).toBe(ERROR_CODE.tooFrequent);
    expect(await codeOf(signIn(user.account, user.recoveryCodes[0]!))).toBe(ERROR_CODE.tooFrequent);
    await sql`UPDATE user_two_factor SET tries_since = now() - interval '16 minutes' WHERE user_id = ${user.id}`.execute(
      api.database.system,
    );
    expect(await codeOf(signIn(user.account, codeNow(user.key)))).toBe(0);
  });

  it('is moved to another app while the one before counts, and ends with password and code', async () => {
    const user = await withTwoFactor(await person());
    const { key } = await user.client.call('user.twoFactor.begin', { password: PASSWORD });
    expect(await codeOf(signIn(user.account, codeNow(user.key)))).toBe(0);
    expect(await codeOf(signIn(user.account, codeNow(key, 1)))).toBe(ERROR_CODE.wrongAccountOrCode);
    await sql`UPDATE user_two_factor SET pending_at = now() - interval '16 minutes' WHERE user_id = ${user.id}`.execute(
      api.database.system,
    );
    expect(await codeOf(user.client.call('user.twoFactor.confirm', { code: codeNow(key) }))).toBe(ERROR_CODE.codeExpired);
    const again = await user.client.call('user.twoFactor.begin', { password: PASSWORD });
    await user.client.call('user.twoFactor.confirm', { code: codeNow(again.key) });
    await later(user.id);
    expect(await codeOf(signIn(user.account, codeNow(user.key)))).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(user.client.call('user.twoFactor.end', { password: PASSWORD, code: wrongFor(again.key) }))).toBe(
      ERROR_CODE.wrongAccountOrCode,
    );
    await user.client.call('user.twoFactor.end', { password: PASSWORD, code: codeNow(again.key) });
    expect(await codeOf(signIn(user.account))).toBe(0);
  });

  it('is taken off a user by who may reset his password, and by nobody else', async () => {
    const user = await withTwoFactor(await person());
    expect((await a.call('user.page', { userNoOrName: user.account })).records[0]).toMatchObject({ twoFactor: true });
    const stranger = api.client(await api.signIn(world.b.account, PASSWORD));
    expect(await codeOf(stranger.call('user.twoFactor.reset', { userId: user.id }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(user.client.call('user.twoFactor.reset', { userId: user.id }))).toBe(ERROR_CODE.cannotOperateCurrentUser);
    await a.call('user.twoFactor.reset', { userId: user.id });
    expect(await whoAmI(user.token)).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeOf(signIn(user.account))).toBe(0);
    expect(await codeOf(signIn(user.account, user.recoveryCodes[0]!))).toBe(0);
  });

  it('demanded by a customer leads those without one only to its set-up; who comes from above has signed in as himself', async () => {
    const customer = await owner.call('customer.info.add', {
      customerName: 'Careful',
      parentId: world.a.customerId,
      customerType: 1,
      account: 'careful.main',
      password: PASSWORD,
    });
    const main = api.client((await signIn('careful.main')).token);
    const user = await person(customer.id);
    const before = await api.signIn(user.account, PASSWORD);
    expect(await codeOf(main.call('customer.set.twoFactor', { required: true }))).toBe(ERROR_CODE.authenticatorRequired);
    expect(await codeOf(a.call('customer.set.twoFactor', { customerId: customer.id, required: true }))).toBe(ERROR_CODE.noPermission);
    const { id } = await main.call('user.base.info', {});
    const { key } = await main.call('user.twoFactor.begin', { password: PASSWORD });
    await main.call('user.twoFactor.confirm', { code: codeNow(key) });
    await main.call('customer.set.twoFactor', { required: true });
    expect(await main.call('customer.expand.config.info', {})).toMatchObject({ twoFactorRequired: true });
    expect(await whoAmI(before)).toBe(ERROR_CODE.notLoggedIn);

    const answer = await signIn(user.account);
    expect(answer.twoFactorMissing).toBe(true);
    const client = api.client(answer.token);
    expect(await codeOf(client.call('device.types', {}))).toBe(ERROR_CODE.authenticatorRequired);
    const refused = io(api.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      query: { token: answer.token },
      reconnection: false,
      forceNew: true,
    });
    sockets.push(refused);
    expect(
      await new Promise((resolve) => refused.on('connect_error', () => resolve('refused')).on('connect', () => resolve('let in'))),
    ).toBe('refused');
    const own = await client.call('user.twoFactor.begin', { password: PASSWORD });
    await client.call('user.twoFactor.confirm', { code: codeNow(own.key) });
    expect(await codeOf(client.call('device.types', {}))).toBe(0);
    await later(user.id);
    expect(await codeOf(client.call('user.twoFactor.end', { password: PASSWORD, code: codeNow(own.key) }))).toBe(ERROR_CODE.noPermission);

    await later(id);
    await a.call('user.twoFactor.reset', { userId: id });
    const entered = await a.call('user.url.login', { userId: id });
    expect(await codeOf(api.client(entered.token).call('device.types', {}))).toBe(0);
  });
});
