import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { PasskeyError, showPasskey } from '../../session/passkey.ts';
import { useSessionStore } from '../../session/session.ts';
import { readToken } from '../../session/token.ts';
import { fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { ThemeProvider } from '../../theme/theme-provider.tsx';
import { Page } from './login-page.tsx';

vi.mock('../../session/passkey.ts', async (original) => ({
  ...(await original<object>()),
  passkeyPlace: () => 'ready',
  showPasskey: vi.fn<typeof showPasskey>(),
}));

type Body = Record<string, unknown>;
const asked: { path: string; body: Body }[] = [];
let twoFactorMissing = false;
let isRefused = false;
let question = 0;

const request = () => ({
  challenge: `question ${++question}`,
  rpId: 'localhost',
  timeout: 1,
  allowCredentials: [],
  userVerification: 'required',
});
const signedIn = () => ({ code: 0, data: { token: 'fresh', passwordMustChange: false, twoFactorMissing } });
/** What the server says to a sign-in with a password. */
const login = ({ passkey }: Body): unknown => {
  if (passkey === undefined) return { code: 15012, data: { reason: 'code', passkey: request() } };
  return isRefused ? { code: 15006, data: { reason: 'passkey' } } : signedIn();
};
const answerOf = (path: string, body: Body): unknown => {
  if (path.endsWith('/system/login')) return login(body);
  if (path.endsWith('/passkey/begin')) return { code: 0, data: request() };
  if (path.endsWith('/passkey/login')) return signedIn();
  if (path.endsWith('/base/info'))
    return { code: 0, data: { id: '7', account: 'ada', userType: '3', language: 'en_US', timezone: '+00:00' } };
  return { code: 0, data: path.endsWith('/auth/url') ? [] : {} };
};

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(async () => {
  asked.length = 0;
  question = 0;
  twoFactorMissing = false;
  isRefused = false;
  vi.mocked(showPasskey).mockImplementation(async ({ challenge }) => ({ answers: challenge }) as never);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    asked.push({ path: url, body });
    return new Response(JSON.stringify({ msg: '', ...(answerOf(url, body) as object) }));
  });
  renderPage(
    <ThemeProvider locale={undefined}>
      <Page />
    </ThemeProvider>,
    '/?return=/elsewhere',
  );
  await screen.findByRole('heading', { name: 'Sign in' });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  useSessionStore.setState({ session: null });
  vi.unstubAllGlobals();
});

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const bodiesTo = (end: string): Body[] => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
const isIn = () => waitFor(() => expect(useSessionStore.getState().session?.user.account).toBe('ada'));

it('signs in with a passkey, without account and password', async () => {
  press('Use a passkey');
  await isIn();
  expect(bodiesTo('/passkey/login')).toEqual([{ response: { answers: 'question 1' }, language: 'en_US' }]);
  expect(bodiesTo('/system/login')).toEqual([]);
});

it('says that none was chosen, and takes another try', async () => {
  vi.mocked(showPasskey).mockRejectedValueOnce(new PasskeyError('cancelled', null));
  press('Use a passkey');
  await screen.findByText('No passkey was chosen, or it took too long.');
  press('Use a passkey');
  await isIn();
});

it('asks for the password where something is demanded that begins with it, and gives the token back', async () => {
  twoFactorMissing = true;
  press('Use a passkey');
  await screen.findByText(/Sign in with your password this once/);
  expect(bodiesTo('/system/out')).toHaveLength(1);
  expect([readToken(), useSessionStore.getState().session]).toEqual([null, null]);
});

describe('after the password', () => {
  const passwordFirst = async (): Promise<void> => {
    fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'ada' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret-12' } });
    press('Sign in');
    await screen.findByRole('heading', { name: 'One more step' });
  };
  const shown = () => bodiesTo('/system/login').map(({ passkey }) => passkey);

  it('is taken in place of the code; a question that was not answered is put again', async () => {
    await passwordFirst();
    vi.mocked(showPasskey).mockRejectedValueOnce(new PasskeyError('cancelled', null));
    press('Use a passkey');
    await screen.findByText('No passkey was chosen, or it took too long.');
    press('Use a passkey');
    await isIn();
    expect(shown()).toEqual([undefined, { answers: 'question 1' }]);
  });

  it('that was refused needs another question', async () => {
    await passwordFirst();
    isRefused = true;
    press('Use a passkey');
    await screen.findByText(/This passkey does not sign in here/);
    isRefused = false;
    press('Use a passkey');
    await isIn();
    expect(shown()).toEqual([undefined, { answers: 'question 1' }, undefined, { answers: 'question 2' }]);
  });
});
