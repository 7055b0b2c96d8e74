import { Input } from 'antd';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { parseCoordinates, type Place } from '../basemap/place-index.ts';
import { useMap } from '../map-context.ts';
import { toLibraryZoom } from '../mercator.ts';
import { usePlaces, type PlaceSearch } from './use-places.ts';

/** A found place is shown as a town, coordinates as a street. */
const PLACE_ZOOM = 12;
const COORDINATES_ZOOM = 16;
const NONE = -1;

/** Search box for places and coordinates: a combobox with a list (ARIA 1.2), the arrows mark, Enter goes to what is marked, else to the best. */
export const AddressSearch = ({ search }: { readonly search: PlaceSearch }): ReactElement => {
  const { map } = useMap();
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(NONE);
  /** Somebody does not wait for the list. */
  const [isEager, setEager] = useState(false);
  const query = text.trim();
  const found = usePlaces(query, search);
  const list = found === null || found.places === 'failed' ? [] : found.places;
  const isListed = isOpen && list.length > 0;
  const nothing =
    !isOpen || found === null || list.length > 0 ? null : t(found.places === 'failed' ? 'map.searchFailed' : 'map.searchEmpty');
  const optionId = (index: number): string => `${id}-${index}`;

  const go = (place: Place | undefined): void => {
    if (place === undefined) return;
    const zoom = toLibraryZoom(parseCoordinates(text) === null ? PLACE_ZOOM : COORDINATES_ZOOM);
    map.flyTo({ center: [place.lon, place.lat], zoom, duration: 900 });
    setText(place.label);
    setOpen(false);
  };
  const goToBest = (): void => {
    if (found?.query === query) go(list[marked] ?? list[0]);
    else setEager(true);
  };
  const answered = useEffectEvent(() => {
    if (!isEager || found === null || found.query !== query) return;
    setEager(false);
    go(list[0]);
  });
  useEffect(() => answered(), [found]);
  const mark = (index: number): void => {
    setOpen(true);
    setMarked(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => mark((marked + 1) % list.length),
    ArrowUp: () => mark((marked <= 0 ? list.length : marked) - 1),
    Escape: () => setOpen(false),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = keys[event.key];
    if (act === undefined || list.length === 0 || event.nativeEvent.isComposing || (event.key === 'Escape' && !isOpen)) return;
    event.preventDefault();
    // What the map does with keys is not meant.
    event.stopPropagation();
    act();
  };
  return (
    <div className="sl-map-search">
      <Input.Search
        role="combobox"
        aria-label={t('map.search')}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-activedescendant={isListed && marked !== NONE ? optionId(marked) : undefined}
        placeholder={t('map.search')}
        autoComplete="off"
        allowClear
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(NONE);
          setEager(false);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onSearch={goToBest}
      />
      {isListed && (
        <ul id={`${id}-list`} role="listbox" aria-label={t('map.search')} className="sl-map-places">
          {list.map((place, index) => (
            <li
              // Two places may have one name.
              key={index}
              id={optionId(index)}
              role="option"
              aria-selected={index === marked}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(place)}
            >
              <bdi>{place.label}</bdi>
            </li>
          ))}
        </ul>
      )}
      {nothing !== null && (
        <p role="status" className="sl-map-places">
          {nothing}
        </p>
      )}
    </div>
  );
};
