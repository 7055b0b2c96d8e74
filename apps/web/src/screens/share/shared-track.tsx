import { decodeTrackColumns, type TrackColumns } from '@sightline/contract';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { isAlive } from '../../map/create-map.ts';
import { useMap } from '../../map/map-context.ts';
import { withPlace, type Way } from './way.ts';

const ID = 'shared-track';

interface SharedTrackProps {
  /** As the link's first look brought them. */
  readonly columns: TrackColumns;
  readonly colour: string;
  /** The newest place: the line grows with it while the page is open. */
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The way of the last hours as a line under the device. */
export const SharedTrack = ({ columns, colour, lat, lon }: SharedTrackProps): null => {
  const { map } = useMap();
  const way = useRef<Way>([]);
  useEffect(() => {
    if (!isAlive(map)) return;
    map.addSource(ID, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    map.addLayer({
      id: ID,
      type: 'line',
      source: ID,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': 4, 'line-opacity': 0.8 },
    });
    return () => {
      if (!isAlive(map)) return;
      map.removeLayer(ID);
      map.removeSource(ID);
    };
  }, [map, colour]);
  useEffect(() => {
    const track = decodeTrackColumns(columns);
    way.current = Array.from(track.lat).reduce<Way>((line, place, i) => withPlace(line, place, track.lon[i] ?? Number.NaN), []);
  }, [columns]);
  useEffect(() => {
    if (lat !== null && lon !== null) way.current = withPlace(way.current, lat, lon);
    if (!isAlive(map)) return;
    const coordinates = way.current.map(([x, y]) => [x, y]);
    map.getSource<GeoJSONSource>(ID)?.setData({
      type: 'FeatureCollection',
      features: coordinates.length < 2 ? [] : [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }],
    });
  }, [map, colour, columns, lat, lon]);
  return null;
};
