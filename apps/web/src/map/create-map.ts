import { addProtocol, Map as LibraryMap, setWorkerUrl } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import workerUrl from 'virtual:map-worker';
import { basemapStyle } from './basemap/style.ts';
import { MIN_ZOOM } from './map-types.ts';
import { toLibraryZoom } from './mercator.ts';
import 'maplibre-gl/dist/maplibre-gl.css';

let prepared = false;

/** Once per page: without a worker address the library shows a blank map and says nothing. */
const prepare = (): void => {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  addProtocol('pmtiles', new Protocol().tile);
};

export interface CreateMapOptions {
  readonly container: HTMLElement;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly basemapUrl: string;
  readonly centre: { readonly lat: number; readonly lon: number };
  /** In the product's count. */
  readonly zoom: number;
  /** Accessible name of the map. */
  readonly label: string;
}

/**
 * A flat map that is never turned or tilted: layers above it rely on that. Throws when the browser has no WebGL 2.
 */
export const createMap = ({ container, theme, language, basemapUrl, centre, zoom, label }: CreateMapOptions): LibraryMap => {
  prepare();
  const map = new LibraryMap({
    container,
    style: basemapStyle(basemapUrl, theme, language),
    center: [centre.lon, centre.lat],
    zoom: toLibraryZoom(zoom),
    minZoom: toLibraryZoom(MIN_ZOOM),
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 150,
    locale: { 'Map.Title': label },
  });
  // Pictures that do not come are judged by the tile protocol; without a listener each would also be an error message.
  map.on('error', (event) => {
    if (!('sourceId' in event)) console.error(event.error);
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
};

/** A map that was removed keeps its object and loses its style; effects that outlive it by a moment must leave it alone. */
export const isAlive = (map: LibraryMap): boolean => map.style !== undefined;
