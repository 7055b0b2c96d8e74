import { sql, type Kysely } from 'kysely';

/**
 * Long tasks and the files that they take and give.
 *
 * A task belongs to the user who started it and is seen by nobody else. Its row is the truth about it; the queue (graphile-worker, in
 * a schema of its own that the worker installs) only says when to look at it. Where the queue is not installed yet the row waits,
 * and the worker enqueues it when it starts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE stored_file (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- generated; where the bytes lie in the data folder
      storage_name  text NOT NULL UNIQUE,
      -- what a person calls it
      file_name     text NOT NULL,
      content_type  text NOT NULL,
      size_bytes    bigint NOT NULL,
      purpose       text NOT NULL CHECK (purpose IN ('upload', 'result')),
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL
    );
    CREATE INDEX stored_file_expires ON stored_file (expires_at);
    CREATE INDEX stored_file_user ON stored_file (user_id);

    CREATE TABLE task (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      job           text NOT NULL,
      state         text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'success', 'empty', 'failed', 'cancelled')),
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      input         jsonb NOT NULL,
      language      text NOT NULL,
      -- one unfinished task at a time for each value
      exclusive_key text,
      done          integer NOT NULL DEFAULT 0,
      total         integer NOT NULL DEFAULT 0,
      cancel_requested boolean NOT NULL DEFAULT false,
      -- counts the runs; a run that was overtaken by another one cannot write any more
      run_no        integer NOT NULL DEFAULT 0,
      -- runs that were begun and neither finished nor given back
      attempts      smallint NOT NULL DEFAULT 0,
      error_code    integer,
      error_detail  jsonb,
      summary       jsonb NOT NULL DEFAULT '{}',
      file_name     text,
      file_id       bigint REFERENCES stored_file (id) ON DELETE SET NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      started_at    timestamptz,
      finished_at   timestamptz
    );
    CREATE UNIQUE INDEX task_exclusive ON task (exclusive_key) WHERE state IN ('queued', 'running');
    CREATE INDEX task_unfinished ON task (state) WHERE state IN ('queued', 'running');
    CREATE INDEX task_user ON task (user_id, id);
    CREATE INDEX task_file ON task (file_id);

    CREATE TRIGGER stored_file_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON stored_file FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE TRIGGER task_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON task FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE FUNCTION app.customer_moved_tasks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        UPDATE task        SET customer_path = NEW.path WHERE customer_id = NEW.id;
        UPDATE stored_file SET customer_path = NEW.path WHERE customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER customer_moved_tasks AFTER UPDATE OF path ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_moved_tasks();

    CREATE FUNCTION app.enqueue_task() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF EXISTS (SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'graphile_worker' AND p.proname = 'add_job') THEN
        PERFORM graphile_worker.add_job('run_task', json_build_object('taskId', NEW.id::text), job_key := 'task:' || NEW.id);
      END IF;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER task_enqueue AFTER INSERT OR UPDATE OF state ON task FOR EACH ROW WHEN (NEW.state = 'queued') EXECUTE FUNCTION app.enqueue_task();

    -- Who waits for a task hears of its steps, in whichever process.
    CREATE FUNCTION app.task_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('task_changed', NEW.user_id || ':' || NEW.id);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER task_changed AFTER INSERT OR UPDATE OF state, done, total, cancel_requested ON task FOR EACH ROW EXECUTE FUNCTION app.task_changed();

    GRANT SELECT, INSERT, UPDATE, DELETE ON task, stored_file TO sightline_api;
    ALTER TABLE task ENABLE ROW LEVEL SECURITY;
    CREATE POLICY task_scope ON task TO sightline_api USING (user_id = app.user_id() AND customer_path <@ app.scope());
    ALTER TABLE stored_file ENABLE ROW LEVEL SECURITY;
    CREATE POLICY stored_file_scope ON stored_file TO sightline_api USING (user_id = app.user_id() AND customer_path <@ app.scope());
  `.execute(db);
}
