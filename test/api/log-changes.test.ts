import { ERROR_CODE, type Client, type LogEntry } from '@sightline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILED_ATTEMPTS } from '@sightline/server/services/api/failed-attempts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let a: Client;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  a = api.client(await api.signIn(world.a.account, PASSWORD));
});
afterAll(() => api?.stop());

const newest = async (operation: string, client = a): Promise<LogEntry | undefined> =>
  (await client.call('log.page', { operation, pageSize: 1 })).records[0];

describe('what was changed', () => {
  it('stands with what it was before, for each field that became something else', async () => {
    const { deviceId } = world.a;
    await a.call('device.save', { deviceId, deviceName: 'Before', plate: 'M-1', icon: 'car' });
    await a.call('device.save', { deviceId, deviceName: 'After', plate: 'M-1', icon: 'van' });
    expect((await newest('device.save'))?.changes).toEqual([
      { of: 'device', name: 'Before', field: 'name', before: 'Before', after: 'After' },
      { of: 'device', name: 'Before', field: 'icon', before: 'car', after: 'van' },
    ]);
    await a.call('user.setting.sound', { soundType: 1 });
    await a.call('user.setting.sound', { soundType: 2 });
    const own = { of: 'user', name: world.a.account };
    expect((await newest('user.setting.sound'))?.changes).toEqual([{ ...own, field: 'soundType', before: 1, after: 2 }]);
    // Nothing became something else.
    await a.call('user.setting.sound', { soundType: 2 });
    expect((await newest('user.setting.sound'))?.changes).toEqual([]);
  });

  it('is found by what it was', async () => {
    await a.call('user.base.self.update', { phone: 'old-number' });
    await a.call('user.base.self.update', { phone: 'new-number' });
    const found = await a.call('log.page', { object: 'old-number' });
    expect(found.records.map(({ changes }) => changes.map(({ before, after }) => [before, after]))).toEqual([
      [['old-number', 'new-number']],
      [[null, 'old-number']],
    ]);
  });

  it('is short: long values are cut, and of very many things the first are told', async () => {
    const logo = `data:image/png;base64,${'A'.repeat(3_000)}`;
    await a.call('device.save', { deviceId: world.a.deviceId, remark: 'r'.repeat(190) });
    const { rows } = await api.database.pool.query<{ short: string }>('SELECT app.short_value(to_jsonb($1::text)) AS short', [logo]);
    expect(rows[0]?.short).toHaveLength(201);
    expect((await newest('device.save'))?.changes.map(({ field }) => field)).toEqual(['remark']);
  });

  it('never holds a secret', async () => {
    const server = { enabled: false, host: 'ftp.example', port: 21, account: 'clips', path: '/' };
    await a.call('customer.ftp.set', { ...server, password: 'first-secret-1' });
    await a.call('customer.ftp.set', { ...server, account: 'films', password: 'second-secret-2' });
    expect((await newest('customer.ftp.set'))?.changes).toEqual([
      { of: 'customerFtp', name: 'clips', field: 'account', before: 'clips', after: 'films' },
    ]);
    const before = await newest('user.pwd.save');
    expect(before).toBeUndefined();
    await a.call('user.base.user.updateUserPassword', { oldPassword: PASSWORD, password: 'another-12', confirmPassword: 'another-12' });
    await a.call('user.base.user.updateUserPassword', { oldPassword: 'another-12', password: PASSWORD, confirmPassword: PASSWORD });
    const { rows } = await api.database.pool.query<{ text: string }>(
      "SELECT coalesce(string_agg(l::text, ' '), '') AS text FROM audit_log l",
    );
    for (const secret of ['first-secret-1', 'second-secret-2', 'another-12', PASSWORD, 'argon2'])
      expect(rows[0]?.text).not.toContain(secret);
  });

  it('is nobody else’s: what one connection noted is gone with its transaction', async () => {
    await a.call('user.setting.sound', { soundType: 3 });
    await Promise.all(Array.from({ length: 20 }, () => a.call('user.setting.map', { map: 'openStreet' })));
    const { records } = await a.call('log.page', { operation: 'user.setting.map', pageSize: 50 });
    expect(records.flatMap(({ changes }) => changes).filter(({ field }) => field !== 'map')).toEqual([]);
  });
});

describe('what was refused', () => {
  it('stands in the log with its code, and is found by the result', async () => {
    const b = api.client(await api.signIn(world.b.account, PASSWORD));
    const foreign = { deviceId: world.a.deviceId, deviceName: 'Mine now' };
    const code = await codeOf(b.call('device.save', foreign));
    expect(code).not.toBe(0);
    const entry = await newest('device.save', b);
    expect(entry).toMatchObject({ code, changes: [], detail: { deviceId: world.a.deviceId } });
    const failed = await b.call('log.page', { result: 'failed' });
    expect(failed.records.map(({ operation }) => operation)).toEqual(['device.save']);
    expect((await b.call('log.page', { result: 'done' })).records.every((r) => r.code === 0)).toBe(true);
    const unable = api.client(await api.signIn(world.withoutPermissions, PASSWORD));
    expect(await codeOf(unable.call('customer.info.add', { customerName: 'Mine' } as never))).toBe(ERROR_CODE.noPermission);
    expect((await newest('customer.info.add', unable))?.code).toBe(ERROR_CODE.noPermission);
  });

  it('leaves nothing of what was typed wrong, nor of what a demo account tries, and a bounded number of entries', async () => {
    const count = async (client: Client): Promise<number> => (await client.call('log.page', { result: 'failed' })).total;
    const before = await count(a);
    expect(await codeOf(a.call('user.setting.sound', { soundType: 9 as never }))).toBe(ERROR_CODE.invalidParameters);
    expect(await count(a)).toBe(before);
    const demo = api.client(await api.signIn(world.demo, PASSWORD));
    expect(await codeOf(demo.call('user.setting.sound', { soundType: 1 }))).toBe(ERROR_CODE.demoMode);
    expect(await count(demo)).toBe(0);
    const unable = api.client(await api.signIn(world.withoutPermissions, PASSWORD));
    for (let i = 0; i < FAILED_ATTEMPTS.max + 20; i++) await codeOf(unable.call('customer.info.add', { customerName: 'Mine' } as never));
    expect(await count(unable)).toBeLessThanOrEqual(FAILED_ATTEMPTS.max + 1);
  });
});
