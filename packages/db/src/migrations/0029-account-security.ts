import { sql, type Kysely } from 'kysely';

/**
 * Sessions that their user can see and end, and a second factor at sign-in. Hashes of tokens, keys of authenticator apps and recovery codes are read by
 * nobody's calls.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    ALTER TABLE session_token
      ADD id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      -- the account above that went on as this user
      ADD entered_by text;
    GRANT SELECT (id, user_id, created_at, last_used_at, expires_at, revoked_at, remote, agent, entered_by) ON session_token TO sightline_api;
    GRANT UPDATE (revoked_at) ON session_token TO sightline_api;
    CREATE POLICY session_token_own ON session_token TO sightline_api USING (user_id = (SELECT app.user_id()));

    -- NULL: signing in takes the password alone
    ALTER TABLE app_user ADD two_factor_at timestamptz;
    ALTER TABLE customer ADD two_factor_required boolean NOT NULL DEFAULT false;

    CREATE TABLE user_two_factor (
      user_id        bigint PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
      -- the key that counts, and the one that is being set up
      key_sealed     bytea,
      pending_sealed bytea,
      pending_at     timestamptz,
      -- number of the newest 30 s whose code was taken: no code counts twice (RFC 6238, 5.2)
      last_step      bigint NOT NULL DEFAULT 0,
      tries          smallint NOT NULL DEFAULT 0,
      tries_since    timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE user_recovery_code (
      user_id   bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      used_at   timestamptz,
      PRIMARY KEY (user_id, code_hash)
    );
    ALTER TABLE user_two_factor ENABLE ROW LEVEL SECURITY;
    ALTER TABLE user_recovery_code ENABLE ROW LEVEL SECURITY;

    CREATE FUNCTION app.end_two_factor(who bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      UPDATE app_user SET two_factor_at = NULL WHERE id = who AND customer_path <@ app.scope();
      IF FOUND THEN
        DELETE FROM user_two_factor WHERE user_id = who;
        DELETE FROM user_recovery_code WHERE user_id = who;
      END IF;
    END $f$;
    -- Of the users of a customer that have no second factor, when it begins to be demanded.
    CREATE FUNCTION app.end_single_factor_sessions(of_customer bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
      UPDATE session_token s SET revoked_at = now() FROM app_user u
        WHERE u.id = s.user_id AND u.customer_id = of_customer AND u.two_factor_at IS NULL AND NOT u.demo AND u.customer_path <@ app.scope()
          AND s.revoked_at IS NULL AND s.entered_by IS NULL;
    $f$;
    REVOKE ALL ON FUNCTION app.end_two_factor, app.end_single_factor_sessions FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.end_two_factor, app.end_single_factor_sessions TO sightline_api;
  `.execute(db);
}
