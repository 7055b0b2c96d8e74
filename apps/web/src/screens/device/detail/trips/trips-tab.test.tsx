import type { DeviceInfo } from '@sightline/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../api/query.ts';
import { initI18n } from '../../../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../../../testing/signed-in.tsx';
import { TripsTab } from './trips-tab.tsx';

const HERE = '/?detail=d1&tab=trips';
const settings = { minMovingSpeedKph: 5, minStayS: 300, locationPoints: 3 };
let saved = { ...settings };

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  saved = { ...settings };
  enterSession();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (String(url).endsWith('/saveTrip')) saved = { ...saved, ...(JSON.parse(String(init.body)) as typeof saved) };
    const device = { id: 'd1', deviceName: 'Truck 1', settings: saved } as unknown as DeviceInfo;
    return new Response(JSON.stringify({ code: 0, msg: '', data: device }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const stay = () => screen.findByRole('spinbutton', { name: /A stop lasts at least/ });
const type = async (value: string): Promise<void> => {
  const field = await stay();
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

it('asks before numbers that were typed are dropped: by another tab, by closing, by another page', async () => {
  const { router } = renderPage(<TripsTab deviceId="d1" />, HERE);
  await type('120');
  for (const address of ['/?detail=d1&tab=settings', '/', '/elsewhere']) {
    await act(async () => router.navigate(address));
    expect(router.state.location.search).toBe('?detail=d1&tab=trips');
    fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(((await stay()) as HTMLInputElement).value).toBe('120');
  // What stays on the tab is not asked about.
  await act(async () => router.navigate('/?detail=d1&tab=trips&page=2'));
  expect(router.state.location.search).toContain('page=2');
  await act(async () => router.navigate('/?detail=d1'));
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.search).toBe('?detail=d1'));
});

it('lets go when the numbers are the saved ones again, or have been saved', async () => {
  const { router } = renderPage(<TripsTab deviceId="d1" />, HERE);
  await type('120');
  await type('300');
  await act(async () => router.navigate('/?detail=d1'));
  expect(router.state.location.search).toBe('?detail=d1');
  await act(async () => router.navigate(HERE));
  await type('240');
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  fireEvent.click(within(await dialogTitled('Change the trip settings of Truck 1?')).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(saved.minStayS).toBe(240));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => router.navigate('/elsewhere'));
  expect(router.state.location.pathname).toBe('/elsewhere');
});

it('does not ask whom the settings are not for', async () => {
  enterSession({ permissions: ['3000', '3000:view'] });
  const { router } = renderPage(<TripsTab deviceId="d1" />, HERE);
  await type('120');
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  await act(async () => router.navigate('/?detail=d1'));
  expect(router.state.location.search).toBe('?detail=d1');
});

it('asks in the person’s unit, and sends what was typed in that of the contract', async () => {
  enterSession({ settings: { speedUnit: 'mph' } });
  renderPage(<TripsTab deviceId="d1" />, HERE);
  const speed = (): HTMLInputElement => screen.getByRole('spinbutton', { name: /Moving from/ });
  await stay();
  expect(speed().value).toBe('3.11');
  // Looking at it changes nothing, although 3.11 mph are not quite 5 km/h.
  fireEvent.focus(speed());
  fireEvent.blur(speed());
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
  await type('240');
  fireEvent.change(speed(), { target: { value: '6' } });
  fireEvent.blur(speed());
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  const dialog = await dialogTitled('Change the trip settings of Truck 1?');
  expect(within(dialog).getByText('Moving from: 3.1 mph → 6.0 mph')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(saved).toMatchObject({ minMovingSpeedKph: 9.656064, minStayS: 240, locationPoints: 3 }));
  await waitFor(() => expect(speed().value).toBe('6.00'));
});
