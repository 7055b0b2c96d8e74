import { sql, type Kysely } from 'kysely';

/**
 * What lists and trees of a big platform need. Under row-level security the planner knows nothing of how many rows a scope has and may
 * use no index for conditions whose operators could tell of rows (ltree, ILIKE). So:
 *
 * - policies read the scope once a query, not once a row;
 * - indexes give devices in the orders of the lists, with the path in them, so that who may not be seen is passed over in the index;
 * - what needs an index of such an operator is found by functions with the owner's rights, which hold to the caller's scope themselves.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER POLICY customer_scope ON customer USING (path <@ (SELECT app.scope()));
    ALTER POLICY app_user_scope ON app_user USING (customer_path <@ (SELECT app.scope()));
    ALTER POLICY device_scope ON device USING (customer_path <@ (SELECT app.scope()));
    ALTER POLICY label_scope ON label USING (customer_path <@ (SELECT app.scope()));
    ALTER POLICY customer_device_count_scope ON customer_device_count USING (customer_path <@ (SELECT app.scope()));
    ALTER POLICY license_read ON license USING (customer_path <@ (SELECT app.scope()));
    ALTER POLICY audit_log_scope ON audit_log USING (customer_path <@ (SELECT app.scope()));

    CREATE INDEX device_by_creation ON device (created_at, key) INCLUDE (customer_path) WHERE recycled_at IS NULL;
    CREATE INDEX device_by_name ON device (name, key) INCLUDE (customer_path) WHERE recycled_at IS NULL;
    CREATE INDEX device_by_type ON device (type_code, key) INCLUDE (customer_path) WHERE recycled_at IS NULL;
    CREATE INDEX device_by_activation ON device (activated_at, key) INCLUDE (customer_path) WHERE recycled_at IS NULL;
    CREATE INDEX device_by_expiration ON device (expires_at, key) INCLUDE (customer_path) WHERE recycled_at IS NULL;
    CREATE INDEX customer_by_name ON customer (name, id);

    -- Numbers of customers in the caller's scope, from those kept by customer: each customer's rows below it are found by the index of paths.
    -- Nothing for users held to customers or devices, for whom these numbers are not.
    CREATE FUNCTION app.kept_device_counts(customers bigint[], kind integer) RETURNS TABLE (customer_id bigint, own integer, total integer)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      SELECT c.id, n.own, n.total FROM customer c CROSS JOIN LATERAL (
          SELECT coalesce(sum(k.devices) FILTER (WHERE k.customer_id = c.id), 0)::integer AS own, coalesce(sum(k.devices), 0)::integer AS total
          FROM customer_device_count k WHERE k.customer_path <@ c.path AND (kind IS NULL OR k.basic_type = kind)) n
        WHERE c.id = ANY (customers) AND c.path <@ app.scope() AND current_setting('app.limits', true) = 'none';
    $f$;

    -- Keys of devices in the caller's scope whose name or id contains a text, by the index of their parts; NULL when they are more than most.
    CREATE FUNCTION app.device_keys_like(pattern text, names_only boolean, most integer) RETURNS bigint[]
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $f$
    DECLARE
      keys bigint[];
    BEGIN
      SELECT array_agg(f.key) INTO keys FROM (
        SELECT d.key FROM device d
        WHERE d.recycled_at IS NULL AND (d.name ILIKE pattern OR (NOT names_only AND d.id ILIKE pattern)) AND d.customer_path <@ app.scope()
          AND (coalesce(current_setting('app.limits', true), '') NOT IN ('customer', 'both') OR d.customer_path <@ app.user_customer_paths())
          AND (coalesce(current_setting('app.limits', true), '') NOT IN ('device', 'both') OR d.key = ANY (app.user_device_keys()))
        LIMIT most + 1) f;
      RETURN CASE WHEN keys IS NULL THEN '{}' WHEN cardinality(keys) <= most THEN keys END;
    END $f$;

    -- Keys of devices that have one of these labels, as far as the labels are in the caller's scope; NULL when they are more than most.
    -- Whether the devices themselves may be seen is asked where they are read.
    CREATE FUNCTION app.labelled_device_keys(labels bigint[], most integer) RETURNS bigint[]
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      keys bigint[];
    BEGIN
      SELECT array_agg(f.device_key) INTO keys FROM (
        SELECT DISTINCT x.device_key FROM label l JOIN device_label x ON x.label_id = l.id
        WHERE l.id = ANY (labels) AND l.customer_path <@ app.scope()
          AND (coalesce(current_setting('app.limits', true), '') NOT IN ('customer', 'both') OR l.customer_path <@ app.user_customer_paths())
        LIMIT most + 1) f;
      RETURN CASE WHEN keys IS NULL THEN '{}' WHEN cardinality(keys) <= most THEN keys END;
    END $f$;
    REVOKE ALL ON FUNCTION app.kept_device_counts, app.device_keys_like, app.labelled_device_keys FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.kept_device_counts, app.device_keys_like, app.labelled_device_keys TO sightline_api;
  `.execute(db);
  await locks(db);
  await reported(db);
}

/**
 * What devices report: who sees the device and may see what it reports is one question. Asked with EXISTS, the planner looks up the few devices of a
 * page and hashes all of a whole scope; the two questions of before read all locked devices for one row.
 */
async function reported(db: Kysely<never>): Promise<void> {
  for (const table of ['device_state', 'segment', 'bucket', 'position_mark'])
    await sql`
      DROP POLICY ${sql.ref(`${table}_unlocked`)} ON ${sql.table(table)};
      ALTER POLICY ${sql.ref(`${table}_scope`)} ON ${sql.table(table)}
        USING (EXISTS (SELECT FROM device d WHERE d.key = device_key AND (d.locked_at IS NULL OR (SELECT app.is_platform()))));
    `.execute(db);
}

/** Locked devices: found without a look at all the others. */
async function locks(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX device_unlocked_expires ON device (expires_at) WHERE locked_at IS NULL AND expires_at IS NOT NULL;
    CREATE INDEX license_locked_device ON license (device_key) WHERE state = 'bound' AND locked_at IS NOT NULL;

    -- The same as before, from the devices that may be concerned: those past their end, those with a locked licence, those locked now.
    CREATE OR REPLACE FUNCTION app.refresh_device_locks() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      changed integer;
    BEGIN
      WITH concerned AS MATERIALIZED (
        -- A day of grace may be an hour longer where the clock changes: what this takes too early is looked at again below.
        SELECT d.key FROM device d WHERE d.locked_at IS NULL
          AND d.expires_at <= now() + interval '1 day' - (SELECT make_interval(days => p.grace_days) FROM license_policy p)
        UNION SELECT l.device_key FROM license l WHERE l.state = 'bound' AND l.locked_at IS NOT NULL
        UNION SELECT d.key FROM device d WHERE d.locked_at IS NOT NULL
      ), due AS (
        SELECT d.key FROM device d, license_policy p
        WHERE d.key = ANY (ARRAY(SELECT key FROM concerned))
          AND (d.locked_at IS NOT NULL) <> (coalesce(d.expires_at + make_interval(days => p.grace_days) <= now(), false)
            OR EXISTS (SELECT FROM license l WHERE l.device_key = d.key AND l.state = 'bound' AND l.locked_at IS NOT NULL))
        ORDER BY d.key FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE device d SET locked_at = CASE WHEN d.locked_at IS NULL THEN now() END FROM due WHERE d.key = due.key;
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed;
    END $f$;
  `.execute(db);
}
