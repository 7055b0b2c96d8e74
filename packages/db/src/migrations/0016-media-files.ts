import { sql, type Kysely } from 'kysely';

/**
 * Pictures, clips, sound and attachments of devices. A row belongs to the customer whose device it was when the file was made, and stays there
 * when the device moves on. Its bytes lie in the file store; they go when their row has gone. How much a customer
 * stores is counted with every change, so that a full allowance is found without adding up.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE media_file (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      device_key    bigint NOT NULL,
      device_id     text NOT NULL,
      device_name   text NOT NULL,
      -- 0 none
      channel       smallint NOT NULL,
      kind          text NOT NULL CHECK (kind IN ('picture', 'sound', 'video', 'text', 'other')),
      source        text NOT NULL CHECK (source IN ('capture', 'timed', 'driving', 'alarm', 'clip')),
      -- as the device says it
      event_code    int,
      taken_at      timestamptz NOT NULL,
      until_at      timestamptz,
      lat           double precision,
      lon           double precision,
      speed_kph     real,
      -- generated; where the bytes lie in the data folder
      storage_name  text NOT NULL UNIQUE,
      content_type  text NOT NULL,
      -- what a person calls it
      file_name     text NOT NULL,
      size_bytes    bigint NOT NULL,
      sha256        bytea NOT NULL,
      alarm_id      bigint,
      created_at    timestamptz NOT NULL DEFAULT now(),
      -- NULL: kept until somebody deletes it or its room is needed
      expires_at    timestamptz
    );
    CREATE INDEX media_file_customer ON media_file (customer_id, taken_at DESC);
    CREATE INDEX media_file_device ON media_file (device_key, taken_at DESC);
    CREATE INDEX media_file_path_gist ON media_file USING gist (customer_path);
    CREATE INDEX media_file_alarm ON media_file (alarm_id) WHERE alarm_id IS NOT NULL;
    CREATE INDEX media_file_expires ON media_file (expires_at) WHERE expires_at IS NOT NULL;
    -- A device that got no answer sends its file again: that is the same file.
    CREATE UNIQUE INDEX media_file_same ON media_file (device_key, channel, taken_at, coalesce(alarm_id, 0), sha256) WHERE source <> 'clip';
    -- in which order files make room: evidence of alarms last
    CREATE INDEX media_file_room ON media_file (customer_id, (alarm_id IS NOT NULL), id);
    CREATE TRIGGER media_file_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON media_file
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    CREATE TABLE media_usage (
      customer_id bigint PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
      bytes       bigint NOT NULL DEFAULT 0,
      files       bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);

    CREATE FUNCTION app.media_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      INSERT INTO media_usage AS u (customer_id, bytes, files)
        SELECT customer_id, sum(size_bytes), count(*) FROM added GROUP BY 1 ORDER BY 1
        ON CONFLICT (customer_id) DO UPDATE SET bytes = u.bytes + excluded.bytes, files = u.files + excluded.files;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER media_added AFTER INSERT ON media_file REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.media_added();
    CREATE FUNCTION app.media_removed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      -- Always in the same order: two who remove files of several customers do not wait for each other.
      PERFORM FROM media_usage u WHERE u.customer_id IN (SELECT customer_id FROM removed) ORDER BY u.customer_id FOR UPDATE;
      UPDATE media_usage u SET bytes = u.bytes - r.bytes, files = u.files - r.files
        FROM (SELECT customer_id, sum(size_bytes) AS bytes, count(*) AS files FROM removed GROUP BY 1) r WHERE r.customer_id = u.customer_id;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER media_removed AFTER DELETE ON media_file REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION app.media_removed();

    CREATE FUNCTION app.device_media_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM media_file WHERE device_key = OLD.key;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_media_gone AFTER DELETE ON device FOR EACH ROW EXECUTE FUNCTION app.device_media_gone();

    CREATE FUNCTION app.customer_moved_media() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        UPDATE media_file  SET customer_path = NEW.path WHERE customer_id = NEW.id;
        UPDATE camera_look SET customer_path = NEW.path WHERE customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER customer_moved_media AFTER UPDATE OF path ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_moved_media();
    REVOKE ALL ON FUNCTION app.media_added, app.media_removed, app.device_media_gone, app.customer_moved_media FROM PUBLIC;

    -- Written by the platform when a device has sent something; read and deleted by people.
    GRANT SELECT, DELETE ON media_file TO sightline_api;
    ALTER TABLE media_file ENABLE ROW LEVEL SECURITY;
    CREATE POLICY media_file_scope ON media_file TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('media_file');
    CREATE POLICY user_devices ON media_file AS RESTRICTIVE TO sightline_by_device USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
    GRANT SELECT ON media_usage TO sightline_api;
    ALTER TABLE media_usage ENABLE ROW LEVEL SECURITY;
    CREATE POLICY media_usage_scope ON media_usage TO sightline_api
      USING (EXISTS (SELECT FROM customer c WHERE c.id = media_usage.customer_id AND c.path <@ (SELECT app.scope())));
  `.execute(db);
}
