import { cleanup, fireEvent, screen } from '@testing-library/react';
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
beforeEach(() => {
  enterSession();
  vi.stubGlobal('fetch', (url: string) => {
    const data = url.endsWith('/video/history/page') ? { pageIndex: 1, pageSize: 10, total: 2, records: CLIPS } : [];
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: 'Success', data })));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('plays a clip that is here, and says when the browser cannot', async () => {
  renderPage(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Play: Actros 01 · CH2' }));
  const video = await screen.findByLabelText('Actros 01 · CH2', { selector: 'video' });
  expect(video.getAttribute('src')).toBe('/gps/v2/media/file?ticket=t');
  expect(screen.queryByRole('button', { name: 'Play: Actros 02 · CH2' })).toBeNull();
  fireEvent.error(video);
  await screen.findByText(/cannot play the file/);
});
