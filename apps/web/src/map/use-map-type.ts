import type { Map as LibraryMap, RasterTileSource } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FIRST_LABEL_LAYER, OUTLINE_ONLY_LAYERS } from './basemap/style.ts';
import { isAlive } from './create-map.ts';
import type { MapType } from './map-types.ts';
import { toLibraryZoom } from './mercator.ts';
import { TileReachability, type Reachability } from './tiles/reachability.ts';
import { onTileOutcome, probe, tileTemplate } from './tiles/tile-protocol.ts';

const layerId = (key: string): string => `pictures-${key}`;

/** Streets drawn for daylight are dimmed at night; photographs are not. */
const rasterPaint = (dim: boolean) => ({
  'raster-brightness-max': dim ? 0.72 : 1,
  'raster-saturation': dim ? -0.25 : 0,
  'raster-fade-duration': 150,
});

/**
 * Puts the pictures of the chosen map type on the ground. When their server cannot be reached the bundled outline takes
 * over and the server is asked again from time to time. `type` is the same object as long as nothing of it changes.
 */
export const useMapType = (
  map: LibraryMap | null,
  type: MapType,
  theme: 'light' | 'dark',
): { reachability: Reachability; retry: () => void } => {
  const [reachability, setReachability] = useState<Reachability>('unknown');
  const judge = useRef<TileReachability>(null);
  judge.current ??= new TileReachability(setReachability);

  useEffect(() => {
    if (map === null || !isAlive(map)) return;
    const { layers, maxZoom } = type;
    judge.current?.reset();
    map.setMaxZoom(toLibraryZoom(maxZoom));
    for (const layer of layers) {
      map.addSource(layer.key, { type: 'raster', tiles: [tileTemplate(layer)], tileSize: 256, maxzoom: layer.maxZoom });
      map.addLayer({ id: layerId(layer.key), type: 'raster', source: layer.key }, FIRST_LABEL_LAYER);
    }
    const keys = new Set(layers.map((layer) => layer.key));
    const stop = onTileOutcome((key, outcome) => {
      if (keys.has(key)) judge.current?.[outcome]();
    });
    return () => {
      stop();
      if (!isAlive(map)) return;
      for (const layer of layers) {
        map.removeLayer(layerId(layer.key));
        map.removeSource(layer.key);
      }
    };
  }, [map, type]);

  useEffect(() => {
    if (map === null || !isAlive(map)) return;
    for (const layer of type.layers) {
      for (const [key, value] of Object.entries(rasterPaint(theme === 'dark' && !type.imagery)))
        map.setPaintProperty(layerId(layer.key), key as never, value as never);
    }
  }, [map, type, theme]);

  const retry = useCallback(() => {
    const layer = type.layers[0];
    if (layer) void probe(layer);
  }, [type]);

  useEffect(() => {
    if (map === null || !isAlive(map)) return;
    const offline = reachability === 'offline';
    for (const id of OUTLINE_ONLY_LAYERS) map.setLayoutProperty(id, 'visibility', reachability === 'online' ? 'none' : 'visible');
    for (const layer of type.layers) {
      map.setLayoutProperty(layerId(layer.key), 'visibility', offline ? 'none' : 'visible');
      // Tiles that failed are not asked for again by themselves.
      if (reachability === 'online') map.getSource<RasterTileSource>(layer.key)?.setTiles([tileTemplate(layer)]);
    }
  }, [map, type, reachability]);

  useEffect(() => {
    if (reachability !== 'offline') return;
    let timer = 0;
    const again = (): void => {
      timer = window.setTimeout(() => {
        retry();
        again();
      }, judge.current?.retryInMs);
    };
    again();
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [reachability, retry]);

  useEffect(() => {
    const disconnected = (): void => {
      if (type.layers.length > 0) judge.current?.disconnected();
    };
    if (!navigator.onLine) disconnected();
    window.addEventListener('offline', disconnected);
    return () => window.removeEventListener('offline', disconnected);
  }, [type]);

  return { reachability: type.layers.length === 0 ? 'offline' : reachability, retry };
};
