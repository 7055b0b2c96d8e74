import type { Database } from '@sightline/db';

/** Not of the world: what happened, and positions, which no call of the walk changes. */
const LEFT_OUT = /^(?:kysely_|audit_log$|position)/;

/**
 * Keeps a copy of every table of the moment. The returned function brings it back, so that a call that throws something away does not
 * decide what the next one finds.
 */
export async function takeSnapshot(database: Database): Promise<() => Promise<void>> {
  const { rows } = await database.pool.query<{ name: string; columns: string }>(
    // Generated columns make themselves again.
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY 1 ORDER BY 1`,
  );
  const tables = rows.filter(({ name }) => !LEFT_OUT.test(name));
  await database.pool.query(
    `CREATE SCHEMA snapshot; ${tables.map((t) => `CREATE TABLE snapshot.${t.name} AS TABLE public.${t.name};`).join(' ')}`,
  );
  // No triggers and no foreign keys meanwhile: the rows come back as they were, in any order.
  const restore = `BEGIN; SET LOCAL session_replication_role = replica;
    ${tables
      .map(
        ({ name, columns }) =>
          `DELETE FROM public.${name}; INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM snapshot.${name};`,
      )
      .join(' ')}
    COMMIT;`;
  return async () => void (await database.pool.query(restore));
}
