import type { Readable } from 'node:stream';
import { apiError, type ApiError, JOB_LIMITS } from '@sightline/contract';
import { finishTask, insertStoredFile, noteProgress, type ScopedTransaction, type TaskEnd, type TaskRecord } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import { namedUpload, type Files } from '../files/file.service.ts';
import { scopeOf, type Principal } from '../principal.ts';
import type { JobContext, JobDefinition, JobOutcome } from './job.service.ts';

const PROGRESS_INTERVAL_MS = 500;
const MAX_RESULT_BYTES = 1_073_741_824;
const DAY_MS = 86_400_000;

/** Why a run is asked to end early. `lost`: another process may run the task by now. */
export type StopReason = 'cancel' | 'stop' | 'lost';

/** Another run of the task has begun: nothing of this one may be kept. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

interface ResultFile {
  readonly storageName: string;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly contentType: string;
}

/** One run of one task, from its claim to its end. */
export class JobRun {
  readonly abort = new AbortController();
  private file: ResultFile | null = null;
  private progressAtMs = 0;

  constructor(
    private readonly app: AppContext,
    private readonly files: Files,
    private readonly task: TaskRecord,
    private readonly principal: Principal,
  ) {}

  /** Runs the job and writes its end. Rejects with what the job threw; then nothing is left of its file. */
  async execute(job: JobDefinition): Promise<void> {
    const scope = scopeOf(this.principal);
    const scoped = <T>(work: (trx: ScopedTransaction) => Promise<T>): Promise<T> => this.app.database.scoped(scope, work);
    try {
      if (job.atomic) {
        await scoped(async (trx) => {
          const outcome = await job.run(this.context(job, (work) => work(trx)));
          await this.finish(trx, outcome);
        });
      } else {
        const outcome = await job.run(this.context(job, scoped));
        await scoped((trx) => this.finish(trx, outcome));
      }
    } catch (error) {
      if (this.file) await this.files.store.remove(this.file.storageName);
      throw error;
    }
  }

  private context(job: JobDefinition, trx: JobContext<unknown>['trx']): JobContext<unknown> {
    const { signal } = this.abort;
    return {
      input: job.input.parse(this.task.input),
      app: this.app,
      principal: this.principal,
      language: this.task.language,
      signal,
      trx,
      progress: async (done, total) => await this.progress(done, total),
      files: this.files,
      resultFile: async (fileName, contentType, source) => await this.writeResult(fileName, contentType, source),
      upload: async (fileId) => {
        const file = await trx((t) => namedUpload(t, fileId));
        if (!(await this.files.store.exists(file.storage_name))) throw apiError('dataNotFound', { fileId });
        return { ...file, path: this.files.store.pathOf(file.storage_name) };
      },
    };
  }

  private async progress(done: number, total: number): Promise<void> {
    this.abort.signal.throwIfAborted();
    const nowMs = performance.now();
    if (done < total && nowMs - this.progressAtMs < PROGRESS_INTERVAL_MS) return;
    this.progressAtMs = nowMs;
    // Not in the job's transaction: others are to see it now.
    if (!(await noteProgress(this.app.database.system, this.task.id, this.task.run_no, done, total))) {
      this.abort.abort('cancel' satisfies StopReason);
      this.abort.signal.throwIfAborted();
    }
  }

  private async writeResult(fileName: string, contentType: string, source: Readable): Promise<void> {
    if (this.file) throw new Error('a task has one result file');
    try {
      const written = await this.files.store.write(source, MAX_RESULT_BYTES, this.abort.signal);
      this.file = { ...written, fileName, contentType };
    } catch (error) {
      throw error instanceof FileTooLargeError ? apiError('fileTooLarge', { maxBytes: MAX_RESULT_BYTES }) : error;
    }
  }

  private async finish(trx: ScopedTransaction, outcome: JobOutcome): Promise<void> {
    this.abort.signal.throwIfAborted();
    const fileId = this.file === null ? null : await this.storeFile(trx, this.file);
    const end: TaskEnd = {
      state: outcome.empty ? 'empty' : 'success',
      summary: outcome.summary ?? {},
      errorCode: null,
      errorDetail: null,
      fileName: this.file?.fileName ?? null,
      fileId,
    };
    if (!(await finishTask(trx, this.task.id, this.task.run_no, end))) throw new OvertakenError(`task ${this.task.id}`);
  }

  private async storeFile(trx: ScopedTransaction, file: ResultFile): Promise<string> {
    return await insertStoredFile(trx, {
      storage_name: file.storageName,
      file_name: file.fileName,
      content_type: file.contentType,
      size_bytes: String(file.sizeBytes),
      purpose: 'result',
      user_id: this.task.user_id,
      customer_id: this.task.customer_id,
      expires_at: new Date(Date.now() + JOB_LIMITS.resultDays * DAY_MS),
    });
  }
}

/** How a task ends that did not go well. */
export const failedEnd = (error: ApiError): TaskEnd => ({
  state: 'failed',
  summary: {},
  errorCode: error.code,
  errorDetail: error.data ?? null,
  fileName: null,
  fileId: null,
});

export const cancelledEnd: TaskEnd = { state: 'cancelled', summary: {}, errorCode: null, errorDetail: null, fileName: null, fileId: null };
