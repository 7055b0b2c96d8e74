import { sql, type Kysely } from 'kysely';

/**
 * Whether a device may be followed is kept with it, because the live map asks it of tens of thousands at once: true without a licence, else what the
 * type of its bound licence opens. A change reaches the live maps by the trigger `device_changed`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE device ADD COLUMN tracked boolean NOT NULL DEFAULT true;

    CREATE FUNCTION app.device_tracked(device bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN NOT EXISTS (SELECT FROM license l JOIN license_type t ON t.code = l.type_code
        WHERE l.device_key = device AND l.state = 'bound' AND NOT 'tracking' = ANY (t.features));

    CREATE FUNCTION app.keep_device_tracked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      -- the device is being deleted
      IF NEW.state = 'spent' AND NEW.device_key IS NULL THEN RETURN NULL; END IF;
      UPDATE device SET tracked = NOT tracked
        WHERE key IN (NEW.device_key, CASE WHEN TG_OP = 'UPDATE' THEN OLD.device_key END) AND tracked <> app.device_tracked(key);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_tracked AFTER INSERT OR UPDATE OF state, device_key ON license FOR EACH ROW EXECUTE FUNCTION app.keep_device_tracked();

    -- Devices in the order of their keys, as everywhere: two that change the same ones wait for each other, never in a circle.
    CREATE FUNCTION app.keep_devices_of_type_tracked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      WITH touched AS (
        SELECT d.key FROM device d JOIN license l ON l.device_key = d.key AND l.state = 'bound' AND l.type_code = NEW.code
        WHERE d.tracked <> ('tracking' = ANY (NEW.features)) ORDER BY d.key FOR NO KEY UPDATE OF d
      )
      UPDATE device d SET tracked = 'tracking' = ANY (NEW.features) FROM touched WHERE d.key = touched.key;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER devices_tracked AFTER UPDATE OF features ON license_type
      FOR EACH ROW WHEN (NEW.features IS DISTINCT FROM OLD.features) EXECUTE FUNCTION app.keep_devices_of_type_tracked();

    REVOKE ALL ON FUNCTION app.device_tracked FROM PUBLIC;
    UPDATE device SET tracked = false WHERE NOT app.device_tracked(key);
  `.execute(db);
}
