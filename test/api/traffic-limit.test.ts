import { ERROR_CODE } from '@sightline/contract';
import { addTraffic, createCustomer, insertDevices } from '@sightline/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const QUARTER_MS = 15 * 60_000;
const OTHER = '440000000001';
const FRUGAL = '440000000002';
/** Has used up what it is going to be allowed. */
const SPENT = '440000000003';

let api: TestApi;
let world: TwoTenants;
let call: Call;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const home = await createCustomer(database.system, { parentId: world.a.customerId, name: 'Cameras', customerType: 2 });
    const camera = (id: string) => ({ id, customer_id: home.id, name: id, type_code: 'C4', cam_count: 4 });
    const keys = await insertDevices(database.system, [camera(OTHER), camera(FRUGAL), camera(SPENT)]);
    const used = (deviceKey: number, bytesIn: number) => ({
      deviceKey,
      slotMs: Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS,
      bytesIn,
      bytesOut: 1,
    });
    await addTraffic(database, [
      used(Number(keys.get(SPENT)), 1_000_000),
      used(Number(keys.get(OTHER)), 5_000_000),
      used(Number(keys.get(FRUGAL)), 10),
    ]);
  });
  call = api.client(await api.signIn(world.a.account, PASSWORD)).call;
});
afterAll(async () => await api?.stop());

it('what makes a device send pictures is refused when its allowance is used up; everything else is not', async () => {
  const deviceId = SPENT;
  const send = (commandType: 'capture' | 'captureInterval' | 'positionQuery', params: object = {}) =>
    codeOf(call('device.command.toOffline', { deviceId, commandType, params: { ...params } }));
  await call('device.dailyTraffic.update', { deviceIds: `${deviceId},${FRUGAL}`, dailyMb: 1 });
  expect(await send('capture')).toBe(ERROR_CODE.trafficOverLimit);
  expect(await send('captureInterval', { channels: [1], intervalMin: 30 })).toBe(ERROR_CODE.trafficOverLimit);
  // Ending it saves data.
  expect(await send('captureInterval', { channels: [1], intervalMin: 0 })).toBe(0);
  expect(await send('positionQuery')).toBe(0);

  const batch = await call('device.command.batchSend', {
    deviceIds: [deviceId, OTHER, FRUGAL].join(','),
    commandType: 'capture',
    params: {},
    offline: true,
  });
  expect(batch).toMatchObject({ total: 3, accepted: 2, refused: 1 });
  const { records } = await call('device.command.page', { batchId: batch.batchId });
  expect(Object.fromEntries(records.map((r) => [r.deviceId, r.reason]))).toEqual({
    [deviceId]: 'overLimit',
    [OTHER]: null,
    [FRUGAL]: null,
  });

  await call('device.traffic.temporary', { deviceId, extraMb: 1 });
  expect(await send('capture')).toBe(0);
});
