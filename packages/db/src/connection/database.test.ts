import { Database } from './database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('gives every test a migrated database of its own', async () => {
  const other = await createTestDatabase();
  await sql`INSERT INTO device_type (code, name, protocol) VALUES ('T1', 'Tracker', 'jt808')`.execute(test.database.system);
  expect(await test.database.system.selectFrom('device_type').selectAll().execute()).toHaveLength(1);
  expect(await other.database.system.selectFrom('device_type').selectAll().execute()).toHaveLength(0);
  await other.drop();
});

const scope = { customerPath: '1', userId: '7', platform: false } as const;

it('begins a scoped transaction as the role without rights of its own, with what the caller may see, and leaves nothing of it behind', async () => {
  const asked = sql<{ role: string; path: string; user: string; only: string }>`
    SELECT current_user AS role, current_setting('app.customer_path') AS path, current_setting('app.user_id') AS user,
      current_setting('transaction_read_only') AS only`;
  const inside = await test.database.scoped({ ...scope, limits: 'device' }, async (trx) => (await asked.execute(trx)).rows);
  expect(inside).toEqual([{ role: 'sightline_by_device', path: '1', user: '7', only: 'off' }]);
  const after = await sql<{ path: string }>`SELECT current_setting('app.customer_path', true) AS path`.execute(test.database.system);
  expect(after.rows).toEqual([{ path: '' }]);
});

it('takes a scope as text, whatever is in it', async () => {
  const userId = `7', true), set_config('role', 'none`;
  const { rows } = await test.database.scoped(
    { ...scope, userId },
    async (trx) => await sql`SELECT current_user AS role, current_setting('app.user_id') AS user`.execute(trx),
  );
  expect(rows).toEqual([{ role: 'sightline_api', user: userId }]);
});

it('gives a connection back in order when a transaction could not begin', async () => {
  const one = new Database({ connection: { ...test.connection, max: 1 } });
  await expect(one.scoped({ ...scope, limits: 'nobody' as 'none' }, () => Promise.resolve())).rejects.toThrow();
  await expect(one.scoped({ ...scope, userId: '\0' }, () => Promise.resolve())).rejects.toThrow();
  expect(await one.scoped(scope, () => Promise.resolve('in order'))).toBe('in order');
  await one.close();
});

it('a scoped read gives what was read, refuses to write, and fails with what its work fails with', async () => {
  expect(await test.database.scopedRead(scope, async (trx) => (await sql`SELECT 1 AS one`.execute(trx)).rows)).toEqual([{ one: 1 }]);
  const writing = test.database.scopedRead(scope, async (trx) => await sql`DELETE FROM label`.execute(trx));
  await expect(writing).rejects.toThrow(/read-only/);
  await expect(test.database.scopedRead(scope, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
