import { sql, type Kysely } from 'kysely';

/**
 * Clips that people have taken from the recordings of cameras: what is wanted, how far it is, and the file that came of it. A row belongs to
 * the customer whose camera it is; it and those above read it. It goes with its device, and after a week.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE clip_task (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      device_key    bigint NOT NULL,
      device_id     text NOT NULL,
      device_name   text NOT NULL,
      channel       smallint NOT NULL,
      from_at       timestamptz NOT NULL,
      to_at         timestamptz NOT NULL,
      state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'stopped')),
      -- ms of the recording that are there
      taken_ms      int NOT NULL DEFAULT 0,
      taken_bytes   bigint NOT NULL DEFAULT 0,
      -- why it failed, a word of the stream's
      failure       text,
      media_file_id bigint REFERENCES media_file (id) ON DELETE SET NULL,
      user_id       bigint REFERENCES app_user (id) ON DELETE SET NULL,
      account       text NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      -- moved on by the process that has it
      alive_at      timestamptz NOT NULL DEFAULT now(),
      finished_at   timestamptz
    ) WITH (fillfactor = 70);
    CREATE INDEX clip_task_customer ON clip_task (customer_id, id DESC);
    CREATE INDEX clip_task_device ON clip_task (device_key, id DESC);
    CREATE INDEX clip_task_path_gist ON clip_task USING gist (customer_path);
    CREATE INDEX clip_task_unfinished ON clip_task (alive_at) WHERE state IN ('waiting', 'running');
    CREATE TRIGGER clip_task_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON clip_task
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    CREATE FUNCTION app.device_clips_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM clip_task WHERE device_key = OLD.key;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_clips_gone AFTER DELETE ON device FOR EACH ROW EXECUTE FUNCTION app.device_clips_gone();
    CREATE FUNCTION app.customer_moved_clips() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        UPDATE clip_task SET customer_path = NEW.path WHERE customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER customer_moved_clips AFTER UPDATE OF path ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_moved_clips();
    REVOKE ALL ON FUNCTION app.device_clips_gone, app.customer_moved_clips FROM PUBLIC;

    -- Written by the process that takes the clip; read and deleted by people.
    GRANT SELECT, DELETE ON clip_task TO sightline_api;
    ALTER TABLE clip_task ENABLE ROW LEVEL SECURITY;
    CREATE POLICY clip_task_scope ON clip_task TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('clip_task');
    CREATE POLICY user_devices ON clip_task AS RESTRICTIVE TO sightline_by_device USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
  `.execute(db);
}
