import { ERROR_CODE, RECOVERY_LIMITS, type Client } from '@sightline/contract';
import { createCustomer, createUser, insertUserEmail } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { MAIL_PASSWORD, startMailServer, type ReceivedMail, type TestMailServer } from '../dev-env/mail-server.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let platformMail: TestMailServer;
let dealerMail: TestMailServer;
let world: TwoTenants;
let guest: Client;
let a: Client;

beforeAll(async () => {
  platformMail = await startMailServer();
  dealerMail = await startMailServer();
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    env: { ...platformMail.env, SIGHTLINE_MAIL_PRIVATE: 'yes' },
  });
  guest = api.client(null);
  a = api.client(await api.signIn(world.a.account, PASSWORD));
});
afterAll(async () => {
  await api?.stop();
  await platformMail?.stop();
  await dealerMail?.stop();
});

const OTHER = 'green-hill-8';
let serial = 0;
/** A user with an address that it has proved. */
async function person(input: { readonly customerId?: string; readonly type?: number; readonly proved?: boolean } = {}) {
  const account = `forgetful.${++serial}`;
  const email = `${account}@example.com`;
  const db = api.database.system;
  const { id } = await createUser(db, {
    customer_id: input.customerId ?? world.a.customerId,
    account,
    name: account,
    email,
    password_hash: await hashPassword(PASSWORD),
    user_type: input.type ?? 3,
  });
  if (input.proved !== false) await insertUserEmail(db, id, email);
  return { id, account, email };
}
const mailsTo = (email: string, server = platformMail): ReceivedMail[] => server.mails.filter((m) => m.to === email);
const ask = (account: string, email: string) => codeOf(guest.call('system.password.code', { account, email }));
const reset = (account: string, code: string, password = OTHER, confirmPassword = password) =>
  codeOf(guest.call('system.password.reset', { account, code, password, confirmPassword }));
/** Asks for a code and reads the mail. */
async function codeOfMail({ account, email }: { account: string; email: string }, server = platformMail): Promise<string> {
  const before = mailsTo(email, server).length;
  expect(await ask(account, email)).toBe(0);
  await eventually(() => mailsTo(email, server).length > before, 'the mail with the code');
  return /^([0-9]{8})\r?$/m.exec(mailsTo(email, server).at(-1)!.text)![1]!;
}
const otherThan = (code: string): string => String((Number(code) + 1) % 10 ** 8).padStart(8, '0');

