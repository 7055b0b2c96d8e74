import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './license-page.tsx';

type Body = Record<string, unknown>;
const asked: { path: string; body: Body }[] = [];
const askedOf = (path: string): Body[] => asked.filter((call) => call.path.endsWith(path)).map(({ body }) => body);

const type = (typeCode: string, typeName: string, count: number) => ({
  typeCode,
  typeName,
  nameEn: typeName,
  nameZh: typeName,
  validityMonths: typeCode === 'lifetime' ? null : 12,
  features: ['tracking'],
  deviceBasicType: null,
  transferable: true,
  unbindable: true,
  count,
  codes: ['7K2M-0QWE-4RTY-9HJE'],
});
const license = (id: string, change: Body) => ({
  id,
  code: `AAAA-BBBB-CCCC-000${id}`,
  typeCode: 'annual',
  typeName: 'Annual',
  status: 'bound',
  customerId: '1',
  customerName: 'Alpenblick',
  batchId: '1',
  deviceId: `d${id}`,
  deviceName: `Truck ${id}`,
  bindTime: '2026-01-01T00:00:00Z',
  expirationTime: '2027-01-01T00:00:00Z',
  deviceLocked: false,
  createTime: '2026-01-01T00:00:00Z',
  ...change,
});
let licenses = [license('1', {})];
const page = (records: readonly unknown[]) => ({ records, total: records.length, size: 10, current: 1 });

const answerOf = (path: string): unknown => {
  if (path.endsWith('/license/list/code')) return [type('annual', 'Annual', 12), type('lifetime', 'Lifetime', 0)];
  if (path.endsWith('/license/type/list')) return [type('annual', 'Annual', 0)];
  if (path.endsWith('/license/policy/info')) return { requiredForNewDevices: true, graceDays: 7, noticeDays: 30 };
  if (path.endsWith('/license/page')) return page(licenses);
  if (path.endsWith('/license/unbind/devices')) return { count: 1 };
  if (path.endsWith('/license/sell')) return { saleId: '1', count: 2 };
  if (path.endsWith('/customer/tree')) return [];
  return page([]);
};

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  asked.length = 0;
  licenses = [license('1', {})];
  enterSession({ user: { customerType: 1 } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ path: url, body: JSON.parse(String(init.body)) as Body });
    return new Response(JSON.stringify({ code: 0, msg: '', data: answerOf(url) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
const tabs = (): string[] =>
  within(screen.getByRole('radiogroup'))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent ?? '');

it('shows the stock by type, with what follows when a licence ends', async () => {
  renderPage(<Page />);
  const row = (await screen.findByText('Annual')).closest('tr');
  expect(row?.textContent).toContain('12 months');
  await screen.findByText(/Told of 30 days before the end; devices are locked 7 days after it\. New devices need a licence\./);
  // What has run out cannot be handed on.
  expect(screen.queryByRole('button', { name: 'Hand down: Lifetime' })).toBeNull();
  screen.getByRole('button', { name: 'Hand down: Annual' });
});

it('has a tab for each list that the person may see, and keeps it in the address', async () => {
  const { router, unmount } = renderPage(<Page />);
  await screen.findByText('Annual');
  expect(tabs()).toEqual(['Stock', 'Licences', 'Ending soon', 'Sales', 'Use']);
  fireEvent.click(screen.getByText('Use'));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=usage'));
  unmount();
  enterSession({ permissions: ['3000:licenseBinding'] });
  renderPage(<Page />, '/?tab=sales');
  await screen.findByText('Annual');
  expect(tabs()).not.toContain('Sales');
  expect(screen.queryByRole('button', { name: 'Hand down' })).toBeNull();
  cleanup();
  enterSession({ user: { userType: '1' } });
  renderPage(<Page />);
  await screen.findByText('Annual');
  expect(tabs()).toContain('Batches');
  screen.getByRole('button', { name: 'Make licences' });
  cleanup();
  enterSession({ permissions: [] });
  renderPage(<Page />);
  screen.getByText('You lack the permission for licences.');
});

it('asks for a list of states as the contract takes it', async () => {
  renderPage(<Page />, '/?tab=licences&status=bound,expired&saleId=44');
  await screen.findByText('Truck 1');
  expect(askedOf('/license/page')[0]).toMatchObject({ status: 'bound,expired', saleId: '44', subsumption: 1 });
  screen.getByText('Of one record');
});

it('names the device and what it loses before a licence is taken off', async () => {
  renderPage(<Page />, '/?tab=licences');
  fireEvent.click(await screen.findByRole('button', { name: 'Unbind: AAAA-BBBB-CCCC-0001' }));
  const question = await dialogTitled('Take the licence off Truck 1?');
  within(question).getByText(/Truck 1: Annual, ends: 2027-01-01 00:00 UTC/);
  within(question).getByText(/out of service at once/);
  expect(askedOf('/license/unbind/devices')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Unbind' }));
  await waitFor(() => expect(askedOf('/license/unbind/devices')).toEqual([{ deviceIds: 'd1' }]));
});

it('offers what the state of a licence allows', async () => {
  licenses = [
    license('1', {}),
    license('2', { status: 'new', deviceId: null, deviceName: null, expirationTime: null, bindTime: null }),
    license('3', { status: 'new', deviceId: null, deviceName: null, expirationTime: null, customerId: '9', customerName: 'Below' }),
    license('4', { status: 'spent' }),
    license('5', { status: 'bound', expirationTime: null }),
    license('6', { status: 'expired', expirationTime: '2020-01-01T00:00:00Z' }),
  ];
  renderPage(<Page />, '/?tab=licences');
  await screen.findByText('Truck 1');
  // Read from the labels: asking for roles in a table of this size takes long without a browser.
  const offered = (id: string): string[] =>
    [...document.querySelectorAll(`button[aria-label$=': AAAA-BBBB-CCCC-000${id}']`)].map(
      (button) => (button.getAttribute('aria-label') ?? '').split(':')[0] ?? '',
    );
  expect(['1', '2', '3', '4', '5', '6'].map(offered)).toEqual([
    ['Renew', 'Unbind'],
    ['Bind', 'Hand down'],
    ['Take back'],
    [],
    // For life: nothing to renew.
    ['Unbind', 'Transfer'],
    ['Renew'],
  ]);
});
