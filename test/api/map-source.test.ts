import { ERROR_CODE, MAP_TYPES, type Client, type InputOf } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
/** Main account of a dealer, of the customer below it, and of another dealer; an ordinary user of the first dealer. */
let dealer: Client;
let below: Client;
let other: Client;
let ordinary: Client;

beforeAll(async () => {
  api = await startTestApi(
    async (database, positions) => {
      world = await seedTwoTenants(database, positions);
      const { password_hash } = await database.system
        .selectFrom('app_user')
        .select('password_hash')
        .where('account', '=', world.a.account)
        .executeTakeFirstOrThrow();
      const user = { password_hash, name: 'Somebody' };
      await createUser(database.system, { ...user, customer_id: world.a.subCustomerId, account: 'below', user_type: 2 });
      await createUser(database.system, { ...user, customer_id: world.a.customerId, account: 'ordinary', user_type: 3 });
    },
    { env: { SIGHTLINE_TILE_HOSTS: 'tiles.example.com:8443,*.example.org' } },
  );
  const signedIn = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));
  dealer = await signedIn(world.a.account);
  other = await signedIn(world.b.account);
  below = await signedIn('below');
  ordinary = await signedIn('ordinary');
});
afterAll(async () => await api?.stop());
beforeEach(async () => {
  for (const client of [dealer, below, other]) {
    await client.call('customer.set.map.source.remove', {});
    await client.call('customer.set.map.types', { mapTypes: null, defaultMapType: null });
  }
});

type Source = InputOf<'customer.set.map.source'>;
const KEY = 'k-5f3a9c1e77';
const KEYLESS = 'https://tiles.example.com/{z}/{x}/{y}.png';
const WITH_KEY = `${KEYLESS}?key={key}`;
const SOURCE = { name: 'City maps', attribution: '© City', maxZoom: 18, grid: 'web', imagery: false } as const;
const save = async (client: Client, change: Partial<Source> = {}) =>
  await client.call('customer.set.map.source', { ...SOURCE, urlTemplate: KEYLESS, ...change });
const lookOf = async (client: Client) => await client.call('customer.look.info', {});
const ALL = [...MAP_TYPES, 'own'];

