import { ERROR_CODE, OPERATIONS, type InputOf, type OperationId, type OutputOf } from '@sightline/contract';
import { addTraffic, createCustomer, createUser, customerHasBoundLicences, insertDevices } from '@sightline/db';
import { licenseCodeOf, parseLicenseCode } from '@sightline/domain';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, POSITION_TIME_MS, PRINTED_CODES, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
const tokens = new Map<string, string>();
/** Customers below tenant a: its sub-customer, and one below that. */
let grandchild: { id: string; path: string };

const call = async <K extends OperationId>(account: string, id: K, input: InputOf<K>): Promise<OutputOf<K>> => {
  const data = await api.client(tokens.get(account)!).call(id, input);
  const parsed = (OPERATIONS[id].output as z.ZodType).safeParse(data);
  expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
  return data;
};
const refused = async <K extends OperationId>(account: string, id: K, input: InputOf<K>): Promise<number> =>
  await codeOf(call(account, id, input));
let counter = 0;
const requestId = (): string => `request-${String(++counter).padStart(8, '0')}`;
const db = () => api.database.system;
const DAY_MS = 86_400_000;
const SUB = 'sub.main';
const LEAF = 'leaf.main';

/** Makes new licences of a type and sells them to tenant a's dealer. */
async function supply(typeCode: string, count: number): Promise<void> {
  await call('owner', 'license.batch.create', { requestId: requestId(), typeCode, count });
  await call('owner', 'license.sell', { requestId: requestId(), customerId: world.a.customerId, typeCode, count });
}
const stockOf = async (account: string, typeCode: string): Promise<number> =>
  (await call(account, 'license.list.code', { typeCode }))[0]!.count;
let serial = 0;
/** A new device of tenant a (or the customer), without a licence. */
async function device(customerId = world.a.customerId, type = 'T1'): Promise<string> {
  const id = `4${String(++serial).padStart(11, '0')}`;
  await insertDevices(db(), [{ id, customer_id: customerId, name: `Licensed ${serial}`, type_code: type }]);
  return id;
}
const saveType = (typeCode: string, change: Partial<InputOf<'license.type.save'>> = {}) =>
  call('owner', 'license.type.save', { typeCode, nameEn: typeCode, nameZh: `类型${typeCode}`, validityMonths: 12, ...change });
const expiryOf = async (id: string): Promise<string | null> =>
  (await call(world.a.account, 'device.list', { deviceIds: id }))[0]!.expirationTime;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const passwordHash = await hashPassword(PASSWORD);
    grandchild = await createCustomer(database.system, { parentId: world.a.subCustomerId, name: 'Aachen leaf', customerType: 2 });
    for (const [account, customerId] of [
      [SUB, world.a.subCustomerId],
      [LEAF, grandchild.id],
    ] as const) {
      await createUser(database.system, { customer_id: customerId, account, name: account, password_hash: passwordHash, user_type: 2 });
    }
    await createUser(database.system, {
      customer_id: world.a.customerId,
      account: 'ordinary',
      name: 'Ordinary',
      password_hash: passwordHash,
      user_type: 3,
    });
  });
  for (const account of ['owner', world.a.account, world.b.account, SUB, LEAF, 'ordinary']) {
    tokens.set(account, await api.signIn(account, PASSWORD));
  }
  await saveType('two-years', { validityMonths: 24 });
  await saveType('lifetime', { validityMonths: null });
  await saveType('video', { deviceBasicType: 2, features: ['tracking', 'video'] });
  await saveType('fixed', { transferable: false, unbindable: false });
});
afterAll(async () => await api?.stop());

describe('types and batches', () => {
  it('a type is named in the language of the asker, and unknown ones are refused', async () => {
    const types = await call(world.a.account, 'license.type.list', {});
    expect(types.map((t) => t.typeCode)).toEqual(['annual', 'fixed', 'video', 'two-years', 'lifetime']);
    expect(types[0]).toMatchObject({ typeName: 'Annual', nameZh: '年度', validityMonths: 1, features: ['tracking'] });
    expect(await refused('owner', 'license.batch.create', { requestId: requestId(), typeCode: 'nothing', count: 1 })).toBe(60001);
  });

  it('a batch has its count of valid codes, all different, in the stock of the platform', async () => {
    const before = await stockOf('owner', 'fixed');
    const { id, count } = await call('owner', 'license.batch.create', { requestId: requestId(), typeCode: 'fixed', count: 40 });
    expect(count).toBe(40);
    const page = await call('owner', 'license.page', { batchId: id, pageSize: 200 });
    expect(page.total).toBe(40);
    const codes = page.records.map((r) => parseLicenseCode(r.code));
    expect(codes).not.toContain(null);
    expect(new Set(codes).size).toBe(40);
    expect(await stockOf('owner', 'fixed')).toBe(before + 40);
    const [batch] = (await call('owner', 'license.batch.page', {})).records;
    expect(batch).toMatchObject({ id, count: 40, boundCount: 0, createdBy: 'Owner', lockTime: null });
  });

  it('codes printed elsewhere are checked: 60011 for a wrong one, 60010 for one that exists', async () => {
    const code = (byte: number): string => licenseCodeOf(new Uint8Array(15).fill(byte));
    const create = (codes: string[]) => refused('owner', 'license.batch.create', { requestId: requestId(), typeCode: 'fixed', codes });
    expect(await create([code(1).toLowerCase(), code(2)])).toBe(0);
    expect(await create([code(3), code(2)])).toBe(60010);
    expect(await create([code(4), code(4)])).toBe(60010);
    expect(await create([code(5).slice(0, -1) + (code(5).endsWith('0') ? '1' : '0')])).toBe(60011);
  });

  it('a thousand and one at once are refused with 60005', async () => {
    const many = { requestId: requestId(), typeCode: 'annual', count: 1001 };
    expect(await refused('owner', 'license.batch.create', many)).toBe(60005);
    expect(await refused(world.a.account, 'license.sell', { ...many, customerId: world.a.subCustomerId })).toBe(60005);
    expect(await refused(world.a.account, 'license.takeBack', { ...many, customerId: world.a.subCustomerId })).toBe(60005);
    const deviceIds = Array.from({ length: 1001 }, (_, i) => `d${i}`).join(',');
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds, typeCode: 'annual' })).toBe(60005);
  });
});

