import type { Logger } from '@sightline/runtime';
import { Logger as QueueLogger, run, type Runner } from 'graphile-worker';
import type { Database } from '../connection/database.ts';

export interface TaskQueueOptions {
  /** Tasks run at the same time. */
  readonly concurrency: number;
  /** Looks at a task; what it throws makes the queue come back to it later. */
  readonly runTask: (taskId: string) => Promise<void>;
}

/** A safety net only: new jobs are heard of at once. */
const POLL_MS = 5000;

/** Installs the queue where it is missing and begins to hand out tasks. The returned function ends it when all have come back. */
export async function startTaskQueue(database: Database, logger: Logger, options: TaskQueueOptions): Promise<() => Promise<void>> {
  const runner: Runner = await run({
    pgPool: database.pool,
    concurrency: options.concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    crontab: '',
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error') logger.error({ queue: message }, 'job queue');
      else if (level === 'warning') logger.warn({ queue: message }, 'job queue');
      else logger.debug({ queue: message }, 'job queue');
    }),
    taskList: {
      run_task: async (payload) => {
        const { taskId } = payload as { taskId: string };
        await options.runTask(taskId);
      },
    },
  });
  return async () => {
    await runner.stop();
  };
}
