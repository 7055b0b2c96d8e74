import { COMPANY_LIMITS, ERROR_CODE, MAP_TYPES, type Client } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const { password_hash } = await database.system
      .selectFrom('app_user')
      .select('password_hash')
      .where('account', '=', world.a.account)
      .executeTakeFirstOrThrow();
    const user = { password_hash, name: 'Somebody' };
    await createUser(database.system, { ...user, customer_id: world.a.subCustomerId, account: 'below', user_type: 2 });
    await createUser(database.system, { ...user, customer_id: world.a.customerId, account: 'ordinary', user_type: 3 });
  });
  const signedIn = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));
  dealer = await signedIn(world.a.account);
  other = await signedIn(world.b.account);
  below = await signedIn('below');
  ordinary = await signedIn('ordinary');
});
afterAll(async () => await api?.stop());

const EN = 'en_US' as const;
const NAMES = { en_US: '', zh_CN: '' };

describe('the menus of a customer', () => {
  it('are kept for its own people, and changed by its main account alone', async () => {
    const menu = [
      { name: 'device', hidden: false, names: { en_US: 'Vehicles', zh_CN: '车辆' } },
      { name: 'report', hidden: true, names: NAMES },
    ];
    const before = await dealer.call('user.auth.url', {});
    await dealer.call('customer.menu.custom.save', { menu });
    expect((await ordinary.call('customer.look.info', {})).menu).toEqual(menu);
    expect((await below.call('customer.look.info', {})).menu).toEqual([]);
    expect((await other.call('customer.look.info', {})).menu).toEqual([]);
    // Nothing is granted or taken by it.
    expect(await dealer.call('user.auth.url', {})).toEqual(before);
    expect(await codeOf(ordinary.call('customer.menu.custom.save', { menu: [] }))).toBe(ERROR_CODE.noPermission);
    for (const wrong of [
      [menu[0]!, menu[0]!],
      [{ name: 'a/b', hidden: false, names: NAMES }],
      [{ name: 'device', hidden: false, names: { en_US: 'x'.repeat(31), zh_CN: '' } }],
    ]) {
      expect(await codeOf(dealer.call('customer.menu.custom.save', { menu: wrong }))).toBe(ERROR_CODE.invalidParameters);
    }
  });

  it('reach a user who is held to another customer', async () => {
    const { id } = await api.database.system
      .selectFrom('app_user')
      .select('id')
      .where('account', '=', 'ordinary')
      .executeTakeFirstOrThrow();
    await dealer.call('user.auth.setting.customer', { userId: id, limited: true, customerIds: world.a.subCustomerId });
    const held = api.client(await api.signIn('ordinary', PASSWORD));
    expect((await held.call('customer.look.info', {})).menu).toHaveLength(2);
    await dealer.call('user.auth.setting.customer', { userId: id, limited: false, customerIds: '' });
    ordinary = api.client(await api.signIn('ordinary', PASSWORD));
  });
});

describe('the map types of a customer', () => {
  it('hold for everybody below, until one below chooses others, and the default for who has chosen none', async () => {
    expect(await below.call('customer.look.info', {})).toMatchObject({
      mapTypes: [...MAP_TYPES],
      defaultMapType: null,
      ownMapTypes: false,
    });
    await dealer.call('customer.set.map.types', { mapTypes: ['offline', 'openStreet'], defaultMapType: 'offline' });
    const offered = { mapTypes: ['openStreet', 'offline'], defaultMapType: 'offline' };
    expect(await dealer.call('customer.look.info', {})).toMatchObject({ ...offered, ownMapTypes: true });
    expect(await below.call('customer.look.info', {})).toMatchObject({ ...offered, ownMapTypes: false });
    expect((await below.call('user.setting.info', {})).map).toBe('offline');
    expect((await other.call('user.setting.info', {})).map).toBe('openStreet');
    await below.call('user.setting.map', { map: 'openStreet' });
    expect((await below.call('user.setting.info', {})).map).toBe('openStreet');
    await below.call('customer.set.map.types', { mapTypes: ['yandex'], defaultMapType: null });
    expect(await below.call('customer.look.info', {})).toMatchObject({ mapTypes: ['yandex'], defaultMapType: null, ownMapTypes: true });
    expect(await dealer.call('customer.look.info', {})).toMatchObject(offered);
    await below.call('customer.set.map.types', { mapTypes: null, defaultMapType: null });
    expect(await below.call('customer.look.info', {})).toMatchObject({ ...offered, ownMapTypes: false });
    expect((await other.call('customer.look.info', {})).mapTypes).toEqual([...MAP_TYPES]);
    for (const wrong of [
      { mapTypes: ['offline'], defaultMapType: 'yandex' },
      { mapTypes: null, defaultMapType: 'yandex' },
      { mapTypes: [], defaultMapType: null },
      { mapTypes: ['offline', 'offline'], defaultMapType: null },
    ] as const) {
      expect(
        await codeOf(dealer.call('customer.set.map.types', { ...wrong, mapTypes: wrong.mapTypes === null ? null : [...wrong.mapTypes] })),
      ).toBe(ERROR_CODE.invalidParameters);
    }
    expect(await codeOf(ordinary.call('customer.set.map.types', { mapTypes: null, defaultMapType: null }))).toBe(ERROR_CODE.noPermission);
  });
});

