import { useConnectionState, type LiveConnection } from './live-connection.ts';

/** The parts of a page that tell when somebody or the network is back. */
export interface WakeSources {
  readonly page: Pick<Document, 'addEventListener' | 'visibilityState'>;
  readonly network: Pick<Window, 'addEventListener'>;
}

/** Connects at once, instead of after the next pause or never, when somebody looks at the tab again or the network is back. */
export const wakeConnection = (
  connection: Pick<LiveConnection, 'isOpen' | 'connect'>,
  { page, network }: WakeSources = { page: document, network: window },
): void => {
  const wake = (): void => {
    const { state } = useConnectionState.getState();
    if (connection.isOpen && (state === 'retrying' || state === 'failed')) connection.connect();
  };
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') wake();
  });
  network.addEventListener('online', wake);
};
