import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import type { ListDefinition } from './list-definition.ts';
import { ListPage } from './list-page.tsx';

const removed = vi.fn<(ids: readonly string[]) => Promise<void>>(async () => undefined);
const opened = vi.fn<(id: string) => void>();
const exported = vi.fn<(input: unknown, keys: readonly string[]) => Promise<void>>(async () => undefined);

const definition: ListDefinition<'device.page'> = {
  id: 'test',
  operation: 'device.page',
  rowKey: (row) => row.id,
  rowName: (row) => row.deviceName,
  columns: [
    { key: 'deviceName', title: 'ui.devices.name', isName: true, sortBy: 'deviceName' },
    { key: 'camCount', title: 'ui.devices.id', type: 'number' },
    { key: 'plate', title: 'ui.devices.labels', permission: '3000:edit' },
  ],
  filters: [{ type: 'text', fields: ['deviceIdOrName'], label: 'ui.devices.search' }],
  rowActions: [
    {
      key: 'delete',
      label: 'ui.permissionLabels.delete',
      permission: '3000:delete',
      danger: true,
      confirm: ([row]) => ({ title: `Delete ${row?.deviceName ?? ''}?`, lines: ['takes its history'], ok: 'Delete it' }),
      run: (rows) => removed(rows.map((row) => row.id)),
    },
  ],
  bulkActions: [{ key: 'many', label: 'ui.permissionLabels.remove', run: (rows) => removed(rows.map((row) => row.id)) }],
  onOpen: (row) => opened(row.id),
  exports: { run: exported },
  empty: { text: 'ui.devices.noMatch' },
};

let total = 25;
const asked: Record<string, unknown>[] = [];
const row = (n: number) => ({ id: `id${n}`, deviceName: `Truck ${n}`, camCount: 1234, plate: `P${n}`, labelNames: '' });

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  total = 25;
  asked.length = 0;
  enterSession();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const question = JSON.parse(String(init.body)) as { pageIndex: number; pageSize: number };
    asked.push(question);
    const first = (question.pageIndex - 1) * question.pageSize;
    const records = Array.from({ length: Math.max(0, Math.min(question.pageSize, total - first)) }, (_, i) => row(first + i + 1));
    return new Response(
      JSON.stringify({ code: 0, msg: '', data: { records, total, size: question.pageSize, current: question.pageIndex } }),
    );
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
const show = (address?: string) => renderPage(<ListPage definition={definition} title="Trucks" />, address);

it('asks what the address says, and writes there what is chosen', async () => {
  const { router } = show('/?page=2&deviceIdOrName=tru&sort=deviceName:desc');
  await screen.findByText('Truck 11');
  expect(asked[0]).toMatchObject({ pageIndex: 2, pageSize: 10, deviceIdOrName: 'tru', orderBy: 'deviceName', orderDirection: 'desc' });
  fireEvent.click(screen.getByTitle('3'));
  await screen.findByText('Truck 21');
  expect(router.state.location.search).toContain('page=3');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } });
  await waitFor(() => expect(router.state.location.search).toBe('?deviceIdOrName=x&sort=deviceName%3Adesc'));
});

it('goes back to the last page that there is', async () => {
  const { router } = show('/?page=9');
  await screen.findByText('Truck 25');
  expect(router.state.location.search).toBe('?page=3');
});

it('draws nothing that the person may not use', async () => {
  enterSession({ permissions: ['3000'] });
  show();
  await screen.findByText('Truck 1');
  expect(screen.queryByText('P1')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete: Truck 1' })).toBeNull();
});

it('asks before it deletes, says what goes, and shows what failed in place', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: Truck 2' }));
  const dialog = await dialogTitled('Delete Truck 2?');
  within(dialog).getByText('takes its history');
  expect(removed).not.toHaveBeenCalled();
  removed.mockRejectedValueOnce(new Error('down'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete it' }));
  await within(dialog).findByText('Network request failed');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(removed).toHaveBeenLastCalledWith(['id2']);
});

it('keeps the selection over pages', async () => {
  show();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Truck 1' }));
  fireEvent.click(screen.getByTitle('2'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Truck 12' }));
  screen.getByText('2 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toHaveBeenCalledWith(['id1', 'id12']));
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

it('works with the keys', async () => {
  show();
  const first = (await screen.findByText('Truck 1')).closest('tr');
  first?.focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
  expect(opened).toHaveBeenCalledWith('id2');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
  screen.getByText('1 selected');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

it('exports what the question finds with the shown columns, and not while there is nothing', async () => {
  const view = show('/?deviceIdOrName=a');
  await screen.findByText('Truck 1');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(exported).toHaveBeenCalledWith(expect.objectContaining({ deviceIdOrName: 'a' }), ['deviceName', 'camCount', 'plate']),
  );
  view.unmount();
  queryClient.clear();
  total = 0;
  show();
  await screen.findByText('No device matches');
  expect(screen.getByRole('button', { name: 'Export' }).hasAttribute('disabled')).toBe(true);
});

it('shows every column that was chosen on another browser, and a new one as everybody begins', async () => {
  const entries = (chosen: readonly string[]) =>
    ['deviceName', 'camCount', 'plate'].map((formatKey) => ({ formatKey, checked: true, chosen: chosen.includes(formatKey) }));
  let kept = entries([]);
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    String(url).includes('/format/') ? new Response(JSON.stringify({ code: 0, msg: '', data: kept })) : answer(url, init),
  );
  const shy: ListDefinition<'device.page'> = {
    ...definition,
    id: 'shy',
    format: 'device_column',
    columns: definition.columns.map((column) => (column.isName ? column : { ...column, isHiddenAtFirst: true })),
  };
  const open = async () => {
    queryClient.clear();
    const view = renderPage(<ListPage definition={shy} title="Trucks" />);
    await screen.findByText('Truck 1');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    return view;
  };
  const first = await open();
  expect(screen.queryByText('P1')).toBeNull();
  first.unmount();
  kept = entries(['deviceName', 'plate']);
  await open();
  await screen.findByText('P1');
  expect(screen.queryByText('1,234')).toBeNull();
});

it('keeps the chosen columns of the person', async () => {
  const view = show();
  await screen.findByText('P1');
  fireEvent.click(screen.getByRole('button', { name: 'Set table header' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Tags' }));
  expect(screen.getByRole('checkbox', { name: 'Device name' }).hasAttribute('disabled')).toBe(true);
  // Closed without saving, the ticks wait.
  fireEvent.click(screen.getByRole('button', { name: 'Set table header' }));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Tags' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Set table header' }));
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Tags' })).checked).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('P1')).toBeNull());
  view.unmount();
  const again = show();
  await screen.findByText('Truck 1');
  expect(screen.queryByText('P1')).toBeNull();
  again.unmount();
  enterSession({ user: { id: '8' } });
  show();
  await screen.findByText('P1');
});