describe('handing down and taking back', () => {
  it('moves the count, leaves a record for both sides, and only they see the price', async () => {
    await supply('two-years', 10);
    const { saleId } = await call(world.a.account, 'license.sell', {
      requestId: requestId(),
      customerId: world.a.subCustomerId,
      typeCode: 'two-years',
      count: 4,
      unitPrice: 12.5,
      currency: 'EUR',
      remark: 'spring',
    });
    expect([await stockOf(world.a.account, 'two-years'), await stockOf(SUB, 'two-years')]).toEqual([6, 4]);
    const record = async (account: string, id: string) =>
      (await call(account, 'license.sale.page', { pageSize: 200 })).records.find((r) => r.id === id);
    expect(await record(world.a.account, saleId)).toMatchObject({
      kind: 'sale',
      count: 4,
      fromCustomerName: 'Aachen dealer',
      toCustomerName: 'Aachen sub',
      unitPrice: 12.5,
      currency: 'EUR',
      remark: 'spring',
      createdBy: 'Aachen main',
    });
    // The buyer knows what it pays, but nothing of the one above it.
    expect(await record(SUB, saleId)).toMatchObject({ fromCustomerId: null, fromCustomerName: null, createdBy: null, unitPrice: 12.5 });
    expect(await record('owner', saleId)).toMatchObject({ unitPrice: 12.5 });
    expect([await record(world.b.account, saleId), await record(LEAF, saleId)]).toEqual([undefined, undefined]);
    const listed = await call(SUB, 'license.page', { saleId });
    expect([listed.total, new Set(listed.records.map((r) => r.customerName))]).toEqual([4, new Set(['Aachen sub'])]);

    // Past a dealer: it sees that its customer got licences, not at what price.
    await call('owner', 'license.batch.create', { requestId: requestId(), typeCode: 'two-years', count: 1 });
    const past = await call('owner', 'license.sell', {
      requestId: requestId(),
      customerId: grandchild.id,
      typeCode: 'two-years',
      count: 1,
      unitPrice: 3,
      currency: 'USD',
    });
    expect(await record(SUB, past.saleId)).toMatchObject({ toCustomerName: 'Aachen leaf', unitPrice: null, currency: null });
    expect(await record(world.a.account, past.saleId)).toMatchObject({ unitPrice: null });
    expect(await record(LEAF, past.saleId)).toMatchObject({ unitPrice: 3, currency: 'USD' });
  });

  it('the same request is carried out once, also when it comes many times at once', async () => {
    await supply('annual', 12);
    const before = await stockOf(world.a.account, 'annual');
    const input = { requestId: requestId(), customerId: world.a.subCustomerId, typeCode: 'annual', count: 3 };
    const codes = await Promise.all(Array.from({ length: 8 }, () => refused(world.a.account, 'license.sell', input)));
    expect(codes.toSorted((x, y) => x - y)).toEqual([0, ...Array<number>(7).fill(ERROR_CODE.duplicateRequest)]);
    expect(await stockOf(world.a.account, 'annual')).toBe(before - 3);
    // Another customer may use the same id; a failed request may be repeated.
    const failing = { ...input, requestId: requestId(), count: 1000 };
    expect([
      await refused(world.a.account, 'license.sell', failing),
      await refused(world.a.account, 'license.sell', { ...failing, count: 1 }),
    ]).toEqual([60002, 0]);
  });

  it('goes down alone: not to oneself, upwards, or to another dealer', async () => {
    const sell = (account: string, customerId: string) =>
      refused(account, 'license.sell', { requestId: requestId(), customerId, typeCode: 'annual', count: 1 });
    expect(await sell(world.a.account, world.a.customerId)).toBe(60012);
    expect(await sell(SUB, world.a.customerId)).toBe(9002);
    expect(await sell(world.a.account, world.b.customerId)).toBe(9002);
  });

  it('takes back what was sold to that customer and is unused, step by step up the tree', async () => {
    await saveType('back');
    await supply('back', 3);
    const pass = (account: string, op: 'license.sell' | 'license.takeBack', customerId: string, count: number) =>
      refused(account, op, { requestId: requestId(), customerId, typeCode: 'back', count });
    expect(await pass(world.a.account, 'license.sell', world.a.subCustomerId, 3)).toBe(0);
    expect(await pass(SUB, 'license.sell', grandchild.id, 2)).toBe(0);
    // The dealer did not sell to the leaf; the sub-customer did.
    expect(await pass(world.a.account, 'license.takeBack', grandchild.id, 1)).toBe(60002);
    expect(await pass(SUB, 'license.takeBack', grandchild.id, 3)).toBe(60002);
    const device1 = await device(grandchild.id);
    await call(LEAF, 'license.bind.devices', { deviceIds: device1, typeCode: 'back' });
    expect(await pass(SUB, 'license.takeBack', grandchild.id, 2)).toBe(60002);
    expect(await pass(SUB, 'license.takeBack', grandchild.id, 1)).toBe(0);
    expect(await pass(world.a.account, 'license.takeBack', world.a.subCustomerId, 2)).toBe(0);
    // Back with the dealer, the platform may take them back in turn.
    expect(await pass('owner', 'license.takeBack', world.a.customerId, 2)).toBe(0);
    expect([await stockOf('owner', 'back'), await stockOf(world.a.account, 'back'), await stockOf(SUB, 'back')]).toEqual([2, 0, 0]);
  });

  it('licences can be chosen one by one, of one type, and only one’s own', async () => {
    await supply('annual', 2);
    await supply('two-years', 1);
    const mine = (
      await call(world.a.account, 'license.page', { customerId: world.a.customerId, subsumption: 0, status: 'new', pageSize: 200 })
    ).records;
    const annual = mine.filter((r) => r.typeCode === 'annual').map((r) => r.id);
    const other = mine.find((r) => r.typeCode === 'two-years')!.id;
    const sell = (licenseIds: string) =>
      refused(world.a.account, 'license.sell', { requestId: requestId(), customerId: world.a.subCustomerId, licenseIds });
    expect(await sell(`${annual[0]},${other}`)).toBe(60008);
    expect(await sell(world.b.licenseId)).toBe(60001);
    expect(await sell(`${annual[0]},${annual[1]}`)).toBe(0);
    expect(await sell(annual[0]!)).toBe(60013);
  });

  it('is for main accounts', async () => {
    expect(await refused('ordinary', 'license.sale.page', {})).toBe(403);
    expect(await refused('ordinary', 'license.usage.page', {})).toBe(403);
    const sale = { requestId: requestId(), customerId: world.a.subCustomerId, typeCode: 'annual', count: 1 };
    expect(await refused('ordinary', 'license.sell', sale)).toBe(403);
    expect(await refused('ordinary', 'license.page', {})).toBe(0);
  });
});

