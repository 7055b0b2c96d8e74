import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { feature, merge, mesh } from 'topojson-client';
import { iso1A2Code } from '@rapideditor/country-coder';
import { labelPoint, ringArea, unwrapGeometry } from './rings.mjs';

const require = createRequire(import.meta.url);
const collection = (features) => ({ type: 'FeatureCollection', features });
const single = (geometry) => collection([{ type: 'Feature', properties: {}, geometry: unwrapGeometry(geometry) }]);

/** Country areas in square degrees above which a name is shown at zoom 1, 2, 3, 4; smaller ones from zoom 5 on. */
const NAME_RANKS = [300, 60, 12, 2];

/**
 * Land, shared borders and coasts of one resolution.
 * @param {'50m' | '10m'} resolution of Natural Earth as packed by world-atlas
 */
export const outlines = (resolution) => {
  const topology = JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${resolution}.json`), 'utf8'));
  const { countries } = topology.objects;
  return {
    land: single(merge(topology, countries.geometries)),
    border: single(mesh(topology, countries, (a, b) => a !== b)),
    coast: single(mesh(topology, countries, (a, b) => a === b)),
    countries: feature(topology, countries).features.map((f) => ({ ...f, geometry: unwrapGeometry(f.geometry) })),
  };
};

/** One labelled point per country: `iso` (two letters, '' for disputed areas), `name` in English, `rank` 1 large .. 5 small. */
export const countryLabels = (countries) =>
  collection(
    countries.map((country) => {
      const { geometry } = country;
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      const sorted = polygons.toSorted((a, b) => ringArea(b[0]) - ringArea(a[0]));
      const area = polygons.reduce((sum, polygon) => sum + ringArea(polygon[0]), 0);
      const rank = NAME_RANKS.findIndex((limit) => area > limit);
      const iso = country.id === undefined ? '' : (iso1A2Code(String(country.id)) ?? '');
      return {
        type: 'Feature',
        properties: { iso, name: country.properties.name, rank: rank === -1 ? NAME_RANKS.length + 1 : rank + 1 },
        geometry: { type: 'Point', coordinates: labelPoint(sorted[0]) },
      };
    }),
  );
