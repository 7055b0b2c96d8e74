import { ERROR_CODE } from '@sightline/contract';
import { LABEL_LIMITS } from '@sightline/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let a: Call;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  const client = api.client(await api.signIn(world.a.account, PASSWORD));
  a = (id, input) => client.call(id, input);
});
afterAll(async () => await api?.stop());

const add = async (labelName: string, customerId?: string) =>
  (await a('label.add', { labelName, ...(customerId === undefined ? {} : { customerId }) })).id;

test('a tag has a name of its own within its customer', async () => {
  const id = await add(' Cold chain ');
  expect(await codeOf(add('cold CHAIN'))).toBe(ERROR_CODE.labelNameExists);
  expect(await codeOf(add(''))).toBe(ERROR_CODE.labelNameRequired);
  expect(await codeOf(add('x'.repeat(LABEL_LIMITS.name + 1)))).toBe(ERROR_CODE.labelNameTooLong);
  await add('冷'.repeat(LABEL_LIMITS.name));
  await add('Cold chain', world.a.subCustomerId);
  expect(await a('label.save', { labelId: id, labelName: 'Cold Chain' })).toMatchObject({ labelName: 'Cold Chain', deviceCount: 0 });
  expect(await codeOf(a('label.save', { labelId: id, labelName: 'aachen LABEL' }))).toBe(ERROR_CODE.labelNameExists);
  expect(await codeOf(a('label.save', { labelId: world.b.labelId, labelName: 'mine' }))).toBe(ERROR_CODE.labelNotFound);
});

test('tags of one name are told apart by their customers, and nobody sees those of others', async () => {
  const id = await add('Told apart');
  const below = await add('Told apart', world.a.subCustomerId);
  const own = (await a('customer.info', {})).customerName;
  const sub = (await a('customer.info', { customerId: world.a.subCustomerId })).customerName;
  const listed = await a('label.list', { labelName: 'told apart' });
  expect(listed.map((l) => [l.id, l.customerName]).sort()).toEqual(
    [
      [id, own],
      [below, sub],
    ].sort(),
  );
  expect((await a('label.list', {})).map((l) => l.id)).not.toContain(world.b.labelId);
});

test('many devices and tags at once; a tag of a customer is for it and those below', async () => {
  const [one, below] = [await add('One'), await add('Only below', world.a.subCustomerId)];
  const both = `${world.a.deviceId},${world.a.subDeviceId}`;
  expect(await a('label.bind', { deviceIds: both, labelIds: `${one},${world.a.labelId}` })).toEqual({ bound: 3 });
  expect(await codeOf(a('label.bind', { deviceIds: both, labelIds: one }))).toBe(ERROR_CODE.labelAlreadyBound);
  expect(await codeOf(a('label.bind', { deviceIds: both, labelIds: below }))).toBe(ERROR_CODE.labelNotOwned);
  expect(await a('label.bind', { deviceIds: world.a.subDeviceId, labelIds: below })).toEqual({ bound: 1 });
  expect((await a('device.info', { deviceId: world.a.subDeviceId })).labelNames).toBe('Aachen label,One,Only below');
  expect((await a('device.page', { labelIds: below })).records.map((d) => d.id)).toEqual([world.a.subDeviceId]);
  expect(await codeOf(a('label.delete', { labelIds: one }))).toBe(ERROR_CODE.labelInUse);
  await a('label.delete', { labelIds: one, force: true });
  expect(await a('label.unbind', { deviceIds: both, labelIds: world.a.labelId })).toEqual({ unbound: 2 });
  expect((await a('device.info', { deviceId: world.a.deviceId })).labelNames).toBe('');
  expect(await codeOf(a('label.bind', { deviceIds: world.a.deviceId, labelIds: world.b.labelId }))).toBe(ERROR_CODE.labelNotFound);
});

test('so many and no more, also when all come at once', async () => {
  const made: string[] = [];
  const attempts = await Promise.all(
    Array.from({ length: LABEL_LIMITS.perCustomer + 5 }, async (_, i) =>
      codeOf(add(`Tag ${i}`, world.a.subCustomerId).then((id) => void made.push(id))),
    ),
  );
  const { length } = (await a('label.list', { customerId: world.a.subCustomerId })).filter((l) => l.customerId === world.a.subCustomerId);
  expect(length).toBe(LABEL_LIMITS.perCustomer);
  expect(new Set(attempts)).toEqual(new Set([0, ERROR_CODE.labelCountExceeded]));

  const deviceIds = world.a.subDeviceId;
  expect(await codeOf(a('label.bind', { deviceIds, labelIds: made.slice(0, LABEL_LIMITS.perCall + 1).join(',') }))).toBe(
    ERROR_CODE.labelBatchLimit,
  );
  const before = (await a('device.info', { deviceId: deviceIds })).labelIds.length;
  const bonds = await Promise.all(made.slice(0, 20).map((labelIds) => codeOf(a('label.bind', { deviceIds, labelIds }))));
  expect(bonds.filter((code) => code === 0)).toHaveLength(LABEL_LIMITS.perDevice - before);
  expect(new Set(bonds)).toEqual(new Set([0, ERROR_CODE.deviceLabelCountExceeded]));
  expect((await a('device.info', { deviceId: deviceIds })).labelIds).toHaveLength(LABEL_LIMITS.perDevice);
});

test('a text that no database can hold is refused as one, wherever it is sent', async () => {
  const text = 'nul \u0000';
  expect(await codeOf(a('label.add', { labelName: text }))).toBe(ERROR_CODE.invalidParameters);
  expect(await codeOf(a('customer.page', { customerName: text }))).toBe(ERROR_CODE.invalidParameters);
  expect(await codeOf(a('device.page', { deviceIdOrName: text }))).toBe(ERROR_CODE.invalidParameters);
  expect(await codeOf(a('device.command.page', { deviceIdOrName: text }))).toBe(ERROR_CODE.invalidParameters);
});
