import { cancelTask, pageTasks } from '@sightline/db';
import { linkTo, type Files } from '../files/file.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { namedResult, namedTask, taskInfo } from './job.service.ts';

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

    'task.info': async ({ input, principal, trx, language }) => taskInfo(await namedTask(trx, input.taskId, principal), language),

    'task.cancel': async ({ input, principal, trx, language }) => {
      await namedTask(trx, input.taskId, principal);
      await cancelTask(trx, input.taskId);
      return taskInfo(await namedTask(trx, input.taskId, principal), language);
    },

    'task.download': async ({ input, principal, trx }) => {
      const { file } = await namedResult(trx, input.taskId, principal);
      return await linkTo(files, principal, file);
    },
  });
