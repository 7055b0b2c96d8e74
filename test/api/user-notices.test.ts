import { EMAIL_LIMITS, ERROR_CODE, type Client } from '@sightline/contract';
import { ALARM_KINDS } from '@sightline/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../dev-env/mail-server.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let mail: TestMailServer;
let world: TwoTenants;
let a: Client;
let b: Client;

beforeAll(async () => {
  mail = await startMailServer();
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), { env: mail.env });
  a = api.client(await api.signIn(world.a.account, PASSWORD));
  b = api.client(await api.signIn(world.b.account, PASSWORD));
});
afterAll(async () => {
  await api?.stop();
  await mail?.stop();
});

const settingOf = async (client: Client, alarmType: string) =>
  (await client.call('user.alarm.pageInfo', { alarmName: alarmType })).records.find((r) => r.alarmType === alarmType);

describe('what a user is told of', () => {
  it('begins with the defaults of each kind, by how urgent it is', async () => {
    const page = await a.call('user.alarm.pageInfo', { pageSize: 200 });
    expect(page.total).toBe(ALARM_KINDS.length);
    expect(new Set(page.records.map((r) => r.alarmName)).size).toBe(ALARM_KINDS.length);
    expect(await settingOf(a, 'sos')).toMatchObject({ alarmName: 'SOS', groupKey: 'safety', enabled: 1, noticeLevel: 1, soundEnabled: 1 });
    expect(await settingOf(a, 'overspeed')).toMatchObject({ enabled: 1, noticeLevel: 3, soundEnabled: 0, soundType: null, emailIds: [] });
    expect(await settingOf(a, 'ignitionOn')).toMatchObject({ enabled: 0, groupName: 'Vehicle' });
  });

  it('is chosen kind by kind, of several at once, for oneself alone', async () => {
    await a.call('user.alarm.close', { alarmTypes: 'sos,overspeed' });
    await a.call('user.alarm.setAlarmNoticeLevel', { alarmTypes: 'overspeed', noticeLevel: 2 });
    await a.call('user.alarm.sound.open', { alarmTypes: 'overspeed' });
    await a.call('user.alarm.sound.update', { alarmTypes: 'overspeed', soundType: 2 });
    await a.call('user.alarm.push.web', { alarmTypes: 'overspeed', enabled: 0 });
    await a.call('user.alarm.push.app', { alarmTypes: 'overspeed', enabled: 1 });
    await a.call('user.alarm.push.interval', { alarmTypes: 'overspeed', pushInterval: 60 });
    expect(await settingOf(a, 'overspeed')).toMatchObject({
      enabled: 0,
      noticeLevel: 2,
      soundEnabled: 1,
      soundType: 2,
      pushWeb: 0,
      pushApp: 1,
      pushInterval: 60,
    });
    expect(await settingOf(a, 'sos')).toMatchObject({ enabled: 0, noticeLevel: 1, soundEnabled: 1 });
    expect(await settingOf(b, 'overspeed')).toMatchObject({ enabled: 1, noticeLevel: 3 });
    await a.call('user.alarm.open', { alarmTypes: 'sos,overspeed' });
    await a.call('user.alarm.sound.close', { alarmTypes: 'overspeed' });
    await a.call('user.alarm.sound.update', { alarmTypes: 'overspeed', soundType: null });
    expect(await settingOf(a, 'overspeed')).toMatchObject({ enabled: 1, soundEnabled: 0, soundType: null, noticeLevel: 2 });
    for (const wrong of ['', 'sos,nothing']) {
      expect(await codeOf(a.call('user.alarm.close', { alarmTypes: wrong }))).toBe(ERROR_CODE.invalidParameters);
    }
    expect(await codeOf(a.call('user.alarm.setAlarmNoticeLevel', { alarmTypes: 'sos', noticeLevel: 4 }))).toBe(
      ERROR_CODE.invalidParameters,
    );
  });

  it('is counted by what it is about, and searched by name, group and state', async () => {
    const groups = await b.call('user.alarm.group.list', {});
    expect(groups.reduce((sum, g) => sum + g.total, 0)).toBe(ALARM_KINDS.length);
    const power = groups.find((g) => g.groupKey === 'power')!;
    const found = await b.call('user.alarm.pageInfo', { groupKey: 'power', enabled: 1, pageSize: 200 });
    expect([found.total, found.records.length]).toEqual([power.enabled, power.enabled]);
    expect((await b.call('user.alarm.pageInfo', { alarmName: 'low battery' })).records.map((r) => r.alarmType)).toEqual(['lowBattery']);
    const second = await b.call('user.alarm.pageInfo', { pageIndex: 2, pageSize: 10 });
    expect(second.records.map((r) => r.alarmType)).toEqual(ALARM_KINDS.slice(10, 20));
  });
});