describe('licences on devices', () => {
  it('binding starts the time, gives the device its end, and the licence to the customer of the device', async () => {
    await supply('two-years', 2);
    const [own, below] = [await device(), await device(world.a.subCustomerId)];
    await call(world.a.account, 'license.bind.devices', { deviceIds: `${own},${below}`, typeCode: 'two-years' });
    const until = new Date((await expiryOf(own))!);
    expect(until.getUTCFullYear()).toBe(new Date().getUTCFullYear() + 2);
    const [row] = (await call(SUB, 'license.page', { deviceIdOrName: below })).records;
    expect(row).toMatchObject({ status: 'bound', customerName: 'Aachen sub', deviceId: below, typeCode: 'two-years' });
    const [sale] = (await call(SUB, 'license.sale.page', { kind: 'bind' })).records;
    expect(sale).toMatchObject({ count: 1, toCustomerName: 'Aachen sub' });
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: own, typeCode: 'two-years' })).toBe(60014);
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: await device(), typeCode: 'lifetime' })).toBe(60002);
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: world.b.deviceId, typeCode: 'annual' })).toBe(20007);
  });

  it('a licence is for its kind of device (60009) and, by code, of the named type (60008)', async () => {
    await supply('video', 1);
    await supply('annual', 1);
    const [tracker, camera] = [await device(), await device(world.a.customerId, 'C4')];
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: tracker, typeCode: 'video' })).toBe(60009);
    const [video] = await call(world.a.account, 'license.list.code', { typeCode: 'video' });
    const bind = (codes: string, typeCode = 'video') =>
      refused(world.a.account, 'license.bind.devices', { deviceIds: camera, typeCode, codes });
    expect(await bind(video!.codes[0]!, 'annual')).toBe(60008);
    expect(await bind('1234-1234-1234-1234')).toBe(60011);
    expect(await bind(licenseCodeOf(new Uint8Array(15).fill(30)))).toBe(60001);
    expect(await bind(video!.codes[0]!.toLowerCase())).toBe(0);
  });

  it('a licence for life has no end, cannot be renewed, and is as good as new when it is taken off', async () => {
    await supply('lifetime', 1);
    const id = await device();
    await call(world.a.account, 'license.bind.devices', { deviceIds: id, typeCode: 'lifetime' });
    expect(await expiryOf(id)).toBeNull();
    expect((await call(world.a.account, 'device.page', { deviceIdOrName: id, bindLicense: 1 })).total).toBe(1);
    const renew = { requestId: requestId(), deviceIds: id, typeCode: 'annual' };
    expect(await refused(world.a.account, 'license.renew.devices', renew)).toBe(60016);
    await call(world.a.account, 'license.unbind.devices', { deviceIds: id });
    expect(await stockOf(world.a.account, 'lifetime')).toBe(1);
  });

  it('renewing adds to what is left, spends the old licence, and needs one', async () => {
    await supply('two-years', 2);
    await supply('video', 2);
    const id = await device(world.a.customerId, 'C4');
    const renew = (typeCode: string) =>
      refused(world.a.account, 'license.renew.devices', { requestId: requestId(), deviceIds: id, typeCode });
    expect(await renew('two-years')).toBe(60007);
    await call(world.a.account, 'license.bind.devices', { deviceIds: id, typeCode: 'video' });
    const first = new Date((await expiryOf(id))!);
    // Less than it has is no renewal.
    expect(await renew('two-years')).toBe(60008);
    expect(await renew('video')).toBe(0);
    const second = new Date((await expiryOf(id))!);
    expect(second.getUTCFullYear()).toBe(first.getUTCFullYear() + 1);
    const statuses = (await call(world.a.account, 'license.page', { deviceIdOrName: id })).records.map((r) => r.status);
    expect(statuses.toSorted()).toEqual(['bound', 'spent']);
  });

  it('time runs on while a licence is off a device: it keeps its end and is not sold on', async () => {
    await saveType('counted');
    await supply('counted', 1);
    const [one, two] = [await device(), await device()];
    await call(world.a.account, 'license.bind.devices', { deviceIds: one, typeCode: 'counted' });
    const end = await expiryOf(one);
    await call(world.a.account, 'license.unbind.devices', { deviceIds: one });
    // Without its licence the device is out of service from now on.
    expect(Date.parse((await expiryOf(one))!)).toBeLessThanOrEqual(Date.now());
    const [row] = (await call(world.a.account, 'license.page', { typeCode: 'counted' })).records;
    expect(row).toMatchObject({ status: 'opened', expirationTime: end, deviceId: null });
    expect(await stockOf(world.a.account, 'counted')).toBe(0);
    const sale = { requestId: requestId(), customerId: world.a.subCustomerId, licenseIds: row!.id };
    expect(await refused(world.a.account, 'license.sell', sale)).toBe(60012);
    await call(world.a.account, 'license.bind.devices', { deviceIds: two, typeCode: 'counted', codes: row!.code });
    expect(await expiryOf(two)).toBe(end);
    expect(await refused(world.a.account, 'license.unbind.devices', { deviceIds: one })).toBe(60007);
    // An expired one stays where it is.
    await sql`UPDATE license SET expires_at = now() - interval '1 hour' WHERE id = ${row!.id}`.execute(db());
    expect(await refused(world.a.account, 'license.unbind.devices', { deviceIds: two })).toBe(60003);
  });

  it('is transferred with its end where its type allows, and not out of its customer', async () => {
    await supply('fixed', 1);
    await supply('annual', 2);
    const [from, to, fixed] = [await device(), await device(), await device()];
    await call(world.a.account, 'license.bind.devices', { deviceIds: from, typeCode: 'annual' });
    await call(world.a.account, 'license.bind.devices', { deviceIds: fixed, typeCode: 'fixed' });
    const end = await expiryOf(from);
    const transfer = (deviceId: string, toDeviceId: string) =>
      refused(world.a.account, 'license.transfer.device', { deviceId, toDeviceId });
    expect(await transfer(fixed, to)).toBe(60012);
    expect(await refused(world.a.account, 'license.unbind.devices', { deviceIds: fixed })).toBe(60012);
    expect(await transfer(from, fixed)).toBe(60014);
    expect(await transfer(world.a.subDeviceId, to)).toBe(60012);
    expect(await transfer(from, to)).toBe(0);
    expect(await expiryOf(to)).toBe(end);
    expect(await transfer(from, to)).toBe(60007);
  });

  it('goes with a device that moves to another customer, and blocks the deletion of its customer', async () => {
    await supply('annual', 1);
    const id = await device();
    await call(world.a.account, 'license.bind.devices', { deviceIds: id, typeCode: 'annual' });
    expect(await customerHasBoundLicences(db(), grandchild.path)).toBe((await call(LEAF, 'license.page', { status: 'bound' })).total > 0);
    await sql`UPDATE device SET customer_id = ${grandchild.id} WHERE id = ${id}`.execute(db());
    expect((await call(LEAF, 'license.page', { deviceIdOrName: id })).records).toMatchObject([
      { customerName: 'Aachen leaf', status: 'bound' },
    ]);
    expect(await customerHasBoundLicences(db(), grandchild.path)).toBe(true);
    await sql`DELETE FROM device WHERE id = ${id}`.execute(db());
    expect((await call(LEAF, 'license.page', { deviceIdOrName: id })).records).toMatchObject([{ status: 'spent', deviceId: id }]);
  });
});

