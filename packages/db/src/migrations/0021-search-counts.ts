import { sql, type Kysely } from 'kysely';

/**
 * Devices with a text or a label are found and counted in one pass, by the index and with the owner's rights, in the caller's scope: `total` is how many
 * there are, `keys` who they are unless they are more than `most`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE FUNCTION app.find_devices_like(pattern text, names_only boolean, most integer, OUT total integer, OUT keys bigint[])
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $f$
    DECLARE
      top ltree := app.scope();
      limits text := coalesce(current_setting('app.limits', true), '');
    BEGIN
      SELECT count(*)::integer, array_agg(d.key) INTO total, keys FROM device d
      WHERE d.recycled_at IS NULL AND (d.name ILIKE pattern OR (NOT names_only AND d.id ILIKE pattern)) AND d.customer_path <@ top
        AND (limits NOT IN ('customer', 'both') OR d.customer_path <@ (SELECT app.user_customer_paths()))
        AND (limits NOT IN ('device', 'both') OR d.key = ANY ((SELECT app.user_device_keys())::bigint[]));
      keys := CASE WHEN total <= most THEN coalesce(keys, '{}') END;
    END $f$;

    -- A label is for devices of its customer and of those below it, so whoever sees the label sees them, unless held to customers or devices: for
    -- those the total is not told. Null keys: more than most, and no total either.
    CREATE FUNCTION app.find_labelled_devices(labels bigint[], most integer, OUT total integer, OUT keys bigint[])
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      keys := app.labelled_device_keys(labels, most);
      IF keys IS NOT NULL AND coalesce(current_setting('app.limits', true), '') = 'none' THEN
        total := cardinality(keys) - (SELECT count(*)::integer FROM device d WHERE d.recycled_at IS NOT NULL AND d.key = ANY (keys));
      END IF;
    END $f$;
    DROP FUNCTION app.device_keys_like;
    REVOKE ALL ON FUNCTION app.find_devices_like, app.find_labelled_devices FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.find_devices_like, app.find_labelled_devices TO sightline_api;
  `.execute(db);
}
