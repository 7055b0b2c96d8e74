import type { InputOf, OperationId } from '@sightline/contract';
import { createCustomer, createUser, insertDevices } from '@sightline/db';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

/**
 * Stock under real concurrency, and against a model. Four customers in a line: the platform, a dealer, its customer, and one below
 * that; each has devices. Every test has a type of its own.
 */
let api: TestApi;
let world: TwoTenants;
const tokens: string[] = [];
const customers: string[] = [];
const LEVELS = 4;
const INSUFFICIENT = 60002;
let counter = 0;
const requestId = (): string => `request-${String(++counter).padStart(8, '0')}`;

const call = <K extends OperationId>(level: number, id: K, input: InputOf<K>) => api.client(tokens[level]!).call(id, input);
const newType = async (stock: number): Promise<string> => {
  const typeCode = `type-${++counter}`;
  await call(0, 'license.type.save', { typeCode, nameEn: typeCode, nameZh: '类型', validityMonths: null });
  if (stock > 0) await call(0, 'license.batch.create', { requestId: requestId(), typeCode, count: stock });
  return typeCode;
};
async function newDevices(level: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `5${String(++counter).padStart(11, '0')}`);
  await insertDevices(
    api.database.system,
    ids.map((id) => ({ id, customer_id: customers[level]!, name: id, type_code: 'T1' })),
  );
  return ids;
}
const sell = (from: number, to: number, typeCode: string, count: number) =>
  codeOf(call(from, 'license.sell', { requestId: requestId(), customerId: customers[to]!, typeCode, count }));
const takeBack = (by: number, from: number, typeCode: string, count: number) =>
  codeOf(call(by, 'license.takeBack', { requestId: requestId(), customerId: customers[from]!, typeCode, count }));
const bind = (by: number, typeCode: string, deviceIds: readonly string[]) =>
  codeOf(call(by, 'license.bind.devices', { deviceIds: deviceIds.join(','), typeCode }));
const unbind = (by: number, deviceIds: readonly string[]) => codeOf(call(by, 'license.unbind.devices', { deviceIds: deviceIds.join(',') }));

/** Unused and bound licences of a type by level, straight from the rows. */
async function counts(typeCode: string): Promise<{ stock: number[]; bound: number[] }> {
  const { rows } = await sql<{ customer_id: string; state: string; n: number }>`
    SELECT customer_id, state, count(*)::int AS n FROM license WHERE type_code = ${typeCode} GROUP BY 1, 2`.execute(api.database.system);
  const of = (state: string): number[] => customers.map((id) => rows.find((r) => r.customer_id === id && r.state === state)?.n ?? 0);
  return { stock: of('new'), bound: of('bound') };
}
const total = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const db = database.system;
    const passwordHash = await hashPassword(PASSWORD);
    const leaf = await createCustomer(db, { parentId: world.a.subCustomerId, name: 'Leaf', customerType: 2 });
    const root = await db.selectFrom('customer').select('id').where('parent_id', 'is', null).executeTakeFirstOrThrow();
    customers.push(root.id, world.a.customerId, world.a.subCustomerId, leaf.id);
    for (const [account, customerId] of [
      ['sub.main', world.a.subCustomerId],
      ['leaf.main', leaf.id],
    ] as const) {
      await createUser(db, { customer_id: customerId, account, name: account, password_hash: passwordHash, user_type: 2 });
    }
  });
  for (const account of ['owner', world.a.account, 'sub.main', 'leaf.main']) tokens.push(await api.signIn(account, PASSWORD));
});
afterAll(async () => await api?.stop());