describe('deleting a customer', () => {
  const del = (customerId: string) => refused(world.a.account, 'customer.del', { customerId });

  it('is refused with 15018 while it, or one below, has bound licences', async () => {
    await saveType('kept');
    await supply('kept', 2);
    const top = await createCustomer(db(), { parentId: world.a.customerId, name: 'Top of two', customerType: 1 });
    const below = await createCustomer(db(), { parentId: top.id, name: 'Below of two', customerType: 2 });
    const id = await device(below.id);
    await call(world.a.account, 'license.bind.devices', { deviceIds: id, typeCode: 'kept' });
    await call(world.a.account, 'license.sell', { requestId: requestId(), customerId: top.id, typeCode: 'kept', count: 1 });
    // Devices are asked for first; one in the recycle bin does not count for them, but keeps its licence.
    expect([await del(top.id), await del(below.id)]).toEqual([25001, 25001]);
    await sql`UPDATE device SET recycled_at = now() WHERE id = ${id}`.execute(db());
    expect([await del(top.id), await del(below.id)]).toEqual([15018, 15018]);
    expect((await call(world.a.account, 'customer.page', { customerName: 'of two' })).total).toBe(2);
    // It moves on with its licence.
    await sql`UPDATE device SET recycled_at = NULL, customer_id = ${world.a.customerId} WHERE id = ${id}`.execute(db());
    expect([await del(below.id), await del(top.id)]).toEqual([0, 0]);
  });
});

