import type { CompanyLook, MapSource } from '@sightline/contract';
import { MAP_TYPES } from '@sightline/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './map-settings-page.tsx';

const TILES = 'https://tiles.example.com/';
const SOURCE: MapSource = {
  name: 'City maps',
  urlTemplate: `${TILES}{z}/{x}/{y}?key={key}`,
  key: 'abcdefgh1234',
  attribution: '© City',
  maxZoom: 18,
  grid: 'web',
  imagery: false,
};
const NONE: CompanyLook = {
  menu: [],
  mapTypes: [...MAP_TYPES],
  defaultMapType: null,
  ownMapTypes: false,
  mapSource: null,
  ownMapSource: false,
};
const OWN: CompanyLook = { ...NONE, mapTypes: [...MAP_TYPES, 'own'], mapSource: SOURCE, ownMapSource: true };

let look: CompanyLook;
let tile: () => Response | Promise<Response>;
const tiles: string[] = [];
const saved: { path: string; body: Record<string, unknown> }[] = [];

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  look = NONE;
  tile = () => new Response('picture');
  tiles.length = 0;
  saved.length = 0;
  enterSession();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith(TILES)) {
      tiles.push(url);
      return await tile();
    }
    if (url.includes('/set/map/source')) saved.push({ path: url, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return new Response(JSON.stringify({ code: 0, msg: '', data: url.endsWith('/look/info') ? look : null }));
  });
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const region = async (): Promise<HTMLElement> => await screen.findByRole('region', { name: 'Own map' });
const type = (label: string, value: string): void => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const tryIt = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: 'Try it' });

it('tries what stands in the form, before it is saved, and says what came of it', async () => {
  renderPage(<Page />);
  await region();
  expect(tryIt().disabled).toBe(true);
  type('Address of the tiles', `${TILES}{z}/{x}/{y}?key={key}`);
  // The key is asked for, and the address alone is not tried.
  expect(tryIt().disabled).toBe(true);
  type('Key', 'k/1');
  await waitFor(() => expect(tryIt().disabled).toBe(false));
  fireEvent.click(tryIt());
  expect(await screen.findByText('It works: the server has sent a picture.')).toBeTruthy();
  expect(tiles).toEqual([`${TILES}1/1/0?key=k%2F1`]);

  // What came of one key says nothing about the next.
  type('Key', 'wrong');
  await waitFor(() => expect(screen.queryByText('It works: the server has sent a picture.')).toBeNull());
  tile = () => new Response('', { status: 403 });
  fireEvent.click(tryIt());
  expect(await screen.findByText('The server refused it: the key or the address is wrong.')).toBeTruthy();
  tile = () => Promise.reject(new TypeError('Failed to fetch'));
  fireEvent.click(tryIt());
  expect(await screen.findByText(/^The server cannot be reached/)).toBeTruthy();
  expect(saved).toEqual([]);
});

it('shows the end of a known key alone, tries with it, and leaves it out when something else is saved', async () => {
  look = OWN;
  renderPage(<Page />);
  const section = await region();
  const key = within(section).getByLabelText<HTMLInputElement>('Key');
  expect([key.value, key.placeholder]).toEqual(['', 'Known, ends with …1234']);
  expect(document.body.innerHTML).not.toContain('abcdefgh');
  fireEvent.click(tryIt());
  await screen.findByText('It works: the server has sent a picture.');
  expect(tiles).toEqual([`${TILES}1/1/0?key=abcdefgh1234`]);

  type('Name', 'Streets');
  fireEvent.click(await within(section).findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const { key: _key, ...rest } = SOURCE;
  expect(saved[0]?.body).toEqual({ ...rest, name: 'Streets' });
});

it('says so when a map of a customer above is in use, and begins empty', async () => {
  look = { ...OWN, ownMapSource: false };
  renderPage(<Page />);
  const section = await region();
  expect(within(section).getByText(/^“City maps” of a customer above is in use/)).toBeTruthy();
  expect(within(section).getByLabelText<HTMLInputElement>('Name').value).toBe('');
  expect(within(section).queryByRole('button', { name: 'Remove' })).toBeNull();
});

it('removes the own map after a question', async () => {
  look = OWN;
  renderPage(<Page />);
  fireEvent.click(within(await region()).getByRole('button', { name: 'Remove' }));
  const dialog = (await screen.findByText('Remove the map “City maps”?')).closest<HTMLElement>('[role=dialog]');
  expect(dialog).not.toBeNull();
  look = NONE;
  fireEvent.click(within(dialog!).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(saved.map(({ path }) => path)).toEqual([expect.stringContaining('/customer/set/map/source/remove')]));
  await waitFor(() => expect(within(screen.getByRole('region', { name: 'Own map' })).queryByRole('button', { name: 'Remove' })).toBeNull());
});
