import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { countryNames } from './country-names.ts';
import { BASEMAP_PALETTES } from './palettes.ts';

export const BASEMAP_SOURCE = 'basemap';
/** Layers below this one are ground; pictures are put before it, own drawings after everything. */
export const FIRST_LABEL_LAYER = 'basemap-country';
/** Written only while no pictures of an online map cover the ground. */
export const OUTLINE_ONLY_LAYERS = ['basemap-place-dot', 'basemap-place', FIRST_LABEL_LAYER] as const;
export const BASEMAP_CREDIT = 'Natural Earth · GeoNames CC BY 4.0';
const ARCHIVE_MAX_ZOOM = 6;

/**
 * Without a `glyphs` address the library draws letters with the fonts of the computer: no font server, and every
 * script that the computer can write.
 */
const FONT = { 'text-font': ['Noto Sans', 'sans-serif'] };

const countryName = (language: string): ExpressionSpecification => {
  const pairs = [...countryNames(language)].flat() as [string, string, ...string[]];
  return ['match', ['get', 'iso'], ...pairs, ['get', 'name']] as ExpressionSpecification;
};

/** The bundled world map as a style. `archiveUrl` is the absolute address of the PMTiles file. */
export const basemapStyle = (archiveUrl: string, theme: 'light' | 'dark', language: string): StyleSpecification => {
  const palette = BASEMAP_PALETTES[theme];
  const fill = (id: string, color: string): LayerSpecification => ({
    id: `basemap-${id}`,
    type: 'fill',
    source: BASEMAP_SOURCE,
    'source-layer': id,
    paint: { 'fill-color': color, 'fill-antialias': false },
  });
  return {
    version: 8,
    sources: {
      // Tiles are named directly: the archive's own description carries the place index, which drawing does not need.
      [BASEMAP_SOURCE]: {
        type: 'vector',
        tiles: [`pmtiles://${archiveUrl}/{z}/{x}/{y}`],
        maxzoom: ARCHIVE_MAX_ZOOM,
        attribution: BASEMAP_CREDIT,
      },
    },
    layers: [
      { id: 'basemap-water', type: 'background', paint: { 'background-color': palette.water } },
      {
        id: 'basemap-shore',
        type: 'line',
        source: BASEMAP_SOURCE,
        'source-layer': 'coast',
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': palette.shore,
          'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 1, 3, 6, 14, 12, 60],
          'line-blur': ['interpolate', ['exponential', 1.5], ['zoom'], 1, 1, 6, 6, 12, 30],
        },
      },
      fill('land', palette.land),
      {
        id: 'basemap-coast',
        type: 'line',
        source: BASEMAP_SOURCE,
        'source-layer': 'coast',
        paint: { 'line-color': palette.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1, 12, 1.6] },
      },
      {
        id: 'basemap-border',
        type: 'line',
        source: BASEMAP_SOURCE,
        'source-layer': 'border',
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': palette.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 8, 1.8],
          'line-dasharray': [4, 2],
        },
      },
      {
        id: FIRST_LABEL_LAYER,
        type: 'symbol',
        source: BASEMAP_SOURCE,
        'source-layer': 'country',
        maxzoom: 7,
        filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 1.5, 2, 2.6, 3, 3.6, 4, 4.4, 5]],
        layout: {
          ...FONT,
          'text-field': countryName(language),
          'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 5, ['match', ['get', 'rank'], 1, 18, 2, 16, 13]],
          'text-letter-spacing': 0.06,
          'text-max-width': 7,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: { 'text-color': palette.country, 'text-halo-color': palette.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.5 },
      },
      {
        id: 'basemap-place-dot',
        type: 'circle',
        source: BASEMAP_SOURCE,
        'source-layer': 'place',
        filter: ['<=', ['coalesce', ['get', 'zoom'], 0], ['zoom']],
        paint: {
          'circle-radius': ['case', ['has', 'capital'], 3.2, ['match', ['get', 'size'], 3, 2.8, 2, 2.4, 1.8]],
          'circle-color': palette.halo,
          'circle-stroke-color': palette.dot,
          'circle-stroke-width': 1.2,
        },
      },
      {
        id: 'basemap-place',
        type: 'symbol',
        source: BASEMAP_SOURCE,
        'source-layer': 'place',
        filter: ['<=', ['coalesce', ['get', 'zoom'], 0], ['zoom']],
        layout: {
          ...FONT,
          'text-field': ['get', 'name'],
          'text-size': [
            'interpolate',
            ['linear'],
            ['zoom'],
            3,
            ['match', ['get', 'size'], 3, 11.5, 10.5],
            9,
            ['match', ['get', 'size'], 3, 17, 2, 15, 1, 13, 11.5],
            14,
            ['match', ['get', 'size'], 3, 21, 2, 18, 1, 15, 13],
          ],
          'text-anchor': 'left',
          'text-offset': [0.55, 0],
          'text-max-width': 9,
          'symbol-sort-key': ['-', ['case', ['has', 'capital'], 0, 1], ['get', 'size']],
        },
        paint: { 'text-color': palette.place, 'text-halo-color': palette.halo, 'text-halo-width': 1.3, 'text-halo-blur': 0.4 },
      },
    ],
  };
};
