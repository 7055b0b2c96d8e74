import { isDealer } from '@sightline/domain';
import { Checkbox, Input } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { CustomerChoice } from '../../ui/customer-tree/customer-choice.tsx';
import { CustomerSection } from '../../ui/customer-tree/customer-section.tsx';
import { SideDock, type DockDrawer } from '../../ui/dock/side-dock.tsx';
import { useSearchKey } from '../../ui/use-search-key.ts';
import { useSearchText } from '../../ui/use-search-text.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { CameraTree } from './camera-tree.tsx';
import css from './dock.module.css';
import { useCameraDevices } from './use-camera-devices.ts';
import { DOCK_LIMITS, useWallPreferences } from './wall-preferences.ts';
import type { Camera } from './wall-tiles.ts';
import type { WallState } from './wall-url.ts';

/** What the dock reads and writes of a page's address, and the cameras that the page shows. */
export type DockState = Pick<WallState, 'customer' | 'text' | 'onlineOnly'>;

interface WallDockProps {
  readonly state: DockState;
  readonly shown: readonly Camera[];
  readonly change: (part: Partial<DockState>) => void;
  readonly onCamera: (camera: Camera) => void;
  readonly onDevice: (deviceId: string) => void;
}

/** The cameras at the start edge of a page of video: customers, search, and devices with their cameras. */
export const WallDock = ({ drawer, ...list }: WallDockProps & { readonly drawer: DockDrawer }) => {
  const { t } = useTranslation();
  const dockWidth = useWallPreferences((preferences) => preferences.dockWidth);
  return (
    <SideDock
      label={t('video.cameras')}
      title={t('video.cameras')}
      drawer={drawer}
      width={dockWidth}
      {...DOCK_LIMITS}
      onWidth={(width) => useWallPreferences.setState({ dockWidth: width })}
    >
      <DockList {...list} />
    </SideDock>
  );
};

const DockList = ({ state, shown, change, onCamera, onDevice }: WallDockProps) => {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const search = useSearchKey();
  const writeText = useCallback((text: string) => change({ text }), [change]);
  const [text, setText] = useSearchText(state.text, writeText);
  const { query, total, more, loadMore, loading } = useCameraDevices(state.customer, state.text, state.onlineOnly);
  const filtered = state.text !== '' || state.onlineOnly;
  const onMore = useCallback(() => {
    if (!loading) void loadMore();
  }, [loading, loadMore]);

  return (
    <div className={css.dock}>
      {isDealer(user) && <CustomerSection selectedId={state.customer} onSelect={(customer) => change({ customer })} />}
      <div className={css.head}>
        <CustomerChoice customer={state.customer} onAll={() => change({ customer: null })} />
        <Input
          ref={search}
          type="search"
          allowClear
          value={text}
          placeholder={t('video.searchPlaceholder')}
          aria-label={t('video.search')}
          aria-keyshortcuts="/"
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox checked={state.onlineOnly} onChange={(event) => change({ onlineOnly: event.target.checked })}>
          {t('video.onlineOnly')}
        </Checkbox>
      </div>
      <QueryView
        query={query}
        rows={8}
        isEmpty={(devices) => devices.length === 0}
        empty={
          filtered ? (
            <Empty
              text={t('video.noMatch')}
              action={{ label: t('video.showAll'), onClick: () => change({ text: '', onlineOnly: false }) }}
            />
          ) : (
            <Empty text={t('video.noDevices')} />
          )
        }
      >
        {(devices) => (
          <>
            <CameraTree devices={devices} shown={shown} onCamera={onCamera} onDevice={onDevice} more={more} onMore={onMore} />
            <div className={`${css.foot} tabular`}>
              {t('video.devices', { count: total, number: new Intl.NumberFormat(i18n.language).format(total) })}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
};
