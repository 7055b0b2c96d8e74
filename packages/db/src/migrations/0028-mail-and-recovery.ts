import { sql, type Kysely } from 'kysely';

/**
 * Mail servers that customers name, and codes by which a forgotten password is replaced. Sealed passwords and codes are read by nobody's calls: the platform
 * itself sends and compares.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE customer_mail_server (
      customer_id     bigint PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
      customer_path   ltree NOT NULL,
      enabled         boolean NOT NULL,
      host            text NOT NULL,
      port            int NOT NULL CHECK (port BETWEEN 0 AND 65535),
      tls             text NOT NULL CHECK (tls IN ('starttls', 'implicit', 'none')),
      account         text NOT NULL,
      password_sealed bytea,
      sender_email    text NOT NULL,
      sender_name     text NOT NULL,
      updated_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX customer_mail_server_path_gist ON customer_mail_server USING gist (customer_path);
    -- Whatever has this trigger follows its customer.
    CREATE TRIGGER customer_mail_server_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customer_mail_server
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    GRANT SELECT (customer_id, customer_path, enabled, host, port, tls, account, sender_email, sender_name, updated_at)
      ON customer_mail_server TO sightline_api;
    GRANT INSERT, UPDATE ON customer_mail_server TO sightline_api;
    ALTER TABLE customer_mail_server ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customer_mail_server_scope ON customer_mail_server TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    SELECT app.limit_to_user_customers('customer_mail_server');

    -- Kept for a day, because a day's number of them is limited. No policy: before sign-in there is nobody to hold one to.
    CREATE TABLE password_code (
      id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id   bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      sent_at   timestamptz NOT NULL DEFAULT now(),
      tries     smallint NOT NULL DEFAULT 0,
      used_at   timestamptz
    );
    CREATE INDEX password_code_user ON password_code (user_id, id DESC);
    ALTER TABLE password_code ENABLE ROW LEVEL SECURITY;
  `.execute(db);
}
