import { sql, type Kysely } from 'kysely';

/**
 * What users want to be told of, and where. Only what differs from the defaults of a kind of alarm is stored; addresses count once they
 * have been proved. Rows of one's own: nobody else reads or writes them. And a host shows the brand of one customer.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE user_alarm_setting (
      user_id    bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      alarm_kind text NOT NULL,
      -- NULL: as the kind is by default
      enabled    boolean,
      sound      boolean,
      level      smallint CHECK (level BETWEEN 1 AND 3),
      sound_type smallint CHECK (sound_type BETWEEN 1 AND 3),
      push_web   boolean,
      push_app   boolean,
      interval_s integer CHECK (interval_s BETWEEN 0 AND 86400),
      PRIMARY KEY (user_id, alarm_kind)
    );

    CREATE TABLE user_email (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id     bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      email       text NOT NULL,
      verified_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, email),
      UNIQUE (user_id, id)
    );
    CREATE TABLE user_alarm_email (
      user_id    bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      alarm_kind text NOT NULL,
      email_id   bigint NOT NULL,
      PRIMARY KEY (user_id, alarm_kind, email_id),
      FOREIGN KEY (user_id, email_id) REFERENCES user_email (user_id, id) ON DELETE CASCADE
    );

    -- Codes that were sent to prove an address; kept for a day, because a day's number of them is limited.
    CREATE TABLE user_email_code (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id    bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      email      text NOT NULL,
      code_hash  bytea NOT NULL,
      sent_at    timestamptz NOT NULL DEFAULT now(),
      tries      smallint NOT NULL DEFAULT 0,
      used       boolean NOT NULL DEFAULT false
    );
    CREATE INDEX user_email_code_user ON user_email_code (user_id, sent_at DESC);

    CREATE UNIQUE INDEX customer_branding_host ON customer (lower(branding ->> 'hostName')) WHERE branding ->> 'hostName' <> '';
  `.execute(db);
  for (const table of ['user_alarm_setting', 'user_email', 'user_alarm_email', 'user_email_code']) {
    await sql`
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${sql.table(table)} TO sightline_api;
      ALTER TABLE ${sql.table(table)} ENABLE ROW LEVEL SECURITY;
      CREATE POLICY ${sql.ref(`${table}_own`)} ON ${sql.table(table)} TO sightline_api USING (user_id = (SELECT app.user_id()));
    `.execute(db);
  }
}
