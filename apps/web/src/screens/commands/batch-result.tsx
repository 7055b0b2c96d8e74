import { COMMAND_STATUSES, type CommandRecord } from '@sightline/contract';
import { Progress, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { CommandStatusTag } from './command-status.tsx';
import css from './commands.module.css';

/** The socket tells of changes; this is for when it is away. */
const LOOK_MS = 3000;
const PAGE_SIZE = 20;
const FULL = 100;

/** How a batch stands: counts by state, and each device, as it changes. */
export const BatchResult = ({ batchId }: { batchId: string }) => {
  const { t } = useTranslation();
  const [pageIndex, setPageIndex] = useState(1);
  const info = useCall('device.command.batch.info', { batchId }, { refetchInterval: LOOK_MS });
  const page = useCall(
    'device.command.page',
    { batchId, pageIndex, pageSize: PAGE_SIZE },
    { keepPrevious: true, refetchInterval: LOOK_MS },
  );
  return (
    <section aria-label={t('commands.result')}>
      <QueryView query={info} rows={2}>
        {({ counts, total }) => (
          <div className={css.counts} aria-live="polite">
            <Progress
              percent={total === 0 ? 0 : Math.floor(((total - (counts.pending ?? 0) - (counts.sent ?? 0)) / total) * FULL)}
              aria-label={t('commands.progress')}
            />
            <ul>
              {COMMAND_STATUSES.filter((status) => (counts[status] ?? 0) > 0).map((status) => (
                <li key={status} data-count={status}>
                  <CommandStatusTag status={status} reason={null} /> <span className="tabular">{counts[status]}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </QueryView>
      <QueryView query={page} rows={6} isEmpty={({ records }) => records.length === 0} empty={<Empty text={t('commands.none')} />}>
        {({ records, total }) => (
          <Table<CommandRecord>
            aria-label={t('commands.result')}
            size="small"
            rowKey="id"
            dataSource={records}
            pagination={{
              current: pageIndex,
              pageSize: PAGE_SIZE,
              total,
              onChange: setPageIndex,
              hideOnSinglePage: true,
              showSizeChanger: false,
            }}
            columns={[
              { title: t('commands.device'), dataIndex: 'deviceName', ellipsis: true },
              { title: t('commands.deviceId'), dataIndex: 'deviceId', className: 'tabular', width: 150 },
              {
                title: t('commands.state'),
                key: 'state',
                width: 170,
                render: (_, row) => <CommandStatusTag status={row.status} reason={row.reason} />,
              },
              {
                title: t('commands.finishTime'),
                key: 'finishTime',
                width: 215,
                render: (_, row) => (row.finishTime === null ? null : <ZonedTime ms={Date.parse(row.finishTime)} />),
              },
            ]}
          />
        )}
      </QueryView>
    </section>
  );
};
