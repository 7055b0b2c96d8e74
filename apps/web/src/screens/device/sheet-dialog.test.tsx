import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { SheetDialog } from './sheet-dialog.tsx';

const closed = vi.fn<() => void>();

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  enterSession();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, msg: '', data: [] })));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  closed.mockClear();
});

const show = () => renderPage(<SheetDialog kind="import" customerId="1" onStarted={vi.fn<() => void>()} onClose={closed} />);
const choose = (name: string): void =>
  void fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [new File(['x'], name)] } });

it('asks before a chosen spreadsheet is dropped, on closing and on leaving the page', async () => {
  const { router } = show();
  choose('devices.xlsx');
  await screen.findByText('devices.xlsx');
  await act(async () => router.navigate('/elsewhere'));
  expect(router.state.location.pathname).toBe('/');
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[0]!);
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

const List = () => {
  const { panel, close } = usePanel();
  return panel?.name === 'import' ? <SheetDialog kind="import" customerId="1" onStarted={close} onClose={close} /> : <p>list</p>;
};
const asksToLeave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before the way back drops a spreadsheet chosen in what the address opened, and before the tab is closed', async () => {
  const { router } = renderPage(<List />);
  await act(async () => router.navigate('/?open=import'));
  expect(asksToLeave()).toBe(false);
  choose('devices.xlsx');
  await screen.findByText('devices.xlsx');
  expect(asksToLeave()).toBe(true);
  // Another filter of the list below keeps the dialog.
  await act(async () => router.navigate('/?open=import&status=1', { replace: true }));
  expect(router.state.location.search).toBe('?open=import&status=1');
  await act(async () => router.navigate(-1));
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.search).toBe('?open=import&status=1');
  expect(screen.getByText('devices.xlsx')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('Discard what you entered?')).toBeNull());
  await act(async () => router.navigate(-1));
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('list');
  expect(asksToLeave()).toBe(false);
});

it('closes at once with nothing chosen, or with what it cannot take', () => {
  show();
  choose('devices.txt');
  screen.getByText(/xlsx/, { selector: '[role=alert]' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).toHaveBeenCalledOnce();
});
