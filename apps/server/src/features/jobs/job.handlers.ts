import { apiError, FILE_ROUTES, JOB_LIMITS } from '@sightline/contract';
import { cancelTask, findStoredFile, findTask, pageTasks, type ScopedTransaction, type TaskRow } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { taskInfo } from './job.service.ts';

async function namedTask(trx: ScopedTransaction, taskId: string): Promise<TaskRow> {
  const task = await findTask(trx, taskId);
  if (!task) throw apiError('recordNotFound', { taskId });
  return task;
}

/** The signed-in user's long tasks and their results. */
export const jobHandlers = (files: Files) =>
  defineHandlers({
    'task.page': async ({ input, principal, trx, language }) => {
      const { rows, total } = await pageTasks(trx, {
        userId: principal.userId,
        jobs: input.job === undefined ? undefined : [input.job],
        states: input.state === undefined ? undefined : [input.state],
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((t) => taskInfo(t, language)),
        total,
      );
    },

    'task.info': async ({ input, trx, language }) => taskInfo(await namedTask(trx, input.taskId), language),

    'task.cancel': async ({ input, trx, language }) => {
      await namedTask(trx, input.taskId);
      await cancelTask(trx, input.taskId);
      return taskInfo(await namedTask(trx, input.taskId), language);
    },

    'task.download': async ({ input, principal, trx }) => {
      const task = await namedTask(trx, input.taskId);
      const file = task.file_id === null ? undefined : await findStoredFile(trx, task.file_id, 'result');
      if (!file) throw apiError('dataNotFound', { taskId: input.taskId });
      const expiresAtMs = Math.min(Date.now() + JOB_LIMITS.linkS * 1000, file.expires_at.getTime());
      const ticket = await files.links.sign({ fileId: file.id, userId: principal.userId, expiresAtMs });
      return { url: `${FILE_ROUTES.download}?ticket=${ticket}`, fileName: file.file_name, expirationTime: isoTime(expiresAtMs) };
    },
  });
