import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';
import { verifyPassword } from '../features/auth/passwords.service.ts';
import { createOwner } from './create-owner.ts';
import { luhnDigit } from '@sightline/domain';
import { seedDemo, type SeededWorld } from './seed-demo.ts';

let test: TestDatabase;
let world: SeededWorld;

beforeAll(async () => {
  test = await createTestDatabase();
  world = await seedDemo(test.database);
});
afterAll(async () => await test?.drop());

const counts = async () =>
  (
    await sql<
      Record<string, number>
    >`SELECT (SELECT count(*)::int FROM device) AS devices, (SELECT count(*)::int FROM customer) AS customers,
      (SELECT count(*)::int FROM app_user) AS users, (SELECT max(nlevel(path)) FROM customer) AS depth,
      (SELECT count(*)::int FROM device_label) AS labels, (SELECT count(DISTINCT user_type)::int FROM app_user) AS user_types,
      (SELECT count(*)::int FROM app_user WHERE demo) AS demos`.execute(test.database.system)
  ).rows[0]!;

it('makes a believable world: two dealers, five levels and more, about 200 devices, users of every kind', async () => {
  const c = await counts();
  expect(c).toMatchObject({ user_types: 4, demos: 1 });
  expect(c['devices']).toBeGreaterThanOrEqual(190);
  expect(c['depth']).toBeGreaterThanOrEqual(5);
  expect(c['labels']).toBeGreaterThan(100);
});

it('gives every device a licence and every customer a stock, bought from the one above', async () => {
  const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*)::int FROM device d WHERE NOT EXISTS (SELECT FROM license l WHERE l.device_key = d.key AND l.state = 'bound' AND l.customer_id = d.customer_id)) AS bare,
      (SELECT count(*)::int FROM customer c WHERE NOT EXISTS (SELECT FROM license l WHERE l.customer_id = c.id AND l.state = 'new')) AS without_stock,
      (SELECT count(*)::int FROM license WHERE state = 'bound' AND expires_at < now()) AS expired,
      (SELECT count(*)::int FROM license WHERE state = 'bound' AND expires_at BETWEEN now() AND now() + interval '30 days') AS ending,
      (SELECT count(*)::int FROM license WHERE state = 'bound' AND expires_at IS NULL) AS for_life,
      (SELECT count(*)::int FROM license_movement m JOIN customer c ON c.id = m.to_customer_id WHERE c.parent_id IS DISTINCT FROM m.from_customer_id) AS odd_sales`.execute(
    test.database.system,
  );
  const { expired, ending, for_life, ...none } = rows[0]!;
  expect(none).toEqual({ bare: 0, without_stock: 0, odd_sales: 0 });
  for (const count of [expired, ending, for_life]) expect(count).toBeGreaterThan(2);
});

it('changes nothing when it runs again, and gives the same answer', async () => {
  const before = await counts();
  expect(await seedDemo(test.database)).toEqual(world);
  expect(await counts()).toEqual(before);
});

it('gives the fleet as it is registered: every id of a device that was switched on, of the right protocol', async () => {
  const rows = await test.database.system
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.code', 'd.type_code')
    .select(['d.id', 't.protocol', 'd.name', 'd.cam_count'])
    .where('d.activated_at', 'is not', null)
    .execute();
  expect(world.fleet.map((d) => `${d.id} ${d.protocol} ${d.name} ${d.camCount}`).toSorted()).toEqual(
    rows.map((r) => `${r.id} ${r.protocol} ${r.name} ${r.cam_count}`).toSorted(),
  );
  for (const { id, protocol } of world.fleet) {
    expect(id).toMatch(protocol === 'jt808' ? /^[1-9]\d{11}$/ : /^\d{15}$/);
    if (protocol !== 'jt808') expect(luhnDigit(id.slice(0, 14))).toBe(Number(id[14]));
  }
  expect(new Set(world.fleet.map((d) => d.id)).size).toBe(world.fleet.length);
  // The worked example of 3GPP TS 23.003, annex B.
  expect(luhnDigit('26053179311383')).toBe(7);
});

it('gives logins that open', async () => {
  const rows = await test.database.system.selectFrom('app_user').select(['account', 'password_hash']).execute();
  expect(world.logins.map((l) => l.account).toSorted()).toEqual(rows.map((r) => r.account).toSorted());
  expect(await verifyPassword(rows[0]!.password_hash, world.logins[0]!.password)).toBe(true);
});

it('an owner can be made on an empty database, once', async () => {
  const empty = await createTestDatabase();
  try {
    expect(await createOwner(empty.database, 'boss', 'long-secret-1')).toBe(true);
    expect(await createOwner(empty.database, 'boss', 'other-secret-1')).toBe(false);
    const user = await empty.database.system.selectFrom('app_user').selectAll().executeTakeFirstOrThrow();
    expect([user.user_type, await verifyPassword(user.password_hash, 'long-secret-1')]).toEqual([1, true]);
    expect((await empty.database.system.selectFrom('device_type').selectAll().execute()).length).toBeGreaterThan(5);
  } finally {
    await empty.drop();
  }
});
