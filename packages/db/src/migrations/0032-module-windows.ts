import { sql, type Kysely } from 'kysely';

/** Codes that take a session into the window of a module. Nobody's calls read them: only the platform itself compares. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE module_window_code (
      code_hash    bytea PRIMARY KEY,
      session_hash bytea NOT NULL REFERENCES session_token (hash) ON DELETE CASCADE,
      module       text NOT NULL,
      -- opens with the code alone, which stands nowhere
      token_sealed bytea NOT NULL,
      expires_at   timestamptz NOT NULL
    );
    CREATE INDEX module_window_code_expiry ON module_window_code (expires_at);
    CREATE INDEX module_window_code_session ON module_window_code (session_hash);
    ALTER TABLE module_window_code ENABLE ROW LEVEL SECURITY;
  `.execute(db);
}
