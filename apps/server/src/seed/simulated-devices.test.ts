import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';
import { createOwner } from './create-owner.ts';
import { registerSimulatedDevices } from './simulated-devices.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await createOwner(test.database, 'owner', 'owner-pass1');
});
afterAll(() => test.drop());

it('registers what is missing and leaves what is there', async () => {
  const ids = { jt808: ['100000000001', '100000000002'], gt06: ['860000000000003'] };
  expect(await registerSimulatedDevices(test.database, ids)).toBe(3);
  expect(await registerSimulatedDevices(test.database, { ...ids, teltonika: ['860000000000004'] })).toBe(1);
  const rows = await test.database.system.selectFrom('device').select(['id', 'type_code']).orderBy('id').execute();
  expect(rows).toHaveLength(4);
  expect(new Set((await test.database.system.selectFrom('device').select('customer_id').execute()).map((d) => d.customer_id)).size).toBe(1);
});

it('refuses a protocol that has no model', async () => {
  await expect(registerSimulatedDevices(test.database, { morse: ['1'] })).rejects.toThrow('morse');
});
