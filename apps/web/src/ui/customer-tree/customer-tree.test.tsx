import type { CustomerNode } from '@sightline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import type { Crumb } from './breadcrumb.ts';
import { CustomerTree, type CustomerTreeProps } from './customer-tree.tsx';

const node = (id: string, leaf: 0 | 1): CustomerNode => ({
  id,
  customerId: id,
  customerName: `Customer ${id}`,
  customerCode: id,
  customerCodeName: `Customer ${id}`,
  leaf,
  currentCustomerTotalCount: 3,
  totalCount: 12,
  onlineCount: 7,
  customerType: 1,
});
const levels: Record<string, CustomerNode[]> = { '9': [node('1', 0), node('2', 1)], '1': [node('11', 1)] };
const selected = vi.fn<(node: CustomerNode) => void>();

beforeAll(async () => {
  await initI18n('en_US');
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 440 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 280 });
  HTMLElement.prototype.scrollTo = () => undefined;
});
beforeEach(() => {
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { customerId } = JSON.parse(String(init.body)) as { customerId: string };
    return new Response(JSON.stringify({ code: 0, msg: '', data: levels[customerId] ?? [] }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  selected.mockClear();
});

const Tree = (props: Partial<CustomerTreeProps>) => {
  const [path, setPath] = useState<readonly Crumb[]>([{ id: '9', name: 'Top' }]);
  return (
    <QueryClientProvider client={queryClient}>
      <CustomerTree mode="monitor" path={path} onPathChange={setPath} selectedId={null} onSelect={selected} {...props} />
    </QueryClientProvider>
  );
};

it('selects with the row and goes down with the arrow', async () => {
  render(<Tree />);
  fireEvent.click(await screen.findByRole('button', { name: /^Customer 1\b.*7 of 12 online/ }));
  expect(selected).toHaveBeenCalledWith(expect.objectContaining({ id: '1' }));
  expect(screen.queryByRole('button', { name: 'Sub-customers of Customer 2' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sub-customers of Customer 1' }));
  await screen.findByRole('button', { name: /^Customer 11/ });
  expect(selected).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Top' }));
  await screen.findByRole('button', { name: /^Customer 2/ });
});

it('counts own and all devices in device mode', async () => {
  render(<Tree mode="device" />);
  await screen.findAllByText('3/12');
});

it('shows the arrow on every row before the guide was seen, in monitor mode alone', async () => {
  const view = render(<Tree alwaysShowArrow />);
  await screen.findByRole('button', { name: 'Sub-customers of Customer 2' });
  view.rerender(<Tree alwaysShowArrow mode="device" />);
  expect(screen.queryByRole('button', { name: 'Sub-customers of Customer 2' })).toBeNull();
});

it('goes down and up with the arrow keys', async () => {
  render(<Tree />);
  const row = await screen.findByRole('button', { name: /^Customer 1\b.*online/ });
  fireEvent.keyDown(row, { key: 'ArrowRight' });
  const child = await screen.findByRole('button', { name: /^Customer 11/ });
  fireEvent.keyDown(child, { key: 'ArrowLeft' });
  await screen.findByRole('button', { name: /^Customer 2/ });
});

it('says what failed and offers to try again', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ code: 403, msg: 'x', data: null }), { headers: { 'x-trace-id': 'trace-1' } }),
  );
  render(<Tree />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('No permission');
  expect(alert.textContent).toContain('trace-1');
  screen.getByRole('button', { name: 'Retry' });
});
