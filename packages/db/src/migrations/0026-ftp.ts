import { sql, type Kysely } from 'kysely';

/**
 * Recordings that cameras bring by FTP: to this platform, or to a server that their customer names. The password of such a server is sealed before it comes
 * here, and not even in that form readable by whoever calls.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- played to the platform, brought to it as a file, or brought to the customer's own server
    ALTER TABLE clip_task ADD COLUMN way text NOT NULL DEFAULT 'stream' CHECK (way IN ('stream', 'ftp', 'handover'));

    -- What devices said when they were asked to bring a recording. For the process that asks.
    CREATE TABLE device_upload (
      device_key bigint PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
      supported  boolean NOT NULL,
      told_at    timestamptz NOT NULL DEFAULT now()
    );
    ALTER TABLE device_upload ENABLE ROW LEVEL SECURITY;

    CREATE TABLE customer_ftp (
      customer_id     bigint PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
      customer_path   ltree NOT NULL,
      enabled         boolean NOT NULL,
      host            text NOT NULL,
      port            int NOT NULL CHECK (port BETWEEN 0 AND 65535),
      account         text NOT NULL,
      password_sealed bytea,
      folder          text NOT NULL,
      updated_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX customer_ftp_path_gist ON customer_ftp USING gist (customer_path);
    CREATE TRIGGER customer_ftp_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_ftp
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    CREATE FUNCTION app.customer_moved_ftp() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NEW.path IS DISTINCT FROM OLD.path THEN
        UPDATE customer_ftp SET customer_path = NEW.path WHERE customer_id = NEW.id;
      END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER customer_moved_ftp AFTER UPDATE OF path ON customer FOR EACH ROW EXECUTE FUNCTION app.customer_moved_ftp();
    REVOKE ALL ON FUNCTION app.customer_moved_ftp FROM PUBLIC;

    GRANT SELECT (customer_id, customer_path, enabled, host, port, account, folder, updated_at) ON customer_ftp TO sightline_api;
    GRANT INSERT, UPDATE ON customer_ftp TO sightline_api;
    ALTER TABLE customer_ftp ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_ftp_scope ON customer_ftp TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('customer_ftp');
  `.execute(db);
}
