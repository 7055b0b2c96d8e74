import { sql, type Kysely } from 'kysely';

/**
 * Changes by spreadsheet are the business of a customer: its users see each other's, with the rows that failed. Users held to some customers or
 * devices see their own alone. Whoever reads a task as its user says so in the query; only the owner's policy lets rows be changed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX task_customer_job ON task (customer_id, job, id);
    CREATE POLICY task_history ON task FOR SELECT TO sightline_api
      USING (job = 'device.batchUpdate' AND customer_path = (SELECT app.scope()) AND (SELECT current_setting('app.limits', true)) = 'none');
    CREATE POLICY stored_file_history ON stored_file FOR SELECT TO sightline_api
      USING (purpose = 'result' AND customer_path = (SELECT app.scope())
        AND EXISTS (SELECT FROM task t WHERE t.file_id = stored_file.id AND t.job = 'device.batchUpdate'));
  `.execute(db);
}
