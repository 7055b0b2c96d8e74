import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './help-page.tsx';
import { NewsDialog } from './news-dialog.tsx';

type Body = Record<string, unknown>;
const asked: { path: string; body: Body }[] = [];
const QUESTION = { type: 1, createTime: '2026-11-01T08:00:00Z', source: 1 };
const QUESTIONS = [
  { ...QUESTION, id: '2', question: 'Still waiting?', answer: null, answerTime: null, readingTime: null },
  { ...QUESTION, id: '1', question: 'How?', answer: 'So.', answerTime: '2026-11-02T08:00:00Z', readingTime: null },
];
const ANNOUNCEMENT = {
  id: '5',
  title: 'Sunday',
  content: 'Closed',
  startTime: '2026-11-01T08:00:00Z',
  endTime: '2026-12-01T08:00:00Z',
  readingTime: null,
};
const RELEASE = {
  id: '9.9.9',
  version: '9.9.9',
  releaseDate: '2026-11-01',
  content: [{ title: 'Faster', text: 'Twice.', image: '', imageList: [] }],
  unread: true,
};

const answerOf = (path: string): unknown => {
  if (path.endsWith('/faq/query')) return { records: QUESTIONS, total: 2, size: 5, current: 1 };
  if (path.endsWith('/faq/public')) return [];
  if (path.endsWith('/checkUpdate')) return { webVersion: '9.9.9', userWebVersion: '1.0.0', hasUpdate: true, hasUnanswered: true };
  if (path.endsWith('/announcement/list')) return [ANNOUNCEMENT];
  if (path.endsWith('/release/list')) return [RELEASE];
  return null;
};
const sent = (end: string): Body[] => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked.length = 0;
  enterSession({ user: { experienceTs: '2026-11-01T08:00:00Z' } });
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

it('marks answers as read that are on screen, and sends a question', async () => {
  renderPage(<Page />);
  await screen.findByText('Still waiting?');
  await waitFor(() => expect(sent('/faq/updateReadTime')).toEqual([{ ids: '1' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Question is required');
  fireEvent.click(screen.getByText('Suggestion'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'A larger map' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent('/faq/add')).toEqual([{ type: 2, question: 'A larger map' }]));
});

it('saves the version that was read when its notes are opened', async () => {
  renderPage(<Page />, '/?tab=versions');
  await screen.findByText('Faster');
  await waitFor(() => expect(sent('/version/save')).toEqual([{ webVersion: '9.9.9' }]));
});

it('tells after signing in what is new, once, and never to a demo account', async () => {
  const { unmount } = renderPage(<NewsDialog />);
  await screen.findByText('Faster');
  expect(screen.getByText('Sunday')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect([sent('/announcement/read'), sent('/version/save')]).toEqual([[{ ids: '5' }], [{ webVersion: '9.9.9' }]]));
  await waitFor(() => expect(screen.queryByText('Sunday')).toBeNull());
  unmount();
  queryClient.clear();
  asked.length = 0;
  enterSession({ user: { demo: true, experienceTs: '2026-11-01T08:00:00Z' } });
  renderPage(<NewsDialog />);
  expect(asked).toEqual([]);
});
