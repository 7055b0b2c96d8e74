import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { TaskDrawer } from './task-drawer.tsx';

const asked: string[] = [];
const task = {
  id: '9',
  job: 'device.batchUpdate',
  jobName: 'Change devices',
  state: 'success',
  fileName: 'failed.xlsx',
  progress: 100,
  cancelRequested: false,
  errorCode: null,
  summary: { total: 3, changed: 2, failed: 1 },
  createTime: '2026-11-22T05:00:00.000Z',
  account: 'colleague',
};

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  asked.length = 0;
  enterSession();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url).replace(/.*\/gps/, ''));
    const records = String(url).includes('listDeviceBatchUpdateRecord') ? [task] : [];
    return new Response(JSON.stringify({ code: 0, msg: '', data: { records, total: records.length, size: 20, current: 1 } }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});
const show = () => renderPage(<TaskDrawer withChanges onClose={vi.fn<() => void>()} />);

it('shows what colleagues have changed by spreadsheet, and gives their failed rows', async () => {
  show();
  await screen.findByText('Nothing has been imported or exported yet');
  fireEvent.click(screen.getByText('Changes by spreadsheet'));
  await screen.findByText(/colleague/);
  screen.getByText('Rows 3 · changed 2 · failed 1');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Failed rows' }));
  await vi.waitFor(() => expect(asked).toContain('/v2/device/batch/getFailedExcelUrl'));
});

it('has the own tasks alone for who may not change devices', async () => {
  enterSession({ permissions: ['3000', '3000:view', '3000:export'] });
  show();
  await screen.findByText('Nothing has been imported or exported yet');
  expect(screen.queryByText('Changes by spreadsheet')).toBeNull();
});