describe('the texts of a customer', () => {
  it('hold for itself and below, the nearest first, and on the sign-in page of its host; versions follow them', async () => {
    const guest = api.client(null);
    const versionOf = async (client: Client): Promise<string> => (await client.call('language.info', { languageCode: EN })).version;
    const [builtIn, hosts] = [await versionOf(dealer), { hostName: 'look.example.com', languageCode: EN }];
    await dealer.call('customer.branding.save', { hostName: hosts.hostName });
    const brand = (await guest.call('system.branding.version', hosts)).version;
    expect(await guest.call('system.language.text', hosts)).toEqual({ version: '', texts: [] });

    await dealer.call('language.text.save', { languageCode: EN, key: 'login.title', text: 'Welcome' });
    await dealer.call('language.text.save', { languageCode: EN, key: 'login.account', text: 'Who' });
    await below.call('language.text.save', { languageCode: EN, key: 'login.account', text: 'Driver' });
    const textsOf = async (client: Client): Promise<Record<string, string>> =>
      Object.fromEntries((await client.call('language.text.all', { languageCode: EN })).texts.map(({ key, text }) => [key, text]));
    expect(await textsOf(ordinary)).toEqual({ 'login.title': 'Welcome', 'login.account': 'Who' });
    expect(await textsOf(below)).toEqual({ 'login.title': 'Welcome', 'login.account': 'Driver' });
    expect(await textsOf(other)).toEqual({});
    expect((await dealer.call('language.text.all', { languageCode: 'zh_CN' })).texts).toEqual([]);
    expect(await below.call('language.text.list', { languageCode: EN })).toEqual([{ key: 'login.account', text: 'Driver' }]);
    expect((await guest.call('system.language.text', { ...hosts, hostName: 'LOOK.example.com' })).texts).toEqual([
      { key: 'login.account', text: 'Who' },
      { key: 'login.title', text: 'Welcome' },
    ]);
    expect((await guest.call('system.language.text', { ...hosts, hostName: 'nobody.example.com' })).texts).toEqual([]);

    const versions = [await versionOf(dealer), await versionOf(below)];
    expect(new Set([builtIn, ...versions]).size).toBe(3);
    expect(await versionOf(other)).toBe(builtIn);
    expect((await dealer.call('language.list', {})).find((l) => l.languageCode === EN)?.version).toBe(versions[0]);
    // A browser that keeps the brand sees by its version that texts have changed.
    expect((await guest.call('system.branding.version', hosts)).version).not.toBe(brand);

    await dealer.call('language.text.save', { languageCode: EN, key: 'login.title', text: '' });
    await dealer.call('language.text.save', { languageCode: EN, key: 'login.account', text: '' });
    expect([await versionOf(dealer), await textsOf(below)]).toEqual([builtIn, { 'login.account': 'Driver' }]);
    expect((await guest.call('system.branding.version', hosts)).version).toBe(brand);
  });

  it('are the main account’s to change, have keys of texts, and are limited in length and number', async () => {
    const save = (client: Client, key: string, text: string) => codeOf(client.call('language.text.save', { languageCode: EN, key, text }));
    expect(await save(ordinary, 'login.title', 'x')).toBe(ERROR_CODE.noPermission);
    for (const [key, text] of [
      ['login', 'x'],
      ['__proto__.title', 'x'],
      ['login.title', 'x'.repeat(COMPANY_LIMITS.textLength + 1)],
      ['login.title', 'a\u0007b'],
    ] as const) {
      expect([key, await save(dealer, key, text)]).toEqual([key, ERROR_CODE.invalidParameters]);
    }
    await sql`INSERT INTO customer_text (customer_id, language, key, text)
      SELECT ${world.b.customerId}, ${EN}, 'login.n' || n, 'x' FROM generate_series(2, ${COMPANY_LIMITS.texts}::int) n`.execute(
      api.database.system,
    );
    // One place is left: of several calls at once one gets it.
    const codes = await Promise.all([1, 2, 3].map((n) => save(other, `ui.n${n}`, 'x')));
    expect(codes.toSorted((x, y) => x - y)).toEqual([0, ERROR_CODE.invalidParameters, ERROR_CODE.invalidParameters]);
    expect(await save(other, 'login.n2', 'y')).toBe(0);
  });
});
