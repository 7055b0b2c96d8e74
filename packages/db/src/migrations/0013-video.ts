import { sql, type Kysely } from 'kysely';

/**
 * Who looked at which camera. A row belongs to the customer whose camera it was, not to whoever looked: it and those above it read it. It
 * outlives the device, and stays with the customer when the device moves on.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE camera_look (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- of the ticket: one that comes a second time opens nothing, whichever process it comes to
      nonce         text UNIQUE,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      device_key    bigint NOT NULL,
      device_id     text NOT NULL,
      device_name   text NOT NULL,
      channel       smallint NOT NULL,
      -- live, link
      kind          text NOT NULL,
      -- 0 main, 1 sub
      stream        smallint NOT NULL,
      user_id       bigint REFERENCES app_user (id) ON DELETE SET NULL,
      account       text NOT NULL,
      -- whoever looked belongs to a customer above
      from_above    boolean NOT NULL,
      remote        text,
      from_at       timestamptz NOT NULL DEFAULT now(),
      -- moved on while it lasts
      until_at      timestamptz NOT NULL DEFAULT now(),
      octets        bigint NOT NULL DEFAULT 0,
      -- why it ended; NULL while it lasts, and for ever when the process was gone first
      ended         text
    ) WITH (fillfactor = 80);
    CREATE INDEX camera_look_customer ON camera_look (customer_id, from_at DESC);
    CREATE INDEX camera_look_device ON camera_look (device_key, from_at DESC);
    CREATE INDEX camera_look_path_gist ON camera_look USING gist (customer_path);
    CREATE TRIGGER camera_look_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON camera_look
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    -- Written by the process that shows the pictures; read by people.
    GRANT SELECT ON camera_look TO sightline_api;
    ALTER TABLE camera_look ENABLE ROW LEVEL SECURITY;
    CREATE POLICY camera_look_scope ON camera_look TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('camera_look');
    CREATE POLICY user_devices ON camera_look AS RESTRICTIVE TO sightline_by_device USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
  `.execute(db);
}
