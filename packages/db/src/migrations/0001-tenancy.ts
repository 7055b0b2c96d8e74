import { sql, type Kysely } from 'kysely';

/**
 * Customers, users, devices and what keeps them apart.
 *
 * Every query of a signed-in principal runs as the role `sightline_api` inside a transaction that carries its scope in
 * `app.customer_path` (an ltree path). Row-level security compares it with the `customer_path` of each row; an unset
 * scope sees nothing. The owner of the tables (migrations, gateway, pipeline, sign-in) is not bound by the policies.
 *
 * `customer_path` is copied into the rows of a tenant, so that a policy is one comparison and no join; a trigger on
 * `customer` keeps the copies right when a customer moves.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE EXTENSION IF NOT EXISTS ltree;
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE SCHEMA IF NOT EXISTS app;

    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sightline_api') THEN
        BEGIN
          CREATE ROLE sightline_api NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server was quicker
        END;
      END IF;
      EXECUTE format('GRANT sightline_api TO %I', current_user);
    END $$;
    GRANT USAGE ON SCHEMA public, app TO sightline_api;

    -- NULL (not the empty path, which contains everything) when no scope is set.
    CREATE FUNCTION app.scope() RETURNS ltree LANGUAGE sql STABLE PARALLEL SAFE
      RETURN nullif(current_setting('app.customer_path', true), '')::ltree;
    CREATE FUNCTION app.user_id() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
      RETURN nullif(current_setting('app.user_id', true), '')::bigint;
    CREATE FUNCTION app.is_platform() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
      RETURN coalesce(current_setting('app.platform', true), '') = 'on';

    CREATE TABLE customer (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      parent_id     bigint REFERENCES customer (id),
      path          ltree NOT NULL UNIQUE,
      name          text NOT NULL,
      -- 1 dealer (may have sub-customers), 2 end customer
      customer_type smallint NOT NULL DEFAULT 1,
      -- active, stopped, recycled
      status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'stopped', 'recycled')),
      contact       text, phone text, email text, address text, remark text,
      timezone      text NOT NULL DEFAULT '+08:00',
      default_lat   double precision, default_lon double precision,
      address_analysis boolean NOT NULL DEFAULT true,
      superior_may_watch boolean NOT NULL DEFAULT true,
      force_password_days smallint,
      modules       jsonb NOT NULL DEFAULT '{"developer":false,"fleet":false,"personalDevice":false}',
      branding      jsonb NOT NULL DEFAULT '{}',
      -- NULL = everything the parent may
      menu_ids      text[],
      created_at    timestamptz NOT NULL DEFAULT now(),
      recycled_at   timestamptz,
      UNIQUE NULLS NOT DISTINCT (parent_id, name)
    );
    CREATE INDEX customer_path_gist ON customer USING gist (path);
    CREATE INDEX customer_parent ON customer (parent_id);
    CREATE INDEX customer_name_trgm ON customer USING gin (name gin_trgm_ops);

    CREATE TABLE app_user (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id),
      customer_path ltree NOT NULL,
      account       text NOT NULL UNIQUE,
      name          text NOT NULL,
      password_hash text NOT NULL,
      -- 1 admin (platform), 2 company main account, 3 ordinary, 4 individual
      user_type     smallint NOT NULL,
      demo          boolean NOT NULL DEFAULT false,
      status        text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'stopped', 'recycled')),
      email text, phone text,
      timezone      text NOT NULL DEFAULT '+08:00',
      language      text NOT NULL DEFAULT 'en_US',
      -- NULL = everything the customer may
      menu_ids      text[],
      concurrent_login boolean NOT NULL DEFAULT true,
      password_changed_at timestamptz NOT NULL DEFAULT now(),
      -- map, units, sound, default nodes: validated by the contract, defaults there
      settings      jsonb NOT NULL DEFAULT '{}',
      experience_at timestamptz, experience_monitor_at timestamptz,
      web_version   text,
      created_at    timestamptz NOT NULL DEFAULT now(),
      recycled_at   timestamptz
    );
    CREATE INDEX app_user_customer ON app_user (customer_id);
    CREATE INDEX app_user_path_gist ON app_user USING gist (customer_path);

    CREATE TABLE session_token (
      hash          bytea PRIMARY KEY,
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      created_at    timestamptz NOT NULL DEFAULT now(),
      last_used_at  timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL,
      revoked_at    timestamptz,
      remote        text, agent text
    );
    CREATE INDEX session_token_user ON session_token (user_id);

    CREATE TABLE device_type (
      code          text PRIMARY KEY,
      name          text NOT NULL,
      protocol      text NOT NULL,
      -- 1 tracker, 2 camera
      basic_type    smallint NOT NULL DEFAULT 1,
      cam_count     smallint NOT NULL DEFAULT 0,
      peripheral_count smallint NOT NULL DEFAULT 0,
      has_acc       boolean NOT NULL DEFAULT true,
      version       text
    );

    CREATE TABLE device (
      key           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- the unique code: IMEI or its last 12 digits
      id            text NOT NULL,
      customer_id   bigint NOT NULL REFERENCES customer (id),
      customer_path ltree NOT NULL,
      name          text NOT NULL,
      type_code     text NOT NULL REFERENCES device_type (code),
      icon          text NOT NULL DEFAULT 'car',
      sim text, iccid text, plate text, vin text, remark text,
      cam_count     smallint NOT NULL DEFAULT 0,
      channel_names jsonb NOT NULL DEFAULT '[]',
      io_names      jsonb NOT NULL DEFAULT '[]',
      timezone      text,
      utc_offset_minutes smallint,
      min_moving_speed_kph real NOT NULL DEFAULT 5 CHECK (min_moving_speed_kph BETWEEN 0 AND 15),
      min_stay_s    smallint NOT NULL DEFAULT 300 CHECK (min_stay_s BETWEEN 60 AND 600),
      location_points smallint NOT NULL DEFAULT 3 CHECK (location_points BETWEEN 3 AND 5),
      position_interval_s smallint NOT NULL DEFAULT 60 CHECK (position_interval_s BETWEEN 10 AND 300),
      activated_at  timestamptz,
      expires_at    timestamptz,
      created_at    timestamptz NOT NULL DEFAULT now(),
      recycled_at   timestamptz
    );
    -- A device thrown away and added again is another device with another key: its old track stays with its old owner.
    CREATE UNIQUE INDEX device_id_live ON device (id) WHERE recycled_at IS NULL;
    CREATE INDEX device_customer ON device (customer_id) WHERE recycled_at IS NULL;
    CREATE INDEX device_path_gist ON device USING gist (customer_path);
    CREATE INDEX device_name_trgm ON device USING gin (name gin_trgm_ops);
    -- A protocol that carries 12 digits looks for the longer id that ends with them.
    CREATE INDEX device_id_tail ON device (right(id, 12)) WHERE recycled_at IS NULL AND length(id) > 12;
    CREATE INDEX device_id_trgm ON device USING gin (id gin_trgm_ops);

    CREATE TABLE label (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id),
      customer_path ltree NOT NULL,
      name          text NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      UNIQUE (customer_id, name)
    );
    CREATE TABLE device_label (
      device_key    bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      label_id      bigint NOT NULL REFERENCES label (id) ON DELETE CASCADE,
      PRIMARY KEY (device_key, label_id)
    );
    CREATE INDEX device_label_label ON device_label (label_id);

    CREATE TABLE share_link (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      hash          bytea NOT NULL UNIQUE,
      device_key    bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      created_by    bigint REFERENCES app_user (id) ON DELETE SET NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      expires_at    timestamptz NOT NULL,
      revoked_at    timestamptz,
      seen_count    integer NOT NULL DEFAULT 0
    );

    CREATE TABLE audit_log (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at            timestamptz NOT NULL DEFAULT now(),
      user_id       bigint,
      account       text NOT NULL,
      customer_id   bigint,
      customer_path ltree NOT NULL,
      operation     text NOT NULL,
      detail        jsonb NOT NULL DEFAULT '{}',
      remote        text
    );
    CREATE INDEX audit_log_path_gist ON audit_log USING gist (customer_path);
    CREATE INDEX audit_log_at ON audit_log (at DESC);

    -- Devices that knocked and are not registered. Their data is not stored; only the platform's owner sees them.
    CREATE TABLE unknown_device (
      protocol      text NOT NULL,
      device_id     text NOT NULL,
      first_seen_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at  timestamptz NOT NULL DEFAULT now(),
      frames        bigint NOT NULL DEFAULT 1,
      remote        text,
      PRIMARY KEY (protocol, device_id)
    );

    CREATE FUNCTION app.customer_moved() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        UPDATE app_user   SET customer_path = NEW.path WHERE customer_id = NEW.id;
        UPDATE device     SET customer_path = NEW.path WHERE customer_id = NEW.id;
        UPDATE label      SET customer_path = NEW.path WHERE customer_id = NEW.id;
        UPDATE share_link s SET customer_path = NEW.path FROM device d WHERE d.key = s.device_key AND d.customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER customer_moved AFTER UPDATE OF path ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_moved();

    -- The path of a row follows its customer; nobody has to remember it.
    CREATE FUNCTION app.fill_customer_path() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $f$
    BEGIN
      SELECT c.path INTO NEW.customer_path FROM customer c WHERE c.id = NEW.customer_id;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER app_user_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON app_user FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE TRIGGER device_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON device FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE TRIGGER label_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON label FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();

    -- Changes that the caches of other processes must hear of (device registry of the gateway, principals).
    CREATE FUNCTION app.device_changed() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('device_changed', coalesce(NEW.id, OLD.id));
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_changed AFTER INSERT OR UPDATE OR DELETE ON device FOR EACH ROW EXECUTE FUNCTION app.device_changed();

    GRANT SELECT, INSERT, UPDATE, DELETE ON customer, app_user, device, label, device_label, share_link TO sightline_api;
    GRANT SELECT ON device_type TO sightline_api;
    GRANT SELECT, INSERT ON audit_log TO sightline_api;
    GRANT SELECT, DELETE ON unknown_device TO sightline_api;

    ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_scope ON customer TO sightline_api USING (path <@ app.scope());
    ALTER TABLE app_user ENABLE ROW LEVEL SECURITY;
    CREATE POLICY app_user_scope ON app_user TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE device ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_scope ON device TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE label ENABLE ROW LEVEL SECURITY;
    CREATE POLICY label_scope ON label TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE device_label ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_label_scope ON device_label TO sightline_api
      USING (EXISTS (SELECT FROM device d WHERE d.key = device_key) AND EXISTS (SELECT FROM label l WHERE l.id = label_id));
    ALTER TABLE share_link ENABLE ROW LEVEL SECURITY;
    CREATE POLICY share_link_scope ON share_link TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
    CREATE POLICY audit_log_scope ON audit_log TO sightline_api USING (customer_path <@ app.scope());
    ALTER TABLE unknown_device ENABLE ROW LEVEL SECURITY;
    CREATE POLICY unknown_device_platform ON unknown_device TO sightline_api USING (app.is_platform());
    ALTER TABLE session_token ENABLE ROW LEVEL SECURITY;
  `.execute(db);
}
