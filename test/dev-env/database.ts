import { randomBytes } from 'node:crypto';
import { Database } from '@sightline/db';
import { inject } from 'vitest';
import type pg from 'pg';
import { administer, onDatabase, type TestPostgres } from './postgres-global-setup.ts';

export interface TestDatabase {
  readonly database: Database;
  /** For a second `Database`, a client of one's own, or a program under test. */
  readonly connection: pg.PoolConfig;
  /** Closes the pool and drops the database, also when others still hold connections to it. */
  drop(): Promise<void>;
}

/**
 * A fresh, migrated, empty database of one's own (about 30 ms): a copy of the template of the global set-up, or of
 * `server` where a test brings its own.
 */
export async function createTestDatabase(server: TestPostgres = inject('postgres')): Promise<TestDatabase> {
  const name = `sightline_test_${randomBytes(8).toString('hex')}`;
  await administer(server.connection, `CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY file_copy`);
  const connection = onDatabase(server.connection, name);
  const database = new Database({ connection });
  return {
    database,
    connection,
    drop: async () => {
      await database.close();
      await administer(server.connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
