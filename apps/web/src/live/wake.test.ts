import { afterEach, expect, it } from 'vitest';
import { useConnectionState } from './live-connection.ts';
import { wakeConnection } from './wake.ts';
import type { FeedState } from './worker-messages.ts';

afterEach(() => useConnectionState.setState({ state: 'connecting' }));

const setUp = () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' as DocumentVisibilityState });
  const network = new EventTarget();
  const connection = { isOpen: true, tries: 0, connect: (): void => void connection.tries++ };
  wakeConnection(connection, { page: page as unknown as Document, network: network as unknown as Window });
  const enter = (state: FeedState): void => useConnectionState.setState({ state });
  return { page, network, connection, enter };
};

it('connects when the tab is looked at again or the network is back, also after it gave up', () => {
  const { page, network, connection, enter } = setUp();
  enter('failed');
  page.dispatchEvent(new Event('visibilitychange'));
  expect(connection.tries).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(connection.tries).toBe(1);
  enter('retrying');
  network.dispatchEvent(new Event('online'));
  expect(connection.tries).toBe(2);
});

it('leaves a connection that stands or is being made, and does not open one after a sign-out', () => {
  const { network, connection, enter } = setUp();
  for (const state of ['live', 'connecting'] as const) {
    enter(state);
    network.dispatchEvent(new Event('online'));
  }
  enter('failed');
  connection.isOpen = false;
  network.dispatchEvent(new Event('online'));
  expect(connection.tries).toBe(0);
});
