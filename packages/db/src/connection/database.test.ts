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
