import { CUSTOMIZE_ALARM_LIMITS, ERROR_CODE, type Client, type InputOf } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { CONDITION_SOURCE_IDS } from '@sightline/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ALERT, RULE } from './customization-world.ts';
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
beforeEach(async () => {
  await sql`DELETE FROM config_rule`.execute(api.database.system);
  await sql`DELETE FROM customize_alarm`.execute(api.database.system);
});

const add = async (client: Client, change: Partial<InputOf<'config.customizeAlarm.add'>> = {}) =>
  await client.call('config.customizeAlarm.add', { ...ALERT, ...change });
const namesOf = async (client: Client, question: InputOf<'config.customizeAlarm.list'> = {}): Promise<string[]> =>
  (await client.call('config.customizeAlarm.list', question)).records.map(({ alarmName }) => alarmName);
const formatsOf = async (client: Client): Promise<string[]> =>
  (await client.call('language.format.list', { formatType: 'customize', languageCode: 'en_US' })).map(({ formatValue }) => formatValue);

it('an alert is kept as it was said, changed in part, and deleted', async () => {
  const made = await add(dealer, {
    alarmName: ' Cold chain ',
    conditions: [{ source: 'temperature', number: 2, comparison: 'gt', value: 8.5 }],
  });
  expect(made).toMatchObject({ alarmName: 'Cold chain', match: 'all', holdS: 30, enabled: true, changeable: true, ruleCount: 0 });
  expect(made.conditions).toEqual([{ source: 'temperature', number: 2, comparison: 'gt', value: 8.5 }]);
  const changed = await dealer.call('config.customizeAlarm.update', { customizeAlarmId: made.id, holdS: 0, enabled: false });
  expect(changed).toEqual({ ...made, holdS: 0, enabled: false, updateTime: changed.updateTime });
  expect(await dealer.call('config.customizeAlarm.info', { customizeAlarmId: made.id })).toEqual(changed);
  expect(await namesOf(dealer, { enabled: 1 })).toEqual([]);
  expect(await namesOf(dealer, { alarmName: 'COLD' })).toEqual(['Cold chain']);
  expect(await dealer.call('config.customizeAlarm.delete', { ids: made.id })).toEqual({ count: 1 });
  expect(await codeOf(dealer.call('config.customizeAlarm.info', { customizeAlarmId: made.id }))).toBe(ERROR_CODE.dataNotFound);
});

it('those below may ask for it and not change it; those above change it; nobody else knows it', async () => {
  const { id } = await add(dealer, { alarmName: 'Of the dealer' });
  const own = await add(below, { alarmName: 'Of the customer' });
  expect(await namesOf(dealer)).toEqual(['Of the customer', 'Of the dealer']);
  expect(await namesOf(ordinary)).toEqual(['Of the customer', 'Of the dealer']);
  expect(await namesOf(other)).toEqual([]);
  expect(await namesOf(dealer, { usableBy: world.a.customerId })).toEqual(['Of the dealer']);
  expect(await namesOf(dealer, { usableBy: world.a.subCustomerId })).toEqual(['Of the customer', 'Of the dealer']);
  const seen = (await below.call('config.customizeAlarm.list', {})).records.map((r) => [r.alarmName, r.changeable, r.customerName]);
  expect(seen).toEqual([
    ['Of the customer', true, 'Aachen sub'],
    ['Of the dealer', false, ''],
  ]);
  expect(await formatsOf(below)).toEqual(['Of the customer', 'Of the dealer']);
  expect(await formatsOf(ordinary)).toEqual(['Of the dealer']);
  expect(await formatsOf(other)).toEqual([]);
  const auth = await below.call('language.format.user.auth', { formatType: 'customize', languageCode: 'en_US' });
  expect(auth.map(({ formatKey, checked }) => [formatKey, checked])).toEqual([
    [own.id, true],
    [id, true],
  ]);

  const change = { customizeAlarmId: id, note: 'x' };
  expect(await codeOf(below.call('config.customizeAlarm.update', change))).toBe(ERROR_CODE.noPermission);
  expect(await codeOf(below.call('config.customizeAlarm.delete', { ids: id }))).toBe(ERROR_CODE.noPermission);
  expect(await codeOf(ordinary.call('config.customizeAlarm.update', change))).toBe(ERROR_CODE.noPermission);
  expect(await codeOf(ordinary.call('config.customizeAlarm.add', ALERT))).toBe(ERROR_CODE.noPermission);
  expect(await codeOf(other.call('config.customizeAlarm.update', change))).toBe(ERROR_CODE.dataNotFound);
  expect(await codeOf(other.call('config.customizeAlarm.delete', { ids: `${id}` }))).toBe(ERROR_CODE.dataNotFound);
  await dealer.call('config.customizeAlarm.update', { customizeAlarmId: own.id, note: 'from above' });
  expect(await below.call('config.customizeAlarm.info', { customizeAlarmId: own.id })).toMatchObject({ note: 'from above' });
});

