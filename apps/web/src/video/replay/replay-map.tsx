import type { UserZone } from '@sightline/domain';
import { formatInstant } from '@sightline/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../i18n/i18n.ts';
import { MapView, type MapViewHandle } from '../../map/map-view.tsx';
import { PlaybackCursor } from '../../playback/cursor.ts';
import { apiPort } from '../../playback/port.ts';
import { uniteReaches } from '../../playback/track/bounds.ts';
import { CursorLayer } from '../../playback/track/cursor-layer.tsx';
import { spotAt } from '../../playback/track/lookup.ts';
import { TrackLayer } from '../../playback/track/track-layer.tsx';
import { useTracks } from '../../playback/use-tracks.ts';
import { useMapTypeSetting } from '../../screens/monitor/console-map.tsx';
import { useTheme } from '../../theme/theme.tsx';
import { useUnits } from '../../units/user-units.ts';
import css from './replay.module.css';

interface Props {
  readonly deviceId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly positionMs: number;
  readonly playing: boolean;
  readonly zone: UserZone;
}

/** Where the vehicle was at the instant that is on screen, and how fast. */
export const ReplayMap = ({ deviceId, fromMs, toMs, positionMs, playing, zone }: Props) => {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const units = useUnits();
  const [mapType, setMapType] = useMapTypeSetting();
  const map = useRef<MapViewHandle>(null);
  const language = pickLanguage([i18n.language]);
  const port = useMemo(() => apiPort(language), [language]);
  const ids = useMemo(() => [deviceId], [deviceId]);
  const devices = useTracks(port, ids, fromMs, toMs, 0);
  const [cursor] = useState(() => new PlaybackCursor(fromMs, toMs));
  useEffect(() => cursor.setRange(fromMs, toMs), [cursor, fromMs, toMs]);
  useEffect(() => cursor.show(positionMs, playing), [cursor, positionMs, playing]);

  const [device] = devices;
  const fitted = useRef('');
  useEffect(() => {
    const box = device ? uniteReaches([device.digest.reach]) : null;
    const key = `${deviceId}|${fromMs}`;
    if (box === null || device?.state === 'loading' || fitted.current === key) return;
    fitted.current = key;
    map.current?.fitBox(box, false);
  }, [device, deviceId, fromMs]);

  const spot = device === undefined ? null : spotAt(device.track, positionMs);
  const speed = spot === null || Number.isNaN(spot.speedKph) ? '–' : units.speed(spot.speedKph);
  return (
    <section className={css.map} aria-label={t('video.replay.map')}>
      <MapView
        ref={map}
        theme={theme.appearance}
        language={language}
        accent={theme.colour}
        mapType={mapType}
        onMapTypeChange={setMapType}
        customerPoint={null}
        searchPlaces={false}
      >
        <TrackLayer devices={devices} showRejected={false} />
        <CursorLayer devices={devices} cursor={cursor} follow />
      </MapView>
      <dl className={`${css.readings} tabular`}>
        <dt>{t('video.replay.time')}</dt>
        <dd>{formatInstant(zone, positionMs, 'HH:mm:ss')}</dd>
        <dt>{t('video.replay.speedOfVehicle')}</dt>
        <dd>{speed}</dd>
        <dt>{t('video.replay.place')}</dt>
        <dd>{spot === null ? '–' : `${spot.lat.toFixed(5)}, ${spot.lon.toFixed(5)}`}</dd>
      </dl>
    </section>
  );
};
