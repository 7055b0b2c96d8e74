import { sql, type Kysely } from 'kysely';

/** How each attempt ended, and what a change was before: one trigger notes both values, whichever statement changed them. */
export async function up<T>(db: Kysely<T>): Promise<void> {
  await sql`
    -- 0 = done, else the code of the error.
    ALTER TABLE audit_log ADD COLUMN code integer NOT NULL DEFAULT 0, ADD COLUMN changes jsonb;

    -- A value as a log needs it: long ones are cut, so that pictures and lists do not fill the table.
    CREATE FUNCTION app.short_value(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
      RETURN CASE WHEN length(value::text) <= 200 THEN value ELSE to_jsonb(left(value #>> '{}', 200) || '…') END;

    -- The columns are named where the trigger is made (the first one names the row for people): what is not named there, passwords above all, is never
    -- noted. Objects are noted by their keys. Only what a person does in a scoped transaction counts, and no more of it than somebody reads.
    CREATE FUNCTION app.note_change() RETURNS trigger LANGUAGE plpgsql AS $f$
    DECLARE
      noted text := coalesce(current_setting('app.changes', true), '');
      former jsonb;
      later jsonb;
      found jsonb;
    BEGIN
      IF coalesce(current_setting('app.user_id', true), '') = '' OR length(noted) > 8000 THEN RETURN NULL; END IF;
      former := to_jsonb(OLD);
      later := to_jsonb(NEW);
      SELECT jsonb_agg(jsonb_build_object('table', TG_TABLE_NAME, 'name', former ->> TG_ARGV[0], 'field', field,
                                          'before', app.short_value(before), 'after', app.short_value(after)))
        INTO found
        FROM (
          SELECT coalesce(part.key, named.field) AS field,
                 CASE WHEN part.key IS NULL THEN former -> named.field ELSE former -> named.field -> part.key END AS before,
                 CASE WHEN part.key IS NULL THEN later -> named.field ELSE later -> named.field -> part.key END AS after
            FROM unnest(TG_ARGV) WITH ORDINALITY AS named (field, place)
            LEFT JOIN LATERAL (
              SELECT key FROM jsonb_object_keys(CASE
                WHEN jsonb_typeof(former -> named.field) = 'object' AND jsonb_typeof(later -> named.field) = 'object'
                THEN (former -> named.field) || (later -> named.field) ELSE '{}' END) AS key
            ) AS part ON true
            WHERE former -> named.field IS DISTINCT FROM later -> named.field
            ORDER BY named.place, part.key
        ) AS each
        WHERE before IS DISTINCT FROM after;
      IF found IS NOT NULL THEN
        PERFORM set_config('app.changes', (coalesce(nullif(noted, '')::jsonb, '[]') || found)::text, true);
      END IF;
      RETURN NULL;
    END $f$;

    -- What this transaction has changed so far.
    CREATE FUNCTION app.noted_changes() RETURNS jsonb LANGUAGE sql VOLATILE
      RETURN nullif(current_setting('app.changes', true), '')::jsonb;

    CREATE FUNCTION app.note_changes_of(tbl regclass, VARIADIC named text[]) RETURNS void LANGUAGE plpgsql AS $f$
    BEGIN
      EXECUTE format('CREATE TRIGGER noted_changes AFTER UPDATE OF %s ON %s FOR EACH ROW EXECUTE FUNCTION app.note_change(%s)',
        (SELECT string_agg(quote_ident(c), ', ') FROM unnest(named) AS c), tbl, (SELECT string_agg(quote_literal(c), ', ') FROM unnest(named) AS c));
    END $f$;
    SELECT app.note_changes_of('app_user', 'account', 'name', 'email', 'phone', 'remark', 'timezone', 'language', 'status', 'concurrent_login', 'menu_ids',
      'customer_limited', 'device_limited', 'settings');
    SELECT app.note_changes_of('customer', 'name', 'customer_type', 'status', 'contact', 'phone', 'email', 'address', 'remark', 'timezone', 'default_lat',
      'default_lon', 'address_analysis', 'superior_may_watch', 'force_password_days', 'two_factor_required', 'modules', 'menu_ids', 'branding',
      'default_stream_node', 'default_talk_node', 'default_replay_node');
    SELECT app.note_changes_of('device', 'name', 'type_code', 'icon', 'sim', 'iccid', 'plate', 'vin', 'remark', 'timezone', 'utc_offset_minutes', 'cam_count',
      'cam_view', 'channel_names', 'io_names', 'summer_time', 'min_moving_speed_kph', 'min_stay_s', 'location_points', 'position_interval_s');
    SELECT app.note_changes_of('sensor', 'name', 'type', 'item_code', 'unit', 'peripheral_id', 'tank', 'calibration');
    SELECT app.note_changes_of('label', 'name');
    SELECT app.note_changes_of('customer_ftp', 'account', 'enabled', 'host', 'port', 'folder');
    SELECT app.note_changes_of('customer_mail_server', 'account', 'enabled', 'host', 'port', 'tls', 'sender_email', 'sender_name');
    SELECT app.note_changes_of('customer_mail', 'email', 'sender_name');
    SELECT app.note_changes_of('customer_look', 'map_types', 'default_map_type');
    SELECT app.note_changes_of('customer_text', 'key', 'text');
    SELECT app.note_changes_of('user_alarm_setting', 'alarm_kind', 'enabled', 'sound', 'level', 'sound_type', 'push_web', 'push_app', 'interval_s');
  `.execute(db);
}
