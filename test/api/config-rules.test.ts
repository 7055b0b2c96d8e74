import { CONFIG_RULE_LIMITS, ERROR_CODE, type Client, type InputOf } from '@sightline/contract';
import { createUser } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALERT, RULE } from './customization-world.ts';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

type Rule = InputOf<'config.rule.add'>;

let api: TestApi;
let world: TwoTenants;
/** Main account of a dealer, of the customer below it, and of another dealer; an ordinary user of the first dealer, and the platform's owner. */
let dealer: Client;
let below: Client;
let other: Client;
let ordinary: Client;
let owner: Client;
let ordinaryId: string;
let belowId: string;

const signedIn = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const { password_hash } = await database.system
      .selectFrom('app_user')
      .select('password_hash')
      .where('account', '=', world.a.account)
      .executeTakeFirstOrThrow();
    const user = { password_hash, name: 'Somebody' };
    belowId = (await createUser(database.system, { ...user, customer_id: world.a.subCustomerId, account: 'below', user_type: 2 })).id;
    ordinaryId = (await createUser(database.system, { ...user, customer_id: world.a.customerId, account: 'ordinary', user_type: 3 })).id;
  });
  dealer = await signedIn(world.a.account);
  other = await signedIn(world.b.account);
  below = await signedIn('below');
  ordinary = await signedIn('ordinary');
  owner = await signedIn(world.owner);
});
afterAll(async () => await api?.stop());
beforeEach(async () => {
  await sql`DELETE FROM config_rule`.execute(api.database.system);
  await sql`DELETE FROM customize_alarm`.execute(api.database.system);
});

const add = async (client: Client, change: Partial<Rule> = {}) => await client.call('config.rule.add', { ...RULE, ...change });
const attempt = async (client: Client, change: Partial<Rule>) => await codeOf(add(client, change));
const namesOf = async (client: Client): Promise<string[]> =>
  (await client.call('config.rule.page', {})).records.map(({ ruleName }) => ruleName);
const infoOf = async (client: Client, ruleId: string) => await client.call('config.rule.info', { ruleId });

