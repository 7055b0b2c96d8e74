import type { CommandRecord } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { AnswerText } from './answer-text.tsx';
import { CommandStatusTag } from './command-status.tsx';
import css from './commands.module.css';

/** The socket tells of changes; this is for when it is away. */
const LOOK_MS = 5000;

/** The last commands of a device and how they stand. */
export const LastCommands = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const page = useCall('device.command.page', { deviceIds: deviceId, pageSize: 10 }, { refetchInterval: LOOK_MS });
  const revoke = useMutation({
    mutationFn: (record: CommandRecord) => call('device.command.revocation', { ids: record.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['device.command.page'] }),
    onError: (error) => void message.error(describeError(error).text),
  });
  return (
    <section aria-label={t('commands.last')}>
      <h3 className={css.heading}>{t('commands.last')}</h3>
      <QueryView query={page} rows={3} isEmpty={({ records }) => records.length === 0} empty={<Empty text={t('commands.none')} />}>
        {({ records }) => (
          <ul className={css.list} aria-live="polite">
            {records.map((record) => (
              <li key={record.id} data-command={record.commandType} data-status={record.status}>
                <div className={css.line}>
                  <strong>{record.commandName}</strong>
                  <CommandStatusTag status={record.status} reason={record.reason} />
                  {record.status === 'pending' && (
                    <Button
                      size="small"
                      loading={revoke.isPending && revoke.variables?.id === record.id}
                      onClick={() => revoke.mutate(record)}
                    >
                      {t('commands.revoke')}
                    </Button>
                  )}
                </div>
                <div className={css.muted}>
                  <ZonedTime ms={Date.parse(record.createTime)} /> · {record.account}
                </div>
                <AnswerText record={record} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
};
