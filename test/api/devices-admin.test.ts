import { ERROR_CODE } from '@sightline/contract';
import { createCustomer, createUser, listenForNotices, NOTICE_CHANNELS } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { devicesById, devicesByTail } from '@sightline/server/pipeline/device-lookup';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, POSITION_TIME_MS, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let a: Call;
let b: Call;
let owner: Call;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  const as = async (account: string): Promise<Call> => {
    const client = api.client(await api.signIn(account, PASSWORD));
    return (id, input) => client.call(id, input);
  };
  [a, b, owner] = await Promise.all([as(world.a.account), as(world.b.account), as(world.owner)]);
});
afterAll(async () => await api?.stop());

const GOOD = '490154203237518';

test('registers a device; a wrong check digit is only told', async () => {
  const added = await a('device.add', {
    deviceId: GOOD,
    deviceType: 'C4',
    customerId: world.a.subCustomerId,
    deviceName: ' Truck 7 ',
    plate: 'AC-X 1',
    timezone: 'Europe/Berlin',
    labelIds: world.a.labelId,
  });
  expect(added).toEqual({ deviceId: GOOD, warnings: [] });
  expect(await a('device.info', { deviceId: GOOD })).toMatchObject({
    deviceName: 'Truck 7',
    customerId: world.a.subCustomerId,
    camCount: 4,
    labelNames: 'Aachen label',
    plate: 'AC-X 1',
  });
  expect((await a('device.add', { deviceId: '490154203239999', deviceType: 'T1' })).warnings).toEqual(['checkDigit']);
  expect((await a('device.add', { deviceId: '154203237777', deviceType: 'T1' })).warnings).toEqual([]);
});

test('an id is one device on the whole platform, in whichever form, and nothing else is told of it', async () => {
  for (const deviceId of [GOOD, GOOD.slice(-12)])
    expect(await codeOf(b('device.add', { deviceId, deviceType: 'T1' }))).toBe(ERROR_CODE.imeiExists);
  expect(await codeOf(b('device.add', { deviceId: `999${'154203237777'}`, deviceType: 'T1' }))).toBe(ERROR_CODE.imeiExists);
  expect(await codeOf(a('device.add', { deviceId: '4901542032375', deviceType: 'T1' }))).toBe(ERROR_CODE.invalidParameters);
  expect(await codeOf(a('device.add', { deviceId: '490154203237534', deviceType: 'nothing' }))).toBe(ERROR_CODE.addError);
  const same = await Promise.all(
    Array.from({ length: 6 }, (_, i) => codeOf((i % 2 === 0 ? a : b)('device.add', { deviceId: '351756051523779', deviceType: 'T1' }))),
  );
  expect(same.filter((code) => code === 0)).toHaveLength(1);
  expect(new Set(same)).toEqual(new Set([0, ERROR_CODE.imeiExists]));
});

test('several at once: the good ones are added, the others told one by one', async () => {
  const { added, failed, warnings } = await a('device.add.batch', {
    deviceType: 'T1',
    devices: [
      { deviceId: '351756051523994', deviceName: 'One' },
      { deviceId: ' 351756051523985 ' },
      { deviceId: '351756051523985' },
      { deviceId: '756051523985' },
      { deviceId: 'abc' },
      { deviceId: world.b.deviceId },
    ],
  });
  expect(added).toBe(2);
  expect(failed.map((f) => [f.deviceId, f.code])).toEqual([
    ['351756051523985', ERROR_CODE.imeiExists],
    ['756051523985', ERROR_CODE.imeiExists],
    ['abc', ERROR_CODE.invalidParameters],
    [world.b.deviceId, ERROR_CODE.imeiExists],
  ]);
  expect(warnings).toEqual([{ deviceId: '351756051523994', warning: 'checkDigit' }]);
  const devices = Array.from({ length: 501 }, (_, i) => ({ deviceId: String(700_000_000_000 + i) }));
  expect(await codeOf(a('device.add.batch', { deviceType: 'T1', devices }))).toBe(ERROR_CODE.invalidParameters);
  expect((await a('device.add.batch', { deviceType: 'T1', devices: devices.slice(0, 500) })).added).toBe(500);
});

