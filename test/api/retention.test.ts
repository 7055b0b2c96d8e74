import { dropOldRows } from '@sightline/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { seedTwoTenants } from './two-tenants.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (await seedTwoTenants(database, positions)));
});
afterAll(async () => await api?.stop());

it('alarms and looks at cameras go with their time, however many they are, and newer ones stay', async () => {
  const db = api.database.system;
  for (const [table, over] of [
    ['device_alarm', 'at'],
    ['camera_look', 'until_at'],
  ] as const) {
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(over)} = now()`.execute(db);
    const count = async (): Promise<number> =>
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(db)).rows[0]!.n;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(over)} = now() - interval '400 days' WHERE id = (SELECT min(id) FROM ${sql.table(table)})`.execute(
      db,
    );
    expect(await dropOldRows(db, table, new Date(Date.now() - 365 * 86_400_000))).toBe(1);
    expect(await count()).toBe(before - 1);
    expect(await dropOldRows(db, table, new Date(Date.now() + 86_400_000), 1)).toBe(before - 1);
  }
});