describe('a forgotten password', () => {
  it('is replaced with the code of a mail, once; all sessions end, and the log says so', async () => {
    const user = await person();
    const token = await api.signIn(user.account, PASSWORD);
    const code = await codeOfMail(user);
    expect(await reset(user.account, code, OTHER, 'green-hill-9')).toBe(ERROR_CODE.invalidParameters);
    expect(await reset(user.account, code, 'short')).toBe(ERROR_CODE.invalidParameters);
    expect(await reset(user.account, code)).toBe(0);
    expect(await codeOf(api.client(token).call('user.base.info', {}))).toBe(ERROR_CODE.notLoggedIn);
    expect(await codeOf(api.signIn(user.account, PASSWORD))).toBe(ERROR_CODE.wrongCredentials);
    expect(await codeOf(api.signIn(user.account, OTHER))).toBe(0);
    expect(await reset(user.account, code, 'third-way-9')).toBe(ERROR_CODE.wrongAccountOrCode);
    const log = await a.call('log.page.customer', { account: user.account });
    expect(log.records.map((r) => r.operation)).toContain('system.password.reset');
    expect(JSON.stringify(log)).not.toContain(code);
    await eventually(() => mailsTo(user.email).some((m) => m.text.includes('Subject: Your password was changed')), 'the notice');
  });

  it('asked for by who knows not both account and address is answered as if he did, and nothing is sent', async () => {
    const user = await person();
    const demo = await person();
    await api.database.system.updateTable('app_user').set({ demo: true }).where('id', '=', demo.id).execute();
    const stopped = await person();
    await api.database.system.updateTable('app_user').set({ status: 'stopped' }).where('id', '=', stopped.id).execute();
    const before = platformMail.mails.length;
    const answers = [
      await ask('no.such.account', user.email),
      await ask(user.account, 'somebody.else@example.com'),
      await ask(demo.account, demo.email),
      await ask(stopped.account, stopped.email),
    ];
    expect(answers).toEqual([0, 0, 0, 0]);
    // The mail that is asked for last comes last: had the others sent one, it would be here by then.
    await codeOfMail(user);
    expect(platformMail.mails.slice(before).map((m) => m.to)).toEqual([user.email]);
    for (const account of ['no.such.account', demo.account, stopped.account, user.account]) {
      expect(await reset(account, '00000000')).toBe(ERROR_CODE.wrongAccountOrCode);
    }
  });

  it('cannot be replaced over an address that was not proved, or that is none', async () => {
    const user = await person({ proved: false });
    expect(await ask(user.account, user.email)).toBe(ERROR_CODE.emailUnverified);
    expect(await ask(user.account, 'nobody')).toBe(ERROR_CODE.invalidEmail);
  });

  it('is not replaced by guessing, nor by a code that is late, older than another, or of another user', async () => {
    const user = await person();
    const first = await codeOfMail(user);
    const code = await codeOfMail(user);
    expect(await reset(user.account, first)).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await reset(world.b.account, code)).toBe(ERROR_CODE.wrongAccountOrCode);
    await sql`UPDATE password_code SET sent_at = sent_at - interval '16 minutes' WHERE user_id = ${user.id}`.execute(api.database.system);
    expect(await reset(user.account, code)).toBe(ERROR_CODE.codeExpired);
    expect(await reset(user.account, otherThan(code))).toBe(ERROR_CODE.wrongAccountOrCode);
    const third = await codeOfMail(user);
    const guesses = await Promise.all(Array.from({ length: RECOVERY_LIMITS.tries }, () => reset(user.account, otherThan(third))));
    expect(new Set(guesses)).toEqual(new Set([ERROR_CODE.wrongAccountOrCode]));
    expect(await reset(user.account, third)).toBe(ERROR_CODE.wrongAccountOrCode);
    expect(await codeOf(api.signIn(user.account, PASSWORD))).toBe(0);
  });

  it('is replaced by one of two who hold the same code at the same time', async () => {
    const user = await person();
    const code = await codeOfMail(user);
    const codes = await Promise.all([reset(user.account, code, OTHER), reset(user.account, code, 'third-way-9')]);
    expect(codes.toSorted((x, y) => x - y)).toEqual([0, ERROR_CODE.wrongAccountOrCode]);
  });

  it('costs a few mails a day, fewer for an individual user; one that did not go out does not count', async () => {
    const user = await person();
    const individual = await person({ type: 4 });
    const age = sql`INSERT INTO password_code (user_id, code_hash) SELECT ${user.id}, '' FROM generate_series(1, ${RECOVERY_LIMITS.perDay - 1})`;
    await age.execute(api.database.system);
    const both = await Promise.all([ask(user.account, user.email), ask(user.account, user.email)]);
    expect(both.toSorted((x, y) => x - y)).toEqual([0, ERROR_CODE.emailVerificationLimit]);
    for (let i = 0; i < RECOVERY_LIMITS.perDayOfIndividuals; i++) await codeOfMail(individual);
    expect(await ask(individual.account, individual.email)).toBe(ERROR_CODE.passwordRecoveryLimit);
    await sql`UPDATE password_code SET sent_at = sent_at - interval '25 hours' WHERE user_id = ${individual.id}`.execute(
      api.database.system,
    );
    await codeOfMail(individual);
    const refused = await person();
    await insertUserEmail(api.database.system, refused.id, 'refused@example.com');
    expect(await ask(refused.account, 'refused@example.com')).toBe(0);
    const codes = sql`SELECT FROM password_code WHERE user_id = ${refused.id}`;
    await eventually(async () => (await codes.execute(api.database.system)).rows.length === 0, 'that the code is forgotten');
  });
});

