import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface ShareLinkRow {
  readonly id: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly seen_count: number;
  readonly track_hours: number;
  readonly created_by_name: string | null;
}

export async function insertShareLink(
  db: Kysely<Schema>,
  link: {
    readonly hash: Buffer;
    readonly deviceKey: string;
    readonly customerPath: string;
    readonly createdBy: string;
    readonly expiresAt: Date;
    /** 0: the live place alone. */
    readonly trackHours?: number;
  },
): Promise<string> {
  const row = await db
    .insertInto('share_link')
    .values({
      hash: link.hash,
      device_key: link.deviceKey,
      customer_path: link.customerPath,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
      track_hours: link.trackHours ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Links of the scope, newest first. */
export async function pageShareLinks(
  db: Kysely<Schema>,
  q: { readonly deviceId: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: ShareLinkRow[]; total: number }> {
  const base = db
    .selectFrom('share_link as s')
    .innerJoin('device as d', 'd.key', 's.device_key')
    .$if(q.deviceId !== undefined, (b) => b.where('d.id', '=', q.deviceId!));
  const rows = await base
    .leftJoin('app_user as u', 'u.id', 's.created_by')
    .select([
      's.id',
      'd.id as device_id',
      'd.name as device_name',
      's.created_at',
      's.expires_at',
      's.revoked_at',
      's.seen_count',
      's.track_hours',
      'u.name as created_by_name',
    ])
    .orderBy('s.id', 'desc')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Returns false when there is no such link in the scope. */
export async function revokeShareLink(db: Kysely<Schema>, id: string): Promise<boolean> {
  const result = await db
    .updateTable('share_link')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface SharedDevice {
  readonly device_key: string;
  readonly name: string;
  readonly icon: string;
  readonly expires_at: Date;
  readonly track_hours: number;
  /** What whoever made the link has chosen; null when that user is gone. */
  readonly maker_settings: Readonly<Record<string, unknown>> | null;
}

/** What a link opens, for somebody without a sign-in; `looks` are counted (0 for a page that asks again). Nothing when it ended, the device is gone or locked, or its licence is without tracking. */
export async function openShareLink(db: Kysely<Schema>, hash: Buffer, looks: 0 | 1): Promise<SharedDevice | undefined> {
  const { rows } = await sql<SharedDevice>`
    UPDATE share_link s SET seen_count = s.seen_count + ${looks}
    FROM device d
    WHERE s.hash = ${hash} AND s.revoked_at IS NULL AND s.expires_at > now() AND d.key = s.device_key AND d.recycled_at IS NULL AND d.locked_at IS NULL AND d.tracked
    RETURNING d.key AS device_key, d.name, d.icon, s.expires_at, s.track_hours,
      (SELECT u.settings FROM app_user u WHERE u.id = s.created_by) AS maker_settings`.execute(db);
  return rows[0];
}
