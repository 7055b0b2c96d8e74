import type { InputOf } from '@sightline/contract';
import { Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { TaskCard } from './task-card.tsx';
import css from './device.module.css';

const POLL_MS = 2_000;
/** What colleagues do changes seldom. */
const HISTORY_POLL_MS = 10_000;
const SIZE = 20;

type Paging = Pick<InputOf<'task.page'>, 'pageIndex' | 'pageSize'>;
type View = 'own' | 'changes';

interface TaskDrawerProps {
  readonly title?: string;
  /** Beside the own tasks, the changes of devices by all users of the customer, for who may change devices. */
  readonly withChanges?: boolean;
  readonly onClose: () => void;
}

/** Imports and exports with how far they are, and their files. */
export const TaskDrawer = ({ title, withChanges = false, onClose }: TaskDrawerProps) => {
  const { t } = useTranslation();
  const maySeeChanges = useMayCall('device.batch.listDeviceBatchUpdateRecord') && withChanges;
  const [view, setView] = useState<View>('own');
  return (
    <SideDrawer size={560} title={title ?? t('device.tasks')} onClose={onClose}>
      {maySeeChanges && (
        <Segmented<View>
          block
          aria-label={t('ui.list.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'own', label: t('device.tasksOwn') },
            { value: 'changes', label: t('device.tasksChanges') },
          ]}
        />
      )}
      {view === 'own' ? <OwnTasks /> : <ChangeHistory />}
    </SideDrawer>
  );
};

const OwnTasks = () => {
  const { t } = useTranslation();
  const [pageIndex, setPageIndex] = useState(1);
  const paging: Paging = { pageIndex, pageSize: SIZE };
  const tasks = useCall('task.page', paging, { refetchInterval: POLL_MS, keepPrevious: true });
  return (
    <QueryView query={tasks} isEmpty={(page) => page.total === 0} empty={<Empty text={t('device.noTasks')} />}>
      {({ records, total }) => (
        <>
          {records.map((task) => (
            <TaskCard key={task.id} task={task} isOwn linkTo={() => call('task.download', { taskId: task.id })} />
          ))}
          <Pages pageIndex={pageIndex} total={total} onPage={setPageIndex} />
        </>
      )}
    </QueryView>
  );
};

/** Changes by spreadsheet of everybody of the own customer, with the rows that could not be taken. */
const ChangeHistory = () => {
  const { t } = useTranslation();
  const [pageIndex, setPageIndex] = useState(1);
  const paging: Paging = { pageIndex, pageSize: SIZE };
  const tasks = useCall('device.batch.listDeviceBatchUpdateRecord', paging, { refetchInterval: HISTORY_POLL_MS, keepPrevious: true });
  return (
    <QueryView query={tasks} isEmpty={(page) => page.total === 0} empty={<Empty text={t('device.noChanges')} />}>
      {({ records, total }) => (
        <>
          {records.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              account={task.account}
              linkTo={() => call('device.batch.getFailedExcelUrl', { taskId: task.id })}
            />
          ))}
          <Pages pageIndex={pageIndex} total={total} onPage={setPageIndex} />
        </>
      )}
    </QueryView>
  );
};

const Pages = ({ pageIndex, total, onPage }: { pageIndex: number; total: number; onPage: (index: number) => void }) => (
  <Pagination
    className={css.pages}
    size="small"
    align="end"
    hideOnSinglePage
    showSizeChanger={false}
    current={pageIndex}
    pageSize={SIZE}
    total={total}
    onChange={onPage}
  />
);