test('changes what is given and leaves the rest; cameras within the model', async () => {
  await a('device.save', { deviceId: GOOD, deviceName: 'Truck 8', plate: '', remark: 'x' });
  expect(await a('device.info', { deviceId: GOOD })).toMatchObject({
    deviceName: 'Truck 8',
    plate: null,
    remark: 'x',
    timezone: 'Europe/Berlin',
  });
  expect((await a('device.save', { deviceId: GOOD })).deviceName).toBe('Truck 8');
  expect(await codeOf(a('device.saveCamCount', { deviceId: GOOD, camCount: 5 }))).toBe(ERROR_CODE.cameraCountExceeded);
  expect((await a('device.saveCamCount', { deviceId: GOOD, camCount: 3 })).camCount).toBe(3);
  expect((await a('device.saveCamView', { deviceId: GOOD, camView: '3,1' })).camView).toEqual([1, 3]);
  expect(await codeOf(a('device.saveCamView', { deviceId: GOOD, camView: '4' }))).toBe(ERROR_CODE.cameraCountExceeded);
  expect((await a('device.saveCamView', { deviceId: GOOD, camView: '' })).camView).toBeNull();
  await a('device.set.icon', { deviceIds: `${GOOD},${world.a.deviceId}`, icon: 'truck' });
  expect((await a('device.list', { deviceIds: `${GOOD},${world.a.deviceId}` })).map((d) => d.icon)).toEqual(['truck', 'truck']);
  await a('device.expand.save.channel.name', { deviceId: GOOD, channelName: '[{"id":2,"name":"Door"}]' });
  await a('device.expand.save.io.name', { deviceId: GOOD, ioName: '[{"id":1,"name":"Pump"}]' });
  await a('device.expand.save.summer.time', { deviceId: GOOD, enabled: true, start: '03-31 02:00', end: '10-27 03:00' });
  for (const start of ['02-30 02:00', '3-1 2:00', '03-31 24:00'])
    expect(await codeOf(a('device.expand.save.summer.time', { deviceId: GOOD, enabled: true, start, end: '10-27 03:00' }))).toBe(
      ERROR_CODE.invalidParameters,
    );
  const expand = await a('device.expand.info', { deviceId: GOOD });
  expect(JSON.parse(expand.channelName)).toEqual([
    { id: 1, name: 'CH1' },
    { id: 2, name: 'Door' },
    { id: 3, name: 'CH3' },
  ]);
  expect([expand.ioName, expand.summerTime]).toEqual([
    '[{"id":1,"name":"Pump"}]',
    { enabled: true, offsetMinutes: 60, start: '03-31 02:00', end: '10-27 03:00' },
  ]);
  for (const channelName of [
    '{',
    '[{"id":0,"name":"x"}]',
    '[{"id":1,"name":"x"},{"id":1,"name":"y"}]',
    `[{"id":1,"name":"${'x'.repeat(33)}"}]`,
  ]) {
    expect(await codeOf(a('device.expand.save.channel.name', { deviceId: GOOD, channelName }))).toBe(ERROR_CODE.invalidParameters);
  }
});

test('models have names of their own for each customer', async () => {
  await a('device.types.nickname.save', { typeCode: 'T1', nickName: 'Small box' });
  await a('device.types.nickname.save', { customerId: world.a.subCustomerId, typeCode: 'T1', nickName: 'Smaller box' });
  const of = async (call: Call, customerId?: string) =>
    (await call('device.types.nickname', customerId === undefined ? {} : { customerId })).find((t) => t.typeCode === 'T1')?.nickName;
  expect([await of(a), await of(a, world.a.subCustomerId), await of(b)]).toEqual(['Small box', 'Smaller box', null]);
  expect((await a('device.types', {})).find((t) => t.typeCode === 'T1')?.nickName).toBe('Small box');
  await a('device.types.nickname.save', { typeCode: 'T1', nickName: '' });
  expect(await of(a)).toBeNull();
});

test('a move says before what it takes along, does so, and the gateways hear of it', async () => {
  const device = world.a.deviceId;
  const heard = new Set<string>();
  const stop = await listenForNotices(api.database, {
    channels: { [NOTICE_CHANNELS.deviceChanged]: (id) => void heard.add(id) },
    reconnected: () => undefined,
    broken: () => undefined,
  });
  // A tag of the dealer goes down with the device, one of the dealer's sub-customer does not come up again.
  const { id: subLabel } = await a('label.add', { customerId: world.a.subCustomerId, labelName: 'Below' });
  const preview = await a('device.move.preview', { deviceIds: device, customerId: world.a.subCustomerId });
  expect(preview).toMatchObject({
    deviceCount: 1,
    from: [{ customerName: 'Aachen dealer', deviceCount: 1 }],
    movesAlong: { history: 1, license: 0 },
    staysBehind: { labels: 0, shares: 1, users: 0 },
    blockedPersonal: 0,
  });
  expect((await a('device.info', { deviceId: device })).customerId).toBe(world.a.customerId);
  expect(await a('device.move', { deviceIds: device, customerId: world.a.subCustomerId })).toEqual(preview);
  expect(await a('device.info', { deviceId: device })).toMatchObject({ customerId: world.a.subCustomerId, labelNames: 'Aachen label' });
  expect(await codeOf(api.client(null).call('device.share.view', { token: world.a.shareToken }))).toBe(ERROR_CODE.dataNotFound);
  await a('label.bind', { deviceIds: device, labelIds: subLabel });
  const back = await a('device.move', { deviceIds: device, customerId: world.a.customerId });
  expect(back.staysBehind).toMatchObject({ labels: 1, shares: 0 });
  expect((await a('device.info', { deviceId: device })).labelNames).toBe('Aachen label');
  await eventually(() => heard.has(device), 'the notice of a move');
  await stop();
  const track = await api.positions.systemReader().positions(world.a.deviceKey, POSITION_TIME_MS - 1, POSITION_TIME_MS + 1);
  expect(track).toHaveLength(1);
});