describe('printed codes', () => {
  it('bring a licence from the stock of one above, once', async () => {
    const id = await device(grandchild.id);
    const redeem = (account: string, code: string, deviceId?: string) =>
      refused(account, 'license.redeem', { code, ...(deviceId === undefined ? {} : { deviceId }) });
    expect(await redeem(LEAF, '0000-0000-0000-0001')).toBe(60011);
    expect(await redeem(LEAF, licenseCodeOf(new Uint8Array(15).fill(29)))).toBe(60001);
    expect(await redeem(LEAF, PRINTED_CODES[0]!, world.b.deviceId)).toBe(20007);
    expect(await redeem(LEAF, PRINTED_CODES[0]!.toLowerCase(), id)).toBe(0);
    expect((await call(LEAF, 'license.page', { deviceIdOrName: id })).records).toMatchObject([
      { status: 'bound', customerName: 'Aachen leaf' },
    ]);
    expect(await redeem(LEAF, PRINTED_CODES[0]!)).toBe(60006);
    // Another dealer learns nothing of it; one above is told that it is not its own.
    expect(await redeem(world.b.account, PRINTED_CODES[0]!)).toBe(60001);
    await supply('annual', 1);
    await call(world.a.account, 'license.sell', { requestId: requestId(), customerId: grandchild.id, typeCode: 'annual', count: 1 });
    const [stock] = await call(LEAF, 'license.list.code', { typeCode: 'annual' });
    expect(await redeem(world.a.account, stock!.codes[0]!)).toBe(60013);
  });
});

