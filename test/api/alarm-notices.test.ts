import { SOCKET_PATH, type PushedNotice } from '@sightline/contract';
import { createUser, EMPTY_BATCH, type PositionWriter, type RaisedAlarm } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let writer: PositionWriter;
let held: string;
const open: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const common = { customer_id: world.a.customerId, password_hash: await hashPassword(PASSWORD), user_type: 3 };
    held = (await createUser(database.system, { ...common, account: 'notices.held', name: 'Held', menu_ids: ['5000', '5103'] })).id;
    writer = positions.writer();
  });
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await writer?.close();
  await api?.stop();
});

/** A browser of an account with what it was told. */
async function browserOf(account: string): Promise<{ token: string; told: PushedNotice[]; kinds: () => string[] }> {
  const token = await api.signIn(account, PASSWORD);
  const socket = io(api.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'], reconnection: false });
  open.push(socket);
  const told: PushedNotice[] = [];
  socket.on('push_notice_event', (notices: PushedNotice[]) => told.push(...notices));
  await eventually(() => socket.connected, 'the socket');
  return { token, told, kinds: () => told.map((notice) => notice.alarmName) };
}

let serial = 0;
const alarm = (deviceKey: number, kind: string, more: Partial<RaisedAlarm> = {}): RaisedAlarm => ({
  deviceKey,
  identity: `device:${kind}:test:${serial++}`,
  family: 'device',
  kind,
  type: null,
  level: 3,
  atMs: Date.now(),
  untilMs: null,
  open: false,
  lat: 50.7,
  lon: 6.1,
  speedKph: 40,
  course: 0,
  attributes: {},
  sign: null,
  files: 0,
  ...more,
});
const raise = async (...alarms: RaisedAlarm[]): Promise<void> => void (await writer.write({ ...EMPTY_BATCH, alarms }));

test('alarms reach those who may see the device, as each wants to be told, and nobody else', async () => {
  const main = api.client(await api.signIn(world.a.account, PASSWORD));
  await main.call('user.auth.setting.customer', { userId: held, limited: true, customerIds: world.a.subCustomerId });
  const [a, b, owner, without, ofSub] = [
    await browserOf(world.a.account),
    await browserOf(world.b.account),
    await browserOf(world.owner),
    await browserOf(world.withoutPermissions),
    await browserOf('notices.held'),
  ];
  await api.client(a.token).call('user.alarm.setAlarmNoticeLevel', { alarmTypes: 'overspeed', noticeLevel: 2 });
  await api.client(a.token).call('user.alarm.close', { alarmTypes: 'door' });
  await api.client(a.token).call('user.setting.sound', { soundType: 2 });
  await raise(
    alarm(world.a.deviceKey, 'door'),
    alarm(world.a.deviceKey, 'sos'),
    alarm(world.a.subDeviceKey, 'overspeed'),
    alarm(world.b.deviceKey, 'sos'),
  );
  await eventually(() => a.told.length === 2 && owner.told.length === 4 && b.told.length === 1, 'the notices');
  expect(a.told).toMatchObject([
    { alarmName: 'sos', noticeLevel: 1, noticeSound: 2, deviceId: world.a.deviceId, speedConvert: 40, lat: 50.7, invalidStatus: 0 },
    { alarmName: 'overspeed', noticeLevel: 2, noticeSound: 0, deviceId: world.a.subDeviceId },
  ]);
  expect(b.told).toMatchObject([{ alarmName: 'sos', deviceId: world.b.deviceId, noticeSound: 3 }]);
  await eventually(() => ofSub.told.length > 0, 'the notice of the sub-customer');
  expect(ofSub.told.map((n) => n.deviceId)).toEqual([world.a.subDeviceId]);
  expect(without.told).toEqual([]);
});

test('the same alarm of the same device is told once within the interval, and what comes very late not at all', async () => {
  const b = await browserOf(world.b.account);
  const { call } = api.client(b.token);
  await call('user.alarm.push.interval', { alarmTypes: 'fatigueDriving', pushInterval: 3600 });
  await raise(alarm(world.b.deviceKey, 'fatigueDriving'));
  await raise(alarm(world.b.deviceKey, 'fatigueDriving'), alarm(world.b.subDeviceKey, 'fatigueDriving'));
  await raise(alarm(world.b.deviceKey, 'tow', { atMs: Date.now() - 2 * 3_600_000 }));
  await raise(alarm(world.b.deviceKey, 'theft'));
  await eventually(() => b.kinds().includes('theft'), 'the last of them');
  expect(b.told.map((n) => [n.alarmName, n.deviceId])).toEqual([
    ['fatigueDriving', world.b.deviceId],
    ['fatigueDriving', world.b.subDeviceId],
    ['theft', world.b.deviceId],
  ]);
  // Who was not told of it alone is told of it afterwards by the same rule.
  const { notices, more } = await call('user.notice.missed', { since: new Date(Date.now() - 60_000).toISOString() });
  expect(notices.filter((n) => n.alarmName === 'fatigueDriving')).toHaveLength(2);
  expect(notices.some((n) => n.alarmName === 'tow')).toBe(false);
  expect(more).toBe(false);
});

test('what came while nobody was here is told afterwards, from the scope alone, the oldest first', async () => {
  const token = await api.signIn(world.a.account, PASSWORD);
  const { call } = api.client(token);
  const none = await call('user.notice.missed', {});
  expect(none).toMatchObject({ notices: [], more: false });
  await raise(alarm(world.a.deviceKey, 'rollover'));
  await raise(alarm(world.b.deviceKey, 'rollover'), alarm(world.a.subDeviceKey, 'theft'));
  const { notices } = await call('user.notice.missed', { since: none.serverTime });
  expect(notices.map((n) => [n.alarmName, n.deviceId])).toEqual([
    ['rollover', world.a.deviceId],
    ['theft', world.a.subDeviceId],
  ]);
  const later = await call('user.notice.missed', { since: new Date(Date.now() + 60_000).toISOString() });
  expect(later.notices).toEqual([]);
});

test('of a storm the newest are told afterwards, and that there were more', async () => {
  const token = await api.signIn(world.a.account, PASSWORD);
  const { serverTime } = await api.client(token).call('user.notice.missed', {});
  await raise(...Array.from({ length: 300 }, () => alarm(world.a.deviceKey, 'sos')));
  const { notices, more } = await api.client(token).call('user.notice.missed', { since: serverTime });
  expect([notices.length, more]).toEqual([200, true]);
});
