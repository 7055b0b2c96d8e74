import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Rows of one statement. */
const DROP_AT_ONCE = 5000;
/** Logs that grow with every alarm and every look, and when a row of them was over. */
const OVER = { device_alarm: sql.ref('at'), camera_look: sql.ref('until_at') } as const;

/** Removes alarms, or looks at cameras, that were over before an instant, some thousands in each transaction. Returns how many. */
export async function dropOldRows(db: Kysely<Schema>, table: keyof typeof OVER, before: Date, atOnce = DROP_AT_ONCE): Promise<number> {
  for (let dropped = 0; ;) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE id IN (SELECT id FROM ${sql.table(table)} WHERE ${OVER[table]} < ${before} LIMIT ${atOnce})`.execute(
      db,
    );
    const count = Number(numAffectedRows ?? 0n);
    dropped += count;
    if (count < atOnce) return dropped;
  }
}
