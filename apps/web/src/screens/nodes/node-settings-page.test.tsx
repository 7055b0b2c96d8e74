import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './node-settings-page.tsx';

type Body = Record<string, unknown>;
const asked: { path: string; body: Body }[] = [];
const node = (nodeValue: string, change: Body = {}) => ({
  nodeValue,
  address: '',
  deviceAddress: null,
  online: true,
  own: false,
  live: true,
  talk: true,
  replay: true,
  streams: 0,
  viewers: 0,
  ...change,
});
const NODES = [
  node('default', { own: true, streams: 3, viewers: 7 }),
  node('north', { address: 'wss://north.example', talk: false }),
  node('south', { address: 'wss://south.example', online: false }),
];
let config: Body = {};

const answerOf = (path: string): unknown => {
  if (path.endsWith('/video/node/list')) return NODES;
  if (path.endsWith('/customer/expand/config/info')) return config;
  if (path.endsWith('/nodes')) return [{ nodeValue: 'north', name: 'north', default: true }];
  return null;
};

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked.length = 0;
  config = {
    customerId: '1',
    nodeValue: 'moon',
    talkNodeValue: '',
    replayNodeValue: 'south',
    above: { nodeValue: '', talkNodeValue: '', replayNodeValue: '' },
  };
  enterSession();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ path: url, body: JSON.parse(String(init.body)) as Body });
    return new Response(JSON.stringify({ code: 0, msg: '', data: answerOf(url) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const customer = async (): Promise<HTMLElement> => await screen.findByRole('region', { name: 'Default of Alpenblick' });

it('shows what nodes are, can and do, and which one is in use', async () => {
  renderPage(<Page />);
  const table = await screen.findByRole('table', { name: 'Media nodes' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['defaultThis server', 'Ready', 'Live video · Talks · Recordings', 'The address of this page', '3', '7'],
    ['north', 'Ready', 'Live video · Recordings', 'wss://north.example', '0', '0'],
    ['south', 'Away', 'Live video · Talks · Recordings', 'wss://south.example', '0', '0'],
  ]);
  expect(await screen.findAllByText('Now: north')).toHaveLength(3);
});

it('saves what is chosen for a customer, keeps the other choices, and offers only nodes that can do it', async () => {
  renderPage(<Page />);
  const region = await customer();
  expect(within(region).getByText('moon (not there)')).toBeTruthy();
  expect(within(region).getByText('As live video')).toBeTruthy();
  fireEvent.mouseDown(within(region).getByRole('combobox', { name: 'Talks' }));
  const options = (await screen.findAllByTitle(/./)).map((option) => option.getAttribute('title'));
  expect(options).toContain('south · Away');
  expect(options).not.toContain('north');
  fireEvent.click(screen.getAllByTitle('default').at(-1)!);
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/customer/streamNode/setDefault'))).toBe(true));
  expect(asked.find(({ path }) => path.endsWith('/customer/streamNode/setDefault'))?.body).toEqual({
    customerId: '1',
    nodeValue: 'moon',
    talkNodeValue: 'default',
    replayNodeValue: 'south',
  });
  expect(await screen.findByText('Saved')).toBeTruthy();
});

it('changes nothing for a demo account', async () => {
  enterSession({ user: { demo: true } });
  renderPage(<Page />);
  await screen.findByText('My choice');
  await waitFor(() => expect(document.querySelectorAll('input[role=combobox]')).toHaveLength(6));
  expect([...document.querySelectorAll<HTMLInputElement>('input[role=combobox]')].filter((box) => !box.disabled)).toEqual([]);
});
