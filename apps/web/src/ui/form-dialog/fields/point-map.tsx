import { Marker } from 'maplibre-gl';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pickLanguage } from '../../../i18n/i18n.ts';
import { useMap } from '../../../map/map-context.ts';
import { MapView } from '../../../map/map-view.tsx';
import { useMapTypeOfPerson } from '../../../session/map-choice.ts';
import { useTheme } from '../../../theme/theme.tsx';
import { useLatest } from '../../use-latest.ts';
import type { MapPoint } from './map-point-field.tsx';

interface PointMapProps {
  readonly start: MapPoint | null;
  readonly point: MapPoint | null;
  readonly onPoint: (point: MapPoint) => void;
}

/** A map on which a click sets the place. */
export const PointMap = ({ start, point, onPoint }: PointMapProps) => {
  const { i18n } = useTranslation();
  const { appearance } = useTheme();
  return (
    <MapView
      theme={appearance}
      language={pickLanguage([i18n.language])}
      mapType={useMapTypeOfPerson()}
      customerPoint={start}
      initialZoom={start === null ? 4 : 13}
    >
      <Pin point={point} onPoint={onPoint} />
    </MapView>
  );
};

const Pin = ({ point, onPoint }: Pick<PointMapProps, 'point' | 'onPoint'>) => {
  const { map } = useMap();
  const pick = useLatest(onPoint);
  useEffect(() => {
    const subscription = map.on('click', ({ lngLat }) => {
      const { lat, lng } = lngLat.wrap();
      pick.current({ lat: Math.round(lat * 1e6) / 1e6, lon: Math.round(lng * 1e6) / 1e6 });
    });
    return () => subscription.unsubscribe();
  }, [map, pick]);
  const lat = point?.lat;
  const lon = point?.lon;
  useEffect(() => {
    if (lat === undefined || lon === undefined) return;
    const marker = new Marker({ color: '#c0262d' }).setLngLat([lon, lat]).addTo(map);
    return () => void marker.remove();
  }, [map, lat, lon]);
  return null;
};
