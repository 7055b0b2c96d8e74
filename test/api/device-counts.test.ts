import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
});
afterAll(async () => await api?.stop());

const counts = async (recount: boolean): Promise<unknown> => {
  const kept = sql`SELECT customer_id, customer_path::text AS path, basic_type, devices FROM customer_device_count WHERE devices <> 0`;
  const counted = sql`SELECT d.customer_id, d.customer_path::text AS path, t.basic_type, count(*)::int AS devices
    FROM device d JOIN device_type t ON t.code = d.type_code WHERE d.recycled_at IS NULL GROUP BY 1, 2, 3`;
  return (await sql`SELECT * FROM (${recount ? counted : kept}) x ORDER BY customer_id, basic_type`.execute(api.database.system)).rows;
};

it('the numbers of devices are those of a recount, whatever was added, moved, thrown away and brought back', async () => {
  const owner = api.client(await api.signIn(world.owner, PASSWORD));
  const homes = [world.a.customerId, world.a.subCustomerId, world.b.customerId, world.b.subCustomerId];
  const home = fc.constantFrom(...homes);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), home, count: fc.integer({ min: 1, max: 4 }), type: fc.constantFrom('T1', 'C4') }),
    fc.record({
      kind: fc.constantFrom('give' as const, 'throw' as const, 'restore' as const, 'retype' as const, 'delete' as const),
      home,
      to: home,
    }),
    fc.record({
      kind: fc.constant('move' as const),
      what: fc.constantFrom(world.a.subCustomerId, world.b.subCustomerId),
      to: fc.constantFrom(world.a.customerId, world.b.customerId),
    }),
  );
  let serial = 0;
  const db = api.database.system;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const s of steps) {
        if (s.kind === 'add') {
          const from = serial;
          serial += s.count;
          await sql`INSERT INTO device (id, customer_id, name, type_code) SELECT 'c' || n, ${s.home}, 'c', ${s.type}
            FROM generate_series(${from + 1}::int, ${serial}::int) n`.execute(db);
        } else if (s.kind === 'move') {
          const parent = await owner.call('customer.info', { customerId: s.what });
          if (parent.parentId !== s.to) await owner.call('customer.info.updateCurrentCustomers', { customerId: s.what, parentId: s.to });
        } else {
          const some = sql`id LIKE 'c%' AND customer_id = ${s.home} AND key % 2 = 0`;
          if (s.kind === 'give') await sql`UPDATE device SET customer_id = ${s.to} WHERE ${some}`.execute(db);
          if (s.kind === 'throw') await sql`UPDATE device SET recycled_at = now() WHERE ${some}`.execute(db);
          if (s.kind === 'restore') await sql`UPDATE device SET recycled_at = NULL WHERE ${some}`.execute(db);
          if (s.kind === 'retype')
            await sql`UPDATE device SET type_code = CASE type_code WHEN 'T1' THEN 'C4' ELSE 'T1' END WHERE ${some}`.execute(db);
          if (s.kind === 'delete') await sql`DELETE FROM device WHERE ${some}`.execute(db);
        }
      }
      expect(await counts(false)).toEqual(await counts(true));
    }),
    { numRuns: 25 },
  );
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM device WHERE recycled_at IS NULL`.execute(db);
  const tree = await owner.call('customer.tree', {});
  expect(tree[0]!.totalCount).toBe(rows[0]!.total);
  const page = await owner.call('customer.page', { customerId: tree[0]!.id, pageSize: 200 });
  expect(page.records.find((r) => r.id === tree[0]!.id)!.totalCount).toBe(rows[0]!.total);
});
