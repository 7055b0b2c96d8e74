import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { initI18n } from '../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../testing/signed-in.tsx';
import { Page } from './clips-page.tsx';

const clip = (change: object) => ({
  id: '1',
  deviceId: '100000000056',
  deviceName: 'Actros 01',
  channelId: 2,
  status: 1,
  state: 'done',
  failure: null,
  progress: 100,
  fileUrl: '/gps/v2/media/file?ticket=t',
  fileStartTime: '2026-11-22T06:00:00.000Z',
  fileEndTime: '2026-11-22T06:01:00.000Z',
  fileUploadSize: 3.1,
  account: 'ada',
  createTime: '2026-11-22T07:00:00.000Z',
  uploadTime: '2026-11-22T07:01:00.000Z',
  way: 'ftp',
  ...change,
});
const CLIPS = [clip({}), clip({ id: '2', deviceName: 'Actros 02', status: 2, state: 'running', progress: 40, fileUrl: null })];

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
/** What the server says of the first clip's file by now. */
let file: { url: string | null; status: number };
beforeEach(() => {
  file = { url: '/gps/v2/media/file?ticket=t', status: 206 };
  enterSession();
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/media/file')) return Promise.resolve(new Response(null, { status: file.status }));
    const records = [{ ...CLIPS[0], fileUrl: file.url }, CLIPS[1]];
    const data = url.endsWith('/video/history/page') ? { pageIndex: 1, pageSize: 10, total: 2, records } : [];
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: 'Success', data })));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const play = async (): Promise<HTMLElement> => {
  renderPage(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Play: Actros 01 · CH2' }));
  return await screen.findByLabelText('Actros 01 · CH2', { selector: 'video' });
};

it('plays a clip that is here, and offers to download what the browser cannot play', async () => {
  const video = await play();
  expect(video.getAttribute('src')).toBe('/gps/v2/media/file?ticket=t');
  expect(screen.queryByRole('button', { name: 'Play: Actros 02 · CH2' })).toBeNull();
  fireEvent.error(video);
  await screen.findByText(/cannot play the file/);
  expect(screen.getAllByRole('link', { name: 'Download' }).map((link) => link.getAttribute('href'))).toEqual([
    '/gps/v2/media/file?ticket=t&download=1',
  ]);
});

it('goes on with a new link when the old one has ended', async () => {
  const video = await play();
  file.url = '/gps/v2/media/file?ticket=later';
  fireEvent.error(video);
  await waitFor(() =>
    expect(screen.getByLabelText('Actros 01 · CH2', { selector: 'video' }).getAttribute('src')).toBe('/gps/v2/media/file?ticket=later'),
  );
});

it.each([
  ['has been deleted', { url: null, status: 206 }],
  ['cannot be had any more', { url: '/gps/v2/media/file?ticket=t', status: 404 }],
])('says that a file %s', async (_, now) => {
  const video = await play();
  file = now;
  fireEvent.error(video);
  await screen.findByText(/not here any more/);
});

it('leaves out of the rows what a demo account or missing rights would be refused', async () => {
  enterSession({ user: { demo: true } });
  renderPage(<Page />);
  await screen.findByRole('button', { name: 'Play: Actros 01 · CH2' });
  expect(screen.queryByRole('button', { name: /^(Delete|Stop|More)/ })).toBeNull();
});
