import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Whether devices of the customer at `path`, or of one below it, carry a licence. Such a customer is not deleted (15018). */
export async function customerHasBoundLicences(db: Kysely<Schema>, path: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM license l WHERE l.customer_path <@ ${path}::ltree AND l.state = 'bound') AS found`.execute(db);
  return rows[0]!.found;
}
