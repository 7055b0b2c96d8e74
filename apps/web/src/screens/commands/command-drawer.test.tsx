import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { BatchDrawer } from './batch-drawer.tsx';
import { CommandDrawer } from './command-drawer.tsx';

const QUESTION = 'Discard what you entered?';
const TEXT = { commandType: 'text', commandName: 'Send a text', time: '2026-01-01T00:00:00Z' };
const SPEED = { commandType: 'speedLimit', commandName: 'Set the speed limit', time: '2026-01-01T00:00:00Z' };
const abilities = { deviceId: 'd1', protocol: 'jt808', online: true, blocked: null, open: 0, commands: ['text', 'speedLimit'] };
const page = { records: [], total: 0, size: 10, current: 1 };

const closed = vi.fn<() => void>();
const sent: string[] = [];
const answerOf = (path: string): unknown => {
  if (path.endsWith('/command/abilities')) return { ...abilities, deviceName: 'Truck 1' };
  if (path.endsWith('/command/recently')) return [TEXT, SPEED];
  if (path.endsWith('/batch/info')) return { batchId: '1', total: 1, counts: { pending: 1 } };
  if (path.endsWith('/batchSend')) return { batchId: '1' };
  if (/\/(label\/list|device\/types|customer\/tree)$/.test(path)) return [];
  return page;
};

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  sent.length = 0;
  enterSession();
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return new Response(JSON.stringify({ code: 0, msg: '', data: answerOf(url) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  closed.mockClear();
});

const choose = async (command: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name: command }));
const type = async (text: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText('Text (without #)'), { target: { value: text } });
const shut = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Close' }));
const answer = async (button: string): Promise<void> => {
  fireEvent.click(within(await dialogTitled(QUESTION)).getByRole('button', { name: button }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
};
/** Whether the browser would ask before it leaves the page. */
const asksToReload = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before a typed parameter is lost, on closing, for another command, and on a reload', async () => {
  renderPage(<CommandDrawer deviceId="d1" deviceName="Truck 1" onClose={closed} />);
  await choose('Send a text');
  expect(asksToReload()).toBe(false);
  await type('come home');
  expect(asksToReload()).toBe(true);
  shut();
  await answer('Cancel');
  expect(closed).not.toHaveBeenCalled();
  await choose('Set the speed limit');
  await answer('Cancel');
  expect(screen.getByLabelText<HTMLInputElement>('Text (without #)').value).toBe('come home');
  await choose('Set the speed limit');
  await answer('Discard');
  await screen.findByLabelText(/^Speed/);
  shut();
  expect(closed).toHaveBeenCalledOnce();
});

it('closes without a question when nothing was typed or what was typed is on its way', async () => {
  renderPage(<CommandDrawer deviceId="d1" deviceName="Truck 1" onClose={closed} />);
  await choose('Send a text');
  shut();
  expect(closed).toHaveBeenCalledOnce();
  await type('come home');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('The command has been handed over');
  expect(sent.filter((url) => url.endsWith('/command/send'))).toHaveLength(1);
  shut();
  expect(closed).toHaveBeenCalledTimes(2);
});

it('asks before another command of a batch drops what was typed, and not before the first one', async () => {
  renderPage(<BatchDrawer devices={[{ id: 'd1', deviceName: 'Truck 1' }]} onClose={closed} />);
  // Devices have been chosen in the drawer itself.
  fireEvent.click(await screen.findByRole('button', { name: 'Choose devices' }));
  fireEvent.click(within(await dialogTitled('Select device')).getByRole('button', { name: 'Use 1' }));
  await waitFor(() => expect(screen.queryByText('Select device')).toBeNull());
  await choose('Send a text');
  await choose('Set the speed limit');
  await screen.findByLabelText(/^Speed/);
  expect(screen.queryByText(QUESTION)).toBeNull();
  await choose('Send a text');
  await type('come home');
  await choose('Set the speed limit');
  await answer('Discard');
  await screen.findByLabelText(/^Speed/);
  // The devices would still be lost.
  shut();
  await answer('Cancel');
  expect(closed).not.toHaveBeenCalled();
});

it('keeps the devices of a batch until one agrees to lose what was typed', async () => {
  renderPage(<BatchDrawer devices={[{ id: 'd1', deviceName: 'Truck 1' }]} onClose={closed} />);
  await choose('Send a text');
  await type('come home');
  shut();
  await answer('Discard');
  expect(closed).toHaveBeenCalledOnce();
});
