import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/dev-env/database.ts';
import { positionContract } from './position-contract.ts';
import { startSystemPostgres, systemPostgres } from './system-postgres.ts';
import { tenancyContract } from './tenancy-contract.ts';

const bin = systemPostgres();

if (bin === null) {
  console.error('packages/db: no PostgreSQL 15 or later of the operating system was found; the tests on an external server are skipped');
  it.skip('skipped: no system PostgreSQL', () => undefined);
} else {
  let server: Awaited<ReturnType<typeof startSystemPostgres>>;
  beforeAll(async () => {
    server = await startSystemPostgres(bin);
  });
  afterAll(() => server.stop());

  it(`runs on ${bin} without being its superuser`, async () => {
    const test = await createTestDatabase(server);
    const { rows } = await sql<{
      version: string;
      super: boolean;
    }>`SELECT current_setting('server_version') AS version, rolsuper AS super FROM pg_roles WHERE rolname = current_user`.execute(
      test.database.system,
    );
    expect(rows[0]?.super).toBe(false);
    await test.drop();
  });
  describe('positions on an external PostgreSQL', () => positionContract(() => createTestDatabase(server)));
  describe('tenants on an external PostgreSQL', () => tenancyContract(() => createTestDatabase(server)));
}
