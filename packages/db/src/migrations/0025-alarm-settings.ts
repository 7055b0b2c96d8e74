import { sql, type Kysely } from 'kysely';

/**
 * Settings of active safety: what is wanted of a unit, group by group, and what it told last. What a unit tells, in whatever answer, is kept
 * in the transaction that ends the command.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE device_alarm_setting (
      device_key     bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      family         text NOT NULL CHECK (family IN ('adas', 'dsm', 'tpms', 'bsd')),
      -- values by key; NULL: nothing is wanted
      wanted         jsonb,
      wanted_at      timestamptz,
      wanted_account text,
      -- octets of the unit's parameter and what they say; NULL after it was asked: it has none
      told           bytea,
      told_values    jsonb,
      told_at        timestamptz,
      -- commands of which the outcome counts; they leave the history before this row
      write_command  bigint,
      read_command   bigint,
      PRIMARY KEY (device_key, family)
    ) WITH (fillfactor = 80);

    -- The order in which states are told of a device: the first that one of its groups has.
    CREATE TYPE app.alarm_setting_state AS ENUM ('pending', 'failed', 'differs', 'neverRead', 'same', 'unset', 'absent');

    CREATE FUNCTION app.alarm_settings_differ(wanted jsonb, told jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
      RETURN EXISTS (SELECT FROM jsonb_each(wanted) w WHERE told -> w.key IS NOT NULL AND told -> w.key <> w.value);

    CREATE VIEW alarm_setting_state WITH (security_invoker = true) AS
      SELECT s.device_key, s.family,
        (CASE
          WHEN w.state IN ('pending', 'sending', 'sent') OR r.state IN ('pending', 'sending', 'sent') THEN 'pending'
          WHEN s.told IS NULL AND s.told_at IS NOT NULL THEN 'absent'
          WHEN s.told IS NULL THEN CASE WHEN w.state IN ('rejected', 'timedOut') OR r.state IN ('rejected', 'timedOut') THEN 'failed' ELSE 'neverRead' END
          WHEN s.wanted IS NULL OR s.wanted = '{}' THEN 'unset'
          WHEN NOT app.alarm_settings_differ(s.wanted, s.told_values) THEN 'same'
          WHEN w.created_at >= s.wanted_at AND (w.state IN ('rejected', 'timedOut') OR r.state IN ('rejected', 'timedOut')) THEN 'failed'
          ELSE 'differs'
        END)::app.alarm_setting_state AS state,
        CASE WHEN w.state IN ('rejected', 'timedOut') THEN w.reason WHEN r.state IN ('rejected', 'timedOut') THEN r.reason END AS reason
      FROM device_alarm_setting s
      LEFT JOIN device_command w ON w.id = s.write_command LEFT JOIN device_command r ON r.id = s.read_command;

    CREATE FUNCTION app.keep_alarm_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      INSERT INTO device_alarm_setting AS s (device_key, family, told, told_values, told_at)
      SELECT NEW.device_key, f.family, decode(nullif(t.value ->> 'hex', ''), 'hex'), t.value - 'hex', now()
      FROM (VALUES ('adas', 'adasSettings'), ('dsm', 'dsmSettings'), ('tpms', 'tpmsSettings'), ('bsd', 'bsdSettings')) f (family, name)
      LEFT JOIN LATERAL (
        SELECT p -> 'value' AS value FROM jsonb_array_elements(NEW.answer -> 'parameters') p
        WHERE p ->> 'name' = f.name AND jsonb_typeof(p -> 'value') = 'object' LIMIT 1) t ON true
      -- Only who was asked for all of them says by silence that there are none.
      WHERE t.value IS NOT NULL OR NEW.command = 'alarmSettingsRead'
      ON CONFLICT (device_key, family) DO UPDATE SET told = excluded.told, told_values = excluded.told_values, told_at = excluded.told_at;
      RETURN NULL;
    END $f$;
    REVOKE ALL ON FUNCTION app.keep_alarm_settings FROM PUBLIC;
    CREATE TRIGGER keep_alarm_settings AFTER UPDATE OF state ON device_command FOR EACH ROW
      WHEN (NEW.state = 'executed' AND OLD.state <> 'executed' AND jsonb_typeof(NEW.answer -> 'parameters') = 'array')
      EXECUTE FUNCTION app.keep_alarm_settings();

    -- People say what is wanted; what units tell is written by the platform.
    GRANT SELECT, DELETE ON device_alarm_setting TO sightline_api;
    GRANT INSERT (device_key, family, wanted, wanted_at, wanted_account, write_command, read_command) ON device_alarm_setting TO sightline_api;
    GRANT UPDATE (wanted, wanted_at, wanted_account, write_command, read_command) ON device_alarm_setting TO sightline_api;
    GRANT SELECT ON alarm_setting_state TO sightline_api;
    GRANT USAGE ON TYPE app.alarm_setting_state TO sightline_api;
    GRANT EXECUTE ON FUNCTION app.alarm_settings_differ TO sightline_api;
    ALTER TABLE device_alarm_setting ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_alarm_setting_scope ON device_alarm_setting TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));

    -- Models with cameras that speak JT/T 808 understand both.
    UPDATE device_type SET commands = commands || '{alarmSettingsRead,alarmSettingsWrite}'::text[]
      WHERE protocol = 'jt808' AND cam_count > 0 AND commands IS NOT NULL AND NOT commands @> '{alarmSettingsWrite}';
  `.execute(db);
}
