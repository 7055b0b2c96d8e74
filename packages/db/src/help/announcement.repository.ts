import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { AnnouncementTable } from '../schema/help-tables.ts';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type AnnouncementRow = Selectable<AnnouncementTable>;
export type AnnouncementContent = Omit<Insertable<AnnouncementTable>, 'id' | 'created_at' | 'created_by'>;

/** Announcements that a user is shown at the moment: the platform's staff, who see all of them, are asked for those to everybody. */
export async function shownAnnouncements(
  db: Kysely<Schema>,
  q: { readonly userId: string; readonly unread: boolean; readonly limit: number },
): Promise<(AnnouncementRow & { read_at: Date | null })[]> {
  return await db
    .selectFrom('announcement as a')
    .leftJoin('announcement_read as r', (j) => j.onRef('r.announcement_id', '=', 'a.id').on('r.user_id', '=', q.userId))
    .selectAll('a')
    .select('r.read_at')
    .where(sql<boolean>`now() >= a.starts_at AND now() < a.ends_at AND (a.everyone OR app.is_announced_to_me(a.id))`)
    .$if(q.unread, (b) => b.where('r.read_at', 'is', null))
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(q.limit)
    .execute();
}

/** Marks those of the announcements as read that the caller is shown; returns how many those are. */
export async function markAnnouncementsRead(db: Kysely<Schema>, userId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const shown = await db.selectFrom('announcement').select('id').where('id', 'in', ids).execute();
  if (shown.length > 0) {
    await db
      .insertInto('announcement_read')
      .values(shown.map(({ id }) => ({ announcement_id: id, user_id: userId })))
      .onConflict((c) => c.columns(['announcement_id', 'user_id']).doNothing())
      .execute();
  }
  return shown.length;
}

export interface StaffAnnouncementRow extends AnnouncementRow {
  readonly customers: { readonly customerId: string; readonly customerName: string }[];
  readonly read_count: number;
}

/** All announcements, the newest first. For the platform's staff. */
export async function pageAnnouncements(
  db: Kysely<Schema>,
  q: { readonly text?: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: StaffAnnouncementRow[]; total: number }> {
  const base = db
    .selectFrom('announcement as a')
    .$if((q.text ?? '') !== '', (b) =>
      b.where((e) => e.or([e('a.title_en', 'ilike', likePattern(q.text!)), e('a.title_zh', 'ilike', likePattern(q.text!))])),
    );
  const rows = await base
    .selectAll('a')
    .select([
      sql<StaffAnnouncementRow['customers']>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('customerId', c.id::text, 'customerName', c.name) ORDER BY c.name, c.id)
        FROM announcement_customer x JOIN customer c ON c.id = x.customer_id WHERE x.announcement_id = a.id), '[]')`.as('customers'),
      sql<number>`(SELECT count(*)::int FROM announcement_read r WHERE r.announcement_id = a.id)`.as('read_count'),
    ])
    .orderBy('a.id', 'desc')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Adds or changes one, with the customers that it is for. Null when there is none of this id. */
export async function saveAnnouncement(
  db: Kysely<Schema>,
  id: string | undefined,
  content: AnnouncementContent,
  customerIds: readonly string[],
  by: string,
): Promise<string | null> {
  const row =
    id === undefined
      ? await db
          .insertInto('announcement')
          .values({ ...content, created_by: by })
          .returning('id')
          .executeTakeFirst()
      : await db.updateTable('announcement').set(content).where('id', '=', id).returning('id').executeTakeFirst();
  if (!row) return null;
  await db.deleteFrom('announcement_customer').where('announcement_id', '=', row.id).execute();
  if (customerIds.length > 0) {
    await db
      .insertInto('announcement_customer')
      .values(customerIds.map((customer_id) => ({ announcement_id: row.id, customer_id })))
      .execute();
  }
  return row.id;
}

/** How many of them there were. */
export async function deleteAnnouncements(db: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return Number((await db.deleteFrom('announcement').where('id', 'in', ids).executeTakeFirst()).numDeletedRows);
}
