import { sql, type Kysely } from 'kysely';

/**
 * What a camera proves itself with that publishes over RTMP. Of the key only a hash is kept, which calls of people never read. A device that goes to
 * another customer loses it: whoever had it before knows it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE rtmp_key (
      device_key bigint PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
      key_hash   bytea NOT NULL,
      made_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE FUNCTION app.drop_rtmp_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM rtmp_key WHERE device_key = NEW.key;
      RETURN NULL;
    END $f$;
    REVOKE ALL ON FUNCTION app.drop_rtmp_key FROM PUBLIC;
    CREATE TRIGGER device_rtmp_key AFTER UPDATE OF customer_id ON device FOR EACH ROW
      WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id) EXECUTE FUNCTION app.drop_rtmp_key();

    GRANT SELECT (device_key, made_at), INSERT, UPDATE, DELETE ON rtmp_key TO sightline_api;
    ALTER TABLE rtmp_key ENABLE ROW LEVEL SECURITY;
    CREATE POLICY rtmp_key_scope ON rtmp_key TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
  `.execute(db);
}