describe('a rule', () => {
  it('is kept as it was said, changed as a whole and in its base, and deleted', async () => {
    const alarm = await dealer.call('config.customizeAlarm.add', ALERT);
    const said: Partial<Rule> = {
      ruleName: 'Nights',
      customerIds: world.a.subCustomerId,
      labelIds: world.a.labelId,
      deviceIds: `${world.a.deviceId},${world.a.subDeviceId}`,
      alarmTypes: 'sos,overspeed',
      customizeAlarmIds: alarm.id,
      minSpeedKph: 30,
      maxSpeedKph: 90.5,
      notice: { noticeLevel: 1, noticeSound: 2 },
      userIds: `${ordinaryId},${belowId}`,
      emails: ['desk@example.com', 'desk@example.com'],
      pictures: { channelIds: [1, 2] },
      clip: { channelIds: [1], beforeS: 10, afterS: 20 },
    };
    const made = await add(dealer, { ...said, weekdays: [5, 1] });
    expect(made).toMatchObject({
      customerId: world.a.customerId,
      account: world.a.account,
      weekdays: [1, 5],
      spans: [{ from: '22:00', to: '06:00' }],
      minSpeedKph: 30,
      maxSpeedKph: 90.5,
      customers: [{ id: world.a.subCustomerId, name: 'Aachen sub' }],
      labels: [{ id: world.a.labelId, name: 'Aachen label' }],
      deviceCount: 2,
      devices: [{ deviceId: world.a.deviceId }, { deviceId: world.a.subDeviceId }],
      alarmTypes: ['sos', 'overspeed'],
      customizeAlarms: [{ id: alarm.id, name: ALERT.alarmName }],
      notice: { noticeLevel: 1, noticeSound: 2 },
      emails: ['desk@example.com'],
      pictures: { channelIds: [1, 2] },
      clip: { channelIds: [1], beforeS: 10, afterS: 20 },
      gaps: [],
    });
    expect(made.users.map(({ id }) => id).toSorted()).toEqual([ordinaryId, belowId].toSorted());
    expect((await dealer.call('config.rule.page', {})).records[0]).toMatchObject({ deviceCount: 2, users: made.users });

    await dealer.call('config.rule.update.base', { ruleId: made.id, enabled: false });
    await dealer.call('config.rule.update.base', { ruleId: made.id, ruleName: 'Renamed' });
    const renamed = await infoOf(dealer, made.id);
    expect(renamed).toEqual({ ...made, ruleName: 'Renamed', enabled: false, updateTime: renamed.updateTime });

    const changed = await dealer.call('config.rule.update', { ...RULE, ruleId: made.id, deviceIds: world.a.deviceId });
    expect(changed).toMatchObject({ customers: [], labels: [], customizeAlarms: [], users: [], deviceCount: 1, notice: null, clip: null });
    expect(await dealer.call('config.rule.delete', { ids: made.id })).toEqual({ count: 1 });
    expect(await codeOf(infoOf(dealer, made.id))).toBe(ERROR_CODE.ruleNotFound);
    expect(await codeOf(dealer.call('config.rule.delete', { ids: made.id }))).toBe(ERROR_CODE.ruleNotFound);
  });

  it('belongs to its company: those above see and change it, those beside and below it not', async () => {
    const own = await add(dealer, { ruleName: 'Of the dealer', deviceIds: world.a.deviceId });
    const { id } = await add(below, { ruleName: 'Of the customer', deviceIds: world.a.subDeviceId });
    expect(await namesOf(dealer)).toEqual(['Of the customer', 'Of the dealer']);
    expect(await namesOf(ordinary)).toEqual(['Of the customer', 'Of the dealer']);
    expect(await namesOf(below)).toEqual(['Of the customer']);
    expect(await namesOf(other)).toEqual([]);
    expect((await dealer.call('config.rule.page', { customerId: world.a.subCustomerId })).total).toBe(1);
    for (const client of [below, other]) {
      expect(await codeOf(client.call('config.rule.update.base', { ruleId: own.id, enabled: false }))).toBe(ERROR_CODE.ruleNotFound);
      expect(await codeOf(client.call('config.rule.delete', { ids: own.id }))).toBe(ERROR_CODE.ruleNotFound);
    }
    // A rule of the customer below stays within it, whoever changes it.
    const change = { ...RULE, ruleId: id };
    const changing = async (part: Partial<Rule>) => await codeOf(dealer.call('config.rule.update', { ...change, ...part }));
    expect(await changing({ deviceIds: world.a.deviceId })).toBe(ERROR_CODE.deviceNotFound);
    expect(await changing({ customerIds: world.a.customerId })).toBe(ERROR_CODE.dataNotFound);
    expect(await changing({ labelIds: world.a.labelId })).toBe(ERROR_CODE.labelNotFound);
    const notice = { noticeLevel: 3, noticeSound: 0 };
    expect(await changing({ deviceIds: world.a.subDeviceId, notice, userIds: ordinaryId })).toBe(ERROR_CODE.dataNotFound);
    expect(await changing({ deviceIds: world.a.subDeviceId, notice, userIds: belowId })).toBe(0);
    expect(await infoOf(below, id)).toMatchObject({ users: [{ id: belowId }] });
    // Alerts of those above may be asked for, those of customers below not.
    const above = await dealer.call('config.customizeAlarm.add', ALERT);
    const under = await below.call('config.customizeAlarm.add', { ...ALERT, alarmName: 'Below' });
    expect(await changing({ deviceIds: world.a.subDeviceId, customizeAlarmIds: `${above.id},${under.id}` })).toBe(0);
    expect(await attempt(dealer, { deviceIds: world.a.deviceId, customizeAlarmIds: under.id })).toBe(ERROR_CODE.dataNotFound);
  });

  it('is refused where it makes no sense, and nothing of it is kept', async () => {
    const deviceIds = world.a.deviceId;
    const wrong: Partial<Rule>[] = [
      {},
      { deviceIds, alarmTypes: '' },
      { deviceIds, alarmTypes: 'sos,nothing' },
      { deviceIds, emails: [] },
      { deviceIds, notice: { noticeLevel: 1, noticeSound: 0 } },
      { deviceIds, userIds: ordinaryId },
      { deviceIds, weekdays: [] },
      { deviceIds, weekdays: [1, 1] },
      { deviceIds, weekdays: [8] },
      { deviceIds, spans: [{ from: '08:00', to: '08:00' }] },
      { deviceIds, spans: [{ from: '25:00', to: '08:00' }] },
      {
        deviceIds,
        spans: [
          { from: '22:00', to: '06:00' },
          { from: '05:00', to: '07:00' },
        ],
      },
      { deviceIds, spans: Array.from({ length: 5 }, (_, i) => ({ from: `0${i}:00`, to: `0${i}:30` })) },
      { deviceIds, timezone: 'Mars/Olympus' },
      { deviceIds, minSpeedKph: 50, maxSpeedKph: 30 },
      { deviceIds, minSpeedKph: -1 },
      { deviceIds, clip: { channelIds: [1], beforeS: 2, afterS: 2 } },
      { deviceIds, clip: { channelIds: [1], beforeS: 301, afterS: 0 } },
      { deviceIds, clip: { channelIds: [], beforeS: 10, afterS: 10 } },
      { deviceIds, pictures: { channelIds: [33] } },
      { deviceIds, pictures: { channelIds: [1, 1] } },
      { deviceIds: Array.from({ length: CONFIG_RULE_LIMITS.devices + 1 }, (_, i) => `D${i}`).join(',') },
      { deviceIds, emails: Array.from({ length: 11 }, (_, i) => `a${i}@example.com`) },
      { deviceIds, ruleName: ' ' },
    ];
    for (const change of wrong) expect([change, await attempt(dealer, change)]).toEqual([change, ERROR_CODE.invalidParameters]);
    expect(await attempt(dealer, { deviceIds, emails: ['nobody'] })).toBe(ERROR_CODE.invalidEmail);
    expect(await namesOf(dealer)).toEqual([]);
    expect(
      await attempt(dealer, {
        deviceIds,
        spans: [
          { from: '22:00', to: '24:00' },
          { from: '00:00', to: '05:00' },
        ],
      }),
    ).toBe(0);
  });

  it('fetches nothing that its maker may not fetch himself', async () => {
    const pictures = { channelIds: [1] };
    const clip = { channelIds: [1], beforeS: 5, afterS: 5 };
    const { id } = await add(dealer, { deviceIds: world.a.deviceId, pictures, clip });
    await sql`UPDATE app_user SET menu_ids = '{4000}' WHERE id = ${ordinaryId}`.execute(api.database.system);
    api.publish('principal.changed', { userId: ordinaryId });
    const deviceIds = world.a.deviceId;
    expect(await attempt(ordinary, { deviceIds, pictures })).toBe(ERROR_CODE.noPermission);
    expect(await attempt(ordinary, { deviceIds, clip })).toBe(ERROR_CODE.noPermission);
    const whole = { ...RULE, ruleId: id, deviceIds, pictures, clip };
    expect(await codeOf(ordinary.call('config.rule.update', whole))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(ordinary.call('config.rule.update.base', { ruleId: id, enabled: false }))).toBe(0);
    expect(await attempt(ordinary, { deviceIds })).toBe(0);
    await sql`UPDATE app_user SET menu_ids = NULL WHERE id = ${ordinaryId}`.execute(api.database.system);
    api.publish('principal.changed', { userId: ordinaryId });
  });
});

