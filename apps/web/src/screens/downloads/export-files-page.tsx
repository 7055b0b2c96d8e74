import { ApiError, JOB_IDS, JOBS, type TaskInfo } from '@sightline/contract';
import { Progress } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { saveFrom } from '../../ui/save-blob.ts';
import { DotTag, type DotTone } from '../commands/dot-tag.tsx';

/** How far a task is, is not told by the server; its end is. */
const LOOK_MS = 3_000;

/** Colour of a state; the word stands beside it. */
const TONES: Readonly<Record<TaskInfo['state'], DotTone>> = {
  queued: 'quiet',
  running: 'busy',
  success: 'good',
  empty: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
};
const STATES = (Object.keys(TONES) as TaskInfo['state'][]).map((state) => ({ value: state, label: `device.taskStates.${state}` }));

const isAlive = ({ state }: TaskInfo): boolean => state === 'queued' || state === 'running';

/** Files of exports and other long tasks of the signed-in person, kept for seven days. */
export const Page = () => {
  const { t, i18n } = useTranslation();
  const chinese = i18n.language.startsWith('zh');
  const definition = useMemo(
    (): ListDefinition<'task.page'> => ({
      id: 'downloads.exports',
      operation: 'task.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.fileName ?? row.jobName,
      columns: [
        { key: 'fileName', title: 'downloads.file', isName: true, width: 320, value: (row) => row.fileName ?? '–' },
        { key: 'jobName', title: 'downloads.task', width: 240 },
        { key: 'state', title: 'downloads.state', width: 240, render: (row) => <TaskState task={row} /> },
        { key: 'createTime', title: 'downloads.created', type: 'time', width: 190 },
        { key: 'fileExpirationTime', title: 'downloads.keptUntil', type: 'time', width: 190 },
      ],
      filters: [
        {
          type: 'select',
          fields: ['job'],
          label: 'downloads.task',
          options: JOB_IDS.map((id) => ({ value: id, label: id, text: () => (chinese ? JOBS[id].zh : JOBS[id].en) })),
        },
        { type: 'select', fields: ['state'], label: 'downloads.state', options: STATES },
      ],
      rowActions: [
        {
          key: 'download',
          label: 'downloads.download',
          isFor: (row) => row.fileName !== null,
          run: async ([row]) => {
            if (row === undefined) return;
            const { url } = await call('task.download', { taskId: row.id });
            saveFrom(url);
          },
        },
        {
          key: 'stop',
          label: 'downloads.stop',
          needs: 'task.cancel',
          isFor: (row) => isAlive(row) && !row.cancelRequested,
          run: ([row]) => row && call('task.cancel', { taskId: row.id }),
          done: 'downloads.stopped',
        },
      ],
      empty: { text: 'downloads.none' },
      refetchMs: LOOK_MS,
    }),
    [chinese],
  );
  return <ListPage definition={definition} title={t('routes.downloadExport.title')} />;
};

const TaskState = ({ task }: { task: TaskInfo }) => {
  const { t } = useTranslation();
  const state = t(`device.taskStates.${task.state}`);
  if (task.state === 'running') return <Progress percent={task.progress} size="small" aria-label={`${task.jobName}: ${state}`} />;
  const why = task.errorCode === null ? null : describeError(new ApiError(task.errorCode)).text;
  return (
    <span title={why ?? undefined}>
      <DotTag tone={TONES[task.state]}>{state}</DotTag> {why}
    </span>
  );
};
