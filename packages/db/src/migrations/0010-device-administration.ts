import { sql, type Kysely } from 'kysely';

/** What the administration of devices needs beyond the registry itself. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE device
      -- channels that are shown; NULL = all
      ADD COLUMN cam_view smallint[],
      -- {enabled, offsetMinutes, start, end}: the rule by which the device's own clock changes
      ADD COLUMN summer_time jsonb;
    CREATE INDEX device_recycled ON device (recycled_at DESC) WHERE recycled_at IS NOT NULL;

    -- What a customer calls a model; those below see the name of the nearest customer above that has one.
    CREATE TABLE device_type_nickname (
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      type_code     text NOT NULL REFERENCES device_type (code) ON DELETE CASCADE,
      nick_name     text NOT NULL,
      PRIMARY KEY (customer_id, type_code)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON device_type_nickname TO sightline_api;
    ALTER TABLE device_type_nickname ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_type_nickname_scope ON device_type_nickname TO sightline_api
      USING (EXISTS (SELECT FROM customer c WHERE c.id = customer_id));

    -- Ids that cannot be registered because a device in service, of whomever, has them, or has them as its end (or is theirs).
    -- That an id is taken has to be told to whoever adds it; nothing else of the other device is.
    CREATE FUNCTION app.taken_device_ids(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      SELECT x.id FROM unnest(ids) AS x(id)
      WHERE EXISTS (SELECT FROM device d WHERE d.recycled_at IS NULL AND d.id = x.id)
        OR (length(x.id) = 15 AND EXISTS (SELECT FROM device d WHERE d.recycled_at IS NULL AND d.id = right(x.id, 12)))
        OR (length(x.id) = 12 AND EXISTS (SELECT FROM device d WHERE d.recycled_at IS NULL AND length(d.id) > 12 AND right(d.id, 12) = x.id))
    $f$;

    -- For good: the device of the recycle bin with everything that was recorded of it. What other areas hang on it they say by their foreign keys.
    CREATE FUNCTION app.purge_device(device bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) THEN RETURN false; END IF;
      PERFORM FROM device d WHERE d.key = purge_device.device AND d.recycled_at IS NOT NULL FOR UPDATE;
      IF NOT FOUND THEN RETURN false; END IF;
      DELETE FROM position         t WHERE t.device_key = purge_device.device;
      DELETE FROM position_sealing t WHERE t.device_key = purge_device.device;
      DELETE FROM position_chunk   t WHERE t.device_key = purge_device.device;
      DELETE FROM segment          t WHERE t.device_key = purge_device.device;
      DELETE FROM bucket           t WHERE t.device_key = purge_device.device;
      DELETE FROM position_mark    t WHERE t.device_key = purge_device.device;
      DELETE FROM checkpoint       t WHERE t.device_key = purge_device.device;
      DELETE FROM engine_state     t WHERE t.device_key = purge_device.device;
      DELETE FROM dirty_span       t WHERE t.device_key = purge_device.device;
      DELETE FROM device_state     t WHERE t.device_key = purge_device.device;
      DELETE FROM device           t WHERE t.key = purge_device.device;
      RETURN true;
    END $f$;
    REVOKE ALL ON FUNCTION app.taken_device_ids, app.purge_device FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.taken_device_ids, app.purge_device TO sightline_api;
  `.execute(db);
}
