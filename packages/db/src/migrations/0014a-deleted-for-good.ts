import { sql, type Kysely } from 'kysely';

/**
 * What is deleted for good. Raw frames and data volume have no key to the device, for they are written faster than keys are looked up: they go by a
 * trigger. Who passed licences to whom is told also when one of them is deleted for good: the names go into the
 * record with the rows that had them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE license_movement ADD from_name text, ADD to_name text, ADD created_by_name text;

    CREATE FUNCTION app.device_records_gone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM raw_frame WHERE device_key = OLD.key;
      DELETE FROM device_traffic WHERE device_key = OLD.key;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_records_gone AFTER DELETE ON device FOR EACH ROW EXECUTE FUNCTION app.device_records_gone();
    REVOKE ALL ON FUNCTION app.device_records_gone FROM PUBLIC;
    DELETE FROM raw_frame r WHERE NOT EXISTS (SELECT FROM device d WHERE d.key = r.device_key);
    DELETE FROM device_traffic t WHERE NOT EXISTS (SELECT FROM device d WHERE d.key = t.device_key);

    CREATE FUNCTION app.customer_name_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE license_movement SET from_name = OLD.name WHERE from_customer_id = OLD.id;
      UPDATE license_movement SET to_name = OLD.name WHERE to_customer_id = OLD.id;
      RETURN OLD;
    END $f$;
    CREATE TRIGGER customer_name_kept BEFORE DELETE ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_name_kept();
    CREATE FUNCTION app.user_name_kept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE license_movement SET created_by_name = OLD.name WHERE created_by = OLD.id;
      RETURN OLD;
    END $f$;
    CREATE TRIGGER user_name_kept BEFORE DELETE ON app_user FOR EACH ROW EXECUTE FUNCTION app.user_name_kept();
    REVOKE ALL ON FUNCTION app.customer_name_kept, app.user_name_kept FROM PUBLIC;
    CREATE INDEX license_movement_from_customer ON license_movement (from_customer_id);
    CREATE INDEX license_movement_to_customer ON license_movement (to_customer_id);
    CREATE INDEX license_movement_created_by ON license_movement (created_by);
  `.execute(db);
}
