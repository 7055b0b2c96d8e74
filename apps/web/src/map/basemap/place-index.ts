import { PMTiles } from 'pmtiles';
import { countryNames } from './country-names.ts';

/** A hit of the address search. */
export interface Place {
  readonly label: string;
  readonly lat: number;
  readonly lon: number;
}

/** The place columns in the description of the bundled archive, largest place first. */
export interface PlaceColumns {
  readonly name: readonly string[];
  /** Two letters per place. */
  readonly iso: string;
  readonly lat: readonly number[];
  readonly lon: readonly number[];
}

const isPlaceColumns = (value: unknown): value is PlaceColumns =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'iso' in value &&
  'lat' in value &&
  'lon' in value &&
  Array.isArray(value.name);

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/u;

/** "1.32, 103.82": latitude first. Null when the text is no pair of coordinates on the earth. */
export const parseCoordinates = (text: string): Place | null => {
  const match = COORDINATES.exec(text);
  if (!match) return null;
  const lat = Number(match[1]);
  const lon = Number(match[2]);
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return null;
  return { label: `${lat}, ${lon}`, lat, lon };
};

/** Finds places by the beginning of a word of their name; whole-name beginnings first, then larger places. */
export class PlaceIndex {
  private readonly folded: readonly string[];
  private readonly countries: ReadonlyMap<string, string>;

  constructor(
    private readonly columns: PlaceColumns,
    language: string,
  ) {
    this.folded = columns.name.map(fold);
    this.countries = countryNames(language);
  }

  search(query: string, limit = 8): readonly Place[] {
    const wanted = fold(query.trim());
    if (wanted === '') return [];
    const starts: number[] = [];
    const inside: number[] = [];
    for (let i = 0; i < this.folded.length && starts.length < limit; i++) {
      const name = this.folded[i] as string;
      if (name.startsWith(wanted)) starts.push(i);
      else if (inside.length < limit && (name.includes(` ${wanted}`) || name.includes(`-${wanted}`))) inside.push(i);
    }
    return [...starts, ...inside].slice(0, limit).map((i) => {
      const iso = this.columns.iso.slice(i * 2, i * 2 + 2);
      return {
        label: `${this.columns.name[i] ?? ''}, ${this.countries.get(iso) ?? iso}`,
        lat: this.columns.lat[i] as number,
        lon: this.columns.lon[i] as number,
      };
    });
  }
}

/** Reads the place index out of the bundled archive. Rejects when it has none (another archive was put in its place). */
export const loadPlaceIndex = async (archiveUrl: string, language: string): Promise<PlaceIndex> => {
  const metadata = await new PMTiles(archiveUrl).getMetadata();
  const columns = typeof metadata === 'object' && metadata !== null && 'places' in metadata ? metadata.places : null;
  if (!isPlaceColumns(columns)) throw new Error('the base map has no place index');
  return new PlaceIndex(columns, language);
};
