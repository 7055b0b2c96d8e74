import { ApiError, type FileLink, type TaskInfo } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { Section } from '../../ui/detail/section.tsx';
import { saveFrom } from '../../ui/save-blob.ts';
import { ZonedTime } from '../../ui/zoned-time.tsx';

/** Their file holds the rows that could not be taken. */
const SHEET_JOBS: readonly string[] = ['device.import', 'device.batchUpdate'];
const isAlive = (task: TaskInfo): boolean => task.state === 'queued' || task.state === 'running';

interface TaskCardProps {
  readonly task: TaskInfo;
  /** Of who started it, where that is somebody else. */
  readonly account?: string;
  /** Only one's own tasks can be cancelled. */
  readonly isOwn?: boolean;
  /** Where its file is fetched. */
  readonly linkTo: () => Promise<FileLink>;
}

/** A long task: how far it is, what came of it, and its file. */
export const TaskCard = ({ task, account, isOwn = false, linkTo }: TaskCardProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const onError = (error: unknown) => message.error(describeError(error).text);
  const cancel = useMutation({
    mutationFn: () => call('task.cancel', { taskId: task.id }),
    onSuccess: () => queries.invalidateQueries(),
    onError,
  });
  const download = useMutation({ mutationFn: linkTo, onSuccess: ({ url }) => saveFrom(url), onError });
  const counts = (['total', 'added', 'changed', 'failed'] as const).flatMap((name) => {
    const value = task.summary[name];
    return typeof value === 'number' ? [`${t(`device.counts.${name}`)} ${value}`] : [];
  });
  const { wrongCheckDigit } = task.summary;
  const hints = Array.isArray(wrongCheckDigit) ? wrongCheckDigit.map(String) : [];
  return (
    <Section
      title={task.jobName}
      label={`${task.jobName} ${task.id}`}
      action={
        isAlive(task)
          ? isOwn && (
              <Button size="small" disabled={task.cancelRequested} loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('ui.cancel')}
              </Button>
            )
          : task.fileName !== null && (
              <Button size="small" loading={download.isPending} onClick={() => download.mutate()}>
                {t(SHEET_JOBS.includes(task.job) ? 'device.failedRows' : 'device.download')}
              </Button>
            )
      }
    >
      {isAlive(task) && <Progress percent={task.progress} size="small" aria-label={task.jobName} />}
      <p>
        {t(`device.taskStates.${task.state}`)} · <ZonedTime ms={Date.parse(task.createTime)} style="minutes" />
        {account !== undefined && ` · ${account}`}
      </p>
      {counts.length > 0 && <p className="tabular">{counts.join(' · ')}</p>}
      {hints.length > 0 && <p>{t('device.checkDigits', { ids: hints.join(', ') })}</p>}
      {task.errorCode !== null && <p>{describeError(new ApiError(task.errorCode)).text}</p>}
    </Section>
  );
};
