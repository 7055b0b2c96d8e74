import { AUDIT_AREAS, ERROR_CODE, operationList, type Client } from '@sightline/contract';
import { FORMAT_LOCALES } from '@sightline/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let a: Client;
let b: Client;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  a = api.client(await api.signIn(world.a.account, PASSWORD));
  b = api.client(await api.signIn(world.b.account, PASSWORD));
});
afterAll(() => api?.stop());

describe('the own data', () => {
  it('change name and phone, what is left out stays, nobody else is touched', async () => {
    const former = await b.call('user.base.info', {});
    await a.call('user.base.self.update', { userName: ' Ada ', phone: '+41 1' });
    expect(await a.call('user.base.info', {})).toMatchObject({ userName: 'Ada', phone: '+41 1' });
    await a.call('user.base.self.update', { phone: '' });
    expect(await a.call('user.base.info', {})).toMatchObject({ userName: 'Ada', phone: null });
    expect(await codeOf(a.call('user.base.self.update', { userName: '  ' }))).toBe(ERROR_CODE.invalidParameters);
    expect(await b.call('user.base.info', {})).toEqual(former);
  });
});

describe('units and formats', () => {
  it('distance goes with the speed until it is chosen, and again when the choice is taken back', async () => {
    expect(await a.call('user.setting.info', {})).toMatchObject({ distanceUnit: null, formatLocale: '' });
    await a.call('user.setting.distanceunit', { distanceUnit: 'nauticalMile' });
    expect((await a.call('user.setting.info', {})).distanceUnit).toBe('nauticalMile');
    await a.call('user.setting.distanceunit', { distanceUnit: null });
    expect((await a.call('user.setting.info', {})).distanceUnit).toBeNull();
    expect(await codeOf(a.call('user.setting.distanceunit', { distanceUnit: 'm' as never }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('takes every locale of the list and no other', async () => {
    for (const { id } of FORMAT_LOCALES.slice(0, 3)) {
      await a.call('user.setting.formatlocale', { formatLocale: id });
      expect((await a.call('user.setting.info', {})).formatLocale).toBe(id);
    }
    expect(await codeOf(a.call('user.setting.formatlocale', { formatLocale: 'xx_XX' as never }))).toBe(ERROR_CODE.invalidParameters);
    await a.call('user.setting.formatlocale', { formatLocale: '' });
  });
});

describe('the log', () => {
  it('every area has operations that leave an entry', () => {
    const logged = operationList.filter((operation) => operation.audit !== undefined).map((operation) => operation.id);
    for (const prefix of Object.values(AUDIT_AREAS).flat())
      expect(
        logged.some((id) => id.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  it('is found by area and by what an entry says', async () => {
    await a.call('user.setting.sound', { soundType: 2 });
    await a.call('user.base.self.update', { phone: '100%_5' });
    const settings = await a.call('log.page', { area: 'own', pageSize: 100 });
    expect(settings.records.map((r) => r.operation)).toContain('user.setting.sound');
    expect(settings.records.every((r) => AUDIT_AREAS.own.some((prefix) => r.operation.startsWith(prefix)))).toBe(true);
    const found = await a.call('log.page', { object: '100%_5' });
    expect(found.records.map((r) => r.detail)).toEqual([{ phone: '100%_5' }]);
    expect((await a.call('log.page', { object: '%' })).records.every((r) => JSON.stringify(r.detail).includes('%'))).toBe(true);
    expect((await a.call('log.page', { area: 'platform' })).total).toBe(0);
    expect((await b.call('log.page.customer', { object: '100%_5' })).total).toBe(0);
  });

  it('is exported: the own one by everybody, that of the others by whoever may see it', async () => {
    expect(await a.call('report.export.log', {})).toMatchObject({ job: 'log.export' });
    expect(await codeOf(b.call('report.export.log', { onlyOwn: false, customerId: world.a.customerId }))).not.toBe(0);
  });
});
