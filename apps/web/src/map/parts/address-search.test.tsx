import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { fillBrowserGaps } from '../../testing/signed-in.tsx';
import type { Place } from '../basemap/place-index.ts';
import { MapContext } from '../map-context.ts';
import { AddressSearch } from './address-search.tsx';
import type { PlaceSearch } from './use-places.ts';

const PLACES: readonly Place[] = [
  { label: 'Springfield, US', lat: 39.8, lon: -89.6 },
  { label: 'Springfield, US', lat: 37.2, lon: -93.3 },
];
const flyTo = vi.fn();
let answers: ((places: readonly Place[]) => void)[];
const search: PlaceSearch = () => new Promise((resolve) => answers.push(resolve));

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  answers = [];
  flyTo.mockClear();
  render(
    <MapContext value={{ map: { flyTo } } as never}>
      <AddressSearch search={search} />
    </MapContext>,
  );
});
afterEach(cleanup);

const box = (): HTMLElement => screen.getByRole('combobox', { name: 'Search place or coordinates' });
const type = (text: string): void => {
  fireEvent.focus(box());
  fireEvent.change(box(), { target: { value: text } });
};
const press = (key: string): void => void fireEvent.keyDown(box(), { key, code: key });
const answer = async (index: number, places: readonly Place[]): Promise<void> => {
  await waitFor(() => expect(answers.length).toBeGreaterThan(index));
  answers[index]!(places);
};
const target = (): unknown => flyTo.mock.calls.at(-1)?.[0]?.center;

it('marks with the arrows and goes to what is marked, also where two have one name', async () => {
  type('spring');
  await answer(0, PLACES);
  expect((await screen.findAllByRole('option')).length).toBe(2);
  press('ArrowDown');
  press('ArrowDown');
  expect(screen.getAllByRole('option').map((o) => o.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  expect(box().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]!.id);
  press('Enter');
  expect(target()).toEqual([-93.3, 37.2]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('goes to the best of what was typed last when Enter comes before the answer', async () => {
  type('spring');
  await answer(0, PLACES);
  await screen.findAllByRole('option');
  type('munich');
  press('Enter');
  expect(flyTo).not.toHaveBeenCalled();
  await answer(1, [{ label: 'Munich, DE', lat: 48.1, lon: 11.6 }]);
  await waitFor(() => expect(target()).toEqual([11.6, 48.1]));
});

it('takes coordinates, chooses by mouse, says that there is nothing, and closes', async () => {
  type('48.5, 11.25');
  fireEvent.click(await screen.findByRole('option'));
  expect(target()).toEqual([11.25, 48.5]);
  type('nowhere');
  await answer(0, []);
  expect((await screen.findByRole('status')).textContent).toBe('No place of this name');
  fireEvent.blur(box());
  expect(screen.queryByRole('status')).toBeNull();
});
