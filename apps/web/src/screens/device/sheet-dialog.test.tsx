import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
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

it('closes at once with nothing chosen, or with what it cannot take', () => {
  show();
  choose('devices.txt');
  screen.getByText(/xlsx/, { selector: '[role=alert]' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(closed).toHaveBeenCalledOnce();
});
