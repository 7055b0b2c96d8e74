import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { useBranding } from '../session/branding.ts';
import { endExpired, onSessionClear } from '../session/session.ts';
import { readToken } from '../session/token.ts';
import { LiveConnection, type WorkerPort } from './live-connection.ts';
import { LiveFeed } from './live-feed.ts';
import { LiveStateStore, type LiveStore } from './live-store.ts';
import { NoticeQueries } from './notice-queries.ts';
import { wakeConnection } from './wake.ts';

/** The live state of the signed-in person's screens. */
export const liveStore = new LiveStateStore();

const socketHost = (): string => {
  const { domainName } = useBranding.getState();
  return domainName === '' ? window.location.origin : `${window.location.protocol}//${domainName}`;
};

export const connection = new LiveConnection({
  openWorker: (): WorkerPort => new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module' }),
  host: socketHost,
  token: readToken,
});
wakeConnection(connection);
const notices = new NoticeQueries(queryClient);
connection.listen(notices.hear);
connection.listen((message) => {
  if (message.kind === 'sessionEnded') endExpired();
});

export const liveFeed = new LiveFeed(liveStore, {
  connection,
  loadSnapshot: (customerId, signal) => call('device.live.snapshot', { customerId, subsumption: 1 }, { signal }),
});

onSessionClear(() => {
  liveFeed.stop();
  notices.stop();
  connection.close();
});

/** Hears what the server tells as long as somebody is signed in. */
export const useLiveConnection = (isSignedIn: boolean): void =>
  useEffect(() => {
    if (isSignedIn) connection.open();
  }, [isSignedIn]);

/** Watches a customer while the component is on screen. */
export const useLiveFeed = (customerId: string): void => {
  useEffect(() => liveFeed.watch(customerId), [customerId]);
  useEffect(() => () => liveFeed.stop(), []);
};

/** The parts of the store that screens draw from. A new object each time there is something new in them. */
export type LiveView = Pick<LiveStore, 'columns' | 'roster' | 'counts'>;

export const viewOf = ({ columns, roster, counts }: LiveStore): LiveView => ({ columns, roster, counts });

/** Lists and counts are drawn in batches, at most once a second; the map draws by itself. */
const TICK_MS = 1000;
let view = viewOf(liveStore);
let timer: ReturnType<typeof setTimeout> | undefined;
const tickListeners = new Set<() => void>();
let unsubscribe: (() => void) | undefined;

const onChange = (isRoster: boolean): void => {
  const fire = (): void => {
    clearTimeout(timer);
    timer = undefined;
    view = viewOf(liveStore);
    for (const listener of tickListeners) listener();
  };
  // A new roster is what a person waits for: at once. Values: in a batch.
  if (isRoster) fire();
  else timer ??= setTimeout(fire, TICK_MS);
};

const subscribeTick = (listener: () => void): (() => void) => {
  tickListeners.add(listener);
  unsubscribe ??= liveStore.subscribe((change) => onChange(change.slots === null));
  return () => {
    tickListeners.delete(listener);
    if (tickListeners.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
    clearTimeout(timer);
    timer = undefined;
  };
};

/** The live values for drawing: renewed at most once a second, and at once when the devices change. */
export const useLiveView = (): LiveView => useSyncExternalStore(subscribeTick, () => view);
