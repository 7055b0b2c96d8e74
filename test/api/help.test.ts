import { ERROR_CODE, HELP_LIMITS, type Client } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let owner: Client;
let a: Client;
let b: Client;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  [owner, a, b] = (await Promise.all([world.owner, world.a.account, world.b.account].map((n) => as(n)))) as [Client, Client, Client];
});
afterAll(async () => await api?.stop());

const as = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));
let serial = 0;
async function person(customerId: string) {
  const account = `reader.${++serial}`;
  const { id } = await createUser(api.database.system, {
    customer_id: customerId,
    account,
    name: account,
    password_hash: await hashPassword(PASSWORD),
    user_type: 3,
  });
  return { id, account, client: await as(account) };
}
const unanswered = async (client: Client) => (await client.call('common.checkUpdate', {})).hasUnanswered;

describe('questions', () => {
  it('are asked, answered by the staff, read, and seen by nobody else', async () => {
    const { id, account, client } = await person(world.a.customerId);
    const { client: other } = await person(world.a.customerId);
    const { id: faq } = await client.call('faq.add', { type: 2, question: '  Could the map be larger? 100% _sure_ ' });
    expect((await client.call('faq.query', { pageSize: 5 })).records).toMatchObject([
      { id: faq, type: 2, question: 'Could the map be larger? 100% _sure_', answer: null, readingTime: null, source: 1 },
    ]);
    expect([await unanswered(client), await unanswered(owner)]).toEqual([false, true]);
    for (const stranger of [other, b, a]) expect((await stranger.call('faq.query', {})).total).toBe(0);

    const waiting = await owner.call('faq.staff.page', { content: account });
    expect(waiting.records).toMatchObject([{ id: faq, account, customerName: 'Aachen dealer', answer: null, answeredBy: null }]);
    await owner.call('faq.staff.answer', { id: faq, answer: 'Drag its edge.' });
    expect((await owner.call('faq.staff.page', { content: account })).total).toBe(0);
    expect((await owner.call('faq.staff.page', { content: account, answered: true })).records).toMatchObject([{ answeredBy: 'owner' }]);

    expect(await unanswered(client)).toBe(true);
    expect((await client.call('faq.query', { isAnswerRead: true })).total).toBe(0);
    expect((await client.call('faq.query', { isAnswerRead: false, content: '100% _s' })).records).toMatchObject([
      { answer: 'Drag its edge.' },
    ]);
    expect((await client.call('faq.query', { content: '100__s' })).total).toBe(0);
    expect(await codeOf(other.call('faq.updateReadTime', { ids: faq }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(client.call('faq.updateReadTime', { ids: faq, userId: world.b.userId }))).toBe(ERROR_CODE.dataNotFound);
    await client.call('faq.updateReadTime', { ids: faq, userId: id });
    const [read] = (await client.call('faq.query', { isAnswerRead: true })).records;
    expect([typeof read!.readingTime, await unanswered(client)]).toEqual(['string', false]);
    // Marked again it keeps its time; another answer is unread.
    await client.call('faq.updateReadTime', { ids: faq });
    expect((await client.call('faq.query', {})).records[0]!.readingTime).toBe(read!.readingTime);
    await owner.call('faq.staff.answer', { id: faq, answer: 'Or press F.' });
    expect((await client.call('faq.query', { isAnswerRead: false })).records).toMatchObject([{ answer: 'Or press F.', readingTime: null }]);
  });

  it('wait for an answer in a number that is limited, also when they are asked side by side; what waits is not read', async () => {
    const { client } = await person(world.b.customerId);
    const ask = (i: number) => codeOf(client.call('faq.add', { type: 1, question: `Question ${i}` }));
    const codes = await Promise.all(Array.from({ length: HELP_LIMITS.unresolved + 2 }, (_, i) => ask(i)));
    expect(codes.filter((c) => c === 0).length).toBe(HELP_LIMITS.unresolved);
    expect(codes.filter((c) => c === ERROR_CODE.questionLimit).length).toBe(2);
    const { records } = await client.call('faq.query', {});
    await client.call('faq.updateReadTime', { ids: records.map((r) => r.id).join(',') });
    expect((await client.call('faq.query', {})).records.every((r) => r.readingTime === null)).toBe(true);
    await owner.call('faq.staff.answer', { id: records[0]!.id, answer: 'Yes.' });
    expect(await ask(9)).toBe(0);
    for (const wrong of [
      { type: 4, question: 'x' },
      { type: 1, question: '   ' },
      { type: 1, question: 'x'.repeat(HELP_LIMITS.questionLength + 1) },
    ]) {
      expect([wrong, await codeOf(client.call('faq.add', wrong))]).toEqual([wrong, ERROR_CODE.invalidParameters]);
    }
  });

  it('that many have are published in both languages, changed, searched and withdrawn', async () => {
    const texts = {
      type: 1,
      questionEn: 'Where is my key?',
      questionZh: '密钥在哪里？',
      answerEn: 'In the settings.',
      answerZh: '在设置中。',
    };
    const { id } = await owner.call('faq.staff.publish', texts);
    const mine = async (client: Client, content?: string) =>
      (await client.call('faq.public', content === undefined ? {} : { content })).find((e) => e.id === id);
    expect(await mine(a, 'my key')).toEqual({ id, type: 1, question: 'Where is my key?', answer: 'In the settings.' });
    await api.database.system.updateTable('app_user').set({ language: 'zh_CN' }).where('account', '=', world.b.account).execute();
    api.publish('principal.changed', { userId: world.b.userId });
    expect(await mine(b)).toMatchObject({ question: '密钥在哪里？' });
    expect(await mine(a, 'no such words')).toBeUndefined();
    await owner.call('faq.staff.publish', { ...texts, id, answerEn: 'Ask us.' });
    expect(await mine(a)).toMatchObject({ answer: 'Ask us.' });
    expect(await codeOf(owner.call('faq.staff.publish', { ...texts, id: '999999' }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(a.call('faq.staff.publish', texts))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(owner.call('faq.staff.withdraw', { ids: `${id},999999` }))).toBe(ERROR_CODE.dataNotFound);
    expect(await mine(a)).toBeDefined();
    expect(await owner.call('faq.staff.withdraw', { ids: id })).toEqual({ deleted: 1 });
    expect(await mine(a)).toBeUndefined();
  });
});

describe('what is new', () => {
  it('is unread until the version is saved; a user who is new has nothing to catch up with', async () => {
    const { client } = await person(world.a.customerId);
    const { webVersion, hasUpdate } = await client.call('common.checkUpdate', {});
    const notes = await client.call('release.list', {});
    expect([hasUpdate, notes[0]!.version, notes.every((n) => n.unread)]).toEqual([true, webVersion, true]);
    await client.call('user.base.web.version.save', { webVersion });
    expect((await client.call('common.checkUpdate', {})).hasUpdate).toBe(false);
    expect((await client.call('release.list', {})).some((n) => n.unread)).toBe(false);
    await a.call('user.base.info.add', { account: 'brand.new', password: PASSWORD, userName: 'New' });
    expect((await (await as('brand.new')).call('common.checkUpdate', {})).hasUpdate).toBe(false);
  });
});

describe('announcements', () => {
  const HOUR = 3_600_000;
  const texts = (titleEn: string) => ({ titleEn, titleZh: '公告', contentEn: 'Words', contentZh: '内容' });
  const now = () => ({ startTime: new Date(Date.now() - HOUR).toISOString(), endTime: new Date(Date.now() + HOUR).toISOString() });
  const titles = async (client: Client, unread = false) =>
    (await client.call('announcement.list', { unread })).map((x) => x.title).toSorted();

  it('reach chosen customers with all below them, within their time, and are shown once', async () => {
    const { client: below } = await person(world.a.subCustomerId);
    const save = (title: string, change: object = {}) =>
      owner.call('announcement.staff.save', { ...texts(title), ...now(), everyone: false, customerIds: world.a.customerId, ...change });
    const { id: toA } = await save('To A');
    const { id: toAll } = await save('To all', { everyone: true, customerIds: '' });
    await save('To the sub-customer', { customerIds: world.a.subCustomerId });
    await save('Later', { startTime: new Date(Date.now() + HOUR).toISOString(), endTime: new Date(Date.now() + 2 * HOUR).toISOString() });
    await save('Over', { startTime: new Date(Date.now() - 2 * HOUR).toISOString(), endTime: new Date(Date.now() - HOUR).toISOString() });
    expect(await titles(a)).toEqual(['To A', 'To all']);
    expect(await titles(below)).toEqual(['To A', 'To all', 'To the sub-customer']);
    expect(await titles(b)).toEqual(['公告']);
    expect(await titles(owner)).toEqual(['To all']);

    expect(await codeOf(b.call('announcement.read', { ids: toA }))).toBe(ERROR_CODE.dataNotFound);
    await a.call('announcement.read', { ids: `${toA},${toAll}` });
    await a.call('announcement.read', { ids: toA });
    expect([await titles(a, true), await titles(a), await titles(below, true)]).toEqual([
      [],
      ['To A', 'To all'],
      ['To A', 'To all', 'To the sub-customer'],
    ]);
    const list = await owner.call('announcement.staff.page', { content: 'To A' });
    expect(list.records.find((r) => r.id === toA)).toMatchObject({
      everyone: false,
      customers: [{ customerId: world.a.customerId, customerName: 'Aachen dealer' }],
      readCount: 1,
      createdBy: 'owner',
    });
    // It follows a customer that moves.
    await sql`UPDATE customer SET parent_id = ${world.b.customerId}, path = (SELECT path FROM customer WHERE id = ${world.b.customerId}) || id::text
      WHERE id = ${world.a.subCustomerId}`.execute(api.database.system);
    api.publish('principal.changed', { userId: null });
    expect(await titles(below)).toEqual(['To all', 'To the sub-customer']);
  });

  it('are changed and deleted by the staff alone, and have an end, somebody they are for, and texts', async () => {
    const base = { ...texts('Changing'), ...now(), everyone: true };
    const { id } = await owner.call('announcement.staff.save', base);
    await owner.call('announcement.staff.save', { ...base, id, everyone: false, customerIds: world.b.customerId });
    expect(await titles(a)).not.toContain('Changing');
    for (const wrong of [
      { ...base, everyone: false, customerIds: '' },
      { ...base, endTime: base.startTime },
      { ...base, titleZh: '' },
    ]) {
      expect(await codeOf(owner.call('announcement.staff.save', wrong))).toBe(ERROR_CODE.invalidParameters);
    }
    expect(await codeOf(owner.call('announcement.staff.save', { ...base, everyone: false, customerIds: '999999' }))).toBe(
      ERROR_CODE.dataNotFound,
    );
    expect(await codeOf(a.call('announcement.staff.save', base))).toBe(ERROR_CODE.noPermission);
    expect(await owner.call('announcement.staff.delete', { ids: id })).toEqual({ deleted: 1 });
    expect(await codeOf(owner.call('announcement.staff.delete', { ids: id }))).toBe(ERROR_CODE.dataNotFound);
  });
});