it('many sales, bindings and returns of the same stock at once neither lose nor double a licence', async () => {
  const SIZE = 60;
  const typeCode = await newType(SIZE);
  expect(await sell(0, 1, typeCode, SIZE)).toBe(0);
  const own = await newDevices(1, 24);
  // 8 x 5 sold and 24 bound want 64 of 60, some of which come back meanwhile.
  const sales = Array.from({ length: 8 }, () => () => sell(1, 2, typeCode, 5));
  const bindings = own.map((id) => () => bind(1, typeCode, [id]));
  const returns = Array.from({ length: 6 }, () => () => takeBack(1, 2, typeCode, 3));
  const work = [...sales, ...bindings, ...returns];
  const results = await Promise.all(
    fc.sample(fc.shuffledSubarray(work, { minLength: work.length }), 1)[0]!.map(async (f) => [f, await f()] as const),
  );
  const succeeded = (of: readonly unknown[]): number => results.filter(([f, code]) => of.includes(f) && code === 0).length;
  for (const [, code] of results) expect([0, INSUFFICIENT]).toContain(code);
  const { stock, bound } = await counts(typeCode);
  const sold = succeeded(sales) * 5 - succeeded(returns) * 3;
  expect({ stock, bound }).toEqual({
    stock: [0, SIZE - sold - succeeded(bindings), sold, 0],
    bound: [0, succeeded(bindings), 0, 0],
  });
  // A device has one licence, a licence one device.
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT device_key)::int AS n FROM license WHERE type_code = ${typeCode} AND state = 'bound'`.execute(
    api.database.system,
  );
  expect(rows[0]!.n).toBe(succeeded(bindings));
});

it('a stock is used up to the last one, whatever comes at once', async () => {
  const typeCode = await newType(10);
  await sell(0, 1, typeCode, 10);
  const codes = await Promise.all(Array.from({ length: 16 }, () => sell(1, 2, typeCode, 1)));
  expect(codes.filter((code) => code === 0)).toHaveLength(10);
  expect(codes.filter((code) => code === INSUFFICIENT)).toHaveLength(6);
  expect((await counts(typeCode)).stock).toEqual([0, 0, 10, 0]);
});

it('a device that many want to bind at once, from several stocks and with others, gets one licence', async () => {
  const typeCode = await newType(40);
  await sell(0, 1, typeCode, 20);
  await sell(0, 2, typeCode, 20);
  const devices = await newDevices(2, 3);
  const orders = [devices, devices.toReversed(), [devices[1]!], [devices[2]!, devices[0]!]];
  const codes = await Promise.all(
    [0, 1, 2, 0, 1, 2, 1, 2].map((level, i) => bind(level === 0 ? 1 : level, typeCode, orders[i % orders.length]!)),
  );
  for (const code of codes) expect([0, 60014]).toContain(code);
  const { stock, bound } = await counts(typeCode);
  expect(total(bound)).toBeLessThanOrEqual(3);
  expect(total(bound)).toBeGreaterThan(0);
  expect(total(stock) + total(bound)).toBe(40);
});

type Step =
  | { readonly op: 'sell' | 'takeBack'; readonly from: number; readonly to: number; readonly count: number }
  | { readonly op: 'bind' | 'unbind'; readonly by: number; readonly device: number };

const level = fc.integer({ min: 1, max: LEVELS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constantFrom('sell' as const, 'takeBack' as const), from: level, to: level, count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ op: fc.constantFrom('bind' as const, 'unbind' as const), by: level, device: fc.nat(5) }),
);

/** The same rules, as plainly as they can be said: each licence is an object, taken oldest first. */
class Model {
  readonly licenses: { owner: number; device: number | null; sellers: number[] }[];

  constructor(size: number) {
    this.licenses = Array.from({ length: size }, () => ({ owner: 1, device: null, sellers: [0] }));
  }

  private free(owner: number, seller: number | null, count: number) {
    return this.licenses
      .filter((l) => l.owner === owner && l.device === null && (seller === null || l.sellers.at(-1) === seller))
      .slice(0, count);
  }

  sell(from: number, to: number, count: number): number {
    if (to <= from) return to === from ? 60012 : 9002;
    const picked = this.free(from, null, count);
    if (picked.length < count) return INSUFFICIENT;
    for (const l of picked) Object.assign(l, { owner: to, sellers: [...l.sellers, from] });
    return 0;
  }

  takeBack(by: number, from: number, count: number): number {
    if (from <= by) return from === by ? 60012 : 9002;
    const picked = this.free(from, by, count);
    if (picked.length < count) return INSUFFICIENT;
    for (const l of picked) Object.assign(l, { owner: by, sellers: l.sellers.slice(0, -1) });
    return 0;
  }

  bind(by: number, device: number, deviceLevel: number): number {
    if (deviceLevel < by) return 20007;
    if (this.licenses.some((l) => l.device === device)) return 60014;
    const [picked] = this.free(by, null, 1);
    if (!picked) return INSUFFICIENT;
    if (deviceLevel !== by) Object.assign(picked, { owner: deviceLevel, sellers: [...picked.sellers, by] });
    picked.device = device;
    return 0;
  }

  unbind(by: number, device: number, deviceLevel: number): number {
    if (deviceLevel < by) return 20007;
    const license = this.licenses.find((l) => l.device === device);
    if (!license) return 60007;
    license.device = null;
    return 0;
  }

  counts(): { stock: number[]; bound: number[] } {
    const of = (bound: boolean): number[] =>
      Array.from({ length: LEVELS }, (_, i) => this.licenses.filter((l) => l.owner === i && (l.device !== null) === bound).length);
    return { stock: of(false), bound: of(true) };
  }
}

it('any sequence of steps ends as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.array(step, { minLength: 4, maxLength: 14 }), async (size, steps) => {
      const typeCode = await newType(size);
      expect(await sell(0, 1, typeCode, size)).toBe(0);
      const levels = [1, 1, 2, 2, 3, 3];
      const devices = [...(await newDevices(1, 2)), ...(await newDevices(2, 2)), ...(await newDevices(3, 2))];
      const model = new Model(size);
      for (const s of steps) {
        switch (s.op) {
          case 'sell':
            expect(await sell(s.from, s.to, typeCode, s.count), JSON.stringify(s)).toBe(model.sell(s.from, s.to, s.count));
            break;
          case 'takeBack':
            expect(await takeBack(s.to, s.from, typeCode, s.count), JSON.stringify(s)).toBe(model.takeBack(s.to, s.from, s.count));
            break;
          case 'bind':
            expect(await bind(s.by, typeCode, [devices[s.device]!]), JSON.stringify(s)).toBe(model.bind(s.by, s.device, levels[s.device]!));
            break;
          case 'unbind':
            expect(await unbind(s.by, [devices[s.device]!]), JSON.stringify(s)).toBe(model.unbind(s.by, s.device, levels[s.device]!));
        }
        expect(await counts(typeCode), JSON.stringify(s)).toEqual(model.counts());
      }
      expect(total(model.counts().stock) + total(model.counts().bound)).toBe(size);
    }),
    { numRuns: 12 },
  );
});