/** The code in the newest mail to an address. */
const codeFor = (email: string): string => {
  const found = mail.mails.findLast((m) => m.to === email);
  return /Your code ([0-9]{6})/.exec(found?.text ?? '')![1]!;
};
const proved = async (client: Client, email: string): Promise<string> => {
  await client.call('user.email.sendVerifyEmail', { email });
  return (await client.call('user.email.save', { email, code: codeFor(email) })).id;
};
const forgetCodes = async (): Promise<void> => void (await sql`DELETE FROM user_email_code`.execute(api.database.system));
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('addresses of a user', () => {
  it('are proved by a code, chosen for alarms, changed, and gone when they are deleted', async () => {
    const id = await proved(a, 'ana@example.com');
    await a.call('user.alarm.email', { alarmTypes: 'sos,overspeed', emailIds: `${id},${world.a.userEmailId}` });
    expect((await settingOf(a, 'sos'))!.emailIds.toSorted()).toEqual([id, world.a.userEmailId].toSorted());
    expect(await codeOf(b.call('user.alarm.email', { alarmTypes: 'sos', emailIds: id }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(b.call('user.email.delete', { ids: id }))).toBe(ERROR_CODE.dataNotFound);
    await a.call('user.email.sendVerifyEmail', { email: 'Ana.New@example.com' });
    await a.call('user.email.save', { id, email: 'ana.new@example.com', code: codeFor('ana.new@example.com') });
    expect((await a.call('user.email.infoList', {})).find((e) => e.id === id)?.email).toBe('ana.new@example.com');
    expect((await settingOf(a, 'sos'))!.emailIds).toContain(id);
    await a.call('user.email.delete', { ids: id });
    expect((await settingOf(a, 'sos'))!.emailIds).toEqual([world.a.userEmailId]);
  });

  it('are not proved by a wrong, a late, a used or somebody else\u2019s code, nor by trying', async () => {
    await forgetCodes();
    const email = 'eve@example.com';
    await a.call('user.email.sendVerifyEmail', { email });
    const code = codeFor(email);
    expect(await codeOf(b.call('user.email.save', { email, code }))).toBe(ERROR_CODE.wrongAccountOrCode);
    for (let i = 0; i < EMAIL_LIMITS.tries; i++) {
      expect(await codeOf(a.call('user.email.save', { email, code: other(code) }))).toBe(ERROR_CODE.wrongAccountOrCode);
    }
    expect(await codeOf(a.call('user.email.save', { email, code }))).toBe(ERROR_CODE.codeExpired);
    await a.call('user.email.sendVerifyEmail', { email });
    await sql`UPDATE user_email_code SET sent_at = sent_at - interval '11 minutes'`.execute(api.database.system);
    expect(await codeOf(a.call('user.email.save', { email, code: codeFor(email) }))).toBe(ERROR_CODE.codeExpired);
    await proved(a, email);
    expect(await codeOf(a.call('user.email.save', { email, code: codeFor(email) }))).toBe(ERROR_CODE.codeExpired);
  });

  it('are limited in number, and so are the mails of a day; one that did not go out does not count', async () => {
    await forgetCodes();
    expect(await codeOf(b.call('user.email.sendVerifyEmail', { email: 'refused@example.com' }))).toBe(ERROR_CODE.tryLater);
    expect(await codeOf(b.call('user.email.sendVerifyEmail', { email: 'nobody' }))).toBe(ERROR_CODE.invalidEmail);
    await sql`
      INSERT INTO user_email_code (user_id, email, code_hash)
        SELECT ${world.b.userId}, 'x@example.com', '' FROM generate_series(1, ${EMAIL_LIMITS.codesPerDay - 1})`.execute(
      api.database.system,
    );
    expect(await codeOf(b.call('user.email.sendVerifyEmail', { email: 'last@example.com' }))).toBe(0);
    expect(await codeOf(b.call('user.email.sendVerifyEmail', { email: 'more@example.com' }))).toBe(ERROR_CODE.emailVerificationLimit);
    await sql`
      INSERT INTO user_email (user_id, email)
        SELECT ${world.b.userId}, i || '@example.com' FROM generate_series(1, ${EMAIL_LIMITS.addresses - 1}) AS i`.execute(
      api.database.system,
    );
    expect(await codeOf(b.call('user.email.save', { email: 'last@example.com', code: codeFor('last@example.com') }))).toBe(
      ERROR_CODE.invalidParameters,
    );
  });
});

describe('the brand of a customer', () => {
  it('is what its host shows, and no other customer takes that host', async () => {
    // One pixel.
    const logo = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await a.call('customer.branding.save', {
      hostName: 'Fleet.Example.com',
      title: 'Alpha Fleet',
      logoLight: logo,
      menuBarPosition: 'Left',
    });
    const guest = api.client(null);
    expect(await guest.call('system.branding', { hostName: 'fleet.example.com' })).toMatchObject({
      title: 'Alpha Fleet',
      logoLight: logo,
      menuBarPosition: 'Left',
      defaultThemeColor: '#FF720D',
    });
    const before = (await a.call('customer.branding', {})).version;
    await a.call('customer.branding.save', { title: '' });
    const after = await a.call('customer.branding', {});
    expect([after.title, after.hostName, after.logoLight]).toEqual(['Sightline', 'fleet.example.com', logo]);
    expect(after.version).not.toBe(before);
    expect(await codeOf(b.call('customer.branding.save', { hostName: 'fleet.example.com' }))).toBe(ERROR_CODE.nameExists);
    for (const wrong of [
      { logoLight: 'https://elsewhere.example.com/a.png' },
      { logoLight: 'data:image/svg+xml;base64,AAAA' },
      { icon: `data:image/png;base64,${'A'.repeat(200_000)}` },
      { app: 'javascript:alert(1)' },
      { hostName: 'a/b' },
      { defaultThemeColor: 'red' },
    ]) {
      expect([wrong, await codeOf(a.call('customer.branding.save', wrong))]).toEqual([wrong, ERROR_CODE.invalidParameters]);
    }
    // What calls itself a PNG and is none.
    expect(await codeOf(a.call('customer.branding.save', { logoDark: 'data:image/png;base64,PHN2Zz48L3N2Zz4=' }))).toBe(
      ERROR_CODE.fileTypeNotAllowed,
    );
    await a.call('customer.branding.save', { appName: 'Alpha', appIos: 'https://apps.example.com/ios', appAndroid: '' });
    expect(await guest.call('system.branding', { hostName: 'fleet.example.com' })).toMatchObject({
      appName: 'Alpha',
      appIos: 'https://apps.example.com/ios',
      appAndroid: '',
    });
    expect(await codeOf(a.call('customer.branding.save', { customerId: world.b.customerId, title: 'Mine' }))).toBe(ERROR_CODE.dataNotFound);
  });
});
