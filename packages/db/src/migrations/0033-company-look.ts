import { sql, type Kysely } from 'kysely';

/** What customers change of the pages for their people: menus, map types, texts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE customer_look (
      customer_id      bigint PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
      customer_path    ltree NOT NULL,
      menu             jsonb NOT NULL DEFAULT '[]',
      -- NULL = as the customer above has it
      map_types        text[],
      default_map_type text,
      updated_at       timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE customer_text (
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      language      text NOT NULL,
      key           text NOT NULL,
      text          text NOT NULL,
      updated_at    timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (customer_id, language, key)
    );
    CREATE INDEX customer_look_path_gist ON customer_look USING gist (customer_path);
    CREATE INDEX customer_text_path_gist ON customer_text USING gist (customer_path);
    -- Whatever has this trigger follows its customer.
    CREATE TRIGGER customer_look_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_look
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE TRIGGER customer_text_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_text
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    GRANT SELECT, INSERT, UPDATE ON customer_look TO sightline_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON customer_text TO sightline_api;
    ALTER TABLE customer_look ENABLE ROW LEVEL SECURITY;
    ALTER TABLE customer_text ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_look_scope ON customer_look TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    CREATE POLICY customer_text_scope ON customer_text TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('customer_look');
    SELECT app.limit_to_user_customers('customer_text');
  `.execute(db);
}