describe('what a licence opens', () => {
  const window = { start: new Date(POSITION_TIME_MS - 3_600_000).toISOString(), end: new Date(POSITION_TIME_MS + 3_600_000).toISOString() };
  /** What is refused, by what it is about; 0 where the licence does not stand in the way. */
  const asked = async (account: string, deviceId: string) => {
    const passed = async (code: Promise<number>): Promise<number> => ([60008, 60015].includes(await code) ? await code : 0);
    const command = { deviceId, commandType: 'text' as const, params: { text: 'Hello' } };
    const picture = { deviceId, commandType: 'capture' as const };
    return {
      track: await passed(refused(account, 'device.track', { deviceId, ...window })),
      trips: await passed(refused(account, 'device.data.gpsTrip', { deviceId, ...window })),
      preview: await passed(refused(account, 'device.trip.preview', { deviceId })),
      share: await passed(refused(account, 'device.share', { deviceId })),
      command: await passed(refused(account, 'device.command.toOffline', command)),
      question: await passed(refused(account, 'device.command.queryTerminalAttribute', { deviceId })),
      picture: await passed(refused(account, 'device.command.toOffline', picture)),
      live: await passed(refused(account, 'video.live', { deviceId, channelId: 1 })),
      link: await passed(refused(account, 'video.live.address', { deviceId, channelId: 1 })),
      control: await passed(refused(account, 'video.live.control', { deviceId, channelId: 1, bitstreamType: 0 })),
    };
  };
  const all = (tracking: number, video: number) => {
    const onTheMap = { track: tracking, trips: tracking, preview: tracking, share: tracking };
    return { ...onTheMap, command: tracking, question: tracking, picture: video, live: video, link: video, control: video };
  };
  const camera = async (): Promise<string> => {
    const id = await device(world.a.customerId, 'C4');
    await sql`UPDATE device SET cam_count = 4 WHERE id = ${id}`.execute(db());
    return id;
  };
  const bound = async (typeCode: string, features: ('tracking' | 'video')[], id?: string): Promise<string> => {
    await saveType(typeCode, { features });
    await supply(typeCode, 1);
    const deviceId = id ?? (await camera());
    await call(world.a.account, 'license.bind.devices', { deviceIds: deviceId, typeCode });
    return deviceId;
  };

  it('is looked at wherever a device is named: 60008 without it, also for the platform; a device without a licence is free', async () => {
    expect(await asked(world.a.account, await camera())).toEqual(all(0, 0));
    expect(await asked(world.a.account, await bound('only-map', ['tracking']))).toEqual(all(0, 60008));
    const film = await bound('only-film', ['video']);
    expect(await asked(world.a.account, film)).toEqual(all(60008, 0));
    expect(await asked('owner', film)).toEqual(all(60008, 0));
    expect(await asked(world.a.account, await bound('both', ['tracking', 'video']))).toEqual(all(0, 0));
    // Another dealer hears nothing of licences.
    expect(await refused(world.b.account, 'device.track', { deviceId: film, ...window })).toBe(20007);
  });

  it('holds for a trip by its own id, and for links that were shared before', async () => {
    const trip = () => refused(world.a.account, 'device.data.gpsTripData', { tripId: world.a.tripId });
    const shared = () => codeOf(api.client(null).call('device.share.view', { token: world.a.shareToken }));
    expect([await trip(), await shared()]).toEqual([0, 0]);
    await bound('only-film', ['video'], world.a.deviceId);
    expect([await trip(), await shared()]).toEqual([60008, 9002]);
    await call(world.a.account, 'license.unbind.devices', { deviceIds: world.a.deviceId });
    await sql`UPDATE device SET expires_at = NULL WHERE key = ${world.a.deviceKey}`.execute(db());
    expect([await trip(), await shared()]).toEqual([0, 0]);
  });

  it('is what the live map and every list of states tell: without tracking a device has a connection, and no place', async () => {
    const { deviceId, account } = world.a;
    const told = async () => {
      const snapshot = await call(account, 'device.live.snapshot', {});
      const at = snapshot.id.indexOf(deviceId);
      const [shadow] = await call(account, 'device.data.shadow', { deviceIds: deviceId, withAddress: true });
      const abbrev = (await call(account, 'device.data.shadow.customer.abbrev', {})).find((row) => row.deviceId === deviceId);
      const { state } = await call(account, 'device.info.extend', { deviceId });
      const places = [snapshot.lat[at], shadow?.deviceData.lat, abbrev?.lat, state.deviceData.lat];
      return {
        places: places.every((lat) => typeof lat === 'number') ? 'all' : places.every((lat) => lat === null) ? 'none' : places,
        other: [
          snapshot.fixTimeMs[at] !== 0,
          shadow?.deviceData.address !== null,
          Object.keys(shadow?.deviceData.attributes ?? {}).length > 0,
        ],
        contact: [
          snapshot.lastContactMs[at] !== 0,
          shadow?.expand.reportTime !== null,
          abbrev?.reportTime !== null,
          state.expand.reportTime !== null,
        ],
        tracked: (await call(account, 'device.info', { deviceId })).tracked && shadow?.expand.tracked === true,
      };
    };
    const contact = [true, true, true, true];
    const before = await told();
    expect(before).toMatchObject({ places: 'all', contact, tracked: true });
    await bound('only-film', ['video'], deviceId);
    const without = { places: 'none', other: [false, false, false], contact, tracked: false };
    expect(await told()).toEqual(without);
    // The platform's owner sees no more, as with tracks.
    expect((await call('owner', 'device.data.shadow', { deviceIds: deviceId }))[0]?.deviceData.lat).toBeNull();
    await saveType('only-film', { features: ['tracking', 'video'] });
    expect(await told()).toEqual(before);
    await saveType('only-film', { features: ['video'] });
    expect(await told()).toEqual(without);
    await call(account, 'license.unbind.devices', { deviceIds: deviceId });
    await sql`UPDATE device SET expires_at = NULL WHERE key = ${world.a.deviceKey}`.execute(db());
    expect(await told()).toEqual(before);
  });

  it('is the result of a device in a batch, and decides which commands are offered', async () => {
    const [map, film] = [await bound('only-map', ['tracking']), await bound('only-film', ['video'])];
    const batch = await call(world.a.account, 'device.command.batchSend', {
      deviceIds: `${map},${film}`,
      commandType: 'text',
      params: { text: 'Hello' },
      offline: true,
    });
    expect(batch).toMatchObject({ total: 2, accepted: 1, refused: 1 });
    const { records } = await call(world.a.account, 'device.command.page', { batchId: batch.batchId });
    expect(records.map((r) => [r.deviceId, r.status, r.reason])).toEqual([
      [film, 'rejected', 'licenseLacks'],
      [map, 'pending', null],
    ]);
    const offered = async (deviceId: string) => (await call(world.a.account, 'device.command.abilities', { deviceId })).commands;
    expect(await offered(map)).toContain('text');
    expect(await offered(map)).not.toContain('capture');
    expect(await offered(film)).toContain('capture');
    expect(await offered(film)).not.toContain('text');
  });

  it('does not matter any more when the device is locked: 60015, but for the platform', async () => {
    const id = await bound('both', ['tracking', 'video']);
    await sql`UPDATE license SET expires_at = now() - interval '30 days' WHERE device_id = ${id} AND state = 'bound'`.execute(db());
    await sql`SELECT app.refresh_device_locks()`.execute(db());
    expect(await asked(world.a.account, id)).toEqual(all(60015, 60015));
    expect(await asked('owner', id)).toEqual(all(0, 0));
  });
});

