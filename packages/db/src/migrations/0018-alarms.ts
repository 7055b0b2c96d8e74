import { sql, type Kysely } from 'kysely';

/**
 * Alarms that devices tell. A row is one alarm from its beginning to its end, with what people say about it and how far its files are. It belongs
 * to the customer whose device it was. Alarms come with positions, in the same transaction; `identity` makes a
 * repeat the same alarm.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE device_alarm (
      id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id     bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path   ltree NOT NULL,
      device_key      bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      device_id       text NOT NULL,
      device_name     text NOT NULL,
      family          text NOT NULL CHECK (family IN ('device', 'adas', 'dsm', 'tpms', 'bsd')),
      kind            text NOT NULL,
      -- number of the alarm within its family, as the unit says it
      type            integer,
      -- 1 worth knowing, 2 somebody should look, 3 danger
      level           smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
      identity        text NOT NULL,
      at              timestamptz NOT NULL,
      -- NULL: it lasts, or nobody says how long it lasts
      until_at        timestamptz,
      -- its end is still to come
      open            boolean NOT NULL,
      lat             double precision,
      lon             double precision,
      speed_kph       real,
      course          real,
      attributes      jsonb NOT NULL DEFAULT '{}',
      -- what the unit identifies it by; its files are asked for with it
      alarm_sign      bytea,
      -- our own, which the unit puts into its uploads
      alarm_number    text NOT NULL UNIQUE DEFAULT replace(gen_random_uuid()::text, '-', ''),
      files_expected  smallint NOT NULL DEFAULT 0,
      files_done      smallint NOT NULL DEFAULT 0,
      upload_state    text NOT NULL DEFAULT 'none' CHECK (upload_state IN ('none', 'wanted', 'asked', 'receiving', 'complete', 'failed')),
      upload_asked_at timestamptz,
      upload_attempts smallint NOT NULL DEFAULT 0,
      -- when it is asked for next, or is given up
      upload_due_at   timestamptz,
      -- 0 valid, 1 invalid; nobody has looked while verdict_at is NULL
      invalid_status  smallint NOT NULL DEFAULT 0 CHECK (invalid_status IN (0, 1)),
      verdict_at      timestamptz,
      verdict_by      bigint REFERENCES app_user (id) ON DELETE SET NULL,
      verdict_account text,
      comment         text,
      created_at      timestamptz NOT NULL DEFAULT now(),
      UNIQUE (device_key, identity)
    ) WITH (fillfactor = 80);
    CREATE INDEX device_alarm_customer ON device_alarm (customer_id, at DESC);
    CREATE INDEX device_alarm_device ON device_alarm (device_key, at DESC);
    CREATE INDEX device_alarm_at ON device_alarm (at DESC);
    CREATE INDEX device_alarm_path_gist ON device_alarm USING gist (customer_path);
    CREATE INDEX device_alarm_open ON device_alarm (device_key, family, kind) WHERE open;
    CREATE INDEX device_alarm_due ON device_alarm (upload_due_at) WHERE upload_state IN ('wanted', 'asked', 'receiving');
    CREATE INDEX device_alarm_verdict_by ON device_alarm (verdict_by) WHERE verdict_by IS NOT NULL;
    CREATE TRIGGER device_alarm_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON device_alarm
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    CREATE FUNCTION app.customer_moved_alarms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE device_alarm SET customer_path = NEW.path WHERE customer_id = NEW.id;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER customer_moved_alarms AFTER UPDATE OF path ON customer FOR EACH ROW
      WHEN (NEW.path IS DISTINCT FROM OLD.path) EXECUTE FUNCTION app.customer_moved_alarms();
    REVOKE ALL ON FUNCTION app.customer_moved_alarms FROM PUBLIC;

    CREATE FUNCTION app.alarm_files_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('alarm_files', NEW.id::text);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER alarm_files_changed AFTER UPDATE OF files_done, upload_state ON device_alarm FOR EACH ROW
      WHEN (NEW.files_done IS DISTINCT FROM OLD.files_done OR NEW.upload_state IS DISTINCT FROM OLD.upload_state)
      EXECUTE FUNCTION app.alarm_files_changed();

    -- For the process that holds the connection of the device.
    CREATE FUNCTION app.alarm_upload_wanted() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('alarm_upload', NEW.device_key::text);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER alarm_upload_wanted AFTER INSERT OR UPDATE OF upload_state ON device_alarm FOR EACH ROW
      WHEN (NEW.upload_state = 'wanted') EXECUTE FUNCTION app.alarm_upload_wanted();

    -- Written by the platform; people say what they think of it, and ask for its files again.
    GRANT SELECT ON device_alarm TO sightline_api;
    GRANT UPDATE (invalid_status, verdict_at, verdict_by, verdict_account, comment, upload_state, upload_due_at, upload_attempts, upload_asked_at)
      ON device_alarm TO sightline_api;
    ALTER TABLE device_alarm ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_alarm_scope ON device_alarm TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('device_alarm');
    CREATE POLICY user_devices ON device_alarm AS RESTRICTIVE TO sightline_by_device USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
  `.execute(db);
}
