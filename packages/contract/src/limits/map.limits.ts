/** Kinds of maps that a person may choose from. */
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
