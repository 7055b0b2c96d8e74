import { sql, type Kysely } from 'kysely';

/**
 * Who talks with which device now: a device has one loudspeaker and one microphone. A row is kept alive by the process that carries the talk,
 * and is worth nothing some seconds after that is gone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE talk_line (
      device_key    bigint PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      -- of the ticket that opened the talk
      nonce         text NOT NULL,
      until_at      timestamptz NOT NULL
    );
    CREATE INDEX talk_line_path_gist ON talk_line USING gist (customer_path);
    CREATE TRIGGER talk_line_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON talk_line
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    -- Written by the process that carries the talk; a call only asks whether there is one.
    GRANT SELECT ON talk_line TO sightline_api;
    ALTER TABLE talk_line ENABLE ROW LEVEL SECURITY;
    CREATE POLICY talk_line_scope ON talk_line TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('talk_line');
    CREATE POLICY user_devices ON talk_line AS RESTRICTIVE TO sightline_by_device USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
  `.execute(db);
}
