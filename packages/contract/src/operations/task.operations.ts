import { z } from 'zod';
import { FileLink, TaskInfo } from '../entities/task.entities.ts';
import { JOB_IDS } from '../jobs.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idOf } from '../schema/primitives.ts';

export const taskOperations = defineOperations({
  'task.page': {
    method: 'POST',
    path: '/v2/task/page',
    summary: { en: 'Long tasks of the signed-in user, newest first', zh: '任务列表' },
    input: pageInput({
      job: z.enum(JOB_IDS).optional(),
      state: z.enum(['queued', 'running', 'success', 'empty', 'failed', 'cancelled']).optional(),
    }),
    output: pageOf(TaskInfo),
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'task.info': {
    method: 'POST',
    path: '/v2/task/info',
    summary: { en: 'How far a task is', zh: '任务进度' },
    input: z.object({ taskId: idOf('task') }),
    output: TaskInfo,
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'task.cancel': {
    method: 'POST',
    path: '/v2/task/cancel',
    summary: { en: 'Stop a task; one that has ended stays as it is', zh: '取消任务' },
    input: z.object({ taskId: idOf('task') }),
    output: TaskInfo,
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Cancelled a task', zh: '取消任务' },
  },
  'task.download': {
    method: 'POST',
    path: '/v2/task/download',
    summary: { en: 'A short-lived link to the result of a task', zh: '任务结果下载链接' },
    input: z.object({ taskId: idOf('task') }),
    output: FileLink,
    permission: 'any',
    scope: 'self',
    writes: false,
  },
});