it('a user who is held to devices sees what his own customer may ask for, one held to customers those of these as well', async () => {
  await add(dealer, { alarmName: 'Of the dealer' });
  await add(below, { alarmName: 'Of the customer' });
  const { id: userId } = (await dealer.call('user.page', { userNoOrName: 'ordinary' })).records[0]!;
  const held = async (): Promise<Client> => api.client(await api.signIn('ordinary', PASSWORD));
  await dealer.call('user.auth.setting.device', { userId, limited: true, deviceIds: world.a.deviceId });
  expect(await namesOf(await held())).toEqual(['Of the dealer']);
  await dealer.call('user.auth.setting.device', { userId, limited: false, deviceIds: '' });
  await dealer.call('user.auth.setting.customer', { userId, limited: true, customerIds: world.a.subCustomerId });
  expect(await namesOf(await held())).toEqual(['Of the customer', 'Of the dealer']);
  expect(await formatsOf(await held())).toEqual(['Of the dealer']);
  await dealer.call('user.auth.setting.customer', { userId, limited: false, customerIds: '' });
  ordinary = await held();
});

it('a name is there once in a company, also when two ask at once', async () => {
  const codes = await Promise.all(Array.from({ length: 5 }, async () => await codeOf(add(dealer, { alarmName: 'Tow away' }))));
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 4 }, () => ERROR_CODE.nameExists)]);
  expect(await codeOf(add(dealer, { alarmName: 'TOW away' }))).toBe(ERROR_CODE.nameExists);
  await add(below, { alarmName: 'Tow away' });
  const { id } = await add(dealer, { alarmName: 'Another' });
  expect(await codeOf(dealer.call('config.customizeAlarm.update', { customizeAlarmId: id, alarmName: 'tow AWAY' }))).toBe(
    ERROR_CODE.nameExists,
  );
});

it('so many and no more, also when all come at once', async () => {
  const { perCustomer } = CUSTOMIZE_ALARM_LIMITS;
  await sql`INSERT INTO customize_alarm (customer_id, name, note, notice_level, notice_sound, match, conditions, hold_s, enabled)
    SELECT ${world.a.customerId}, 'Alert ' || n, '', 3, 0, 'all', ${JSON.stringify(ALERT.conditions)}::jsonb, 0, true
    FROM generate_series(1, ${perCustomer - 2}) n`.execute(api.database.system);
  const codes = await Promise.all(Array.from({ length: 5 }, async (_, i) => await codeOf(add(dealer, { alarmName: `Last ${i}` }))));
  expect(codes.filter((code) => code === 0)).toHaveLength(2);
  expect(new Set(codes)).toEqual(new Set([0, ERROR_CODE.ruleCountExceeded]));
  expect((await dealer.call('config.customizeAlarm.list', {})).total).toBe(perCustomer);
  await add(below);
});

