import {
  KEY_PLACE,
  MAP_TYPE_NAMES,
  MAP_TYPES as BUILT_IN_TYPES,
  OWN_MAP_TYPE,
  type MapSource,
  type MapTypeName,
} from '@sightline/contract';
import type { GridName } from './tiles/grids.ts';

/** `offline` is the bundled world outline alone; all others are pictures of online servers over it. `own`: those of the company's own source. */
export type MapTypeId = MapTypeName;
export type BuiltInTypeId = (typeof BUILT_IN_TYPES)[number];
export const DEFAULT_MAP_TYPE: BuiltInTypeId = 'openStreet';
/** The types that need no source of a company's own. */
export const MAP_TYPE_IDS = BUILT_IN_TYPES;

export const isMapTypeId = (value: unknown): value is MapTypeId => MAP_TYPE_NAMES.some((id) => id === value);

/** One picture layer. In `url`: {x} {y} {z}, {s} one of `hosts`, {quad} Wiki Mapia's server number. */
export interface RasterLayer {
  readonly key: string;
  readonly url: string;
  readonly hosts?: readonly string[];
  readonly grid: GridName;
  /** Last zoom of the server, in the product's count; further in its pictures are enlarged. */
  readonly maxZoom: number;
}

export interface MapType {
  readonly layers: readonly RasterLayer[];
  /** How far one may zoom in, in the product's count (256 px tiles). */
  readonly maxZoom: number;
  /** Names of the sources, shown on the map. */
  readonly attribution: string;
  /** Photographs are not dimmed in the dark theme. */
  readonly imagery: boolean;
}

export const MIN_ZOOM = 2;
const MAX_ZOOM = 19;
/** Google-style layers go further in. */
const MAX_ZOOM_GOOGLE = 22;
export const INITIAL_ZOOM = 13;
export const DEFAULT_CENTRE = { lat: 1.32, lon: 103.82 } as const;

const google = (layer: string, grid: GridName): RasterLayer => ({
  key: `google-${layer.replace(/\W/g, '-')}`,
  url: `https://{s}.google.com/vt/lyrs=${layer}&x={x}&y={y}&z={z}`,
  hosts: ['mt0', 'mt1', 'mt2', 'mt3'],
  grid,
  maxZoom: 21,
});

/** Google's maps carry the offset within China, its photographs do not: labels and pictures come as two layers. */
const GOOGLE_IMAGERY = google('s', 'web');
const GOOGLE_LABELS = google('h', 'gcj02');

