import { sql, type Kysely } from 'kysely';

/**
 * Passwords among the parameters of commands stay readable only until the command has ended: it must go out with them, perhaps
 * days later. Frames that tell them are never kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- What people see of the parameters, and what is left of them in the end; NULL = nothing in them is secret
    ALTER TABLE device_command ADD COLUMN masked_params jsonb;

    CREATE FUNCTION app.command_secrets() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      NEW.request_hex := NULL;
      NEW.answer_hex := NULL;
      IF NEW.state NOT IN ('pending', 'sending', 'sent') THEN NEW.params := NEW.masked_params; END IF;
      RETURN NEW;
    END $f$;
    CREATE TRIGGER command_secrets BEFORE INSERT OR UPDATE ON device_command FOR EACH ROW
      WHEN (NEW.masked_params IS NOT NULL) EXECUTE FUNCTION app.command_secrets();

    -- Which of the older rows told a password is not known here: what might is taken from all of them.
    UPDATE device_command SET masked_params = '{"parameters": "***"}' WHERE command = 'parametersSet';
    UPDATE device_command SET masked_params = params, answer = NULL, answer_text = NULL
      WHERE command = 'parametersQuery' AND state NOT IN ('pending', 'sending', 'sent');
    DELETE FROM raw_frame WHERE (protocol = 'jt808' AND substring(data FROM 2 FOR 2) IN ('\\x8103', '\\x0104'))
      OR (protocol = 'teltonika' AND substring(data FROM 9 FOR 1) IN ('\\x0c', '\\x0d', '\\x0e', '\\x0f'));
  `.execute(db);
}
