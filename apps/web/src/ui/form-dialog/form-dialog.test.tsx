import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { endExpired, signOut } from '../../session/session.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import type { FormDefinition } from './form-definition.ts';
import { FormDialog } from './form-dialog.tsx';

const definition: FormDefinition<'user.base.user.updateUserPassword'> = {
  id: 'test.form',
  operation: 'user.base.user.updateUserPassword',
  groups: [
    {
      fields: [
        { kind: 'text', name: 'oldPassword', label: 'ui.devices.name' },
        { kind: 'password', name: 'password', label: 'ui.devices.id' },
        { kind: 'text', name: 'confirmPassword', label: 'ui.devices.type' },
      ],
    },
  ],
  errorFields: { wrongPassword: 'oldPassword' },
};

const closed = vi.fn<() => void>();
const sent: { url: string; body: unknown }[] = [];
let answer: () => Promise<object>;

fillBrowserGaps();
beforeAll(async () => {
  await initI18n('en_US');
});
beforeEach(() => {
  sent.length = 0;
  answer = async () => ({ code: 0, msg: '', data: null });
  enterSession();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(await answer()));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  closed.mockClear();
});

const show = () => renderPage(<FormDialog definition={definition} title="Edit" onClose={closed} />);
const type = (name: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
  fireEvent.blur(screen.getByLabelText(name));
};
const fill = (): void => {
  type('Device name', 'old');
  type('Unique code', 'blue-river-7');
  type('Model', 'blue-river-7');
};
/** The button is called so again once a former try has ended. */
const save = async (): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name: 'Save' }));

it('says on leaving a field what the contract wants, in words', async () => {
  show();
  type('Unique code', 'x');
  await screen.findByText('Unique code needs at least 6 characters');
  type('Unique code', 'onlyletters');
  await screen.findByText(/^6 to 30 characters, with at least two/);
  await save();
  await screen.findByText('Device name is required');
  expect(sent).toEqual([]);
});

it('sends once, however often it is asked to', async () => {
  let release: (() => void) | undefined;
  answer = () => new Promise((resolve) => (release = () => resolve({ code: 0, msg: '', data: null })));
  show();
  fill();
  const field = screen.getByLabelText('Model');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await act(async () => release?.());
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({ oldPassword: 'old', password: 'blue-river-7', confirmPassword: 'blue-river-7' });
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('puts the error of the server beside its field and keeps what was typed', async () => {
  show();
  fill();
  answer = async () => ({ code: 15003, msg: 'x', data: null });
  await save();
  const message = await screen.findByText('Wrong password');
  expect(message.closest('.ant-form-item')?.querySelector('input')).toBe(screen.getByLabelText('Device name'));
  answer = async () => ({ code: 400, msg: 'x', data: [{ path: 'confirmPassword', message: 'x' }] });
  await save();
  await screen.findByText('Model is not valid');
  answer = async () => ({ code: 10002, msg: 'x', data: null });
  await save();
  await screen.findByText('The system is busy, please try again');
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('old');
  expect(closed).not.toHaveBeenCalled();
});

it('asks before it throws away what was typed, on closing and on leaving the page', async () => {
  const { router } = show();
  type('Device name', 'typed');
  // A tab that is closed takes the draft along.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await dialogTitled('Discard what you entered?');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(closed).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByText('Discard what you entered?')).toBeNull());
  await act(async () => router.navigate('/elsewhere'));
  expect(router.state.location.pathname).toBe('/');
  fireEvent.click(within(await dialogTitled('Discard what you entered?')).getByRole('button', { name: 'Discard' }));
  await screen.findByText('elsewhere');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('begins in its first field and gives the focus back to what opened it', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  show();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Device name')));
  cleanup();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  opener.remove();
});

it('brings back after a reload what was typed, passwords excepted', async () => {
  show();
  fill();
  cleanup();
  show();
  screen.getByText('What you had typed is here again.');
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('old');
  expect(screen.getByLabelText<HTMLInputElement>('Unique code').value).toBe('');
  expect(JSON.stringify(Object.assign({}, sessionStorage))).not.toContain('"password":"blue');
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('');
});

it('waits for the next sign-in when the session ends, and is gone when one signs out', async () => {
  show();
  type('Device name', 'typed');
  cleanup();
  act(() => endExpired());
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  enterSession({ user: { id: '8' } });
  show();
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('');
  cleanup();
  await act(() => signOut());
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('keeps of what is edited only what was changed, so that a draft does not bring old values back', async () => {
  const edit = (oldPassword: string) =>
    renderPage(
      <FormDialog definition={definition} title="Edit" objectId="5" initial={{ oldPassword, confirmPassword: 'a' }} onClose={closed} />,
    );
  edit('first');
  type('Model', 'b');
  cleanup();
  edit('of a colleague');
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('of a colleague');
  expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('b');
  type('Model', 'a');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('does not hold a lost connection against a field: the form says it, beside its button, and keeps what was typed', async () => {
  const asks: FormDefinition<'user.base.user.updateUserPassword'> = {
    ...definition,
    groups: definition.groups.map((group) => ({
      fields: group.fields.map((field) => ({
        ...field,
        check: async () => ((await call('customer.module', {})) === null ? 'never' : null),
      })),
    })),
  };
  renderPage(<FormDialog definition={asks} title="Edit" onClose={closed} />);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  fill();
  await save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^Network request failed\. What you entered is still here/);
  expect(document.querySelectorAll('.ant-form-item-has-error')).toHaveLength(0);
  expect(screen.getByLabelText<HTMLInputElement>('Device name').value).toBe('old');
  expect(closed).not.toHaveBeenCalled();
});
