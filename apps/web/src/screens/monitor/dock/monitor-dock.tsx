import { CodeOutlined } from '@ant-design/icons';
import { isDealer } from '@sightline/domain';
import { Button, Input } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../app/parts/lazy-part.tsx';
import { liveFeed, liveStore, type LiveView } from '../../../live/live.ts';
import { useFeedView } from '../../../live/live-feed.ts';
import { ALL_STATUSES } from '../../../live/live-status.ts';
import { useSession } from '../../../session/session.ts';
import { CustomerChoice } from '../../../ui/customer-tree/customer-choice.tsx';
import { CustomerSection } from '../../../ui/customer-tree/customer-section.tsx';
import { useSearchKey } from '../../../ui/use-search-key.ts';
import { Empty, Failure, Skeleton, Stale } from '../../../ui/view-state.tsx';
import type { MonitorState } from '../monitor-url.ts';
import { DeviceList } from './device-list.tsx';
import css from './dock.module.css';
import { StatusFilter } from './status-filter.tsx';
import type { ListedDevices } from './use-listed-devices.ts';

const BatchDrawer = lazyPart(() => import('../../commands/batch-drawer.tsx').then((module) => module.BatchDrawer));

export interface MonitorDockProps {
  readonly state: MonitorState;
  readonly change: (part: Partial<MonitorState>) => void;
  /** What is typed into the search; the address follows. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly listed: ListedDevices;
  readonly view: LiveView;
  readonly onSelect: (deviceId: string, additive: boolean) => void;
  readonly onActivate: (deviceId: string) => void;
  readonly formatSpeed: (kph: number) => string;
}

/** Customers, search, counts per status and the devices. */
export const MonitorDock = (props: MonitorDockProps) => {
  const { state, change, text, onText, listed, view } = props;
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const search = useSearchKey();
  const [commanding, setCommanding] = useState(false);
  const number = new Intl.NumberFormat(i18n.language);

  return (
    <div className={css.dock}>
      {isDealer(user) && (
        <CustomerSection selectedId={state.customer} onSelect={(customer) => change({ customer, selection: [], follow: [] })} />
      )}
      <div className={css.head}>
        <CustomerChoice customer={state.customer} onAll={() => change({ customer: null, selection: [], follow: [] })} />
        <Input
          ref={search}
          type="search"
          allowClear
          value={text}
          placeholder={t('monitor.searchPlaceholder')}
          aria-label={t('monitor.search')}
          aria-keyshortcuts="/"
          maxLength={100}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onText('');
          }}
        />
        <StatusFilter mask={state.statusMask} counts={listed.counts} onChange={(statusMask) => change({ statusMask })} />
      </div>
      <Devices {...props} />
      <div className={css.foot}>
        <span className="tabular">
          {t('monitor.listed', { shown: number.format(listed.slots.length), total: number.format(view.columns.count) })}
        </span>
        {state.selection.length > 1 && (
          <Button size="small" icon={<CodeOutlined aria-hidden />} onClick={() => setCommanding(true)}>
            {t('monitor.commandsTo', { count: state.selection.length })}
          </Button>
        )}
        {state.selection.length > 0 && (
          <Button type="text" size="small" onClick={() => change({ selection: [] })}>
            {t('monitor.clearSelection', { count: state.selection.length })}
          </Button>
        )}
      </div>
      {commanding && (
        <Suspense fallback={null}>
          <BatchDrawer
            devices={state.selection.map((id) => ({ id, deviceName: view.roster[liveStore.slotOf(id)]?.name ?? id }))}
            onClose={() => setCommanding(false)}
          />
        </Suspense>
      )}
    </div>
  );
};

const Devices = ({ state, change, text, onText, listed, view, onSelect, onActivate, formatSpeed }: MonitorDockProps) => {
  const { t } = useTranslation();
  const feed = useFeedView();
  const showAll = (): void => {
    onText('');
    change({ statusMask: ALL_STATUSES });
  };
  const isFiltered = text !== '' || state.statusMask !== ALL_STATUSES;
  if (!feed.loaded) {
    return (
      <div className={css.list}>
        {feed.error === null ? <Skeleton rows={10} /> : <Failure error={feed.error} onRetry={() => liveFeed.connect()} />}
      </div>
    );
  }
  return (
    <>
      {(feed.state === 'retrying' || feed.state === 'failed') && <Stale sinceMs={feed.freshMs} onRetry={() => liveFeed.connect()} />}
      {listed.slots.length === 0 ? (
        <div className={css.list}>
          {isFiltered ? (
            <Empty text={t('monitor.noMatch')} action={{ label: t('monitor.showAll'), onClick: showAll }} />
          ) : (
            <Empty text={t('monitor.noDevices')} />
          )}
        </div>
      ) : (
        <DeviceList
          store={liveStore}
          slots={listed.slots}
          view={view}
          selection={state.selection}
          follow={state.follow}
          formatSpeed={formatSpeed}
          onSelect={onSelect}
          onSelectMany={(selection) => change({ selection })}
          onActivate={onActivate}
          onClear={() => change({ selection: [], follow: [] })}
          onHeld={listed.setHeld}
        />
      )}
    </>
  );
};
