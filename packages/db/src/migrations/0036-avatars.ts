import { sql, type Kysely } from 'kysely';

/** Pictures that users show of themselves: seen by whoever sees the user, changed by the user alone. A picture in the place of another is another row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE user_avatar (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id      bigint NOT NULL UNIQUE REFERENCES app_user (id) ON DELETE CASCADE,
      storage_name text NOT NULL UNIQUE,
      size_bytes   integer NOT NULL,
      created_at   timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT, DELETE ON user_avatar TO sightline_api;
    ALTER TABLE user_avatar ENABLE ROW LEVEL SECURITY;
    CREATE POLICY user_avatar_seen ON user_avatar FOR SELECT TO sightline_api USING (EXISTS (SELECT FROM app_user u WHERE u.id = user_id));
    CREATE POLICY user_avatar_added ON user_avatar FOR INSERT TO sightline_api WITH CHECK (user_id = (SELECT app.user_id()));
    CREATE POLICY user_avatar_removed ON user_avatar FOR DELETE TO sightline_api USING (user_id = (SELECT app.user_id()));
  `.execute(db);
}