test('a move across dealers ends what the old one saw; devices of individual users stay', async () => {
  const device = '351756051523985';
  expect(await codeOf(a('device.move', { deviceIds: device, customerId: world.b.customerId }))).toBe(ERROR_CODE.dataNotFound);
  const { staysBehind } = await owner('device.move', { deviceIds: device, customerId: world.b.customerId });
  expect(staysBehind.users).toBeGreaterThan(0);
  expect(await codeOf(a('device.info', { deviceId: device }))).toBe(ERROR_CODE.deviceNotFound);
  expect((await b('device.info', { deviceId: device })).customerId).toBe(world.b.customerId);
  const { system } = api.database;
  const person = await createCustomer(system, { parentId: world.a.customerId, name: 'A person', customerType: 2 });
  await createUser(system, {
    customer_id: person.id,
    account: 'person',
    name: 'P',
    password_hash: await hashPassword(PASSWORD),
    user_type: 4,
  });
  await a('device.add', { deviceId: '351756051523972', deviceType: 'T1', customerId: person.id });
  expect(await codeOf(a('device.move', { deviceIds: `351756051523972,${world.a.deviceId}`, customerId: world.a.subCustomerId }))).toBe(
    ERROR_CODE.personalNotTransferable,
  );
  expect((await a('device.info', { deviceId: world.a.deviceId })).customerId).toBe(world.a.customerId);
});

test('the recycle bin: no data is taken, everything comes back, unless the id lives elsewhere', async () => {
  const device = world.a.deviceId;
  await a('device.delete', { deviceIds: device });
  expect(await codeOf(a('device.info', { deviceId: device }))).toBe(ERROR_CODE.deviceNotFound);
  expect((await devicesById(api.database, [device])).size + (await devicesByTail(api.database, [device])).size).toBe(0);
  const bin = await a('device.recycle.page', { deviceIdOrName: device });
  expect(bin.records).toMatchObject([{ deviceId: device, deviceName: 'Aachen one', customerName: 'Aachen dealer' }]);
  expect((await b('device.recycle.page', {})).records.map((r) => r.deviceId)).toEqual([`2${'00000000009'}`]);
  const ids = bin.records[0]!.id;
  expect(await codeOf(b('device.recycle.restore', { ids }))).toBe(ERROR_CODE.recordNotFound);

  await b('device.add', { deviceId: device, deviceType: 'T1' });
  expect(await codeOf(a('device.recycle.restore', { ids }))).toBe(ERROR_CODE.imeiExists);
  await b('device.delete', { deviceIds: device });
  await a('device.recycle.restore', { ids });
  expect(await a('device.info', { deviceId: device })).toMatchObject({ labelNames: 'Aachen label' });
  expect((await devicesById(api.database, [device])).get(device)?.deviceKey).toBe(world.a.deviceKey);
  expect(await codeOf(a('device.recycle.restore', { ids }))).toBe(ERROR_CODE.recordNotFound);
});

test('for good means every row of it, and only from the bin', async () => {
  const device = world.a.deviceId;
  const rowsOf = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`SELECT (SELECT count(*) FROM position WHERE device_key = ${world.a.deviceKey})::int
      + (SELECT count(*) FROM segment WHERE device_key = ${world.a.deviceKey})::int
      + (SELECT count(*) FROM device_state WHERE device_key = ${world.a.deviceKey})::int
      + (SELECT count(*) FROM device WHERE key = ${world.a.deviceKey})::int AS n`.execute(api.database.system);
    return rows[0]!.n;
  };
  expect(await rowsOf()).toBeGreaterThan(3);
  expect(await codeOf(a('device.recycle.delete', { ids: String(world.a.deviceKey) }))).toBe(ERROR_CODE.recordNotFound);
  await a('device.delete', { deviceIds: device });
  expect(await codeOf(b('device.recycle.delete', { ids: String(world.a.deviceKey) }))).toBe(ERROR_CODE.recordNotFound);
  expect(await rowsOf()).toBeGreaterThan(3);
  await a('device.recycle.delete', { ids: String(world.a.deviceKey) });
  expect(await rowsOf()).toBe(0);
});

test('the platform registers a device that knocked under a customer', async () => {
  const unknownId = '490154203237526';
  const page = () => owner('device.unknown.page', { deviceId: unknownId });
  expect((await page()).total).toBe(1);
  expect(await codeOf(owner('device.unknown.register', { unknownId: 'nobody', deviceType: 'T1', customerId: world.a.customerId }))).toBe(
    ERROR_CODE.dataNotFound,
  );
  const { deviceId } = await owner('device.unknown.register', { unknownId, deviceType: 'GT06N', customerId: world.a.subCustomerId });
  expect((await a('device.info', { deviceId })).customerId).toBe(world.a.subCustomerId);
  expect((await page()).total).toBe(0);
});
