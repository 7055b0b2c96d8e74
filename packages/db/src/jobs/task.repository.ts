import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { TaskState, TaskTable } from '../schema/job-tables.ts';

export type TaskRecord = Selectable<TaskTable>;
/** With when its file goes, where it still has one. */
export type TaskRow = TaskRecord & { readonly file_expires_at: Date | null };

export interface NewTask {
  readonly job: string;
  readonly userId: string;
  readonly customerId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly language: string;
  readonly fileName: string | null;
  readonly exclusiveKey: string | null;
}

/** Adds a task to the queue. Returns null while an unfinished one has the same exclusive key, of whichever user. */
export async function insertTask(db: Kysely<Schema>, t: NewTask): Promise<TaskRow | null> {
  const row = await db
    .insertInto('task')
    .values({
      job: t.job,
      user_id: t.userId,
      customer_id: t.customerId,
      input: JSON.stringify(t.input),
      language: t.language,
      file_name: t.fileName,
      exclusive_key: t.exclusiveKey,
    })
    .onConflict((c) =>
      c
        .column('exclusive_key')
        .where(sql<boolean>`state IN ('queued', 'running')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return row ? { ...row, file_expires_at: null } : null;
}

/** Tasks of a user that are waiting or running. Whoever starts one counts under this lock, so that two calls cannot both take the last place. */
export async function countUnfinishedTasks(db: Kysely<Schema>, userId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('task ' || ${userId}, 0))`.execute(db);
  const { total } = await db
    .selectFrom('task')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return total;
}

const withFile = (db: Kysely<Schema>) =>
  db
    .selectFrom('task')
    .leftJoin('stored_file', 'stored_file.id', 'task.file_id')
    .selectAll('task')
    .select('stored_file.expires_at as file_expires_at');

/** A task of a user; or, with null, one that the scope shows, which may be somebody else's of the same customer. */
export async function findTask(db: Kysely<Schema>, id: string, userId: string | null): Promise<TaskRow | undefined> {
  return await withFile(db)
    .where('task.id', '=', id)
    .$if(userId !== null, (b) => b.where('task.user_id', '=', userId!))
    .executeTakeFirst();
}

export interface TaskPageQuery {
  readonly userId: string;
  readonly jobs: readonly string[] | undefined;
  readonly states: readonly TaskState[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Tasks of a user, newest first. */
export async function pageTasks(db: Kysely<Schema>, q: TaskPageQuery): Promise<{ rows: TaskRow[]; total: number }> {
  const rows = await withFile(db)
    .where('task.user_id', '=', q.userId)
    .$if(q.jobs !== undefined, (b) => b.where('task.job', 'in', [...q.jobs!]))
    .$if(q.states !== undefined, (b) => b.where('task.state', 'in', [...q.states!]))
    .orderBy('task.id', 'desc')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await db
    .selectFrom('task')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_id', '=', q.userId)
    .$if(q.jobs !== undefined, (b) => b.where('job', 'in', [...q.jobs!]))
    .$if(q.states !== undefined, (b) => b.where('state', 'in', [...q.states!]))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Tasks of one kind of all users of a customer, as far as the scope shows them, newest first, with who started each. */
export async function pageTasksOfCustomer(
  db: Kysely<Schema>,
  q: { readonly customerId: string; readonly job: string; readonly limit: number; readonly offset: number },
): Promise<{ rows: (TaskRow & { readonly account: string })[]; total: number }> {
  const rows = await withFile(db)
    .innerJoin('app_user', 'app_user.id', 'task.user_id')
    .select('app_user.account')
    .where('task.customer_id', '=', q.customerId)
    .where('task.job', '=', q.job)
    .orderBy('task.id', 'desc')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await db
    .selectFrom('task')
    .innerJoin('app_user', 'app_user.id', 'task.user_id')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('task.customer_id', '=', q.customerId)
    .where('task.job', '=', q.job)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** A waiting task ends at once; a running one is asked to. A finished one stays as it is. */
export async function cancelTask(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`
    UPDATE task SET cancel_requested = true,
      state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END,
      finished_at = CASE WHEN state = 'queued' THEN now() ELSE finished_at END
    WHERE id = ${id} AND state IN ('queued', 'running')`.execute(db);
}

/**
 * Begins a run of an unfinished task. The caller holds the task's lock, so an earlier run that never ended is dead.
 * Undefined when the task has ended or is gone.
 */
export async function claimTask(db: Kysely<Schema>, id: string): Promise<TaskRecord | undefined> {
  const { rows } = await sql<TaskRecord>`
    UPDATE task SET state = 'running', run_no = run_no + 1, attempts = attempts + 1, done = 0, total = 0, started_at = now()
    WHERE id = ${id} AND state IN ('queued', 'running')
    RETURNING *`.execute(db);
  return rows[0];
}

/** Returns false when the run was overtaken or asked to stop: it has to end then. */
export async function noteProgress(db: Kysely<Schema>, id: string, runNo: number, done: number, total: number): Promise<boolean> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    UPDATE task SET done = ${done}, total = ${total} WHERE id = ${id} AND run_no = ${runNo} AND state = 'running'
    RETURNING cancel_requested`.execute(db);
  return rows[0]?.cancel_requested === false;
}

export interface TaskEnd {
  readonly state: Exclude<TaskState, 'queued' | 'running'>;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly errorCode: number | null;
  readonly errorDetail: unknown;
  readonly fileName: string | null;
  readonly fileId: string | null;
}

/** Ends a run. Returns false when it was overtaken: then nothing is written. */
export async function finishTask(db: Kysely<Schema>, id: string, runNo: number, end: TaskEnd): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE task SET state = ${end.state}, summary = ${JSON.stringify(end.summary)}::jsonb, error_code = ${end.errorCode}::int,
      error_detail = ${end.errorDetail === null ? null : JSON.stringify(end.errorDetail)}::jsonb,
      file_name = coalesce(${end.fileName}, file_name), file_id = ${end.fileId}::bigint,
      done = CASE WHEN ${end.state} IN ('success', 'empty') THEN total ELSE done END, finished_at = now()
    WHERE id = ${id} AND run_no = ${runNo} AND state = 'running'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Gives a run back to the queue because this process stops; it does not count as an attempt. */
export async function returnTask(db: Kysely<Schema>, id: string, runNo: number): Promise<void> {
  await sql`UPDATE task SET state = 'queued', attempts = attempts - 1 WHERE id = ${id} AND run_no = ${runNo} AND state = 'running'`.execute(
    db,
  );
}

/** Ids of the tasks that say they run. */
export async function runningTaskIds(db: Kysely<Schema>): Promise<string[]> {
  return (await db.selectFrom('task').select('id').where('state', '=', 'running').execute()).map((r) => r.id);
}

/** Whether somebody asked a run to stop. */
export async function isCancelRequested(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.selectFrom('task').select('cancel_requested').where('id', '=', id).executeTakeFirst())?.cancel_requested ?? true;
}

/** Puts a task (of a dead run) or all waiting ones that the queue does not know into the queue again. */
export async function enqueueAgain(db: Kysely<Schema>, runId: string | null): Promise<number> {
  const { numAffectedRows } =
    runId === null
      ? await sql`UPDATE task t SET state = 'queued' WHERE state = 'queued'
          AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = 'task:' || t.id)`.execute(db)
      : await sql`UPDATE task SET state = 'queued' WHERE id = ${runId} AND state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets tasks that ended this many days ago. */
export async function dropOldTasks(db: Kysely<Schema>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM task WHERE finished_at < now() - make_interval(days => ${days})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