describe('users who are held', () => {
  it('to devices have rules of their own about these devices alone', async () => {
    await add(dealer, { ruleName: 'Of the dealer', deviceIds: world.a.deviceId });
    await dealer.call('user.auth.setting.device', { userId: ordinaryId, limited: true, deviceIds: world.a.subDeviceId });
    const held = await signedIn('ordinary');
    expect(await namesOf(held)).toEqual([]);
    expect(await attempt(held, { deviceIds: world.a.deviceId })).toBe(ERROR_CODE.deviceNotFound);
    expect(await attempt(held, { customerIds: world.a.customerId })).toBe(ERROR_CODE.noPermission);
    expect(await attempt(held, { labelIds: world.a.labelId })).toBe(ERROR_CODE.noPermission);
    const { id } = await add(held, { ruleName: 'Mine', deviceIds: world.a.subDeviceId });
    expect(await namesOf(held)).toEqual(['Mine']);
    expect(await namesOf(dealer)).toEqual(['Mine', 'Of the dealer']);

    // What somebody else has added that he does not see stays when he changes the rule.
    const both = `${world.a.deviceId},${world.a.subDeviceId}`;
    await dealer.call('config.rule.update', { ...RULE, ruleId: id, ruleName: 'Mine', deviceIds: both });
    expect(await infoOf(held, id)).toMatchObject({ deviceCount: 1, devices: [{ deviceId: world.a.subDeviceId }] });
    await held.call('config.rule.update', { ...RULE, ruleId: id, ruleName: 'Mine', deviceIds: world.a.subDeviceId });
    expect(await infoOf(dealer, id)).toMatchObject({ deviceCount: 2 });
    await dealer.call('user.auth.setting.device', { userId: ordinaryId, limited: false, deviceIds: '' });
    ordinary = await signedIn('ordinary');
  });

  it('to customers have the rules of these, and their own about these', async () => {
    await add(dealer, { ruleName: 'Of the dealer', deviceIds: world.a.deviceId });
    await add(below, { ruleName: 'Of the customer', deviceIds: world.a.subDeviceId });
    await dealer.call('user.auth.setting.customer', { userId: ordinaryId, limited: true, customerIds: world.a.subCustomerId });
    const held = await signedIn('ordinary');
    expect(await namesOf(held)).toEqual(['Of the customer']);
    expect(await attempt(held, { customerIds: world.a.customerId })).toBe(ERROR_CODE.dataNotFound);
    expect(await attempt(held, { labelIds: world.a.labelId })).toBe(ERROR_CODE.labelNotFound);
    expect(await attempt(held, { deviceIds: world.a.deviceId })).toBe(ERROR_CODE.deviceNotFound);
    await add(held, { ruleName: 'Mine', customerIds: world.a.subCustomerId });
    expect(await namesOf(held)).toEqual(['Mine', 'Of the customer']);
    expect(await namesOf(below)).toEqual(['Of the customer']);
    await dealer.call('user.auth.setting.customer', { userId: ordinaryId, limited: false, customerIds: '' });
    ordinary = await signedIn('ordinary');
  });
});

