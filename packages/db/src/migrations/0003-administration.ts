import { sql, type Kysely } from 'kysely';

/**
 * Administration of customers and users: the recycle bin, limits of single users, device counts.
 *
 * The recycle bin: what is thrown away keeps its rows, with `status = 'recycled'` and the status from before. What went with a customer
 * carries its id in `recycled_with`, so that a restore brings back just that. Names and accounts are unique among what is not in the bin.
 *
 * Limits: a user may be held to chosen customers and to chosen devices of its scope. Such a user's transactions run as a role of their
 * own, a member of `sightline_api`, to which restrictive policies apply. Users without limits keep the plain role and pay nothing.
 *
 * Counts: devices in service by customer and kind, kept by statement triggers. A customer's row counts its own devices alone, so that no
 * row is written by everybody; totals of a subtree are summed when asked for.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE customer
      ADD recycled_with bigint,
      ADD status_before text,
      ADD default_stream_node text NOT NULL DEFAULT '';
    ALTER TABLE customer DROP CONSTRAINT customer_parent_id_name_key;
    CREATE UNIQUE INDEX customer_name_live ON customer (parent_id, name) NULLS NOT DISTINCT WHERE status <> 'recycled';
    CREATE INDEX customer_recycled ON customer (recycled_with) WHERE status = 'recycled';

    ALTER TABLE app_user
      ADD recycled_with bigint,
      ADD status_before text,
      ADD remark text,
      ADD customer_limited boolean NOT NULL DEFAULT false,
      ADD device_limited boolean NOT NULL DEFAULT false;
    ALTER TABLE app_user DROP CONSTRAINT app_user_account_key;
    CREATE UNIQUE INDEX app_user_account_live ON app_user (account) WHERE status <> 'recycled';
    CREATE INDEX app_user_recycled ON app_user (recycled_with) WHERE status = 'recycled';

    -- New customers are added by people, whose role must be able to draw the id that also ends the path.
    GRANT USAGE ON SEQUENCE customer_id_seq TO sightline_api;

    -- Addresses that a customer's notices go to.
    CREATE TABLE customer_mail (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL UNIQUE REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      email         text NOT NULL,
      sender_name   text NOT NULL DEFAULT '',
      updated_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE TRIGGER customer_mail_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_mail
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    CREATE TABLE user_customer (
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      PRIMARY KEY (user_id, customer_id)
    );
    CREATE INDEX user_customer_customer ON user_customer (customer_id);
    CREATE TABLE user_device (
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      device_key    bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      PRIMARY KEY (user_id, device_key)
    );
    CREATE INDEX user_device_device ON user_device (device_key);

    CREATE TABLE customer_device_count (
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      -- of the device's model: 1 tracker, 2 camera
      basic_type    smallint NOT NULL,
      devices       integer NOT NULL,
      PRIMARY KEY (customer_id, basic_type)
    ) WITH (fillfactor = 70);
    CREATE INDEX customer_device_count_path ON customer_device_count USING gist (customer_path);
    CREATE TRIGGER customer_device_count_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_device_count
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    -- The lock waits for a move that is under way: a row added beside it would else keep the path from before.
    CREATE OR REPLACE FUNCTION app.fill_customer_path() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      SELECT c.path INTO NEW.customer_path FROM customer c WHERE c.id = NEW.customer_id FOR KEY SHARE;
      RETURN NEW;
    END $f$;

    -- Whatever has the trigger above follows its customer. As the owner: a copy must follow also where the mover cannot see it.
    CREATE OR REPLACE FUNCTION app.customer_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      follower regclass;
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        FOR follower IN SELECT DISTINCT t.tgrelid::regclass FROM pg_trigger t WHERE t.tgfoid = 'app.fill_customer_path'::regproc LOOP
          EXECUTE format('UPDATE %s SET customer_path = $1 WHERE customer_id = $2', follower) USING NEW.path, NEW.id;
        END LOOP;
        UPDATE share_link s SET customer_path = NEW.path FROM device d WHERE d.key = s.device_key AND d.customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;

    CREATE FUNCTION app.device_counted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO customer_device_count AS n (customer_id, basic_type, devices)
          SELECT d.customer_id, t.basic_type, count(*) FROM new_rows d JOIN device_type t ON t.code = d.type_code
          WHERE d.recycled_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (customer_id, basic_type) DO UPDATE SET devices = n.devices + excluded.devices;
      ELSIF TG_OP = 'DELETE' THEN
        UPDATE customer_device_count n SET devices = n.devices - gone.devices FROM (
          SELECT d.customer_id, t.basic_type, count(*) AS devices FROM old_rows d JOIN device_type t ON t.code = d.type_code
          WHERE d.recycled_at IS NULL GROUP BY 1, 2) gone
          WHERE n.customer_id = gone.customer_id AND n.basic_type = gone.basic_type;
      ELSE
        INSERT INTO customer_device_count AS n (customer_id, basic_type, devices)
          SELECT x.customer_id, t.basic_type, sum(x.change) FROM (
            SELECT customer_id, type_code, 1 AS change FROM new_rows WHERE recycled_at IS NULL
            UNION ALL SELECT customer_id, type_code, -1 FROM old_rows WHERE recycled_at IS NULL) x
          JOIN device_type t ON t.code = x.type_code
          GROUP BY 1, 2 HAVING sum(x.change) <> 0 ORDER BY 1, 2
          ON CONFLICT (customer_id, basic_type) DO UPDATE SET devices = n.devices + excluded.devices;
      END IF;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_counted_insert AFTER INSERT ON device REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION app.device_counted();
    CREATE TRIGGER device_counted_update AFTER UPDATE ON device REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION app.device_counted();
    CREATE TRIGGER device_counted_delete AFTER DELETE ON device REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION app.device_counted();

    CREATE FUNCTION app.recount_devices() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      LOCK TABLE device IN SHARE MODE;
      DELETE FROM customer_device_count;
      INSERT INTO customer_device_count (customer_id, basic_type, devices)
        SELECT d.customer_id, t.basic_type, count(*) FROM device d JOIN device_type t ON t.code = d.type_code
        WHERE d.recycled_at IS NULL GROUP BY 1, 2;
    $f$;
    REVOKE ALL ON FUNCTION app.recount_devices FROM PUBLIC;
    CREATE FUNCTION app.device_type_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      PERFORM app.recount_devices();
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_type_changed AFTER UPDATE OF basic_type ON device_type
      FOR EACH ROW WHEN (OLD.basic_type IS DISTINCT FROM NEW.basic_type) EXECUTE FUNCTION app.device_type_changed();
    SELECT app.recount_devices();

    -- Sessions lie where no person's role can read; these doors end those of users in the scope and nothing else.
    CREATE FUNCTION app.end_sessions(users bigint[]) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      UPDATE session_token s SET revoked_at = now() FROM app_user u
        WHERE u.id = s.user_id AND u.id = ANY(users) AND u.customer_path <@ app.scope() AND s.revoked_at IS NULL;
    $f$;
    CREATE FUNCTION app.end_sessions_below(top ltree) RETURNS void LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      UPDATE session_token s SET revoked_at = now() FROM app_user u
        WHERE u.id = s.user_id AND u.customer_path <@ top AND u.customer_path <@ app.scope() AND s.revoked_at IS NULL;
    $f$;
    -- Accounts are unique over all tenants, most of which the asker cannot see: it learns that one is taken, and no more.
    CREATE FUNCTION app.account_taken(wanted text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN EXISTS (SELECT FROM app_user u WHERE u.account = wanted AND u.status <> 'recycled');
    REVOKE ALL ON FUNCTION app.end_sessions, app.end_sessions_below, app.account_taken FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.end_sessions, app.end_sessions_below, app.account_taken TO sightline_api;

    GRANT SELECT, INSERT, UPDATE, DELETE ON customer_mail TO sightline_api;
    GRANT SELECT, INSERT, DELETE ON user_customer, user_device TO sightline_api;
    GRANT SELECT ON customer_device_count TO sightline_api;
    ALTER TABLE customer_mail ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_mail_scope ON customer_mail TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE user_customer ENABLE ROW LEVEL SECURITY;
    CREATE POLICY user_customer_scope ON user_customer TO sightline_api
      USING (EXISTS (SELECT FROM app_user u WHERE u.id = user_id) AND EXISTS (SELECT FROM customer c WHERE c.id = customer_id));
    ALTER TABLE user_device ENABLE ROW LEVEL SECURITY;
    CREATE POLICY user_device_scope ON user_device TO sightline_api
      USING (EXISTS (SELECT FROM app_user u WHERE u.id = user_id) AND EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE customer_device_count ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_device_count_scope ON customer_device_count TO sightline_api USING (customer_path <@ app.scope());
  `.execute(db);
  await limits(db);
}

/** Roles and policies of users that are held to chosen customers or devices. */
async function limits(db: Kysely<never>): Promise<void> {
  await sql`
    DO $$
    DECLARE
      wanted text;
    BEGIN
      FOREACH wanted IN ARRAY ARRAY['sightline_by_customer', 'sightline_by_device', 'sightline_by_both'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
          BEGIN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
          EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server was quicker
          END;
        END IF;
      END LOOP;
      -- Granting what is granted changes nothing, but two databases that do it at once would disturb each other.
      PERFORM pg_advisory_xact_lock(7318003);
      IF NOT pg_has_role('sightline_by_customer', 'sightline_api', 'member') THEN GRANT sightline_api TO sightline_by_customer; END IF;
      IF NOT pg_has_role('sightline_by_device', 'sightline_api', 'member') THEN GRANT sightline_api TO sightline_by_device; END IF;
      IF NOT pg_has_role('sightline_by_both', 'sightline_by_customer', 'member') THEN GRANT sightline_by_customer TO sightline_by_both; END IF;
      IF NOT pg_has_role('sightline_by_both', 'sightline_by_device', 'member') THEN GRANT sightline_by_device TO sightline_by_both; END IF;
      EXECUTE format('GRANT sightline_by_customer, sightline_by_device, sightline_by_both TO %I', current_user);
    END $$;

    CREATE FUNCTION app.user_customer_paths() RETURNS ltree[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN ARRAY(SELECT c.path FROM user_customer l JOIN customer c ON c.id = l.customer_id WHERE l.user_id = app.user_id());
    CREATE FUNCTION app.user_device_keys() RETURNS bigint[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN ARRAY(SELECT l.device_key FROM user_device l WHERE l.user_id = app.user_id());

    -- For a table with a customer_path: users held to customers see of it what belongs to those.
    CREATE FUNCTION app.limit_to_user_customers(target regclass) RETURNS void LANGUAGE plpgsql AS $f$
    BEGIN
      EXECUTE format('CREATE POLICY user_customers ON %s AS RESTRICTIVE TO sightline_by_customer USING (customer_path <@ (SELECT app.user_customer_paths()))', target);
    END $f$;
    SELECT app.limit_to_user_customers(t) FROM unnest(ARRAY['device', 'label', 'share_link', 'customer_mail', 'customer_device_count']::regclass[]) t;

    -- The way down to a chosen customer may be seen, not changed.
    CREATE POLICY user_customers_seen ON customer AS RESTRICTIVE FOR SELECT TO sightline_by_customer
      USING (path <@ (SELECT app.user_customer_paths()) OR path @> (SELECT app.user_customer_paths()) OR path = app.scope());
    CREATE POLICY user_customers_added ON customer AS RESTRICTIVE FOR INSERT TO sightline_by_customer
      WITH CHECK (path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_customers_changed ON customer AS RESTRICTIVE FOR UPDATE TO sightline_by_customer
      USING (path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_customers_deleted ON customer AS RESTRICTIVE FOR DELETE TO sightline_by_customer
      USING (path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_customers ON app_user AS RESTRICTIVE TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()) OR id = app.user_id());
    CREATE POLICY user_customers ON audit_log AS RESTRICTIVE TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()) OR user_id = app.user_id());

    CREATE POLICY user_devices ON device AS RESTRICTIVE TO sightline_by_device
      USING (key = ANY ((SELECT app.user_device_keys())::bigint[]));
    CREATE POLICY user_devices ON share_link AS RESTRICTIVE TO sightline_by_device
      USING (device_key = ANY ((SELECT app.user_device_keys())::bigint[]));
    -- Counts by customer would tell of devices that the user does not see: they are counted one by one for it.
    CREATE POLICY user_devices ON customer_device_count AS RESTRICTIVE TO sightline_by_device USING (false);

    -- The door of the position store asks for the same limits; inside it the role is the owner's, so it goes by the setting.
    CREATE OR REPLACE FUNCTION app.sees_device(device bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN EXISTS (
        SELECT FROM public.device d WHERE d.key = device AND d.customer_path <@ app.scope()
          AND (coalesce(current_setting('app.limits', true), '') NOT IN ('customer', 'both') OR d.customer_path <@ app.user_customer_paths())
          AND (coalesce(current_setting('app.limits', true), '') NOT IN ('device', 'both') OR d.key = ANY (app.user_device_keys())));
  `.execute(db);
}
