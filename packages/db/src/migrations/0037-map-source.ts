import { sql, type Kysely } from 'kysely';

/**
 * Where the tiles of a customer's own map come from. The key is no secret (browsers send it), but belongs into no log: neither it nor the template,
 * into which somebody may have written one, is noted.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE customer_map_source (
      customer_id   bigint PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      name          text NOT NULL,
      url_template  text NOT NULL,
      key           text,
      attribution   text NOT NULL,
      max_zoom      smallint NOT NULL,
      grid          text NOT NULL,
      imagery       boolean NOT NULL,
      updated_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX customer_map_source_path_gist ON customer_map_source USING gist (customer_path);
    CREATE TRIGGER customer_map_source_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_map_source
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    GRANT SELECT, INSERT, UPDATE, DELETE ON customer_map_source TO sightline_api;
    ALTER TABLE customer_map_source ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_map_source_scope ON customer_map_source TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('customer_map_source');
    SELECT app.note_changes_of('customer_map_source', 'name', 'attribution', 'max_zoom', 'grid', 'imagery');
  `.execute(db);
}
