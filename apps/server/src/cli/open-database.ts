import { mkdir, access, constants } from 'node:fs/promises';
import path from 'node:path';
import { Database, migrateToLatest, startEmbeddedPostgres } from '@sightline/db';
import type { Config } from '@sightline/runtime';
import { StartError } from './usage-error.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** Migrations that ran now. */
  readonly migrated: readonly string[];
  /** What the database is, for people. */
  readonly description: string;
  close(): Promise<void>;
}

/**
 * The database of the configuration: an external one by `DATABASE_URL`, else the embedded one in the data folder; brought
 * to the newest schema. Throws {@link StartError} with one line that says what is wrong.
 */
export async function openDatabase(config: Config, options: { migrate: boolean } = { migrate: true }): Promise<OpenDatabase> {
  const opened = config.databaseUrl === '' ? await openEmbedded(config) : await openExternal(config.databaseUrl);
  try {
    const migrated = options.migrate ? await migrateToLatest(opened.database.system) : [];
    return { ...opened, migrated };
  } catch (error) {
    await opened.close();
    throw new StartError(`the database could not be brought to the newest schema: ${(error as Error).message}`);
  }
}

async function openEmbedded(config: Config): Promise<Omit<OpenDatabase, 'migrated'>> {
  const folder = path.resolve(config.data);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `the data folder ${folder} is not writable (${(error as NodeJS.ErrnoException).code ?? 'error'}): choose another with --data or SIGHTLINE_DATA`,
    );
  }
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') });
  const database = new Database({ connection: server.connection });
  return {
    database,
    description: `embedded PostgreSQL in ${folder}`,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

async function openExternal(url: string): Promise<Omit<OpenDatabase, 'migrated'>> {
  const database = new Database({ connection: { connectionString: url } });
  try {
    const { rows } = await database.pool.query<{ version: string }>(`SELECT current_setting('server_version_num')::int / 10000 AS version`);
    const version = Number(rows[0]?.version);
    if (version < 15) throw new StartError(`the database is PostgreSQL ${version}: 15 or newer is needed`);
    return { database, description: `external PostgreSQL ${version}`, close: () => database.close() };
  } catch (error) {
    await database.close();
    if (error instanceof StartError) throw error;
    throw new StartError(`the database of DATABASE_URL cannot be reached: ${(error as Error).message}`);
  }
}
