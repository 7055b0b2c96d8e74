import { sql, type Kysely } from 'kysely';

/**
 * Licences, their way down the tree of customers, and what follows for a device when its licence ends.
 *
 * A licence is one row with one owner and one state; stock is counted, never kept in a number of its own, so it can neither
 * become negative nor be counted twice. Who takes licences out of a customer's stock first takes the lock of that stock
 * (`app.lock_license_stock`), then locks devices in the order of their keys, then licences in the order of their ids: two calls
 * can wait for each other but never in a circle.
 *
 * `device.expires_at` and `device.locked_at` follow the licence by triggers; time passing is followed by `app.refresh_device_locks`,
 * which the worker calls. A locked device goes on storing its positions; what is read through the api role is hidden.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE license_policy (
      id            boolean PRIMARY KEY DEFAULT true CHECK (id),
      required_for_new_devices boolean NOT NULL DEFAULT false,
      -- from the end of a licence to the lock of its device
      grace_days    smallint NOT NULL DEFAULT 7 CHECK (grace_days BETWEEN 0 AND 90),
      notice_days   smallint NOT NULL DEFAULT 30 CHECK (notice_days BETWEEN 1 AND 365)
    );
    INSERT INTO license_policy DEFAULT VALUES;

    CREATE TABLE license_type (
      code          text PRIMARY KEY CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
      name_en       text NOT NULL,
      name_zh       text NOT NULL,
      -- NULL = for the life of the device
      validity_months smallint CHECK (validity_months BETWEEN 1 AND 120),
      features      text[] NOT NULL,
      -- 1 tracker, 2 camera, NULL = any
      basic_type    smallint CHECK (basic_type IN (1, 2)),
      transferable  boolean NOT NULL,
      unbindable    boolean NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE license_batch (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type_code     text NOT NULL REFERENCES license_type (code),
      count         integer NOT NULL CHECK (count > 0),
      remark        text,
      created_by    bigint REFERENCES app_user (id) ON DELETE SET NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      locked_at     timestamptz,
      lock_reason   text
    );

    CREATE TABLE license (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code          text NOT NULL UNIQUE,
      type_code     text NOT NULL REFERENCES license_type (code),
      batch_id      bigint NOT NULL REFERENCES license_batch (id),
      customer_id   bigint NOT NULL REFERENCES customer (id),
      customer_path ltree NOT NULL,
      -- who handed it to its owner, and so may take it back
      seller_id     bigint REFERENCES customer (id) ON DELETE SET NULL,
      state         text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'bound', 'spent')),
      device_key    bigint REFERENCES device (key),
      -- the device's code, also after it is gone
      device_id     text,
      bound_by      bigint REFERENCES app_user (id) ON DELETE SET NULL,
      bound_at      timestamptz,
      -- its time runs from the first use on, also while it is unbound
      started_at    timestamptz,
      expires_at    timestamptz,
      spent_at      timestamptz,
      locked_at     timestamptz,
      created_at    timestamptz NOT NULL DEFAULT now(),
      CHECK ((state = 'new') <= (device_key IS NULL AND bound_at IS NULL AND spent_at IS NULL)),
      CHECK ((state = 'bound') <= (device_key IS NOT NULL AND bound_at IS NOT NULL AND started_at IS NOT NULL AND spent_at IS NULL)),
      CHECK ((state = 'spent') <= (spent_at IS NOT NULL))
    );
    CREATE UNIQUE INDEX license_device_bound ON license (device_key) WHERE state = 'bound';
    CREATE INDEX license_device ON license (device_key) WHERE device_key IS NOT NULL;
    CREATE INDEX license_stock ON license (customer_id, type_code, id) WHERE state = 'new';
    CREATE INDEX license_customer ON license (customer_id);
    CREATE INDEX license_path_gist ON license USING gist (customer_path);
    CREATE INDEX license_batch_rows ON license (batch_id, id);
    CREATE INDEX license_expiry ON license (expires_at) WHERE state = 'bound';

    -- Who passed what to whom. The prices are apart: more people see a sale than its price.
    CREATE TABLE license_movement (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind          text NOT NULL CHECK (kind IN ('sale', 'return', 'bind', 'redeem')),
      type_code     text NOT NULL REFERENCES license_type (code),
      count         integer NOT NULL CHECK (count > 0),
      from_customer_id bigint REFERENCES customer (id) ON DELETE SET NULL,
      from_path     ltree NOT NULL,
      to_customer_id bigint REFERENCES customer (id) ON DELETE SET NULL,
      to_path       ltree NOT NULL,
      remark        text,
      created_by    bigint REFERENCES app_user (id) ON DELETE SET NULL,
      created_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX license_movement_from ON license_movement USING gist (from_path);
    CREATE INDEX license_movement_to ON license_movement USING gist (to_path);
    CREATE TABLE license_movement_item (
      movement_id   bigint NOT NULL REFERENCES license_movement (id) ON DELETE CASCADE,
      license_id    bigint NOT NULL REFERENCES license (id),
      PRIMARY KEY (movement_id, license_id)
    );
    CREATE INDEX license_movement_item_license ON license_movement_item (license_id);
    CREATE TABLE license_price (
      movement_id   bigint PRIMARY KEY REFERENCES license_movement (id) ON DELETE CASCADE,
      unit_price    numeric(14, 4) NOT NULL CHECK (unit_price >= 0),
      currency      text NOT NULL CHECK (currency ~ '^[A-Z]{3}$')
    );

    -- Requests that have been carried out: the same one is not carried out again.
    CREATE TABLE license_request (
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      request_id    text NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (customer_id, request_id)
    );

    ALTER TABLE device ADD COLUMN locked_at timestamptz;
    CREATE INDEX device_locked ON device (key) WHERE locked_at IS NOT NULL;
    CREATE INDEX device_expires ON device (expires_at) WHERE expires_at IS NOT NULL;

    CREATE TRIGGER license_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON license FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE TRIGGER license_request_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON license_request FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    CREATE FUNCTION app.lock_license_stock(customer bigint) RETURNS void LANGUAGE sql
      BEGIN ATOMIC SELECT pg_advisory_xact_lock(hashtextextended('license-stock:' || customer, 0)); END;

    -- Nothing turns a licence into another one, and what is spent stays spent.
    CREATE FUNCTION app.license_guard() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      IF (NEW.id, NEW.code, NEW.type_code, NEW.batch_id) IS DISTINCT FROM (OLD.id, OLD.code, OLD.type_code, OLD.batch_id)
        OR (OLD.state = 'spent' AND NEW.state <> 'spent')
        OR (OLD.state = 'new' AND NEW.state = 'spent')
        OR (OLD.started_at IS NOT NULL AND NEW.started_at IS NULL AND OLD.expires_at IS NOT NULL)
      THEN
        RAISE EXCEPTION 'licence % cannot become that', OLD.id USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER license_guard BEFORE UPDATE ON license FOR EACH ROW EXECUTE FUNCTION app.license_guard();

    CREATE FUNCTION app.device_lock_due(device bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN (SELECT coalesce(d.expires_at + make_interval(days => p.grace_days) <= now(), false) FROM device d, license_policy p WHERE d.key = device)
        OR EXISTS (SELECT FROM license l WHERE l.device_key = device AND l.state = 'bound' AND l.locked_at IS NOT NULL);

    -- A device's end of service is that of its licence; one whose licence was taken away is out of service from then on.
    CREATE FUNCTION app.license_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      -- the device is being deleted
      IF NEW.state = 'spent' AND NEW.device_key IS NULL THEN RETURN NULL; END IF;
      IF TG_OP = 'UPDATE' AND OLD.state = 'bound' AND (NEW.state <> 'bound' OR NEW.device_key IS DISTINCT FROM OLD.device_key) THEN
        UPDATE device SET expires_at = now() WHERE key = OLD.device_key AND coalesce(expires_at > now(), true);
        UPDATE device SET locked_at = CASE WHEN app.device_lock_due(key) THEN coalesce(locked_at, now()) END WHERE key = OLD.device_key;
      END IF;
      IF NEW.state = 'bound' THEN
        UPDATE device SET expires_at = NEW.expires_at WHERE key = NEW.device_key AND expires_at IS DISTINCT FROM NEW.expires_at;
        UPDATE device SET locked_at = CASE WHEN app.device_lock_due(key) THEN coalesce(locked_at, now()) END
          WHERE key = NEW.device_key AND (locked_at IS NOT NULL) <> app.device_lock_due(key);
      END IF;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER license_changed AFTER INSERT OR UPDATE OF state, device_key, expires_at, locked_at ON license
      FOR EACH ROW EXECUTE FUNCTION app.license_changed();

    -- Locks and unlocks what time or the policy has changed. Rows that somebody is working on are left for the next time.
    CREATE FUNCTION app.refresh_device_locks() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      changed integer;
    BEGIN
      WITH due AS (
        SELECT d.key FROM device d, license_policy p
        WHERE (d.locked_at IS NOT NULL) <> (coalesce(d.expires_at + make_interval(days => p.grace_days) <= now(), false)
          OR EXISTS (SELECT FROM license l WHERE l.device_key = d.key AND l.state = 'bound' AND l.locked_at IS NOT NULL))
        ORDER BY d.key FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE device d SET locked_at = CASE WHEN d.locked_at IS NULL THEN now() END FROM due WHERE d.key = due.key;
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed;
    END $f$;

    -- Where licences are required, a device without one is on trial: out of service from the start, locked when the grace is over.
    CREATE FUNCTION app.device_needs_license() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF (SELECT required_for_new_devices FROM license_policy) THEN
        NEW.expires_at := now();
        NEW.locked_at := CASE WHEN (SELECT grace_days FROM license_policy) = 0 THEN now() END;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER device_needs_license BEFORE INSERT ON device FOR EACH ROW EXECUTE FUNCTION app.device_needs_license();

    -- The licence goes with its device; one whose device is deleted for good is spent.
    CREATE FUNCTION app.device_moved_license() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        UPDATE license SET state = 'spent', spent_at = coalesce(spent_at, now()), device_key = NULL WHERE device_key = OLD.key;
        RETURN OLD;
      END IF;
      UPDATE license SET customer_id = NEW.customer_id, seller_id = NULL WHERE device_key = NEW.key AND state = 'bound';
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_moved_license AFTER UPDATE OF customer_id ON device
      FOR EACH ROW WHEN (NEW.customer_id <> OLD.customer_id) EXECUTE FUNCTION app.device_moved_license();
    CREATE TRIGGER device_deleted_license BEFORE DELETE ON device FOR EACH ROW EXECUTE FUNCTION app.device_moved_license();

    -- Records follow a customer that moves, as its stock does; what a deleted customer leaves goes to the nearest one above that stays.
    CREATE FUNCTION app.customer_licenses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        UPDATE license SET seller_id = NULL, customer_id = (SELECT c.id FROM customer c
            WHERE c.path @> OLD.path AND c.id <> OLD.id AND c.status <> 'recycled' ORDER BY nlevel(c.path) DESC LIMIT 1)
          WHERE customer_id = OLD.id;
        RETURN OLD;
      END IF;
      UPDATE license_movement SET from_path = NEW.path WHERE from_customer_id = NEW.id;
      UPDATE license_movement SET to_path = NEW.path WHERE to_customer_id = NEW.id;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER customer_licenses AFTER UPDATE OF path ON customer
      FOR EACH ROW WHEN (NEW.path IS DISTINCT FROM OLD.path) EXECUTE FUNCTION app.customer_licenses();
    CREATE TRIGGER customer_deleted_licenses BEFORE DELETE ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_licenses();

    -- A printed code is entered by a customer below its owner, who cannot see it: the one place that looks above the scope.
    -- Outcomes: ok, notFound, notOwned (in the stock of one below), locked, bound, expired.
    CREATE FUNCTION app.redeem_license(wanted text, customer bigint, actor bigint, OUT outcome text, OUT license_id bigint)
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      buyer customer;
      found license;
      owner bigint;
      movement bigint;
    BEGIN
      SELECT * INTO buyer FROM customer c WHERE c.id = customer AND c.path <@ app.scope();
      SELECT l.customer_id INTO owner FROM license l WHERE l.code = wanted AND (l.customer_path @> buyer.path OR l.customer_path <@ buyer.path);
      IF buyer.id IS NULL OR owner IS NULL THEN outcome := 'notFound'; RETURN; END IF;
      PERFORM app.lock_license_stock(owner);
      SELECT * INTO found FROM license l WHERE l.code = wanted FOR UPDATE;
      outcome := CASE
        WHEN NOT found.customer_path @> buyer.path THEN 'notOwned'
        WHEN found.state <> 'new' THEN 'bound'
        WHEN found.locked_at IS NOT NULL THEN 'locked'
        WHEN found.expires_at <= now() THEN 'expired'
        WHEN found.customer_id <> owner THEN 'notFound'
        WHEN found.expires_at IS NOT NULL AND found.customer_id <> buyer.id THEN 'bound'
        ELSE 'ok' END;
      IF outcome <> 'ok' THEN RETURN; END IF;
      license_id := found.id;
      IF found.customer_id = buyer.id THEN RETURN; END IF;
      INSERT INTO license_movement (kind, type_code, count, from_customer_id, from_path, to_customer_id, to_path, created_by)
        VALUES ('redeem', found.type_code, 1, found.customer_id, found.customer_path, buyer.id, buyer.path, actor) RETURNING id INTO movement;
      INSERT INTO license_movement_item VALUES (movement, found.id);
      UPDATE license SET customer_id = buyer.id, seller_id = found.customer_id WHERE id = found.id;
    END $f$;

    -- Whether a device is hidden from the caller: the platform's owner goes on seeing what is locked.
    CREATE FUNCTION app.device_locked(device bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN NOT app.is_platform() AND EXISTS (SELECT FROM device d WHERE d.key = device AND d.locked_at IS NOT NULL);
    CREATE OR REPLACE FUNCTION app.position_rows(device bigint, from_ms bigint, to_ms bigint) RETURNS SETOF public.position
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) OR app.device_locked(device) THEN RETURN; END IF;
      RETURN QUERY SELECT * FROM position p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms
        UNION ALL SELECT * FROM position_sealing p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms;
    END $f$;
    CREATE OR REPLACE FUNCTION app.position_chunks(device bigint, from_ms bigint, to_ms bigint) RETURNS SETOF public.position_chunk
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) OR app.device_locked(device) THEN RETURN; END IF;
      RETURN QUERY SELECT * FROM position_chunk c WHERE c.device_key = device AND c.hour_ms > from_ms - 3600000 AND c.hour_ms < to_ms;
    END $f$;
    CREATE OR REPLACE FUNCTION app.visible_position_bounds(device bigint, from_ms bigint, to_ms bigint, OUT first_ms bigint, OUT last_ms bigint)
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) OR app.device_locked(device) THEN RETURN; END IF;
      SELECT b.first_ms, b.last_ms INTO first_ms, last_ms FROM app.position_bounds(device, from_ms, to_ms) b;
    END $f$;

    REVOKE ALL ON FUNCTION app.device_lock_due, app.refresh_device_locks, app.redeem_license, app.device_locked FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.refresh_device_locks, app.redeem_license TO sightline_api;

    GRANT SELECT, UPDATE ON license_policy TO sightline_api;
    GRANT SELECT, INSERT, UPDATE ON license_type, license_batch, license TO sightline_api;
    GRANT SELECT, INSERT ON license_movement, license_movement_item, license_price, license_request TO sightline_api;

    ALTER TABLE license_policy ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_policy_read ON license_policy FOR SELECT TO sightline_api USING (true);
    CREATE POLICY license_policy_write ON license_policy FOR UPDATE TO sightline_api USING (app.is_platform());
    ALTER TABLE license_type ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_type_read ON license_type FOR SELECT TO sightline_api USING (true);
    CREATE POLICY license_type_add ON license_type FOR INSERT TO sightline_api WITH CHECK (app.is_platform());
    CREATE POLICY license_type_write ON license_type FOR UPDATE TO sightline_api USING (app.is_platform());
    ALTER TABLE license_batch ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_batch_platform ON license_batch TO sightline_api USING (app.is_platform());
    ALTER TABLE license ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_read ON license FOR SELECT TO sightline_api USING (customer_path <@ app.scope());
    CREATE POLICY license_write ON license FOR UPDATE TO sightline_api USING (customer_path <@ app.scope());
    CREATE POLICY license_add ON license FOR INSERT TO sightline_api WITH CHECK (app.is_platform());
    ALTER TABLE license_movement ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_movement_read ON license_movement FOR SELECT TO sightline_api
      USING (from_path <@ app.scope() OR to_path <@ app.scope());
    CREATE POLICY license_movement_add ON license_movement FOR INSERT TO sightline_api
      WITH CHECK (from_path <@ app.scope() AND to_path <@ app.scope());
    ALTER TABLE license_movement_item ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_movement_item_scope ON license_movement_item TO sightline_api
      USING (EXISTS (SELECT FROM license_movement m WHERE m.id = movement_id));
    -- The seller's side sees what it asked, the buyer what it pays; those between them learn neither.
    ALTER TABLE license_price ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_price_scope ON license_price TO sightline_api
      USING (EXISTS (SELECT FROM license_movement m WHERE m.id = movement_id AND (m.from_path <@ app.scope() OR m.to_path = app.scope())));
    ALTER TABLE license_request ENABLE ROW LEVEL SECURITY;
    CREATE POLICY license_request_scope ON license_request TO sightline_api USING (customer_path <@ app.scope());

    -- Users that are held to chosen customers or devices.
    SELECT app.limit_to_user_customers('license');
    CREATE POLICY user_customers ON license_movement AS RESTRICTIVE TO sightline_by_customer
      USING (to_path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_devices ON license AS RESTRICTIVE TO sightline_by_device
      USING (device_key IS NULL OR device_key = ANY ((SELECT app.user_device_keys())::bigint[]));

    -- On top of who sees a device at all. An uncorrelated set: it is read once, whatever the number of rows.
    CREATE POLICY device_state_unlocked ON device_state AS RESTRICTIVE FOR SELECT TO sightline_api
      USING (app.is_platform() OR device_key NOT IN (SELECT d.key FROM device d WHERE d.locked_at IS NOT NULL));
    CREATE POLICY segment_unlocked ON segment AS RESTRICTIVE FOR SELECT TO sightline_api
      USING (app.is_platform() OR device_key NOT IN (SELECT d.key FROM device d WHERE d.locked_at IS NOT NULL));
    CREATE POLICY bucket_unlocked ON bucket AS RESTRICTIVE FOR SELECT TO sightline_api
      USING (app.is_platform() OR device_key NOT IN (SELECT d.key FROM device d WHERE d.locked_at IS NOT NULL));
    CREATE POLICY position_mark_unlocked ON position_mark AS RESTRICTIVE FOR SELECT TO sightline_api
      USING (app.is_platform() OR device_key NOT IN (SELECT d.key FROM device d WHERE d.locked_at IS NOT NULL));
  `.execute(db);
}
