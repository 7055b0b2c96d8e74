import { ApiError, type TaskInfo } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { Section } from '../../ui/detail/section.tsx';
import { saveFrom } from '../../ui/save-blob.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';

const POLL_MS = 2_000;
/** Their file holds the rows that could not be taken. */
const SHEET_JOBS: readonly string[] = ['device.import', 'device.batchUpdate'];
const isAlive = (task: TaskInfo): boolean => task.state === 'queued' || task.state === 'running';

/** Imports and exports with how far they are, and their files. */
export const TaskList = () => {
  const { t } = useTranslation();
  const tasks = useCall('task.page', { pageSize: 20 }, { refetchInterval: POLL_MS });
  return (
    <QueryView query={tasks} isEmpty={(page) => page.records.length === 0} empty={<Empty text={t('device.noTasks')} />}>
      {(page) => page.records.map((task) => <Task key={task.id} task={task} />)}
    </QueryView>
  );
};

const Task = ({ task }: { task: TaskInfo }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const onError = (error: unknown) => message.error(describeError(error).text);
  const cancel = useMutation({
    mutationFn: () => call('task.cancel', { taskId: task.id }),
    onSuccess: () => queries.invalidateQueries(),
    onError,
  });
  const download = useMutation({
    mutationFn: () => call('task.download', { taskId: task.id }),
    onSuccess: ({ url }) => saveFrom(url),
    onError,
  });
  const counts = (['total', 'added', 'changed', 'failed'] as const).flatMap((name) => {
    const value = task.summary[name];
    return typeof value === 'number' ? [`${t(`device.counts.${name}`)} ${value}`] : [];
  });
  const { wrongCheckDigit } = task.summary;
  const hints = Array.isArray(wrongCheckDigit) ? wrongCheckDigit.map(String) : [];
  return (
    <Section
      title={task.jobName}
      action={
        isAlive(task) ? (
          <Button size="small" disabled={task.cancelRequested} loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('ui.cancel')}
          </Button>
        ) : (
          task.fileName !== null && (
            <Button size="small" loading={download.isPending} onClick={() => download.mutate()}>
              {t(SHEET_JOBS.includes(task.job) ? 'device.failedRows' : 'device.download')}
            </Button>
          )
        )
      }
    >
      {isAlive(task) && <Progress percent={task.progress} size="small" aria-label={task.jobName} />}
      <p>
        {t(`device.taskStates.${task.state}`)} · <ZonedTime ms={Date.parse(task.createTime)} style="minutes" />
      </p>
      {counts.length > 0 && <p className="tabular">{counts.join(' · ')}</p>}
      {hints.length > 0 && <p>{t('device.checkDigits', { ids: hints.join(', ') })}</p>}
      {task.errorCode !== null && <p>{describeError(new ApiError(task.errorCode)).text}</p>}
    </Section>
  );
};
