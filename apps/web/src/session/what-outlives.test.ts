import { expect, it, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { usePalette } from '../layout/palette/palette-store.ts';
import { useConnectionState } from '../live/live-connection.ts';
import { useFeedView } from '../live/live-feed.ts';
import '../live/live.ts';
import { takeNote, useNotices } from '../notice/notice-store.ts';
import '../notice/notices.ts';
import { draftKey } from '../ui/form-dialog/form-draft.ts';
import { signOut, useSessionStore, type Session } from './session.ts';
import { readToken, writeToken } from './token.ts';

/** Every key of the browser's storage (a dot at the end: the beginning of several), and what becomes of it on signing out. */
const KEYS: Readonly<
  Record<
    string,
    | 'cleared'
    | 'stays: how this browser looks'
    | 'stays: how the host looks'
    | 'stays: asked for by the person'
    | 'stays: names a release'
    | 'stays: begins anew'
  >
> = {
  'sightline.token': 'cleared',
  'sightline.draft.': 'cleared',
  'sightline.account': 'stays: asked for by the person',
  'sightline.preferences': 'stays: how this browser looks',
  'sightline.lists': 'stays: how this browser looks',
  'sightline.brand': 'stays: how the host looks',
  'sightline.monitor-layout': 'stays: how this browser looks',
  'sightline.video-wall': 'stays: how this browser looks',
  'sightline.palette': 'stays: begins anew',
  'sightline.tour': 'stays: begins anew',
  'sightline.notices': 'stays: asked for by the person',
  'sightline.last-sound': 'stays: how this browser looks',
  'sightline.reloaded-for': 'stays: names a release',
};

/** Every store outside of React's tree, and what becomes of it on signing out. */
const STORES: Readonly<
  Record<string, 'cleared' | 'stays: how this browser looks' | 'stays: asked for by the person' | 'stays: of the host'>
> = {
  useSessionStore: 'cleared',
  usePalette: 'cleared',
  useTour: 'cleared',
  useRecent: 'cleared',
  useConnectionState: 'cleared',
  useFeedView: 'cleared',
  useNotices: 'cleared',
  useNoticeMemory: 'stays: asked for by the person',
  useListPreferences: 'stays: how this browser looks',
  usePreferences: 'stays: how this browser looks',
  useWallPreferences: 'stays: how this browser looks',
  useMonitorLayout: 'stays: how this browser looks',
  useHostDefaults: 'stays: of the host',
  useBranding: 'stays: of the host',
};

const sources = Object.values(
  import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], { eager: true, query: '?raw', import: 'default' }),
);
const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))),
];

it('says of every key and every store what becomes of it', () => {
  expect(found(/'(sightline\.[a-z-]+\.?)'/g).toSorted()).toEqual(Object.keys(KEYS).toSorted());
  expect(found(/const (use\w+) = create</g).toSorted()).toEqual(Object.keys(STORES).toSorted());
  expect(found(/(?:localStorage|sessionStorage)\.\w+\(\s*['"`]([^'"`]*)/g)).toEqual([]);
});

it('leaves nothing else behind', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, msg: '', data: null })));
  for (const key of Object.keys(KEYS)) for (const storage of [localStorage, sessionStorage]) storage.setItem(key, '{}');
  sessionStorage.setItem(draftKey('7', 'device.edit', '100'), '{"deviceName":"Lorry"}');
  writeToken('token');
  useSessionStore.setState({ session: {} as Session });
  usePalette.setState({ open: true, marked: 'device:1', text: 'lorry' });
  useConnectionState.setState({ state: 'live' });
  useFeedView.setState({ state: 'live', loaded: true });
  takeNote({ type: 'note', key: '1', text: 'picture', name: 'Lorry', to: '/', count: 1, counts: true, isRead: false, atMs: 0 });
  queryClient.setQueryData(['device.page', {}], { records: ['Lorry'] });

  await signOut();

  const staying = Object.keys(KEYS).filter((key) => KEYS[key] !== 'cleared');
  expect(readToken()).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key !== 'sightline.draft.')).toEqual(expect.arrayContaining(staying));
  expect(Object.keys(localStorage)).not.toContain('sightline.token');
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('sightline.draft.'))).toEqual([]);
  expect(useNotices.getState().bell).toEqual([]);
  expect(useSessionStore.getState().session).toBeNull();
  expect(usePalette.getState()).toEqual({ open: false, marked: '', text: '' });
  expect(useConnectionState.getState().state).toBe('connecting');
  expect(useFeedView.getState()).toEqual(useFeedView.getInitialState());
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
