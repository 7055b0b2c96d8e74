import { sql, type Kysely } from 'kysely';

/**
 * Passkeys of users, and the questions that wait for an answer of a browser. A user's calls read its own passkeys without what signatures are
 * compared with; questions are the platform's alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE app_user
      ADD passkey_handle uuid NOT NULL DEFAULT gen_random_uuid(),
      ADD passkey_count smallint NOT NULL DEFAULT 0 CONSTRAINT app_user_passkey_limit CHECK (passkey_count BETWEEN 0 AND 10);

    CREATE TABLE user_passkey (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id       bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      -- the relying party: a passkey signs in where it was made and nowhere else
      host          text NOT NULL,
      credential_id bytea NOT NULL CONSTRAINT user_passkey_credential UNIQUE,
      public_key    bytea NOT NULL,
      counter       bigint NOT NULL,
      transports    text[] NOT NULL DEFAULT '{}',
      synced        boolean NOT NULL,
      name          text NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      last_used_at  timestamptz
    );
    CREATE INDEX user_passkey_user ON user_passkey (user_id);
    CREATE TABLE passkey_challenge (
      challenge_hash bytea PRIMARY KEY,
      purpose        text NOT NULL CHECK (purpose IN ('register', 'signIn', 'secondStep')),
      user_id        bigint REFERENCES app_user (id) ON DELETE CASCADE,
      origin         text NOT NULL,
      expires_at     timestamptz NOT NULL
    );
    CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
    CREATE INDEX passkey_challenge_user ON passkey_challenge (user_id);
    ALTER TABLE user_passkey ENABLE ROW LEVEL SECURITY;
    ALTER TABLE passkey_challenge ENABLE ROW LEVEL SECURITY;

    GRANT SELECT (id, user_id, host, synced, name, created_at, last_used_at), UPDATE (name), DELETE,
      INSERT (user_id, host, credential_id, public_key, counter, transports, synced, name) ON user_passkey TO sightline_api;
    CREATE POLICY user_passkey_own ON user_passkey TO sightline_api USING (user_id = (SELECT app.user_id()));

    -- The row of the user is the lock: passkeys added side by side cannot pass the limit.
    CREATE FUNCTION app.count_passkey() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF TG_OP = 'INSERT' THEN UPDATE app_user SET passkey_count = passkey_count + 1 WHERE id = NEW.user_id;
      ELSE UPDATE app_user SET passkey_count = passkey_count - 1 WHERE id = OLD.user_id;
      END IF;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER user_passkey_count AFTER INSERT OR DELETE ON user_passkey FOR EACH ROW EXECUTE FUNCTION app.count_passkey();

    CREATE OR REPLACE FUNCTION app.end_two_factor(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE app_user SET two_factor_at = NULL WHERE id = who AND customer_path <@ app.scope();
      IF FOUND THEN
        DELETE FROM user_two_factor WHERE user_id = who;
        DELETE FROM user_recovery_code WHERE user_id = who;
        DELETE FROM user_passkey WHERE user_id = who;
        DELETE FROM passkey_challenge WHERE user_id = who;
      END IF;
    END $f$;
    REVOKE ALL ON FUNCTION app.count_passkey FROM PUBLIC;
  `.execute(db);
}