export const MAP_TYPES: Readonly<Record<BuiltInTypeId, MapType>> = {
  openStreet: {
    layers: [{ key: 'osm', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', grid: 'web', maxZoom: 19 }],
    maxZoom: MAX_ZOOM,
    attribution: '© OpenStreetMap contributors',
    imagery: false,
  },
  googleStreet: { layers: [google('m', 'gcj02')], maxZoom: MAX_ZOOM_GOOGLE, attribution: '© Google', imagery: false },
  googleTerrain: { layers: [google('p', 'gcj02')], maxZoom: MAX_ZOOM_GOOGLE, attribution: '© Google', imagery: false },
  googleSatellite: { layers: [GOOGLE_IMAGERY], maxZoom: MAX_ZOOM_GOOGLE, attribution: '© Google', imagery: true },
  googleHybrid: { layers: [GOOGLE_IMAGERY, GOOGLE_LABELS], maxZoom: MAX_ZOOM_GOOGLE, attribution: '© Google', imagery: true },
  googleTraffic: { layers: [google('m,traffic', 'gcj02')], maxZoom: MAX_ZOOM_GOOGLE, attribution: '© Google', imagery: false },
  '2gis': {
    layers: [
      {
        key: '2gis',
        url: 'https://{s}.maps.2gis.com/tiles?x={x}&y={y}&z={z}&v=1',
        hosts: ['tile0', 'tile1', 'tile2', 'tile3'],
        grid: 'web',
        maxZoom: 18,
      },
    ],
    maxZoom: MAX_ZOOM,
    attribution: '© 2GIS',
    imagery: false,
  },
  yandex: {
    layers: [
      {
        key: 'yandex',
        url: 'https://core-renderer-tiles.maps.yandex.net/tiles?l=map&x={x}&y={y}&z={z}&scale=1&lang=en_US',
        grid: 'ellipsoidal',
        maxZoom: 19,
      },
    ],
    maxZoom: MAX_ZOOM,
    attribution: '© Yandex',
    imagery: false,
  },
  wikiMapia: {
    layers: [{ key: 'wikimapia', url: 'https://i{quad}.wikimapia.org/?x={x}&y={y}&zoom={z}&r=0&type=map&lng=0', grid: 'web', maxZoom: 18 }],
    maxZoom: MAX_ZOOM,
    attribution: '© Wikimapia',
    imagery: false,
  },
  arcGis: {
    layers: [
      {
        key: 'arcgis',
        url: 'https://server.arcgisonline.com/ArcGIS/rest/services/World_Street_Map/MapServer/tile/{z}/{y}/{x}',
        grid: 'web',
        maxZoom: 19,
      },
    ],
    maxZoom: MAX_ZOOM,
    attribution: '© Esri',
    imagery: false,
  },
  cosmoSatellite: {
    layers: [
      {
        key: 'cosmo',
        url: 'https://maps.kosmosnimki.ru/TileSender.ashx?ModeKey=tile&MapName=F7B8CF651682420FA1749D894C8AD0F6&LayerName=950FA578D6DB40ADBDFC6EEBBA469F4A&z={z}&x={x}&y={y}',
        grid: 'web',
        maxZoom: 17,
      },
    ],
    maxZoom: MAX_ZOOM,
    attribution: '© ScanEx, Kosmosnimki',
    imagery: true,
  },
  offline: { layers: [], maxZoom: MAX_ZOOM, attribution: '', imagery: false },
};

/** The picture layer of a company's own source, with its key filled in. */
export const sourceLayer = ({
  urlTemplate,
  key,
  grid,
  maxZoom,
}: Pick<MapSource, 'urlTemplate' | 'key' | 'grid' | 'maxZoom'>): RasterLayer => ({
  key: OWN_MAP_TYPE,
  url: urlTemplate.replaceAll(KEY_PLACE, () => encodeURIComponent(key ?? '')),
  grid,
  maxZoom,
});

/** What is drawn for a type. `own` without a source is the type that the product begins with. */
export const mapTypeOf = (id: MapTypeId, source: MapSource | null): MapType => {
  if (id !== OWN_MAP_TYPE) return MAP_TYPES[id];
  if (source === null) return MAP_TYPES[DEFAULT_MAP_TYPE];
  const { attribution, imagery, maxZoom } = source;
  return { layers: [sourceLayer(source)], maxZoom: Math.max(MAX_ZOOM, maxZoom), attribution, imagery };
};

/** Every host the picture layers of the built-in types come from, for a content security policy (`connect-src`). */
export const tileOrigins = (): readonly string[] => {
  const origins = Object.values(MAP_TYPES).flatMap((type) =>
    type.layers.flatMap((layer) => {
      const quads = layer.url.includes('{quad}') ? Array.from({ length: 16 }, (_, i) => String(i)) : [''];
      return (layer.hosts ?? ['']).flatMap((host) =>
        quads.map((quad) => new URL(layer.url.replace('{s}', host).replace('{quad}', quad)).origin),
      );
    }),
  );
  return [...new Set(origins)];
};

/** The address of one tile. Hosts are taken in turn by position, so that a tile always has the same address. */
export const tileUrl = (layer: RasterLayer, z: number, x: number, y: number): string =>
  layer.url
    .replace('{s}', layer.hosts?.[(x + y) % layer.hosts.length] ?? '')
    .replace('{quad}', String((x % 4) + (y % 4) * 4))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{z}', String(z));
