import { ApiError } from '@sightline/contract';
import { activeAlarms, alarmNumber, alarmOfNumber, NO_ALARM } from '@sightline/domain';
import {
  AimOutlined,
  CloseOutlined,
  CodeOutlined,
  BarChartOutlined,
  HistoryOutlined,
  ProfileOutlined,
  ShareAltOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { Alert, Button, Switch, Tooltip } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { lazyPart } from '../../../app/parts/lazy-part.tsx';
import { liveStore, type LiveView } from '../../../live/live.ts';
import { LiveStatus } from '../../../live/live-status.ts';
import { useMayCall } from '../../../session/may-call.ts';
import { useSession } from '../../../session/session.ts';
import { INFO_STALE_MS } from '../../../video/wall/cameras-of.ts';
import { wholeDeviceAddress } from '../../../video/wall/wall-url.ts';
import { useDetail } from '../../device/detail/detail-url.ts';
import { Ago } from '../../../ui/ago.tsx';
import { AlarmKinds } from '../../../ui/alarm-tag.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Failure, QueryView } from '../../../ui/view-state.tsx';
import { useUnits } from '../../../units/user-units.ts';
import css from './card.module.css';
import { AllValues, Facts } from './facts.tsx';

const CommandDrawer = lazyPart(() => import('../../commands/command-drawer.tsx').then((module) => module.CommandDrawer));
const ShareDialog = lazyPart(() => import('../share-dialog/share-dialog.tsx').then((module) => module.ShareDialog));

/** What the socket does not carry (voltages, attributes) is asked for again while the card is open. */
const REFRESH_MS = 10_000;

export interface DeviceCardProps {
  readonly deviceId: string;
  /** What the card draws from. */
  readonly view: LiveView;
  readonly followed: boolean;
  readonly onFollow: (follow: boolean) => void;
  readonly onCentre: () => void;
  readonly onClose: () => void;
}

/** One device: what it does, where, since when, and what can be done with it. */
export const DeviceCard = ({ deviceId, view, followed, onFollow, onCentre, onClose }: DeviceCardProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const units = useUnits();
  const { user, permissionIds } = useSession();
  const mayCommand = useMayCall('device.command.abilities');
  const detail = useDetail();
  const [sharing, setSharing] = useState(false);
  const [commanding, setCommanding] = useState(false);
  const shadow = useCall('device.data.shadow', { deviceIds: deviceId }, { refetchInterval: REFRESH_MS });
  const info = useCall('device.info', { deviceId }, { staleTime: INFO_STALE_MS });
  const slot = liveStore.slotOf(deviceId);
  const known = slot >= 0;
  const { columns } = view;
  const at = (column: ArrayLike<number>): number => (known ? (column[slot] ?? NaN) : NaN);
  const status = known ? (columns.status[slot] ?? 0) : 0;
  const speed = at(columns.speedKph);
  const first = shadow.data?.[0];
  const hidden =
    first?.expand.locked === true ? t('monitor.locked') : first?.expand.tracked === false ? t('monitor.notTracked') : undefined;
  const name = view.roster[slot]?.name ?? first?.deviceData.deviceName ?? deviceId;
  const alarms = alarmsOf(at(columns.alarm), first?.deviceData.attributes['alarm']);
  const since = first?.deviceData.motionTime ?? null;

  const head = (
    <header className={css.head}>
      <div className={css.headText}>
        <h2 className={css.title}>{name}</h2>
        <bdi dir="ltr" className={css.id}>
          {deviceId}
        </bdi>
      </div>
      <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('monitor.closeCard')} onClick={onClose} />
    </header>
  );
  // An address may name what is not there, or not for this person: nothing can be done with it.
  if (!known && info.error instanceof ApiError) {
    return (
      <article className={css.card} aria-label={t('monitor.cardOf', { name })}>
        {head}
        <Failure error={info.error} />
      </article>
    );
  }
  return (
    <article className={css.card} aria-label={t('monitor.cardOf', { name })}>
      {head}
      <div className={css.state}>
        <StatusMark status={status} label />
        <AlarmKinds kinds={alarms} />
        {status === LiveStatus.moving && !Number.isNaN(speed) && (
          <span className={`${css.speed} tabular`}>
            <bdi dir="ltr">{units.speed(speed)}</bdi>
          </span>
        )}
        {status >= LiveStatus.stopped && since !== null && (
          <span className={css.muted}>
            {t('monitor.since')} <Ago ms={Date.parse(since)} />
          </span>
        )}
        <label style={{ marginInlineStart: 'auto', display: 'flex', gap: 8, alignItems: 'center' }}>
          {t('monitor.follow')}
          <Switch size="small" checked={followed} onChange={onFollow} />
        </label>
      </div>
      {hidden !== undefined && <Alert banner type="warning" title={hidden} />}
      <div className={css.actions} role="group" aria-label={t('monitor.actions')}>
        <Action icon={<AimOutlined aria-hidden />} text={t('monitor.centre')} reason={hidden} onClick={onCentre} />
        {(permissionIds.has('4000:details') || permissionIds.has('3000:details')) && (
          <Action icon={<ProfileOutlined aria-hidden />} text={t('monitor.details')} onClick={() => detail.open(deviceId)} />
        )}
        <Action
          icon={<HistoryOutlined aria-hidden />}
          text={t('routes.playback.title')}
          reason={hidden}
          onClick={() => void navigate(`/monitor/playback?${new URLSearchParams({ devices: deviceId })}`)}
        />
        <Action
          icon={<ShareAltOutlined aria-hidden />}
          text={t('monitor.share')}
          reason={user.demo ? t('monitor.demo') : hidden}
          onClick={() => setSharing(true)}
        />
        {permissionIds.has('5101') && (
          <Action
            icon={<VideoCameraOutlined aria-hidden />}
            text={t('routes.videoLive.title')}
            reason={info.data?.camCount === 0 ? t('ui.noCameras') : undefined}
            onClick={() => void navigate(wholeDeviceAddress(deviceId))}
          />
        )}
        <Action icon={<BarChartOutlined aria-hidden />} text={t('routes.report.title')} reason={t('monitor.reportNotBuilt')} />
        {mayCommand && <Action icon={<CodeOutlined aria-hidden />} text={t('monitor.commands')} onClick={() => setCommanding(true)} />}
      </div>
      <div className={css.scroll}>
        <QueryView query={shadow} rows={8}>
          {() => (
            <>
              <Facts
                live={
                  known
                    ? {
                        lat: at(columns.lat),
                        lon: at(columns.lon),
                        course: at(columns.course),
                        fixTimeMs: at(columns.fixTimeMs),
                        lastContactMs: at(columns.lastContactMs),
                      }
                    : null
                }
                shadow={hidden === undefined ? first : undefined}
              />
              {first && hidden === undefined && <AllValues shadow={first} />}
            </>
          )}
        </QueryView>
      </div>
      <Suspense fallback={null}>
        {commanding && <CommandDrawer deviceId={deviceId} deviceName={name} onClose={() => setCommanding(false)} />}
        {sharing && <ShareDialog deviceId={deviceId} deviceName={name} onClose={() => setSharing(false)} />}
      </Suspense>
    </article>
  );
};

/** The live alarm first, which is newer; the others as far as they are known of the position that has it too. */
const alarmsOf = (live: number, known: unknown): readonly string[] => {
  const kind = alarmOfNumber(Number.isNaN(live) ? NO_ALARM : live);
  if (kind === null) return Number.isNaN(live) ? activeAlarms(known) : [];
  const all = activeAlarms(known);
  return alarmNumber(known) === live ? all : [kind];
};

/** With a `reason` it cannot be used and says why; it stays reachable, so that the reason can be read. */
const Action = ({ icon, text, reason, onClick }: { icon: ReactNode; text: string; reason?: string; onClick?: () => void }) => {
  const button = (
    <Button
      size="small"
      icon={icon}
      aria-disabled={reason !== undefined}
      style={reason === undefined ? undefined : { color: 'var(--text-muted)', cursor: 'not-allowed', borderStyle: 'dashed' }}
      onClick={reason === undefined ? onClick : undefined}
    >
      {text}
    </Button>
  );
  return reason === undefined ? button : <Tooltip title={reason}>{button}</Tooltip>;
};