describe('the tile source of a customer', () => {
  it('becomes a map type of its people and of those below, the nearest one first, and of nobody else', async () => {
    expect(await lookOf(dealer)).toMatchObject({ mapTypes: [...MAP_TYPES], mapSource: null, ownMapSource: false });
    await save(dealer, { urlTemplate: WITH_KEY, key: KEY });
    const mapSource = { ...SOURCE, urlTemplate: WITH_KEY, key: KEY };
    expect(await lookOf(dealer)).toMatchObject({ mapTypes: ALL, mapSource, ownMapSource: true });
    expect(await lookOf(ordinary)).toMatchObject({ mapTypes: ALL, mapSource, ownMapSource: true });
    expect(await lookOf(below)).toMatchObject({ mapTypes: ALL, mapSource, ownMapSource: false });
    expect(await lookOf(other)).toMatchObject({ mapTypes: [...MAP_TYPES], mapSource: null, ownMapSource: false });

    await save(below, { name: 'Ours', grid: 'gcj02', imagery: true });
    const nearer = { ...SOURCE, name: 'Ours', grid: 'gcj02', imagery: true, urlTemplate: KEYLESS, key: null };
    expect(await lookOf(below)).toMatchObject({ mapSource: nearer, ownMapSource: true });
    expect(await lookOf(dealer)).toMatchObject({ mapSource, ownMapSource: true });
    await below.call('customer.set.map.source.remove', {});
    expect(await lookOf(below)).toMatchObject({ mapSource, ownMapSource: false });
    await dealer.call('customer.set.map.source.remove', {});
    expect(await lookOf(below)).toMatchObject({ mapTypes: [...MAP_TYPES], mapSource: null });
  });

  it('can be the default; once it is gone, the type is neither offered nor anybody’s default', async () => {
    const types = { mapTypes: ['offline', 'own'], defaultMapType: 'own' } as const;
    const choose = async () => await codeOf(dealer.call('customer.set.map.types', { ...types, mapTypes: [...types.mapTypes] }));
    expect(await choose()).toBe(ERROR_CODE.invalidParameters);
    await save(dealer);
    expect(await choose()).toBe(0);
    expect(await lookOf(below)).toMatchObject(types);
    expect((await below.call('user.setting.info', {})).map).toBe('own');
    await dealer.call('customer.set.map.source.remove', {});
    expect(await lookOf(below)).toMatchObject({ mapTypes: ['offline'], defaultMapType: null, mapSource: null });
    expect((await below.call('user.setting.info', {})).map).toBe('openStreet');
  });

  it('is offered though somebody above has chosen types without it, but not against an own choice', async () => {
    await dealer.call('customer.set.map.types', { mapTypes: ['offline'], defaultMapType: null });
    await save(below);
    expect((await lookOf(below)).mapTypes).toEqual(['offline', 'own']);
    expect((await lookOf(dealer)).mapTypes).toEqual(['offline']);
    await save(dealer);
    expect((await lookOf(dealer)).mapTypes).toEqual(['offline']);
    await below.call('customer.set.map.types', { mapTypes: ['yandex'], defaultMapType: null });
    expect((await lookOf(below)).mapTypes).toEqual(['yandex']);
  });

  it('keeps its key while the template has a place for it, and has one exactly then', async () => {
    const keyNow = async () => (await lookOf(dealer)).mapSource?.key;
    const attempt = async (change: Partial<Source>) => await codeOf(save(dealer, change));
    expect(await attempt({ urlTemplate: WITH_KEY })).toBe(ERROR_CODE.invalidParameters);
    expect(await attempt({ key: KEY })).toBe(ERROR_CODE.invalidParameters);
    expect((await lookOf(dealer)).mapSource).toBeNull();
    expect(await attempt({ urlTemplate: WITH_KEY, key: KEY })).toBe(0);
    expect(await attempt({ urlTemplate: WITH_KEY, name: 'Another name' })).toBe(0);
    expect(await keyNow()).toBe(KEY);
    expect(await attempt({ urlTemplate: WITH_KEY, key: 'next' })).toBe(0);
    expect(await keyNow()).toBe('next');
    expect(await attempt({})).toBe(0);
    expect(await keyNow()).toBeNull();
    expect(await attempt({ urlTemplate: WITH_KEY })).toBe(ERROR_CODE.invalidParameters);
    // The key of another customer is never taken for one's own.
    await save(dealer, { urlTemplate: WITH_KEY, key: KEY });
    expect(await codeOf(save(below, { urlTemplate: WITH_KEY }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('is the main account’s to change, and bounded', async () => {
    expect(await codeOf(save(ordinary))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(ordinary.call('customer.set.map.source.remove', {}))).toBe(ERROR_CODE.noPermission);
    for (const wrong of [
      { urlTemplate: 'http://tiles.example.com/{z}/{x}/{y}' },
      { urlTemplate: 'https://me:pw@tiles.example.com/{z}/{x}/{y}' },
      { urlTemplate: 'https://tiles.example.com/{z}/{x}' },
      { urlTemplate: WITH_KEY, key: 'a b' },
      { urlTemplate: WITH_KEY, key: 'x'.repeat(201) },
      { maxZoom: 23 },
      { attribution: 'a\nb' },
    ]) {
      expect([wrong, await codeOf(save(dealer, wrong))]).toEqual([wrong, ERROR_CODE.invalidParameters]);
    }
    expect((await lookOf(dealer)).mapSource).toBeNull();
  });

  it('is loaded by pages from hosts that the operator has allowed, whatever companies save', async () => {
    const connect = async (): Promise<string> =>
      /connect-src ([^;]*)/u.exec((await api.raw('GET', '/health', null)).headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect((await connect()).split(' ')).toEqual(expect.arrayContaining(['https://tiles.example.com:8443', 'https://*.example.org']));
    await save(dealer, { urlTemplate: 'https://elsewhere.example/{z}/{x}/{y}' });
    expect(await connect()).not.toContain('elsewhere.example');
  });

  it('leaves its key and its address in no log', async () => {
    await save(dealer, { urlTemplate: `${WITH_KEY}&token=in-the-address`, key: KEY });
    await save(dealer, { urlTemplate: `${WITH_KEY}&token=in-the-address-2`, key: `${KEY}-2`, name: 'Renamed' });
    await dealer.call('customer.set.map.source.remove', {});
    const rows = await api.database.system
      .selectFrom('audit_log')
      .selectAll()
      .where('operation', 'like', 'customer.set.map.source%')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(rows).toHaveLength(3);
    const text = JSON.stringify(rows);
    expect(text).toContain('tiles.example.com');
    expect(text).toContain('Renamed');
    for (const secret of [KEY, 'in-the-address', '{key}']) expect(text).not.toContain(secret);
  });
});