it('what no source takes is refused, and so is what is too much', async () => {
  const fine = ALERT.conditions[0]!;
  for (const wrong of [
    { conditions: [] },
    { conditions: Array.from({ length: 6 }, () => fine) },
    { conditions: [{ ...fine, value: 401 }] },
    { conditions: [{ ...fine, value: 'on' }] },
    { conditions: [{ ...fine, comparison: 'eq' }] },
    { conditions: [{ ...fine, number: 1 }] },
    { conditions: [{ source: 'temperature', comparison: 'gt', value: 8 }] },
    { conditions: [{ source: 'alarm', comparison: 'eq', value: 'nothing' }] },
    { conditions: [{ source: 'weather', comparison: 'eq', value: 'rain' }] },
    { alarmName: '   ' },
    { alarmName: 'x'.repeat(51) },
    { alarmName: 'two\nlines' },
    { note: 'x'.repeat(201) },
    { noticeLevel: 4 },
    { noticeSound: 4 },
    { holdS: 3601 },
    { match: 'some' },
  ]) {
    const code = await codeOf(add(dealer, wrong as Partial<typeof ALERT>));
    expect([wrong, code]).toEqual([wrong, ERROR_CODE.invalidParameters]);
  }
  expect(await namesOf(dealer)).toEqual([]);
});

it('one that a rule asks for is not deleted, and the refusal names the rule, whoever made it', async () => {
  const { id } = await add(dealer);
  const free = await add(dealer, { alarmName: 'Free' });
  await below.call('config.rule.add', {
    ...RULE,
    ruleName: 'Nights below',
    deviceIds: world.a.subDeviceId,
    alarmTypes: '',
    customizeAlarmIds: id,
  });
  expect(await dealer.call('config.customizeAlarm.info', { customizeAlarmId: id })).toMatchObject({
    ruleCount: 1,
    ruleNames: ['Nights below'],
  });
  const refused = dealer.call('config.customizeAlarm.delete', { ids: `${id},${free.id}` });
  await expect(refused).rejects.toMatchObject({
    code: ERROR_CODE.serverMessage,
    message: 'Rules ask for it, so it cannot be deleted: Nights below',
    data: { reason: 'usedByRules', rules: [{ ruleName: 'Nights below' }] },
  });
  expect(await namesOf(dealer)).toEqual(['Fast and running', 'Free']);
  await sql`DELETE FROM config_rule`.execute(api.database.system);
  expect(await dealer.call('config.customizeAlarm.delete', { ids: `${id},${free.id}` })).toEqual({ count: 2 });
});

it('the catalogue says in the language of the asker what conditions may ask', async () => {
  const rows = await ordinary.call('config.customizeAlarm.rules', {});
  expect(rows.map(({ source }) => source)).toEqual([...CONDITION_SOURCE_IDS]);
  expect(rows.find(({ source }) => source === 'temperature')).toMatchObject({
    sourceName: 'Temperature',
    unit: '°C',
    numberFrom: 1,
    numberTo: 8,
  });
  await ordinary.call('user.setting.language', { language: 'zh_CN' });
  const chinese = api.client(await api.signIn('ordinary', PASSWORD));
  expect((await chinese.call('config.customizeAlarm.rules', {}))[0]).toMatchObject({
    sourceName: '速度',
    comparisons: [{ comparison: 'gt', comparisonName: '高于' }, {}, {}, {}],
  });
});

it('the log says what an alert was before and after', async () => {
  const { id } = await add(dealer);
  await dealer.call('config.customizeAlarm.update', { customizeAlarmId: id, holdS: 60 });
  const { records } = await dealer.call('log.page', { area: 'company' });
  const entry = records.find(({ operation }) => operation === 'config.customizeAlarm.update');
  expect(entry).toMatchObject({ code: 0, detail: { customizeAlarmId: id, alarmName: 'Fast and running' } });
  expect(entry?.changes).toEqual([{ of: 'customizeAlarm', name: 'Fast and running', field: 'holdS', before: 30, after: 60 }]);
});
