import type { Readable } from 'node:stream';
import { apiError, JOB_LIMITS, JOBS, SYSTEM_MODULE, TASK_STATUS, type JobId, type TaskInfo } from '@sightline/contract';
import {
  countUnfinishedTasks,
  findStoredFile,
  findTask,
  insertTask,
  type ScopedTransaction,
  type StoredFileRecord,
  type TaskRow,
} from '@sightline/db';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';

/** What a job has at hand while it runs; everything happens in the scope of the user who started it. */
export interface JobContext<I> {
  readonly input: I;
  readonly app: AppContext;
  readonly files: Files;
  readonly principal: Principal;
  readonly language: string;
  /** Aborted when somebody cancels the task or this process stops. */
  readonly signal: AbortSignal;
  /** Says how far it is; cheap to call often. @throws when the task was cancelled. */
  progress(done: number, total: number): Promise<void>;
  /** Streams the result to the data folder. Once at most; without it the task has no file. */
  resultFile(fileName: string, contentType: string, source: Readable): Promise<void>;
  /** An upload of the user as a path on this machine. @throws 9002 */
  upload(fileId: string): Promise<StoredFileRecord & { readonly path: string }>;
  /** A transaction with the user's scope: a new one each time, or in an atomic job always the one of the job. */
  trx<T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T>;
}

export interface JobOutcome {
  /** It went well and there was nothing to give. */
  readonly empty?: boolean;
  /** Plain data for the task's answer. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly id: JobId;
  readonly input: S;
  /**
   * The whole run is one transaction that also ends the task: it has happened once or not at all. Needed for jobs that write; the others
   * may run again after a crash.
   */
  readonly atomic?: true;
  /** Only one unfinished task of this kind for each customer (9008). */
  readonly onePerCustomer?: true;
  run(context: JobContext<z.output<S>>): Promise<JobOutcome>;
}

/** A long task, typed by its input. */
export const defineJob = <S extends z.ZodType>(definition: JobDefinition<S>): JobDefinition<S> => definition;

export interface StartOptions {
  readonly principal: Principal;
  readonly language: string;
  /** What the result will be called; a better name may come with the file. */
  readonly fileName?: string;
}

/** The comma lists of a parsed input, at the top of it, as they came: a task keeps its input as it was given. */
export const asGiven = <I extends object>(
  input: I,
): { [K in keyof I]: I[K] extends readonly string[] ? string : I[K] extends readonly string[] | undefined ? string | undefined : I[K] } =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : (value as unknown)]),
  ) as never;

/**
 * Puts a task into the queue, in the transaction of the call: it runs when that is committed.
 * @throws 9008 while one of the kind runs for the customer, 61000 when the user has too many unfinished ones.
 */
export async function startJob<S extends z.ZodType>(
  trx: ScopedTransaction,
  job: JobDefinition<S>,
  input: z.input<S>,
  { principal, language, fileName }: StartOptions,
): Promise<TaskInfo> {
  job.input.parse(input);
  if ((await countUnfinishedTasks(trx, principal.userId)) >= JOB_LIMITS.unfinishedPerUser) {
    throw apiError('queueBusy', { max: JOB_LIMITS.unfinishedPerUser });
  }
  const task = await insertTask(trx, {
    job: job.id,
    userId: principal.userId,
    customerId: principal.customerId,
    // As it was given: it is parsed again when it runs, perhaps by a newer program.
    input: input as Record<string, unknown>,
    language,
    fileName: fileName ?? null,
    exclusiveKey: job.onePerCustomer ? `${job.id} ${principal.customerId}` : null,
  });
  if (!task) throw apiError('taskRunning');
  return taskInfo(task, language);
}

const percent = (t: Pick<TaskRow, 'state' | 'done' | 'total'>): number =>
  t.state === 'success' || t.state === 'empty' ? 100 : t.total === 0 ? 0 : Math.min(99, Math.floor((t.done / t.total) * 100));

/** A task as it goes over the wire. */
export function taskInfo(t: TaskRow, language: string): TaskInfo {
  const job = t.job as JobId;
  return {
    id: t.id,
    job,
    jobName: language === 'zh_CN' ? JOBS[job].zh : JOBS[job].en,
    state: t.state,
    status: TASK_STATUS[t.state],
    fileName: t.file_name,
    fileExpirationTime: t.file_id === null ? null : isoOrNull(t.file_expires_at),
    done: t.done,
    total: t.total,
    progress: percent(t),
    cancelRequested: t.cancel_requested,
    errorCode: t.error_code,
    errorDetail: t.error_detail,
    summary: t.summary,
    systemModule: SYSTEM_MODULE.gps,
    createTime: isoTime(t.created_at),
    startTime: isoOrNull(t.started_at),
    finishTime: isoOrNull(t.finished_at),
  };
}

/** Whose task a call may name: the user's own, or of a kind that all users of the customer see. */
export type TaskOwner = Pick<Principal, 'userId'> | 'customer';

/** A task that a call names. @throws 9009 */
export async function namedTask(trx: ScopedTransaction, taskId: string, owner: TaskOwner): Promise<TaskRow> {
  const task = await findTask(trx, taskId, owner === 'customer' ? null : owner.userId);
  if (!task) throw apiError('recordNotFound', { taskId });
  return task;
}

/** A task and its result. @throws 9009, 9002 when it has none (any more) */
export async function namedResult(
  trx: ScopedTransaction,
  taskId: string,
  owner: TaskOwner,
): Promise<{ task: TaskRow; file: StoredFileRecord }> {
  const task = await namedTask(trx, taskId, owner);
  const file = task.file_id === null ? undefined : await findStoredFile(trx, task.file_id, 'result');
  if (!file) throw apiError('dataNotFound', { taskId });
  return { task, file };
}