describe('the mail server of a customer', () => {
  const server = () => ({
    host: '127.0.0.1',
    port: dealerMail.port,
    tls: 'none' as const,
    account: 'fleet',
    senderEmail: 'hello@alpha.example.com',
    senderName: '',
  });

  it('is tried before it is used, and says how far that came', async () => {
    const email = 'me@example.com';
    const trial = async (change: object) => (await a.call('customer.mail.server.test', { ...server(), email, ...change })).result;
    expect(await trial({})).toBe('noPassword');
    expect(await trial({ password: 'wrong' })).toBe('signIn');
    expect(await trial({ password: MAIL_PASSWORD, tls: 'starttls' })).toBe('tls');
    expect(await trial({ password: MAIL_PASSWORD, email: 'refused@example.com' })).toBe('refused');
    expect(await trial({ password: MAIL_PASSWORD, host: '169.254.169.254' })).toBe('notAllowed');
    expect(await trial({ password: MAIL_PASSWORD })).toBe('ok');
    expect(mailsTo(email, dealerMail)).toMatchObject([{ account: 'fleet', from: 'hello@alpha.example.com' }]);
  });

  it('sends what goes to its people and to those below, in its brand; nobody reads its password', async () => {
    await a.call('customer.branding.save', { title: 'Alpha Fleet' });
    await a.call('customer.mail.server.set', { ...server(), password: MAIL_PASSWORD, enabled: true });
    const info = await a.call('customer.mail.server.info', {});
    expect(info).toMatchObject({ enabled: true, host: '127.0.0.1', account: 'fleet', hasPassword: true });
    expect(JSON.stringify(await a.call('log.page', {}))).not.toContain(MAIL_PASSWORD);
    const { rows } = await sql<{ text: string }>`SELECT s::text AS text FROM customer_mail_server s`.execute(api.database.system);
    expect(rows[0]!.text).not.toContain(Buffer.from(MAIL_PASSWORD).toString('hex'));
    const below = await createCustomer(api.database.system, { parentId: world.a.subCustomerId, name: 'Below', customerType: 2 });
    const user = await person({ customerId: below.id });
    await codeOfMail(user, dealerMail);
    const [mail] = mailsTo(user.email, dealerMail);
    expect(mail!.text).toContain('From: Alpha Fleet <hello@alpha.example.com>');
    expect(mail!.text).toContain('Content-Type: text/html');
    const stranger = await person({ customerId: world.b.customerId });
    await codeOfMail(stranger, platformMail);
    expect(mailsTo(stranger.email)[0]!.text).toContain('From: Sightline <notices@example.com>');
  });

  it('keeps its password for the same server alone', async () => {
    await a.call('customer.mail.server.set', { ...server(), senderName: 'Alpha', enabled: true });
    expect((await a.call('customer.mail.server.info', {})).hasPassword).toBe(true);
    for (const change of [{ host: 'mail.example.com' }, { port: 26 }, { account: 'other' }, { tls: 'starttls' as const }]) {
      expect([change, await codeOf(a.call('customer.mail.server.set', { ...server(), ...change, enabled: true }))]).toEqual([
        change,
        ERROR_CODE.invalidParameters,
      ]);
    }
    expect(await codeOf(a.call('customer.mail.server.set', { ...server(), customerId: world.a.subCustomerId, enabled: false }))).toBe(
      ERROR_CODE.noPermission,
    );
    await a.call('customer.mail.server.set', { ...server(), host: 'mail.example.com', enabled: false });
    expect((await a.call('customer.mail.server.info', {})).hasPassword).toBe(false);
    // Out of use: the next one upwards sends again.
    await codeOfMail(await person(), platformMail);
  });
});
