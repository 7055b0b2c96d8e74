import { sql, type Kysely } from 'kysely';

/** What users held to customers or devices see and keep, and the clock of a device as it was measured last. */
export async function up(db: Kysely<never>): Promise<void> {
  await heldToCustomers(db);
  await givenAway(db);
  await clocks(db);
}

/** Users held to customers see all devices of these: their numbers are those that are kept, and their devices are found by the customers. */
async function heldToCustomers(db: Kysely<never>): Promise<void> {
  await sql`
    -- The customers that the caller is held to with all below them, by the index of paths. Ids can be looked up in an index beside a policy, paths cannot.
    CREATE FUNCTION app.user_customer_ids() RETURNS bigint[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN ARRAY(SELECT DISTINCT c.id FROM unnest(app.user_customer_paths()) AS held (path) JOIN customer c ON c.path <@ held.path);
    -- As before for users without limits; of users held to customers what lies below those. Nothing for users held to devices.
    CREATE OR REPLACE FUNCTION app.kept_device_counts(customers bigint[], kind integer) RETURNS TABLE (customer_id bigint, own integer, total integer)
      LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      limits text := coalesce(current_setting('app.limits', true), '');
    BEGIN
      IF limits = 'none' THEN
        RETURN QUERY SELECT c.id, n.own, n.total FROM customer c CROSS JOIN LATERAL (
            SELECT coalesce(sum(k.devices) FILTER (WHERE k.customer_id = c.id), 0)::integer AS own, coalesce(sum(k.devices), 0)::integer AS total
            FROM customer_device_count k WHERE k.customer_path <@ c.path AND (kind IS NULL OR k.basic_type = kind)) n
          WHERE c.id = ANY (customers) AND c.path <@ app.scope();
      ELSIF limits = 'customer' THEN
        RETURN QUERY WITH held AS MATERIALIZED (
            SELECT k.customer_id, k.customer_path, k.devices FROM customer_device_count k
            WHERE k.customer_id = ANY (app.user_customer_ids()) AND (kind IS NULL OR k.basic_type = kind))
          SELECT c.id, n.own, n.total FROM customer c CROSS JOIN LATERAL (
            SELECT coalesce(sum(h.devices) FILTER (WHERE h.customer_id = c.id), 0)::integer AS own, coalesce(sum(h.devices), 0)::integer AS total
            FROM held h WHERE h.customer_path <@ c.path) n
          WHERE c.id = ANY (customers) AND c.path <@ app.scope();
      END IF;
    END $f$;
    REVOKE ALL ON FUNCTION app.user_customer_ids FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.user_customer_ids TO sightline_api;
  `.execute(db);
}

/**
 * What a user was given it loses with the sight of it: a device that moves to another customer, a customer that moves to another one above it.
 * Kept, it would come back unasked when the same device or customer does.
 */
async function givenAway(db: Kysely<never>): Promise<void> {
  await sql`
    -- Whether a user who is given something may see it where it is: below its customer, and below one of those that it is held to.
    CREATE FUNCTION app.within_sight(giftee app_user, place ltree) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN place <@ (giftee).customer_path AND (NOT (giftee).customer_limited OR EXISTS (
        SELECT FROM user_customer l JOIN customer c ON c.id = l.customer_id WHERE l.user_id = (giftee).id AND place <@ c.path));

    CREATE FUNCTION app.device_given_away() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM user_device g USING app_user u WHERE g.device_key = NEW.key AND u.id = g.user_id AND NOT app.within_sight(u, NEW.customer_path);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_given_away AFTER UPDATE OF customer_id ON device
      FOR EACH ROW WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id) EXECUTE FUNCTION app.device_given_away();

    -- Once all paths have followed: its own users and devices move with a customer.
    CREATE FUNCTION app.customers_given_away() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      moved bigint[] := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE o.path <> n.path);
    BEGIN
      IF cardinality(moved) = 0 THEN RETURN NULL; END IF;
      DELETE FROM user_customer g USING customer c, app_user u
        WHERE g.customer_id = ANY (moved) AND c.id = g.customer_id AND u.id = g.user_id AND NOT c.path <@ u.customer_path;
      DELETE FROM user_device g USING device d, app_user u
        WHERE d.customer_id = ANY (moved) AND d.key = g.device_key AND u.id = g.user_id AND NOT app.within_sight(u, d.customer_path);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER customers_given_away AFTER UPDATE ON customer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION app.customers_given_away();
    REVOKE ALL ON FUNCTION app.within_sight, app.device_given_away, app.customers_given_away FROM PUBLIC;

    DELETE FROM user_customer g USING customer c, app_user u
      WHERE c.id = g.customer_id AND u.id = g.user_id AND NOT c.path <@ u.customer_path;
    DELETE FROM user_device g USING device d, app_user u
      WHERE d.key = g.device_key AND u.id = g.user_id AND NOT app.within_sight(u, d.customer_path);
  `.execute(db);
}

/** How far the clock of a device was off when that could be told: a device that sleeps, or sends from memory alone, gives no new measurement. */
async function clocks(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE device_state ADD clock_offset_ms integer, ADD clock_measured_at timestamptz;

    -- People may not write what devices report; a measurement of a device that they see may be kept.
    CREATE FUNCTION app.keep_clock_offset(device bigint, offset_ms integer) RETURNS void
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      UPDATE device_state s SET clock_offset_ms = offset_ms, clock_measured_at = now() WHERE s.device_key = device AND app.sees_device(device);
    $f$;
    REVOKE ALL ON FUNCTION app.keep_clock_offset FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.keep_clock_offset TO sightline_api;
  `.execute(db);
}