describe('what a rule names', () => {
  it('leaves it when it is deleted for good, and the rule says what it lacks', async () => {
    const tag = await dealer.call('label.add', { labelName: 'Soon gone' });
    const { id } = await add(dealer, { labelIds: tag.id });
    expect((await infoOf(dealer, id)).gaps).toEqual([]);
    await dealer.call('label.delete', { labelIds: tag.id, force: true });
    expect(await infoOf(dealer, id)).toMatchObject({ labels: [], gaps: ['devices'], enabled: true });
  });

  it('leaves it when it moves out of sight, and does not come back with it', async () => {
    const above = await dealer.call('config.customizeAlarm.add', ALERT);
    const ofDealer = await add(dealer, { deviceIds: world.a.subDeviceId, customerIds: world.a.subCustomerId });
    const notice = { noticeLevel: 3, noticeSound: 0 };
    const told = await add(dealer, { deviceIds: world.a.deviceId, notice, userIds: belowId, emails: [] });
    const ofCustomer = await add(below, { deviceIds: world.a.subDeviceId, alarmTypes: '', customizeAlarmIds: above.id });
    const moved = async (parentId: string) =>
      await owner.call('customer.info.updateCurrentCustomers', { customerId: world.a.subCustomerId, parentId });
    await moved(world.b.customerId);
    expect(await infoOf(dealer, ofDealer.id)).toMatchObject({ customers: [], deviceCount: 0, gaps: ['devices'] });
    expect(await infoOf(dealer, told.id)).toMatchObject({ users: [], gaps: ['actions'] });
    expect(await infoOf(other, ofCustomer.id)).toMatchObject({ deviceCount: 1, customizeAlarms: [], gaps: ['alarms'] });
    await moved(world.a.customerId);
    expect(await infoOf(dealer, ofDealer.id)).toMatchObject({ customers: [], deviceCount: 0 });
    expect(await infoOf(dealer, ofCustomer.id)).toMatchObject({ deviceCount: 1, gaps: ['alarms'] });

    const single = await add(below, { deviceIds: world.a.subDeviceId });
    await dealer.call('device.move', { deviceIds: world.a.subDeviceId, customerId: world.a.customerId });
    expect(await infoOf(below, single.id)).toMatchObject({ deviceCount: 0, gaps: ['devices'] });
    await dealer.call('device.move', { deviceIds: world.a.subDeviceId, customerId: world.a.subCustomerId });
    expect(await infoOf(below, single.id)).toMatchObject({ deviceCount: 0 });
  });

  it('is not shown while it is in the recycle bin', async () => {
    const { id } = await add(dealer, { deviceIds: world.a.subDeviceId });
    await dealer.call('device.delete', { deviceIds: world.a.subDeviceId });
    expect(await infoOf(dealer, id)).toMatchObject({ deviceCount: 0, devices: [], gaps: ['devices'] });
    const key = String(world.a.subDeviceKey);
    await dealer.call('device.recycle.restore', { ids: key });
    expect(await infoOf(dealer, id)).toMatchObject({ deviceCount: 1, gaps: [] });
  });
});

