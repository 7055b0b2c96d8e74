import { VideoCameraOutlined } from '@ant-design/icons';
import { Button, Drawer, Tabs } from 'antd';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { lazyPart } from '../../../app/parts/lazy-part.tsx';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/session.ts';
import { useEdges } from '../../../ui/use-edges.ts';
import { Skeleton } from '../../../ui/view-state.tsx';
import { wholeDeviceAddress } from '../../../video/wall/wall-url.ts';
import css from './detail.module.css';
import { DETAIL_TABS, type DetailTab } from './detail-url.ts';
import { OverviewTab } from './overview/overview-tab.tsx';

interface TabProps {
  readonly deviceId: string;
}

/** What each tab shows, and the permissions of which one opens it: those of the calls behind it. */
const TABS: Readonly<Record<DetailTab, { readonly permissions: readonly string[]; readonly content: ComponentType<TabProps> }>> = {
  overview: { permissions: ['3000:details', '4000:details'], content: OverviewTab },
  settings: { permissions: ['3000'], content: lazyPart(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)) },
  trips: { permissions: ['3000'], content: lazyPart(() => import('./trips/trips-tab.tsx').then((m) => m.TripsTab)) },
  sensors: {
    permissions: ['3000', '4000', '6000'],
    content: lazyPart(() => import('./sensors/sensors-tab.tsx').then((m) => m.SensorsTab)),
  },
  traffic: {
    permissions: ['3000', '4000', '6000'],
    content: lazyPart(() => import('./traffic/traffic-tab.tsx').then((m) => m.TrafficTab)),
  },
  shares: { permissions: ['4000'], content: lazyPart(() => import('./shares-tab.tsx').then((m) => m.SharesTab)) },
  messages: {
    permissions: ['3000:details', '4000:details'],
    content: lazyPart(() => import('./messages/messages-tab.tsx').then((m) => m.MessagesTab)),
  },
};

interface DeviceDetailProps {
  readonly deviceId: string;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  readonly onClose: () => void;
}

/** Everything about one device, in a drawer over the page that it was opened from. */
export const DeviceDetail = ({ deviceId, tab, onTab, onClose }: DeviceDetailProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { end } = useEdges();
  const { permissionIds } = useSession();
  const info = useCall('device.info', { deviceId });
  const shown = DETAIL_TABS.filter((name) => TABS[name].permissions.some((id) => permissionIds.has(id)));
  const name = info.data?.deviceName ?? deviceId;
  return (
    <Drawer
      open
      push={false}
      placement={end}
      size={1180}
      title={
        <span className={css.title}>
          {name}{' '}
          {name !== deviceId && (
            <bdi dir="ltr" className={css.muted}>
              {deviceId}
            </bdi>
          )}
        </span>
      }
      extra={
        permissionIds.has('5101') &&
        info.data !== undefined &&
        info.data.camCount > 0 && (
          <Button icon={<VideoCameraOutlined aria-hidden />} onClick={() => void navigate(wholeDeviceAddress(deviceId))}>
            {t('routes.videoLive.title')}
          </Button>
        )
      }
      onClose={onClose}
      styles={{ wrapper: { maxInlineSize: '100vw' }, body: { paddingBlockStart: 4 } }}
    >
      <Tabs
        activeKey={shown.includes(tab) ? tab : shown[0]}
        onChange={(key) => onTab(key as DetailTab)}
        destroyOnHidden
        items={shown.map((key) => {
          const Content = TABS[key].content;
          return {
            key,
            label: t(`detail.tabs.${key}`),
            children: (
              <Suspense fallback={<Skeleton rows={8} />}>
                <Content deviceId={deviceId} />
              </Suspense>
            ),
          };
        })}
      />
    </Drawer>
  );
};
