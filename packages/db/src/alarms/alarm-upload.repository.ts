import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** How often, and how far apart, a unit is asked for the files of an alarm. */
export const UPLOAD_RULES = {
  attempts: 4,
  /** From being asked to having sent everything; then it is asked again. */
  patienceMinutes: 10,
  /** A connection that brings files gives it so long again. */
  progressMinutes: 5,
} as const;

/** An alarm whose unit is to be asked for its files. */
export interface DueUpload {
  readonly id: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly alarm_number: string;
  /** Hex. */
  readonly sign: string;
}

/**
 * Claims uploads that are due, of these devices alone: nobody else asks for them before their next time. The bytes of the question go out
 * after this, so a process that dies in between costs one attempt.
 */
export async function claimDueUploads(db: Kysely<Schema>, deviceKeys: readonly number[], limit: number): Promise<DueUpload[]> {
  if (deviceKeys.length === 0) return [];
  const { rows } = await sql<DueUpload>`
    UPDATE device_alarm a SET upload_state = CASE WHEN a.upload_state = 'receiving' THEN 'receiving' ELSE 'asked' END, upload_asked_at = now(),
      upload_attempts = a.upload_attempts + 1, upload_due_at = now() + make_interval(mins => ${UPLOAD_RULES.patienceMinutes})
    FROM (
      SELECT id FROM device_alarm
      WHERE upload_state IN ('wanted', 'asked', 'receiving') AND upload_due_at <= now() AND upload_attempts < ${UPLOAD_RULES.attempts}
        AND device_key = ANY(${deviceKeys}::bigint[])
      ORDER BY upload_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) due WHERE a.id = due.id
    RETURNING a.id, a.device_key, a.device_id, a.alarm_number, encode(a.alarm_sign, 'hex') AS sign`.execute(db);
  return rows;
}

/** The question has not gone out: the attempt does not count, and it is asked when the device is there again. */
export async function releaseUpload(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`UPDATE device_alarm SET upload_attempts = greatest(upload_attempts - 1, 0), upload_due_at = now() + interval '5 seconds',
      upload_state = CASE WHEN upload_state = 'asked' THEN 'wanted' ELSE upload_state END
    WHERE id = ${id}::bigint AND upload_state IN ('asked', 'receiving')`.execute(db);
}

/** Uploads that have been asked for often enough have failed; the files that came stay. */
export async function giveUpUploads(db: Kysely<Schema>): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE device_alarm SET upload_state = 'failed', upload_due_at = NULL
    WHERE upload_state IN ('wanted', 'asked', 'receiving') AND upload_due_at <= now() AND upload_attempts >= ${UPLOAD_RULES.attempts}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** What the files of an upload belong to. */
export interface UploadTarget {
  readonly id: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly kind: string;
  readonly type: number | null;
  readonly at: Date;
  readonly until_at: Date | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speed_kph: number | null;
}

/** The alarm of a device that an announcement names: by our number, or by its identification where a unit does not repeat the number. */
export async function findUploadTarget(
  db: Kysely<Schema>,
  deviceKey: number,
  named: { readonly alarmNumber: string; readonly sign: string },
): Promise<UploadTarget | undefined> {
  const { rows } = await sql<UploadTarget>`
    SELECT id, device_key, device_id, kind, type, at, until_at, lat, lon, speed_kph FROM device_alarm
    WHERE device_key = ${deviceKey} AND upload_state <> 'none'
      AND (alarm_number = ${named.alarmNumber} OR (${named.alarmNumber} = '' AND alarm_sign = decode(${named.sign}, 'hex')))
    ORDER BY at DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Names of the files of an alarm that are here. */
export async function uploadedNames(db: Kysely<Schema>, alarmId: string): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`SELECT DISTINCT file_name FROM media_file WHERE alarm_id = ${alarmId}::bigint`.execute(
    db,
  );
  return rows.map((row) => row.file_name);
}

/** Files come: how many there will be, and more time. */
export async function uploadBegins(db: Kysely<Schema>, alarmId: string, filesExpected: number): Promise<void> {
  await sql`UPDATE device_alarm SET upload_state = 'receiving', files_expected = ${filesExpected},
      upload_due_at = now() + make_interval(mins => ${UPLOAD_RULES.progressMinutes})
    WHERE id = ${alarmId}::bigint`.execute(db);
}

/** A file has been kept: counts what is here. Complete when it is as many as were announced. */
export async function uploadProgressed(db: Kysely<Schema>, alarmId: string): Promise<void> {
  await sql`
    UPDATE device_alarm a SET files_done = f.n,
      upload_state = CASE WHEN f.n >= a.files_expected THEN 'complete' ELSE 'receiving' END,
      upload_due_at = CASE WHEN f.n >= a.files_expected THEN NULL ELSE now() + make_interval(mins => ${UPLOAD_RULES.progressMinutes}) END
    FROM (SELECT count(DISTINCT file_name)::int AS n FROM media_file WHERE alarm_id = ${alarmId}::bigint) f
    WHERE a.id = ${alarmId}::bigint`.execute(db);
}

/**
 * Wants the files of alarms again, from the beginning of the rule. Gives back how many there were, or null when one of them was asked for
 * less than `minutes` ago: then none of them is changed.
 */
export async function wantUploadsAgain(db: Kysely<Schema>, ids: readonly string[], minutes: number): Promise<number | null> {
  const { rows } = await sql<{ id: string; recent: boolean }>`
    SELECT id, coalesce(upload_asked_at > now() - make_interval(mins => ${minutes}), false) OR upload_state = 'wanted' AS recent
    FROM device_alarm WHERE id = ANY(${ids}::bigint[]) AND alarm_sign IS NOT NULL ORDER BY id FOR UPDATE`.execute(db);
  if (rows.some((row) => row.recent)) return null;
  // The minutes count from the question of a person as well, so that two of them do not ask at once.
  await sql`UPDATE device_alarm SET upload_state = 'wanted', upload_due_at = now(), upload_attempts = 0, upload_asked_at = now()
    WHERE id = ANY(${rows.map((row) => row.id)}::bigint[])`.execute(db);
  return rows.length;
}
