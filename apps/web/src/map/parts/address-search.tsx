import { AutoComplete, Input } from 'antd';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { parseCoordinates, type Place } from '../basemap/place-index.ts';
import { useMap } from '../map-context.ts';
import { toLibraryZoom } from '../mercator.ts';

const WAIT_MS = 180;
/** A found place is shown as a town, coordinates as a street. */
const PLACE_ZOOM = 12;
const COORDINATES_ZOOM = 16;

export type PlaceSearch = (query: string, signal: AbortSignal) => Promise<readonly Place[]>;

/** Search box for places and coordinates. */
export const AddressSearch = ({ search }: { readonly search: PlaceSearch }): ReactElement => {
  const { map } = useMap();
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [places, setPlaces] = useState<readonly Place[] | 'failed'>([]);
  const running = useRef<AbortController>(null);

  useEffect(() => {
    const query = text.trim();
    const point = parseCoordinates(query);
    if (query.length < 2 || point) {
      setPlaces(point ? [point] : []);
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    const timer = setTimeout(() => {
      search(query, abort.signal).then(
        (found) => !abort.signal.aborted && setPlaces(found),
        () => !abort.signal.aborted && setPlaces('failed'),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, search]);

  const go = (place: Place): void => {
    map.flyTo({
      center: [place.lon, place.lat],
      zoom: toLibraryZoom(parseCoordinates(text) ? COORDINATES_ZOOM : PLACE_ZOOM),
      duration: 900,
    });
  };
  const list = places === 'failed' ? [] : places;
  const empty = text.trim().length < 2 ? null : places === 'failed' ? t('map.searchFailed') : t('map.searchEmpty');
  return (
    <AutoComplete
      className="sl-map-search"
      aria-label={t('map.search')}
      value={text}
      onChange={setText}
      options={list.map((place, i) => ({ key: i, value: place.label }))}
      notFoundContent={empty}
      onSelect={(label: string) => {
        const place = list.find((candidate) => candidate.label === label);
        if (place) go(place);
      }}
    >
      <Input.Search
        placeholder={t('map.search')}
        aria-label={t('map.search')}
        allowClear
        onSearch={() => {
          const best = list[0];
          if (best) go(best);
        }}
      />
    </AutoComplete>
  );
};
