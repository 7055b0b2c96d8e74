import { sql, type Kysely } from 'kysely';

/**
 * Questions of users, which they and the platform's staff read; questions that everybody reads; and announcements to chosen customers with all below them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE faq_question (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id     bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      -- 1 question, 2 suggestion, 3 other
      type        smallint NOT NULL CHECK (type BETWEEN 1 AND 3),
      question    text NOT NULL,
      source      smallint NOT NULL DEFAULT 1,
      created_at  timestamptz NOT NULL DEFAULT now(),
      answer      text,
      answered_at timestamptz,
      answered_by text,
      read_at     timestamptz
    );
    CREATE INDEX faq_question_user ON faq_question (user_id, id DESC);
    CREATE INDEX faq_question_open ON faq_question (id) WHERE answer IS NULL;
    GRANT SELECT, INSERT, UPDATE ON faq_question TO sightline_api;
    ALTER TABLE faq_question ENABLE ROW LEVEL SECURITY;
    CREATE POLICY faq_question_own ON faq_question TO sightline_api USING (user_id = (SELECT app.user_id()));
    CREATE POLICY faq_question_staff ON faq_question TO sightline_api USING ((SELECT app.is_platform()));

    CREATE TABLE faq_entry (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type        smallint NOT NULL CHECK (type BETWEEN 1 AND 3),
      question_en text NOT NULL,
      question_zh text NOT NULL,
      answer_en   text NOT NULL,
      answer_zh   text NOT NULL,
      updated_at  timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON faq_entry TO sightline_api;
    ALTER TABLE faq_entry ENABLE ROW LEVEL SECURITY;
    CREATE POLICY faq_entry_read ON faq_entry FOR SELECT TO sightline_api USING (true);
    CREATE POLICY faq_entry_staff ON faq_entry TO sightline_api USING ((SELECT app.is_platform()));

    CREATE TABLE announcement (
      id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      title_en    text NOT NULL,
      title_zh    text NOT NULL,
      content_en  text NOT NULL,
      content_zh  text NOT NULL,
      starts_at   timestamptz NOT NULL,
      ends_at     timestamptz NOT NULL CHECK (ends_at > starts_at),
      everyone    boolean NOT NULL,
      created_by  text NOT NULL,
      created_at  timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX announcement_ends ON announcement (ends_at);
    CREATE TABLE announcement_customer (
      announcement_id bigint NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
      customer_id     bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      PRIMARY KEY (announcement_id, customer_id)
    );
    CREATE INDEX announcement_customer_customer ON announcement_customer (customer_id);
    CREATE TABLE announcement_read (
      announcement_id bigint NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
      user_id         bigint NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
      read_at         timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (announcement_id, user_id)
    );
    CREATE INDEX announcement_read_user ON announcement_read (user_id);

    -- Which customers it is for lies above what people see: they learn only that it is for them.
    CREATE FUNCTION app.is_announced_to_me(which bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN EXISTS (SELECT FROM announcement_customer a JOIN customer c ON c.id = a.customer_id
        WHERE a.announcement_id = which AND app.scope() <@ c.path);
    REVOKE ALL ON FUNCTION app.is_announced_to_me FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.is_announced_to_me TO sightline_api;

    GRANT SELECT, INSERT, UPDATE, DELETE ON announcement TO sightline_api;
    GRANT SELECT, INSERT, DELETE ON announcement_customer TO sightline_api;
    GRANT SELECT, INSERT ON announcement_read TO sightline_api;
    ALTER TABLE announcement ENABLE ROW LEVEL SECURITY;
    ALTER TABLE announcement_customer ENABLE ROW LEVEL SECURITY;
    ALTER TABLE announcement_read ENABLE ROW LEVEL SECURITY;
    CREATE POLICY announcement_shown ON announcement FOR SELECT TO sightline_api
      USING (now() >= starts_at AND now() < ends_at AND (everyone OR app.is_announced_to_me(id)));
    CREATE POLICY announcement_staff ON announcement TO sightline_api USING ((SELECT app.is_platform()));
    CREATE POLICY announcement_customer_staff ON announcement_customer TO sightline_api USING ((SELECT app.is_platform()));
    CREATE POLICY announcement_read_own ON announcement_read TO sightline_api USING (user_id = (SELECT app.user_id()));
    CREATE POLICY announcement_read_staff ON announcement_read FOR SELECT TO sightline_api USING ((SELECT app.is_platform()));
  `.execute(db);
}
