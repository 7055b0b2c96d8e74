import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import type { CustomerConfig } from '../nodes/customer-nodes.tsx';
import { CustomerMediaNodes } from './customer-media-nodes.tsx';

const asked: { path: string; body: unknown }[] = [];
const node = (nodeValue: string, online = true) => ({
  nodeValue,
  address: '',
  deviceAddress: null,
  online,
  own: false,
  live: true,
  talk: true,
  replay: true,
  streams: 0,
  viewers: 0,
});
const config: CustomerConfig = {
  customerId: '7',
  nodeValue: '',
  talkNodeValue: '',
  replayNodeValue: 'north',
  above: { nodeValue: 'south', talkNodeValue: '', replayNodeValue: '' },
  defaultLat: null,
  defaultLon: null,
  addressAnalysis: true,
  superiorMayWatch: true,
  forcePasswordDays: null,
};

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init.body)) });
    const data = path.endsWith('/video/node/list') ? [node('north'), node('south', false)] : null;
    return new Response(JSON.stringify({ code: 0, msg: '', data }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('lets a dealer choose for a customer below, and says what holds there without a choice', async () => {
  enterSession();
  renderPage(<CustomerMediaNodes config={config} mayChange />);
  const live = await screen.findByRole('combobox', { name: 'Live video' });
  expect(screen.getByText('As above (south)')).toBeTruthy();
  expect(screen.getByText('As the customer above')).toBeTruthy();
  fireEvent.mouseDown(live);
  expect(await screen.findByTitle('south · Away')).toBeTruthy();
  fireEvent.click(screen.getAllByTitle('north').at(-1)!);
  const call = await waitFor(
    () => asked.find(({ path }) => path.endsWith('/customer/streamNode/setDefault')) ?? Promise.reject(new Error()),
  );
  expect(call.body).toEqual({ customerId: '7', nodeValue: 'north', talkNodeValue: '', replayNodeValue: 'north' });
});

it('only tells whoever may not list the nodes', async () => {
  enterSession({ user: { userType: '3' } });
  renderPage(<CustomerMediaNodes config={config} mayChange />);
  expect(await screen.findByText('As above (south)')).toBeTruthy();
  expect(screen.getByText('north')).toBeTruthy();
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  expect(asked).toEqual([]);
});
