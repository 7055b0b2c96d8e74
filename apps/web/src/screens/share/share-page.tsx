import { ApiError, ERROR_CODE, type OutputOf } from '@sightline/contract';
import { NO_ALARM, unitChoiceOf } from '@sightline/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '../../api/client.ts';
import { pickLanguage } from '../../i18n/i18n.ts';
import { LanguageMenu } from '../../layout/language-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SharedTrack } from './shared-track.tsx';
import { LiveStateStore } from '../../live/live-store.ts';
import { LiveStatus, statusOf } from '../../live/live-status.ts';
import { MapView, type MapViewHandle } from '../../map/map-view.tsx';
import { useBranding } from '../../session/branding.ts';
import { useTheme } from '../../theme/theme.tsx';
import { Ago } from '../../ui/ago.tsx';
import { useNow } from '../../ui/clock.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Empty, Failure, Skeleton, Stale } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { UnitsOfPage, useUnits } from '../../units/user-units.ts';
import css from './share.module.css';

type Shared = OutputOf<'device.share.view'>;

const REFRESH_MS = 5000;
const DEVICE_ID = 'shared';
const KEY = 1;
const MOTION = { moving: 0, idle: 1, stopped: 2 } as const;
const SELECTION = [DEVICE_ID];

/** A link that ended, was revoked or never was: the server does not say which, and neither does the page. */
const hasEnded = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([ERROR_CODE.notFound, ERROR_CODE.dataNotFound, ERROR_CODE.invalidParameters, ERROR_CODE.noPermission] as number[]).includes(error.code);

const showIn = (store: LiveStateStore, shared: Shared): void => {
  if (store.slotOf(DEVICE_ID) < 0)
    store.setRoster([{ key: KEY, deviceId: DEVICE_ID, name: shared.deviceName, customerId: '', icon: shared.icon }]);
  const fixTimeMs = shared.deviceTime === null ? 0 : Date.parse(shared.deviceTime);
  store.applyEntries([
    {
      key: KEY,
      fixTimeMs,
      lastContactMs: shared.status === -1 ? 0 : Math.max(fixTimeMs, 1),
      lat: shared.lat,
      lon: shared.lon,
      speedKph: shared.speed,
      course: shared.course,
      motion: MOTION[shared.motion],
      acc: 2,
      online: shared.status === 1,
      // A link shows the place alone.
      alarm: NO_ALARM,
    },
  ]);
};

/** The first look counts and brings the track; later ones ask for the newest place alone, and keep the track. */
const useShared = (token: string) => {
  const track = useRef<{ readonly token: string; readonly columns: Shared['track'] } | null>(null);
  return useQuery<Shared, Error>({
    queryKey: ['device.share.view', token],
    queryFn: async ({ signal }) => {
      const again = track.current?.token === token;
      const shared = await call('device.share.view', { token, again }, { signal });
      if (!again) track.current = { token, columns: shared.track };
      return { ...shared, track: track.current?.columns ?? null };
    },
    refetchInterval: REFRESH_MS,
  });
};

/** The live place of one device, for whoever has the link, until it ends. */
export const Page = () => {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const shared = useShared(token);
  const now = useNow();
  const chosen = shared.data?.units;
  const units = useMemo(() => unitChoiceOf(chosen ?? {}), [chosen]);
  const ended = hasEnded(shared.error) || (shared.data !== undefined && Date.parse(shared.data.expirationTime) <= now);
  if (ended) {
    return (
      <Frame>
        <h1 className={css.title}>{t('share.endedTitle')}</h1>
        <Empty text={t('share.ended')} />
      </Frame>
    );
  }
  if (shared.data === undefined) {
    return (
      <Frame>
        <h1 className="visually-hidden">{t('routes.share.title')}</h1>
        {shared.isPending ? <Skeleton rows={5} /> : <Failure error={shared.error} onRetry={() => void shared.refetch()} />}
      </Frame>
    );
  }
  return (
    <Frame>
      {shared.error !== null && <Stale sinceMs={shared.dataUpdatedAt} onRetry={() => void shared.refetch()} />}
      <UnitsOfPage value={units}>
        <SharedDevice shared={shared.data} />
      </UnitsOfPage>
    </Frame>
  );
};

const Frame = ({ children }: { children: ReactNode }) => {
  const { title } = useBranding();
  const { appearance } = useTheme();
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Logo appearance={appearance} />
        <span className={css.brand}>{title}</span>
        <LanguageMenu label />
      </header>
      <main className={css.main}>{children}</main>
    </div>
  );
};

const SharedDevice = ({ shared }: { shared: Shared }) => {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const units = useUnits();
  const map = useRef<MapViewHandle>(null);
  const store = useMemo(() => new LiveStateStore(), []);
  useEffect(() => showIn(store, shared), [store, shared]);
  const status =
    shared.status === 1 ? statusOf(MOTION[shared.motion], true, 1) : shared.status === 0 ? LiveStatus.offline : LiveStatus.inactive;
  return (
    <>
      <div className={css.card}>
        <h1 className={css.title}>{shared.deviceName}</h1>
        <p className={css.line}>
          <StatusMark status={status} label />
          {status === LiveStatus.moving && shared.speed !== null && <bdi dir="ltr">{units.speed(shared.speed)}</bdi>}
        </p>
        {shared.deviceTime === null ? (
          <p className={css.muted}>{t('share.noPlace')}</p>
        ) : (
          <p>
            <ZonedTime ms={Date.parse(shared.deviceTime)} />{' '}
            <span className={css.muted}>
              (<Ago ms={Date.parse(shared.deviceTime)} />)
            </span>
          </p>
        )}
        <p className={css.muted}>
          {t('share.until')} <ZonedTime ms={Date.parse(shared.expirationTime)} style="minutes" />
        </p>
      </div>
      <div className={css.map}>
        <MapView
          ref={map}
          store={store}
          theme={theme.appearance}
          accent={theme.colour}
          language={pickLanguage([i18n.language])}
          customerPoint={shared.lat !== null && shared.lon !== null ? { lat: shared.lat, lon: shared.lon } : null}
          follow={SELECTION}
          searchPlaces={false}
        >
          {shared.track !== null && <SharedTrack columns={shared.track} colour={theme.colour} lat={shared.lat} lon={shared.lon} />}
        </MapView>
      </div>
    </>
  );
};
