import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { UserAlarmSettingTable } from '../schema/notice-tables.ts';

/** What a user chose for a kind of alarm; null: as the kind is by default. */
export type UserAlarmChoice = Omit<Selectable<UserAlarmSettingTable>, 'user_id'>;
export type UserAlarmChange = Partial<Omit<UserAlarmChoice, 'alarm_kind'>>;

export async function userAlarmChoices(db: Kysely<Schema>, userId: string): Promise<UserAlarmChoice[]> {
  return await db
    .selectFrom('user_alarm_setting')
    .select(['alarm_kind', 'enabled', 'sound', 'level', 'sound_type', 'push_web', 'push_app', 'interval_s'])
    .where('user_id', '=', userId)
    .execute();
}

/** Sets the same for several kinds, leaving what is not named. */
export async function saveUserAlarmChoices(
  db: Kysely<Schema>,
  userId: string,
  kinds: readonly string[],
  change: UserAlarmChange,
): Promise<void> {
  if (kinds.length === 0) return;
  const none = { enabled: null, sound: null, level: null, sound_type: null, push_web: null, push_app: null, interval_s: null };
  await db
    .insertInto('user_alarm_setting')
    .values(kinds.map((alarm_kind) => ({ user_id: userId, alarm_kind, ...none, ...change })))
    .onConflict((c) => c.columns(['user_id', 'alarm_kind']).doUpdateSet(change))
    .execute();
}

/** The addresses that each kind of alarm goes to, by kind. */
export async function userAlarmEmails(db: Kysely<Schema>, userId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('user_alarm_email').select(['alarm_kind', 'email_id']).where('user_id', '=', userId).execute();
  const byKind = new Map<string, string[]>();
  for (const { alarm_kind, email_id } of rows) byKind.set(alarm_kind, [...(byKind.get(alarm_kind) ?? []), email_id]);
  return byKind;
}

/** Lets several kinds go to these addresses of the user and to no other. */
export async function saveUserAlarmEmails(
  db: Kysely<Schema>,
  userId: string,
  kinds: readonly string[],
  emailIds: readonly string[],
): Promise<void> {
  if (kinds.length === 0) return;
  await db.deleteFrom('user_alarm_email').where('user_id', '=', userId).where('alarm_kind', 'in', kinds).execute();
  const rows = kinds.flatMap((alarm_kind) => emailIds.map((email_id) => ({ user_id: userId, alarm_kind, email_id })));
  if (rows.length > 0) await db.insertInto('user_alarm_email').values(rows).execute();
}

export interface UserEmailRecord {
  readonly id: string;
  readonly email: string;
  readonly verified_at: Date;
}

/** The proved addresses of a user, the oldest first. */
export async function userEmails(db: Kysely<Schema>, userId: string): Promise<UserEmailRecord[]> {
  return await db.selectFrom('user_email').select(['id', 'email', 'verified_at']).where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns null when the user has the address already. */
export async function insertUserEmail(db: Kysely<Schema>, userId: string, email: string): Promise<UserEmailRecord | null> {
  const row = await db
    .insertInto('user_email')
    .values({ user_id: userId, email })
    .onConflict((c) => c.columns(['user_id', 'email']).doNothing())
    .returning(['id', 'email', 'verified_at'])
    .executeTakeFirst();
  return row ?? null;
}

/** Another address in place of one; kinds of alarms that went there go to the new one. False when there is none of this id. */
export async function changeUserEmail(db: Kysely<Schema>, userId: string, id: string, email: string): Promise<boolean> {
  const result = await db
    .updateTable('user_email')
    .set({ email, verified_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** How many of them there were. */
export async function deleteUserEmails(db: Kysely<Schema>, userId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await db.deleteFrom('user_email').where('user_id', '=', userId).where('id', 'in', ids).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Codes sent within the last day; older ones are forgotten. Two who ask at once wait for each other. */
export async function countEmailCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('user_email_code ' || ${userId}, 0))`.execute(db);
  await db
    .deleteFrom('user_email_code')
    .where('user_id', '=', userId)
    .where('sent_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  const { count } = await db
    .selectFrom('user_email_code')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertEmailCode(db: Kysely<Schema>, userId: string, email: string, codeHash: Buffer): Promise<string> {
  const row = await db
    .insertInto('user_email_code')
    .values({ user_id: userId, email, code_hash: codeHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Of a mail that did not go out: it does not count. */
export async function deleteEmailCode(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('user_email_code').where('id', '=', id).execute();
}

export interface EmailCodeTry {
  readonly id: string;
  readonly code_hash: Buffer;
  readonly sent_at: Date;
  /** This one included. */
  readonly tries: number;
  readonly used: boolean;
}

/** Counts a try at the newest code of an address and gives that code; undefined when none was sent. */
export async function tryEmailCode(db: Kysely<Schema>, userId: string, email: string): Promise<EmailCodeTry | undefined> {
  return await db
    .updateTable('user_email_code')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('id', '=', (e) =>
      e
        .selectFrom('user_email_code')
        .select('id')
        .where('user_id', '=', userId)
        .where('email', '=', email)
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate(),
    )
    .returning(['id', 'code_hash', 'sent_at', 'tries', 'used'])
    .executeTakeFirst();
}

export async function useEmailCode(db: Kysely<Schema>, id: string): Promise<void> {
  await db.updateTable('user_email_code').set({ used: true }).where('id', '=', id).execute();
}
