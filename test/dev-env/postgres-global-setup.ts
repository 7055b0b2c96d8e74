import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, migrateToLatest, startEmbeddedPostgres } from '@sightline/db';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/** Where tests find their server; see `createTestDatabase`. */
export interface TestPostgres {
  readonly connection: pg.PoolConfig;
  /** A migrated database that nobody connects to; every test database is a copy of it. */
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const FOLDER_PREFIX = 'sightline-test-';

/**
 * One server and one migrated template for all database tests. `DATABASE_URL_TEST` names an external server (its user
 * must be allowed to create databases and roles); without it the embedded one runs in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL_TEST'];
  if (external !== undefined && external !== '') {
    const connection = { connectionString: external };
    const template = await migratedTemplate(connection);
    project.provide('postgres', { connection, template });
    return () => dropTemplate(connection, template);
  }
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir: folder, volatile: true });
  const template = await migratedTemplate(server.connection);
  project.provide('postgres', { connection: { ...server.connection }, template });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Creates a database, migrates it and closes it for connections. Returns its name. */
export async function migratedTemplate(connection: pg.PoolConfig): Promise<string> {
  const template = `sightline_template_${process.pid}_${Date.now().toString(36)}`;
  await administer(connection, `CREATE DATABASE ${template}`);
  const database = new Database({ connection: onDatabase(connection, template), maxConnections: 2 });
  try {
    await migrateToLatest(database.system);
  } finally {
    await database.close();
  }
  await administer(connection, `ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false`);
  return template;
}

export const dropTemplate = (connection: pg.PoolConfig, template: string): Promise<void> =>
  administer(connection, `DROP DATABASE IF EXISTS ${template}`);

/** Runs one statement that cannot stand in a transaction, on the server's maintenance database. */
export async function administer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(onDatabase(connection, 'postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function onDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}

/** A run that was killed leaves its server and folder behind; a start on the folder ends the server in good order. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(tmpdir(), name);
    try {
      const server = await startEmbeddedPostgres({ dataDir: folder, volatile: true });
      await server.stop();
    } catch {
      continue; // in use by another run, or not ours to touch
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
