import { sql } from 'kysely';
import type { Database } from '../connection/database.ts';

/** Asks the database for the simplest answer. @throws the driver's error when it cannot be reached. */
export async function ping(database: Database): Promise<void> {
  await sql`SELECT 1`.execute(database.system);
}