describe('the end of a licence', () => {
  const track = (account: string, deviceId: string) =>
    refused(account, 'device.track', {
      deviceId,
      start: new Date(POSITION_TIME_MS - 3_600_000).toISOString(),
      end: new Date(POSITION_TIME_MS + 3_600_000).toISOString(),
    });
  const age = async (deviceId: string, days: number): Promise<void> => {
    await sql`UPDATE license SET expires_at = now() - ${days} * interval '1 day' WHERE device_id = ${deviceId} AND state = 'bound'`.execute(
      db(),
    );
    await sql`SELECT app.refresh_device_locks()`.execute(db());
  };

  it('after the grace its device is hidden from everybody below the platform, and renewing brings everything back', async () => {
    await supply('annual', 2);
    const id = world.a.deviceId;
    await call(world.a.account, 'license.bind.devices', { deviceIds: id, typeCode: 'annual' });
    await addTraffic(api.database, [
      { deviceKey: world.a.deviceKey, slotMs: POSITION_TIME_MS - (POSITION_TIME_MS % 3_600_000), bytesIn: 1000, bytesOut: 200 },
    ]);
    const placed = async (account: string) => (await call(account, 'device.data.shadow', { deviceIds: id }))[0]!.deviceData.lat;
    await age(id, 3);
    expect([await track(world.a.account, id), await placed(world.a.account)]).toEqual([0, 50.7]);
    const info = async () => (await call(world.a.account, 'device.list', { deviceIds: id }))[0]!;
    expect(await info()).toMatchObject({ deviceStatus: 2, locked: false });

    await age(id, 8);
    expect(await info()).toMatchObject({ deviceStatus: 2, locked: true });
    expect([await track(world.a.account, id), await placed(world.a.account)]).toEqual([60015, null]);
    const window = { start: new Date(POSITION_TIME_MS - DAY_MS).toISOString(), end: new Date(POSITION_TIME_MS + 1000).toISOString() };
    expect(await refused(world.a.account, 'device.data.gpsTrip', { deviceId: id, ...window })).toBe(60015);
    expect(await refused(world.a.account, 'device.data.gpsTripData', { tripId: world.a.tripId })).toBe(60015);
    expect(await refused(world.a.account, 'device.share', { deviceId: id })).toBe(60015);
    expect(await codeOf(api.client(null).call('device.share.view', { token: world.a.shareToken }))).toBe(9002);
    // Whatever the zone of the asker.
    const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const day = dayAt(POSITION_TIME_MS);
    const days = { startDate: dayAt(POSITION_TIME_MS - DAY_MS), endDate: dayAt(POSITION_TIME_MS + DAY_MS) };
    const reported = async (account: string): Promise<number[]> => [
      await refused(account, 'device.raw.page', { deviceId: id }),
      await refused(account, 'device.raw.findings', { deviceId: id }),
      await refused(account, 'device.sensor.values', { deviceId: id }),
      await refused(account, 'device.traffic.day', { deviceId: id, ...days }),
      await refused(account, 'device.traffic.hour', { deviceId: id, date: day }),
      await refused(account, 'device.traffic.page', { deviceIds: id, ...days }),
    ];
    const volume = async (account: string): Promise<number | undefined> =>
      (await call(account, 'device.traffic.page', { customerId: world.a.customerId, pageSize: 200, ...days })).records.find(
        (r) => r.deviceId === id,
      )?.trafficSize;
    expect(await reported(world.a.account)).toEqual(Array<number>(6).fill(60015));
    expect(await reported('owner')).toEqual(Array<number>(6).fill(0));
    expect([await volume(world.a.account), await volume('owner')]).toEqual([0, 1200]);
    const snapshot = await call(world.a.account, 'device.live.snapshot', {});
    expect(snapshot.lat[snapshot.id.indexOf(id)]).toBeNull();
    expect([await track('owner', id), await placed('owner')]).toEqual([0, 50.7]);
    // Whatever a query asks for: the database itself holds it back.
    const { rows } = await api.database.scoped(
      {
        customerPath: (await sql<{ path: string }>`SELECT path FROM customer WHERE id = ${world.a.customerId}`.execute(db())).rows[0]!.path,
        userId: '1',
        platform: false,
      },
      async (trx) =>
        await sql<{ n: number }>`SELECT (SELECT count(*)::int FROM segment WHERE device_key = ${world.a.deviceKey})
        + (SELECT count(*)::int FROM app.position_rows(${world.a.deviceKey}, 0, 9999999999999)) AS n`.execute(trx),
    );
    expect(rows[0]!.n).toBe(0);

    await call(world.a.account, 'license.renew.devices', { requestId: requestId(), deviceIds: id, typeCode: 'annual' });
    expect(await reported(world.a.account)).toEqual(Array<number>(6).fill(0));
    expect(await volume(world.a.account)).toBe(1200);
    expect(await info()).toMatchObject({ deviceStatus: 1, locked: false });
    expect([await track(world.a.account, id), await placed(world.a.account)]).toEqual([0, 50.7]);
  });

  it('is told of in time, the first first', async () => {
    await supply('annual', 2);
    const [soon, over] = [await device(), await device()];
    await call(world.a.account, 'license.bind.devices', { deviceIds: `${soon},${over}`, typeCode: 'annual' });
    await age(over, 20);
    await sql`UPDATE license SET expires_at = now() + interval '5 days 1 hour' WHERE device_id = ${soon}`.execute(db());
    const { records } = await call(world.a.account, 'license.notice.page', { days: 6, pageSize: 200 });
    expect(records.map((r) => r.expirationTime)).toEqual(records.map((r) => r.expirationTime).toSorted());
    expect(records.find((r) => r.deviceId === soon)).toMatchObject({ daysLeft: 5, locked: false });
    expect(records.find((r) => r.deviceId === over)).toMatchObject({ daysLeft: -20, locked: true });
    expect((await call(world.a.account, 'license.notice.page', { days: 4, pageSize: 200 })).records.some((r) => r.deviceId === soon)).toBe(
      false,
    );
  });

  it('a locked batch takes its devices out of service at once, stays where it is, and comes back', async () => {
    await saveType('locked');
    const batch = await call('owner', 'license.batch.create', { requestId: requestId(), typeCode: 'locked', count: 2 });
    await call('owner', 'license.sell', { requestId: requestId(), customerId: world.a.customerId, typeCode: 'locked', count: 2 });
    const [on, other] = [await device(), await device()];
    await call(world.a.account, 'license.bind.devices', { deviceIds: on, typeCode: 'locked' });
    expect(await call('owner', 'license.batch.lock', { id: batch.id, locked: true, reason: 'not paid' })).toEqual({ deviceCount: 1 });
    expect(await track(world.a.account, on)).toBe(60015);
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: other, typeCode: 'locked' })).toBe(60002);
    expect(await refused(world.a.account, 'license.unbind.devices', { deviceIds: on })).toBe(60004);
    const page = await call(world.a.account, 'license.page', { typeCode: 'locked' });
    expect(page.records.map((r) => r.status)).toEqual(['locked', 'locked']);
    const free = page.records.find((r) => r.deviceId === null)!;
    expect(await refused(world.a.account, 'license.redeem', { code: free.code })).toBe(60004);
    await sql`SELECT app.refresh_device_locks()`.execute(db());
    expect(await track(world.a.account, on)).toBe(60015);
    await call('owner', 'license.batch.lock', { id: batch.id, locked: false });
    expect(await track(world.a.account, on)).toBe(0);
    expect(await refused(world.a.account, 'license.bind.devices', { deviceIds: other, typeCode: 'locked' })).toBe(0);
  });

  it('where licences are required a new device is on trial', async () => {
    expect(await refused(world.a.account, 'license.policy.save', { requiredForNewDevices: true })).toBe(403);
    await call('owner', 'license.policy.save', { requiredForNewDevices: true });
    const trial = await device();
    expect((await call(world.a.account, 'device.list', { deviceIds: trial }))[0]).toMatchObject({ deviceStatus: 2, locked: false });
    await call('owner', 'license.policy.save', { graceDays: 0 });
    expect(await track(world.a.account, trial)).toBe(60015);
    expect(await call('owner', 'license.policy.save', { requiredForNewDevices: false, graceDays: 7 })).toEqual({
      requiredForNewDevices: false,
      graceDays: 7,
      noticeDays: 30,
    });
    expect(await track(world.a.account, trial)).toBe(0);
  });
});