it('an alert that is deleted while rules begin to ask for it is either kept with them or gone without them', async () => {
  for (let round = 0; round < 8; round++) {
    const alarm = await dealer.call('config.customizeAlarm.add', { ...ALERT, alarmName: `Round ${round}` });
    const asking = { deviceIds: world.a.deviceId, alarmTypes: '', customizeAlarmIds: alarm.id };
    const [deleted, ...asked] = await Promise.all([
      codeOf(dealer.call('config.customizeAlarm.delete', { ids: alarm.id })),
      attempt(dealer, asking),
      attempt(ordinary, asking),
    ]);
    const { records } = await dealer.call('config.rule.page', {});
    const kept = records.filter(({ customizeAlarms }) => customizeAlarms.some(({ id }) => id === alarm.id));
    expect(kept).toHaveLength(asked.filter((code) => code === 0).length);
    expect(deleted).toBe(kept.length === 0 ? 0 : ERROR_CODE.serverMessage);
    expect(records.flatMap(({ gaps }) => gaps)).toEqual([]);
    // The loser is told that the alert is gone, or to try again.
    for (const code of asked) expect([0, ERROR_CODE.dataNotFound, ERROR_CODE.tryLater]).toContain(code);
  }
});

it('so many and no more in a company, also when all come at once and nobody sees them all', async () => {
  const { perCustomer } = CONFIG_RULE_LIMITS;
  await sql`INSERT INTO config_rule (customer_id, name, note, enabled, alarm_kinds, weekdays, spans, timezone, emails)
    SELECT ${world.a.customerId}, 'Rule ' || n, '', true, '{sos}', '{1}', '[]', '+00:00', '{a@example.com}'
    FROM generate_series(1, ${perCustomer - 2}) n`.execute(api.database.system);
  await dealer.call('user.auth.setting.device', { userId: ordinaryId, limited: true, deviceIds: world.a.deviceId });
  const held = await signedIn('ordinary');
  const codes = await Promise.all(
    [held, dealer, held, dealer, held].map(async (client) => await attempt(client, { deviceIds: world.a.deviceId })),
  );
  expect(codes.filter((code) => code === 0)).toHaveLength(2);
  expect(new Set(codes)).toEqual(new Set([0, ERROR_CODE.ruleCountExceeded]));
  expect(await attempt(below, { deviceIds: world.a.subDeviceId })).toBe(0);
  await dealer.call('user.auth.setting.device', { userId: ordinaryId, limited: false, deviceIds: '' });
  ordinary = await signedIn('ordinary');
});

it('the log says what a rule was before and after', async () => {
  const { id } = await add(dealer, { deviceIds: world.a.deviceId });
  await dealer.call('config.rule.update.base', { ruleId: id, enabled: false });
  const { records } = await dealer.call('log.page', { area: 'company' });
  const entry = records.find(({ operation }) => operation === 'config.rule.update.base');
  expect(entry?.changes).toEqual([{ of: 'configRule', name: 'Nights', field: 'enabled', before: true, after: false }]);
  expect(entry?.detail).toMatchObject({ ruleId: id, ruleName: 'Nights' });
});
