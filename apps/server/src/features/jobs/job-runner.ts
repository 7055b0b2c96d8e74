import { apiError, ApiError } from '@sightline/contract';
import {
  claimTask,
  enqueueAgain,
  findUser,
  finishTask,
  isCancelRequested,
  listenForTaskChanges,
  returnTask,
  runningTaskIds,
  startTaskQueue,
  TaskLocks,
  type TaskRecord,
} from '@sightline/db';
import type { Logger, Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { Sessions } from '../auth/sessions.service.ts';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';
import { cancelledEnd, failedEnd, JobRun, OvertakenError, type StopReason } from './job-run.ts';
import type { JobDefinition } from './job.service.ts';

/** A task whose runs died this often is given up. */
const MAX_ATTEMPTS = 3;
const CONCURRENCY = 2;
const RECOVER_MS = 15_000;

/** Runs the tasks of the queue. Any number of processes may do so. */
export class JobRunner implements Service {
  readonly name = 'jobs';
  private readonly jobs: ReadonlyMap<string, JobDefinition>;
  private readonly runs = new Map<string, JobRun | null>();
  private readonly locks: TaskLocks;
  private readonly sessions: Sessions;
  private readonly logger: Logger;
  private stopQueue: (() => Promise<void>) | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private timer: NodeJS.Timeout | null = null;
  private recovering: Promise<void> = Promise.resolve();
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly app: AppContext,
    private readonly files: Files,
    jobs: readonly JobDefinition[],
    private readonly recoverMs = RECOVER_MS,
  ) {
    this.logger = app.logger.child({ service: 'jobs' });
    this.jobs = new Map(jobs.map((job) => [job.id, job]));
    this.locks = new TaskLocks(app.database, () => this.abortAll('lost'));
    this.sessions = new Sessions(app.database, app.bus);
  }

  /** Begins to run tasks, those first that an earlier process left behind. */
  async start(): Promise<void> {
    this.stopListening = await listenForTaskChanges(this.app.database, {
      changed: ({ taskId }) => void this.stopIfCancelled(taskId),
      reconnected: () => [...this.runs.keys()].forEach((id) => void this.stopIfCancelled(id)),
      broken: (error) => this.logger.warn({ err: error }, 'not listening for changes of tasks; trying again'),
    });
    this.stopQueue = await startTaskQueue(this.app.database, this.logger, { concurrency: CONCURRENCY, runTask: (id) => this.run(id) });
    await this.recover();
    this.timer = setInterval(() => this.recoverSoon(), this.recoverMs);
    this.timer.unref();
  }

  /** Gives back what it runs and ends when that has come to rest. */
  stop(): Promise<void> {
    return (this.stopping ??= (async () => {
      if (this.timer) clearInterval(this.timer);
      this.abortAll('stop');
      await this.recovering;
      await this.stopQueue?.();
      await this.stopListening?.();
      await this.locks.close();
      this.sessions.close();
    })());
  }

  private abortAll(reason: StopReason): void {
    for (const run of this.runs.values()) run?.abort.abort(reason);
  }

  /** Looks for tasks that were left behind, after a look that is under way. */
  private recoverSoon(): void {
    if (!this.stopping) this.recovering = this.recovering.then(() => this.recover());
  }

  /** Puts tasks whose process died into the queue again, and those that it never heard of. Done regularly by itself. */
  async recover(): Promise<void> {
    try {
      const { system } = this.app.database;
      for (const id of await runningTaskIds(system)) {
        if (this.runs.has(id) || !(await this.locks.tryLock(id))) continue;
        try {
          if (!this.runs.has(id) && (await enqueueAgain(system, id)) > 0)
            this.logger.warn({ taskId: id }, 'a task is run again: its process had died');
        } finally {
          await this.locks.unlock(id);
        }
      }
      await enqueueAgain(system, null);
    } catch (error) {
      if (!this.stopping) this.logger.error({ err: error }, 'tasks left behind could not be looked for');
    }
  }

  private async stopIfCancelled(taskId: string): Promise<void> {
    const run = this.runs.get(taskId);
    if (!run) return;
    try {
      if (await isCancelRequested(this.app.database.system, taskId)) run.abort.abort('cancel' satisfies StopReason);
    } catch (error) {
      this.logger.warn({ err: error, taskId }, 'whether a task was cancelled could not be read');
    }
  }

  /** What the queue calls. Throws only when the database is away: then it is called again later. */
  private async run(taskId: string): Promise<void> {
    if (this.runs.has(taskId) || this.stopping) return;
    // Taken before anything is awaited: the database would give the lock to this connection twice.
    this.runs.set(taskId, null);
    let lost = false;
    try {
      if (!(await this.locks.tryLock(taskId))) return;
      try {
        const task = await claimTask(this.app.database.system, taskId);
        if (task) lost = await this.runClaimed(task);
      } finally {
        await this.locks.unlock(taskId);
      }
    } finally {
      this.runs.delete(taskId);
      // Its lock is gone with the connection and it has ended: nobody else need wait for it.
      if (lost) this.recoverSoon();
    }
  }

  /** Returns whether the run lost its lock. */
  private async runClaimed(task: TaskRecord): Promise<boolean> {
    const { system } = this.app.database;
    const job = this.jobs.get(task.job);
    const principal = await this.principalOf(task);
    const refusal = !job
      ? apiError('notImplemented', { job: task.job })
      : !principal
        ? apiError('accountGone')
        : task.attempts > MAX_ATTEMPTS
          ? apiError('tryLater', { reason: 'interrupted', attempts: MAX_ATTEMPTS })
          : null;
    if (refusal || !job || !principal) {
      await finishTask(system, task.id, task.run_no, failedEnd(refusal ?? apiError('systemError')));
      return false;
    }
    const run = new JobRun(this.app, this.files, task, principal);
    this.runs.set(task.id, run);
    if (task.cancel_requested) run.abort.abort('cancel' satisfies StopReason);
    else if (this.stopping) run.abort.abort('stop' satisfies StopReason);
    try {
      run.abort.signal.throwIfAborted();
      await run.execute(job);
    } catch (error) {
      await this.end(task, run, error);
    }
    return run.abort.signal.reason === ('lost' satisfies StopReason);
  }

  private async end(task: TaskRecord, run: JobRun, error: unknown): Promise<void> {
    const { system } = this.app.database;
    const reason = run.abort.signal.aborted ? (run.abort.signal.reason as StopReason) : null;
    if (error instanceof OvertakenError || reason === 'lost') {
      this.logger.warn({ taskId: task.id, job: task.job }, 'a run lost its task to another one');
    } else if (reason === 'stop') {
      await returnTask(system, task.id, task.run_no);
    } else if (reason === 'cancel') {
      await finishTask(system, task.id, task.run_no, cancelledEnd);
    } else if (error instanceof ApiError) {
      await finishTask(system, task.id, task.run_no, failedEnd(error));
    } else {
      this.logger.error({ err: error, taskId: task.id, job: task.job }, 'a task failed');
      await finishTask(system, task.id, task.run_no, failedEnd(apiError('systemError', { taskId: task.id })));
    }
  }

  private async principalOf(task: TaskRecord): Promise<Principal | null> {
    const user = await findUser(this.app.database.system, task.user_id);
    return user ? await this.sessions.principalOf(user) : null;
  }
}
