import type { Map as LibraryMap, StyleSpecification } from 'maplibre-gl';
import { basemapStyle } from './basemap/style.ts';

type Properties = Readonly<Record<string, unknown>>;

const changed = (before: Properties, after: Properties): [string, unknown][] =>
  Object.entries(after).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value));

const properties = (layer: StyleSpecification['layers'][number], part: 'paint' | 'layout'): Properties => layer[part] ?? {};

/**
 * Gives the bundled map the colours of another theme or the names of another language, property by property: replacing
 * the style would throw away every layer that others have put on the map.
 */
export const restyle = (
  map: LibraryMap,
  basemapUrl: string,
  before: readonly ['light' | 'dark', string],
  after: readonly ['light' | 'dark', string],
): void => {
  const old = new Map(basemapStyle(basemapUrl, ...before).layers.map((layer) => [layer.id, layer]));
  for (const layer of basemapStyle(basemapUrl, ...after).layers) {
    const previous = old.get(layer.id);
    if (!previous) continue;
    for (const [key, value] of changed(properties(previous, 'paint'), properties(layer, 'paint')))
      map.setPaintProperty(layer.id, key as never, value as never);
    for (const [key, value] of changed(properties(previous, 'layout'), properties(layer, 'layout')))
      map.setLayoutProperty(layer.id, key as never, value as never);
  }
};
