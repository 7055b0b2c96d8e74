import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import type { Query } from '../view-state.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

const again = vi.fn<() => void>();
const pending: Query<unknown> = { data: undefined, error: null, isPending: true, dataUpdatedAt: 0, refetch: again };
const failed: Query<unknown> = { ...pending, error: new Error('no network'), isPending: false };
const done: Query<unknown> = { ...pending, data: {}, isPending: false };

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => enterSession());
afterEach(() => {
  cleanup();
  again.mockClear();
});
const show = (...queries: readonly Query<unknown>[]) => renderPage(<WaitingPanel title="Edit" queries={queries} onClose={again} />);

it('says what could not be loaded, whatever else is under way, and lets one try again', async () => {
  show(done, pending, failed);
  await screen.findByText('This could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(again).toHaveBeenCalledOnce();
});

it('waits before it comes, and is not there when nothing is missing', async () => {
  show(done, pending);
  expect(screen.queryByText('Edit')).toBeNull();
  await screen.findByText('Edit');
  cleanup();
  show(done, done);
  expect(screen.queryByText('Edit')).toBeNull();
});
