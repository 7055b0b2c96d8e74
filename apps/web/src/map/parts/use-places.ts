import { useEffect, useState } from 'react';
import { parseCoordinates, type Place } from '../basemap/place-index.ts';

const WAIT_MS = 180;
const SHORTEST = 2;

export type PlaceSearch = (query: string, signal: AbortSignal) => Promise<readonly Place[]>;

/** What a text has found. */
export interface FoundPlaces {
  readonly query: string;
  /** `failed`: the search did not work. */
  readonly places: readonly Place[] | 'failed';
}

/** What a text finds: the point that it names itself, or places. What an earlier text has found stays until there is an answer; null: nothing was asked. */
export const usePlaces = (query: string, search: PlaceSearch): FoundPlaces | null => {
  const [found, setFound] = useState<FoundPlaces | null>(null);
  useEffect(() => {
    const point = parseCoordinates(query);
    if (point !== null || query.length < SHORTEST) {
      setFound(point === null ? null : { query, places: [point] });
      return;
    }
    const abort = new AbortController();
    const answer = (places: FoundPlaces['places']): void => {
      if (!abort.signal.aborted) setFound({ query, places });
    };
    const timer = setTimeout(() => {
      search(query, abort.signal).then(answer, () => answer('failed'));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, search]);
  return found;
};
