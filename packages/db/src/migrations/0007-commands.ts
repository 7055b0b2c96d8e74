import { sql, type Kysely } from 'kysely';

/**
 * Commands to devices. A row is the command's whole life: asked for, claimed, sent, answered.
 *
 * `pending` -> `sending` (claimed by one connection, before its bytes go out) -> `sent` -> `executed`, `rejected` or `timedOut`; a pending
 * one may be `revoked`. Two indexes keep what no program may break: one command at a time is under way to a device, and
 * the same command is not asked for twice while the first has not ended.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- NULL = every command that the protocol can say
    ALTER TABLE device_type ADD COLUMN commands text[];

    CREATE SEQUENCE device_command_batch;
    CREATE TABLE device_command (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_key    bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      batch_id      bigint,
      user_id       bigint REFERENCES app_user (id) ON DELETE SET NULL,
      account       text NOT NULL,
      command       text NOT NULL,
      params        jsonb NOT NULL,
      params_key    text GENERATED ALWAYS AS (md5(params::text)) STORED,
      state         text NOT NULL DEFAULT 'pending'
                    CHECK (state IN ('pending', 'sending', 'sent', 'executed', 'rejected', 'revoked', 'timedOut')),
      -- why it ended other than executed
      reason        text,
      -- kept for a device without a connection
      offline       boolean NOT NULL,
      -- only asks: may be sent again when its outcome is unknown
      repeatable    boolean NOT NULL,
      -- only to a vehicle slower than this, by a position not older than that
      max_speed_kph real,
      max_fix_age_s integer,
      -- waits for the vehicle to be slow; else it is refused when it is not
      waits         boolean NOT NULL DEFAULT false,
      timeout_s     integer NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL,
      -- order in which commands have been claimed for this device
      sequence      integer,
      attempt       smallint NOT NULL DEFAULT 0,
      connection    text,
      claimed_at    timestamptz,
      sent_at       timestamptz,
      acknowledged_at timestamptz,
      -- whoever claimed it and has not ended it by then is gone
      deadline_at   timestamptz,
      finished_at   timestamptz,
      request_hex   text,
      answer_text   text,
      answer        jsonb,
      answer_hex    text,
      CHECK ((max_speed_kph IS NULL) = (max_fix_age_s IS NULL))
    ) WITH (fillfactor = 80);
    CREATE UNIQUE INDEX device_command_under_way ON device_command (device_key) WHERE state IN ('sending', 'sent');
    CREATE UNIQUE INDEX device_command_open ON device_command (device_key, command, params_key) WHERE state IN ('pending', 'sending', 'sent');
    CREATE INDEX device_command_device ON device_command (device_key, id DESC);
    CREATE INDEX device_command_batch_rows ON device_command (batch_id) WHERE batch_id IS NOT NULL;
    CREATE INDEX device_command_user ON device_command (user_id, id DESC);
    CREATE INDEX device_command_expires ON device_command (expires_at) WHERE state = 'pending';
    CREATE INDEX device_command_created ON device_command (created_at);

    -- Whether the vehicle is slow, by its latest position. Without one it is not.
    CREATE FUNCTION app.command_may_go(device bigint, max_speed real, max_age_s integer) RETURNS boolean LANGUAGE sql STABLE
      RETURN max_speed IS NULL OR EXISTS (
        SELECT FROM device_state s WHERE s.device_key = device AND s.speed_kph < max_speed
          AND s.fix_time > now() - make_interval(secs => max_age_s) AND s.fix_time < now() + interval '5 minutes');

    -- Whether a command with that condition can be decided about: it may go, or it is refused because the vehicle is fast. A position that
    -- is old decides nothing: a device that has just come back is asked to report first.
    CREATE FUNCTION app.command_is_due(device bigint, max_speed real, max_age_s integer, waits boolean) RETURNS boolean LANGUAGE sql STABLE
      RETURN app.command_may_go(device, max_speed, max_age_s) OR (NOT waits AND EXISTS (
        SELECT FROM device_state s WHERE s.device_key = device AND s.speed_kph >= max_speed
          AND s.fix_time > now() - make_interval(secs => max_age_s) AND s.fix_time < now() + interval '5 minutes'));

    CREATE FUNCTION app.command_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('command_changed', NEW.id::text);
      -- A new one may go, or the one before it has ended.
      IF NEW.state NOT IN ('sending', 'sent') THEN PERFORM pg_notify('command_ready', NEW.device_key::text); END IF;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER command_changed AFTER INSERT OR UPDATE ON device_command FOR EACH ROW EXECUTE FUNCTION app.command_changed();

    -- What an owner has left waiting must not reach the vehicle of the next one.
    CREATE FUNCTION app.device_left() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE device_command SET state = 'revoked', reason = 'deviceMoved', finished_at = now() WHERE device_key = NEW.key AND state = 'pending';
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_left AFTER UPDATE ON device FOR EACH ROW
      WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id OR (NEW.recycled_at IS NOT NULL AND OLD.recycled_at IS NULL))
      EXECUTE FUNCTION app.device_left();

    -- A person asks for commands and takes them back; everything else is done by the process that holds the connection.
    GRANT SELECT, INSERT ON device_command TO sightline_api;
    GRANT UPDATE (state, reason, finished_at) ON device_command TO sightline_api;
    GRANT USAGE ON SEQUENCE device_command_batch TO sightline_api;
    GRANT EXECUTE ON FUNCTION app.command_may_go TO sightline_api;
    ALTER TABLE device_command ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_command_scope ON device_command TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
  `.execute(db);
}
