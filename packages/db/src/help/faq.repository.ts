import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { FaqEntryTable, FaqQuestionTable } from '../schema/help-tables.ts';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type FaqQuestionRow = Selectable<FaqQuestionTable>;
export type FaqEntryRow = Selectable<FaqEntryTable>;

interface Paged {
  readonly limit: number;
  readonly offset: number;
}

export interface OwnQuestionQuery extends Paged {
  readonly userId: string;
  readonly text?: string | undefined;
  /** Of answers: whether they were read. */
  readonly read?: boolean | undefined;
}

/** Questions of one user, the newest first. */
export async function pageOwnQuestions(db: Kysely<Schema>, q: OwnQuestionQuery): Promise<{ rows: FaqQuestionRow[]; total: number }> {
  const base = db
    .selectFrom('faq_question')
    .where('user_id', '=', q.userId)
    .$if((q.text ?? '') !== '', (b) =>
      b.where((e) => e.or([e('question', 'ilike', likePattern(q.text!)), e('answer', 'ilike', likePattern(q.text!))])),
    )
    .$if(q.read !== undefined, (b) => b.where('answer', 'is not', null).where('read_at', q.read === true ? 'is not' : 'is', null));
  const rows = await base.selectAll().orderBy('id', 'desc').limit(q.limit).offset(q.offset).execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** How many questions of a user wait for an answer. Two who ask at once wait for each other. */
export async function countOpenQuestions(db: Kysely<Schema>, userId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('faq_question ' || ${userId}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('faq_question')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertQuestion(
  db: Kysely<Schema>,
  q: Pick<Insertable<FaqQuestionTable>, 'user_id' | 'type' | 'question' | 'source'>,
): Promise<string> {
  const row = await db.insertInto('faq_question').values(q).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Marks answers of a user as read. Returns how many of the questions there are, whether they have an answer or not. */
export async function markAnswersRead(db: Kysely<Schema>, userId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const mine = db.selectFrom('faq_question').select('id').where('user_id', '=', userId).where('id', 'in', ids);
  const known = await mine.execute();
  await db
    .updateTable('faq_question')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('answer', 'is not', null)
    .where('read_at', 'is', null)
    .execute();
  return known.length;
}

/** Whether a user has answers that he has not read. */
export async function hasUnreadAnswers(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('faq_question')
    .select('id')
    .where('user_id', '=', userId)
    .where('answer', 'is not', null)
    .where('read_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anybody whom the caller may read waits for an answer. */
export async function hasOpenQuestions(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('faq_question').select('id').where('answer', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

export interface StaffQuestionRow extends FaqQuestionRow {
  readonly account: string;
  readonly language: string;
  readonly customer_name: string;
}

/** Questions of everybody: those that wait with the oldest first, or those that are answered with the newest first. */
export async function pageAllQuestions(
  db: Kysely<Schema>,
  q: Paged & { readonly text?: string | undefined; readonly answered: boolean },
): Promise<{ rows: StaffQuestionRow[]; total: number }> {
  const base = db
    .selectFrom('faq_question as q')
    .innerJoin('app_user as u', 'u.id', 'q.user_id')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .where('q.answer', q.answered ? 'is not' : 'is', null)
    .$if((q.text ?? '') !== '', (b) =>
      b.where((e) =>
        e.or([
          e('q.question', 'ilike', likePattern(q.text!)),
          e('u.account', 'ilike', likePattern(q.text!)),
          e('c.name', 'ilike', likePattern(q.text!)),
        ]),
      ),
    );
  const rows = await base
    .selectAll('q')
    .select(['u.account', 'u.language', 'c.name as customer_name'])
    .orderBy(q.answered ? 'q.answered_at' : 'q.id', q.answered ? 'desc' : 'asc')
    .orderBy('q.id')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Answers a question, for the first time or anew; unread either way. False when there is none of this id. */
export async function answerQuestion(db: Kysely<Schema>, id: string, answer: string, by: string): Promise<boolean> {
  const result = await db
    .updateTable('faq_question')
    .set({ answer, answered_at: sql<Date>`now()`, answered_by: by, read_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const ENTRY_TEXTS = ['question_en', 'question_zh', 'answer_en', 'answer_zh'] as const;

/** Questions for everybody whose texts, of either language, contain a text. */
export async function pageFaqEntries(
  db: Kysely<Schema>,
  q: Paged & { readonly text?: string | undefined },
): Promise<{ rows: FaqEntryRow[]; total: number }> {
  const base = db
    .selectFrom('faq_entry')
    .$if((q.text ?? '') !== '', (b) => b.where((e) => e.or(ENTRY_TEXTS.map((column) => e(column, 'ilike', likePattern(q.text!))))));
  const rows = await base.selectAll().orderBy('type').orderBy('id').limit(q.limit).offset(q.offset).execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Adds or changes one. Null when there is none of this id. */
export async function saveFaqEntry(
  db: Kysely<Schema>,
  id: string | undefined,
  entry: Omit<Insertable<FaqEntryTable>, 'id' | 'updated_at'>,
): Promise<string | null> {
  const row =
    id === undefined
      ? await db.insertInto('faq_entry').values(entry).returning('id').executeTakeFirst()
      : await db
          .updateTable('faq_entry')
          .set({ ...entry, updated_at: sql<Date>`now()` })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
  return row?.id ?? null;
}

/** How many of them there were. */
export async function deleteFaqEntries(db: Kysely<Schema>, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return Number((await db.deleteFrom('faq_entry').where('id', 'in', ids).executeTakeFirst()).numDeletedRows);
}
