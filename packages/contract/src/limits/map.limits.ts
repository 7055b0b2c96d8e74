/** Kinds of maps that the product brings. */
export const MAP_TYPES = [
  'openStreet',
  'googleStreet',
  'googleTerrain',
  'googleSatellite',
  'googleHybrid',
  'googleTraffic',
  '2gis',
  'yandex',
  'wikiMapia',
  'arcGis',
  'cosmoSatellite',
  'offline',
] as const;

/** The map whose tiles come from the source that the customer, or the nearest one above it, has named. Not offered without one. */
export const OWN_MAP_TYPE = 'own';
/** Kinds of maps that a person may choose from. */
export const MAP_TYPE_NAMES = [...MAP_TYPES, OWN_MAP_TYPE] as const;
export type MapTypeName = (typeof MAP_TYPE_NAMES)[number];

export const MAP_SOURCE_LIMITS = { name: 40, urlTemplate: 500, key: 200, attribution: 200, maxZoom: 22 } as const;
/** Grids that tiles of an own source may be cut in: EPSG:3857, and the same with the offset of maps in mainland China. */
export const MAP_SOURCE_GRIDS = ['web', 'gcj02'] as const;
export type MapSourceGrid = (typeof MAP_SOURCE_GRIDS)[number];
