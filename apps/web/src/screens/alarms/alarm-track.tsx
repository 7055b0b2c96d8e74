import type { OutputOf } from '@sightline/contract';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { isAlive } from '../../map/create-map.ts';
import { useMap } from '../../map/map-context.ts';

const ID = 'alarm-track';
const NOW = 'alarm-now';
const ALARM_COLOUR = '#c0262d';

export type TrackPlace = OutputOf<'alarm.supplement'>['track'][number];

interface AlarmTrackProps {
  readonly track: readonly TrackPlace[];
  readonly place: { readonly lat: number; readonly lon: number } | null;
  /** Where the vehicle is at the moment of the clip. */
  readonly now: { readonly lat: number; readonly lon: number } | null;
  readonly colour: string;
}

const point = ({ lat, lon }: { lat: number; lon: number }, kind: string) =>
  ({ type: 'Feature', properties: { kind }, geometry: { type: 'Point', coordinates: [lon, lat] } }) as const;

/** The way around an alarm, its place, and the place at the moment that is shown. */
export const AlarmTrack = ({ track, place, now, colour }: AlarmTrackProps): null => {
  const { map } = useMap();
  useEffect(() => {
    if (!isAlive(map)) return;
    map.addSource(ID, {
      type: 'geojson',
      data: {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: track.map((p) => [p.lon, p.lat]) } },
          ...(place ? [point(place, 'alarm')] : []),
        ],
      },
    });
    map.addSource(NOW, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    map.addLayer({ id: ID, type: 'line', source: ID, layout: { 'line-cap': 'round' }, paint: { 'line-color': colour, 'line-width': 4 } });
    const ring = { 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 } as const;
    map.addLayer({
      id: `${ID}-place`,
      type: 'circle',
      source: ID,
      filter: ['==', ['get', 'kind'], 'alarm'],
      paint: { 'circle-radius': 7, 'circle-color': ALARM_COLOUR, ...ring },
    });
    map.addLayer({ id: NOW, type: 'circle', source: NOW, paint: { 'circle-radius': 6, 'circle-color': colour, ...ring } });
    return () => {
      if (!isAlive(map)) return;
      for (const layer of [ID, `${ID}-place`, NOW]) map.removeLayer(layer);
      for (const source of [ID, NOW]) map.removeSource(source);
    };
  }, [map, track, place, colour]);
  useEffect(() => {
    if (!isAlive(map)) return;
    map.getSource<GeoJSONSource>(NOW)?.setData({ type: 'FeatureCollection', features: now ? [point(now, 'now')] : [] });
  }, [map, now, track, place, colour]);
  return null;
};