describe('usage', () => {
  it('adds up: the customer itself and each sub-customer with everything below', async () => {
    const { records, total } = await call(world.a.account, 'license.usage.page', {});
    expect(total).toBe(3);
    expect(records.map((r) => [r.customerName, r.own, r.leaf])).toEqual([
      ['Aachen dealer', true, false],
      ['Aachen sub', false, false],
      // In the recycle bin, with a licence in its stock.
      ['Top of two', false, true],
    ]);
    const all = await call(world.a.account, 'license.page', { pageSize: 1 });
    const sum = (of: (r: (typeof records)[number]) => number): number => records.reduce((n, r) => n + of(r), 0);
    expect(sum((r) => r.total)).toBe(all.total);
    expect(sum((r) => r.stock + r.opened + r.bound + r.expired + r.locked + r.spent)).toBe(all.total);
    for (const [status, of] of [
      ['new', (r: (typeof records)[number]) => r.stock],
      ['expired', (r: (typeof records)[number]) => r.expired],
      ['spent', (r: (typeof records)[number]) => r.spent],
    ] as const) {
      expect([status, sum(of)]).toEqual([status, (await call(world.a.account, 'license.page', { status })).total]);
    }
    const below = await call(world.a.account, 'license.usage.page', { customerId: world.a.subCustomerId });
    expect(below.records.reduce((n, r) => n + r.total, 0)).toBe(records[1]!.total);
  });
});
