import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { useSessionStore } from '../../session/session.ts';
import { fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { ThemeProvider } from '../../theme/theme-provider.tsx';
import { Page } from './login-page.tsx';

type Body = Record<string, unknown>;
const asked: { path: string; body: Body }[] = [];
let missing = false;
const RIGHT = '123456';

const login = ({ code }: Body): unknown => {
  if (missing) return { code: 0, data: { token: 'fresh', passwordMustChange: false, twoFactorMissing: true } };
  if (code === undefined) return { code: 15012, data: { reason: 'code' } };
  return code === RIGHT
    ? { code: 0, data: { token: 'fresh', passwordMustChange: false, twoFactorMissing: false } }
    : { code: 15006, data: null };
};
const answerOf = (path: string, body: Body): unknown => {
  if (path.endsWith('/system/login')) return login(body);
  if (path.endsWith('/twoFactor/begin')) return { code: 0, data: { key: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' } };
  if (path.endsWith('/twoFactor/confirm')) return { code: 0, data: { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } };
  if (path.endsWith('/base/info'))
    return { code: 0, data: { id: '7', account: 'ada', userType: '3', language: 'en_US', timezone: '+00:00' } };
  if (path.endsWith('/auth/url')) return { code: 0, data: [] };
  return { code: 0, data: {} };
};

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked.length = 0;
  missing = false;
  localStorage.clear();
  useSessionStore.setState({ session: null });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    asked.push({ path: url, body });
    return new Response(JSON.stringify({ msg: '', ...(answerOf(url, body) as object) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  useSessionStore.setState({ session: null });
  vi.unstubAllGlobals();
});

const type = (name: string | RegExp, text: string): void => void fireEvent.change(screen.getByLabelText(name), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const signIn = async (): Promise<void> => {
  renderPage(
    <ThemeProvider locale={undefined}>
      <Page />
    </ThemeProvider>,
    '/?return=/elsewhere',
  );
  await screen.findByRole('heading', { name: 'Sign in' });
  type('Account', 'ada');
  type('Password', 'secret-12');
  press('Sign in');
};
const codes = (): unknown[] => asked.filter(({ path }) => path.endsWith('/system/login')).map(({ body }) => body['code']);

it('asks for the second step after the password, says that a code is wrong, and lets in with the right one', async () => {
  await signIn();
  await screen.findByRole('heading', { name: 'One more step' });
  type('Code', '000000');
  press('Sign in');
  await screen.findByText('Wrong account or verification code');
  expect(useSessionStore.getState().session).toBeNull();
  type('Code', ` ${RIGHT} `);
  press('Sign in');
  await waitFor(() => expect(useSessionStore.getState().session?.user.account).toBe('ada'));
  expect(codes()).toEqual([undefined, '000000', RIGHT]);
});

it('goes on only after a second step that is demanded was set up and its recovery codes were seen', async () => {
  missing = true;
  await signIn();
  await screen.findByText('ABCD EFGH');
  expect(asked.at(-1)!.body).toEqual({ password: 'secret-12' });
  type('Code of the app', '654 321');
  press('Turn on');
  await screen.findByText('ccccc-ddddd');
  expect(asked.at(-1)!.body).toEqual({ code: '654321' });
  expect(useSessionStore.getState().session).toBeNull();
  press('I have kept them');
  await waitFor(() => expect(useSessionStore.getState().session?.user.account).toBe('ada'));
});
