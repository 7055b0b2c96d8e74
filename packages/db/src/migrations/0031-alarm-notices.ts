import { sql, type Kysely } from 'kysely';

/**
 * People are told of alarms as they come, and afterwards of what came while they were away. What a unit tells from its memory, more than
 * an hour late, is in the lists alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE INDEX device_alarm_created ON device_alarm (created_at);

    CREATE FUNCTION app.alarm_raised() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      PERFORM pg_notify('alarm_raised', NEW.id::text);
      RETURN NULL;
    END $f$;
    CREATE TRIGGER alarm_raised AFTER INSERT ON device_alarm FOR EACH ROW
      WHEN (NEW.at > NEW.created_at - interval '1 hour') EXECUTE FUNCTION app.alarm_raised();
  `.execute(db);
}
