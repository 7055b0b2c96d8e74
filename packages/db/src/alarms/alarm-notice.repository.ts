import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { UserAlarmChoice } from '../tenancy/user-notice.repository.ts';

/** How users want to be told of some kinds of alarms. */
export interface NoticeChoices {
  readonly settings: Readonly<Record<string, unknown>>;
  /** By kind; without an entry: as the kind is by default. */
  readonly choices: ReadonlyMap<string, UserAlarmChoice>;
}

/** The choices of users for these kinds, by user; read each time, so that what somebody changes counts for the next alarm. */
export async function noticeChoices(
  db: Kysely<Schema>,
  userIds: readonly string[],
  kinds: readonly string[],
): Promise<ReadonlyMap<string, NoticeChoices>> {
  if (userIds.length === 0) return new Map();
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'settings'])
    .where('id', '=', sql<string>`ANY(${userIds}::bigint[])`)
    .execute();
  const chosen = await db
    .selectFrom('user_alarm_setting')
    .select(['user_id', 'alarm_kind', 'enabled', 'sound', 'level', 'sound_type', 'push_web', 'push_app', 'interval_s'])
    .where('user_id', '=', sql<string>`ANY(${userIds}::bigint[])`)
    .where('alarm_kind', '=', sql<string>`ANY(${kinds}::text[])`)
    .execute();
  const byUser = new Map(users.map((user) => [user.id, { settings: user.settings, choices: new Map<string, UserAlarmChoice>() }]));
  for (const { user_id, ...choice } of chosen) byUser.get(user_id)?.choices.set(choice.alarm_kind, choice);
  return byUser;
}
