import type { ClipWay } from '@sightline/domain';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export type ClipState = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

export interface ClipTaskRow {
  readonly id: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly channel: number;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly state: ClipState;
  readonly way: ClipWay;
  readonly taken_ms: number;
  readonly taken_bytes: number;
  readonly failure: string | null;
  readonly media_file_id: string | null;
  readonly user_id: string | null;
  readonly account: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const COLUMNS = sql`t.id, t.device_key, t.device_id, t.device_name, t.channel, t.from_at, t.to_at, t.state, t.way, t.taken_ms,
  t.taken_bytes::float8 AS taken_bytes, t.failure, t.media_file_id, t.user_id, t.account, t.created_at, t.finished_at`;

export interface NewClipTask {
  readonly device: { readonly key: string; readonly id: string; readonly name: string; readonly customer_id: string };
  readonly channel: number;
  readonly from: Date;
  readonly to: Date;
  readonly userId: string;
  readonly account: string;
}

/** `repeated`: the user asked for the same clip less than so many seconds ago; `tooMany`: so many of the user are unfinished. */
export type ClipTaskAdded = { readonly id: string } | 'repeated' | 'tooMany';

/** Writes that a clip is wanted. Two calls of one user go one after the other. For the process that takes it. */
export async function insertClipTask(
  db: Kysely<Schema>,
  clip: NewClipTask,
  limits: { readonly againAfterS: number; readonly unfinishedPerUser: number },
): Promise<ClipTaskAdded> {
  return await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('clips of ' || ${clip.userId}, 0))`.execute(trx);
    const { rows } = await sql<{ same: boolean; unfinished: number }>`
      SELECT coalesce(bool_or(device_key = ${clip.device.key} AND channel = ${clip.channel} AND from_at = ${clip.from} AND to_at = ${clip.to}
          AND created_at > now() - make_interval(secs => ${limits.againAfterS})), false) AS same,
        count(*) FILTER (WHERE state IN ('waiting', 'running'))::int AS unfinished
      FROM clip_task WHERE user_id = ${clip.userId}`.execute(trx);
    const { same, unfinished } = rows[0]!;
    if (same) return 'repeated';
    if (unfinished >= limits.unfinishedPerUser) return 'tooMany';
    const added = await sql<{ id: string }>`
      INSERT INTO clip_task (customer_id, device_key, device_id, device_name, channel, from_at, to_at, user_id, account)
      VALUES (${clip.device.customer_id}, ${clip.device.key}, ${clip.device.id}, ${clip.device.name}, ${clip.channel}, ${clip.from}, ${clip.to},
        ${clip.userId}, ${clip.account}) RETURNING id`.execute(trx);
    return added.rows[0]!;
  });
}

export interface ClipTaskStep {
  readonly state: ClipState;
  readonly takenMs: number;
  readonly takenBytes: number;
  readonly failure?: string | null;
  readonly mediaFileId?: string | null;
}

/** Says how far a clip is. False: it has ended or gone meanwhile, and nothing of it is wanted any more. */
export async function stepClipTask(db: Kysely<Schema>, id: string, step: ClipTaskStep): Promise<boolean> {
  const ended = step.state !== 'waiting' && step.state !== 'running';
  const { numAffectedRows } = await sql`
    UPDATE clip_task SET state = ${step.state}, taken_ms = ${Math.round(step.takenMs)}, taken_bytes = ${step.takenBytes},
      failure = ${step.failure ?? null}, media_file_id = ${step.mediaFileId ?? null}, alive_at = now(),
      finished_at = CASE WHEN ${ended} THEN now() END
    WHERE id = ${id} AND state IN ('waiting', 'running')`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Says by which way a clip comes. */
export async function setClipWay(db: Kysely<Schema>, id: string, way: ClipWay): Promise<void> {
  await sql`UPDATE clip_task SET way = ${way} WHERE id = ${id}`.execute(db);
}

/** A camera brought a clip in several files that cannot be joined: each further one stands beside the first. */
export async function insertFurtherClip(
  db: Kysely<Schema>,
  id: string,
  file: { readonly id: string; readonly bytes: number },
): Promise<void> {
  await sql`
    INSERT INTO clip_task (customer_id, device_key, device_id, device_name, channel, from_at, to_at, state, way, taken_ms, taken_bytes, media_file_id,
      user_id, account, created_at, finished_at)
    SELECT customer_id, device_key, device_id, device_name, channel, from_at, to_at, 'done', way, taken_ms, ${file.bytes}, ${file.id},
      user_id, account, created_at, now()
    FROM clip_task WHERE id = ${id}`.execute(db);
}

/** Clips of a process which has gone: not heard of for so long, asked for less than an hour ago. They are the caller's now. */
export async function adoptClips(db: Kysely<Schema>, silentS: number): Promise<ClipTaskRow[]> {
  const { rows } = await sql<ClipTaskRow>`
    UPDATE clip_task t SET alive_at = now() WHERE t.state IN ('waiting', 'running') AND t.user_id IS NOT NULL
      AND t.alive_at <= now() - make_interval(secs => ${silentS}) AND t.created_at > now() - interval '1 hour' RETURNING ${COLUMNS}`.execute(
    db,
  );
  return rows;
}

/** Says that a process still has these. */
export async function touchClips(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`UPDATE clip_task SET alive_at = now() WHERE id = ANY(${ids}::bigint[]) AND state IN ('waiting', 'running')`.execute(db);
}

/** Ends clips that no process has any more. Returns how many. */
export async function failForgottenClips(db: Kysely<Schema>, afterS: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE clip_task SET state = 'failed', failure = 'stopped', finished_at = now()
    WHERE state IN ('waiting', 'running') AND alive_at < now() - make_interval(secs => ${afterS})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets clips that were asked for so long ago; their files go by their own time. */
export async function dropOldClips(db: Kysely<Schema>, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM clip_task WHERE created_at < now() - make_interval(days => ${days}) AND state NOT IN ('waiting', 'running')`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export interface ClipTaskQuery {
  /** Customers below this path. */
  readonly path: string;
  readonly ids?: readonly string[] | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  readonly states?: readonly ClipState[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly fileFrom?: Date | undefined;
  readonly fileTo?: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Clips of the scope, the newest first. */
export async function pageClipTasks(db: Kysely<Schema>, q: ClipTaskQuery): Promise<{ rows: ClipTaskRow[]; total: number }> {
  const parts = [sql`t.customer_path <@ ${q.path}::ltree`];
  if (q.ids !== undefined) parts.push(sql`t.id = ANY(${q.ids}::bigint[])`);
  if (q.deviceIds !== undefined) parts.push(sql`t.device_id = ANY(${q.deviceIds}::text[])`);
  if (q.states !== undefined) parts.push(sql`t.state = ANY(${q.states}::text[])`);
  if (q.from !== undefined) parts.push(sql`t.created_at >= ${q.from}`);
  if (q.to !== undefined) parts.push(sql`t.created_at < ${q.to}`);
  if (q.fileFrom !== undefined) parts.push(sql`t.to_at > ${q.fileFrom}`);
  if (q.fileTo !== undefined) parts.push(sql`t.from_at < ${q.fileTo}`);
  const where = sql.join(parts, sql` AND `);
  const { rows } = await sql<ClipTaskRow>`
    SELECT ${COLUMNS} FROM clip_task t WHERE ${where} ORDER BY t.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM clip_task t WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

export async function findClipTask(db: Kysely<Schema>, id: string): Promise<ClipTaskRow | undefined> {
  const { rows } = await sql<ClipTaskRow>`SELECT ${COLUMNS} FROM clip_task t WHERE t.id = ${id}`.execute(db);
  return rows[0];
}

/** Forgets clips of the scope. Returns those that there were, with their files. */
export async function deleteClipTasks(db: Kysely<Schema>, ids: readonly string[]): Promise<ClipTaskRow[]> {
  const { rows } = await sql<ClipTaskRow>`DELETE FROM clip_task t WHERE t.id = ANY(${ids}::bigint[]) RETURNING ${COLUMNS}`.execute(db);
  return rows;
}
