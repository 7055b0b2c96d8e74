import { SYSTEM_MODULE } from '@sightline/contract';
import { findTask, listenForTaskChanges } from '@sightline/db';
import type { AppContext } from '../../../context.ts';
import { taskInfo } from '../../../features/jobs/job.service.ts';

/** Steps of a task within this time are told as one. */
const DELAY_MS = 100;

export interface TaskNotice {
  readonly id: string;
  readonly job: string;
  readonly fileName: string;
  readonly status: number;
  readonly progress: number;
  readonly systemModule: number;
}

/**
 * Tells the browsers of a user how far the user's tasks are. `listeners` says whether anybody of this user is here (nothing is read for the
 * others), `tell` sends. The returned function ends it.
 */
export async function startTaskNotices(
  context: AppContext,
  listeners: (userId: string) => boolean,
  tell: (userId: string, notice: TaskNotice) => void,
): Promise<() => Promise<void>> {
  const logger = context.logger.child({ service: 'task-notices' });
  const changed = new Map<string, string>();
  const flush = async (): Promise<void> => {
    const steps = [...changed];
    changed.clear();
    for (const [taskId, userId] of steps) {
      const task = await findTask(context.database.system, taskId, null);
      if (!task) continue;
      const { id, job, status, progress, fileName } = taskInfo(task, task.language);
      tell(userId, { id, job, status, progress, fileName: fileName ?? '', systemModule: SYSTEM_MODULE.gps });
    }
  };
  const stop = await listenForTaskChanges(context.database, {
    changed: ({ userId, taskId }) => {
      if (listeners(userId)) changed.set(taskId, userId);
    },
    // The pages ask again when their socket or their focus comes back.
    reconnected: () => undefined,
    broken: (error) => logger.warn({ err: error }, 'not listening for changes of tasks; trying again'),
  });
  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (changed.size === 0) return;
    flushing = flushing.then(flush).catch((error: unknown) => logger.error({ err: error }, 'tasks could not be read'));
  }, DELAY_MS);
  return async () => {
    clearInterval(timer);
    await stop();
    await flushing;
  };
}
