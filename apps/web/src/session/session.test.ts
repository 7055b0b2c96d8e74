import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { onSessionClear, setSessionNavigator, signOut, startSession, useSessionStore, type SessionEnd } from './session.ts';
import { signIn } from './sign-in.ts';
import { readToken, writeToken } from './token.ts';

const answers: Record<string, unknown> = {
  'system/login': {
    token: 'fresh',
    userId: '1',
    customerId: '1',
    expireTime: '2030-01-01T00:00:00Z',
    passwordMustChange: false,
    twoFactorMissing: false,
  },
  'system/out': null,
  'user/base/info': { id: '1', userType: '2' },
  'user/setting/info': { map: 'openStreet' },
  'user/auth/url': [{ id: '4000' }],
  'customer/module': { developer: false, fleet: false, personalDevice: false },
};
let codes: Record<string, number> = {};
const ended = vi.fn<(reason: SessionEnd) => void>();
const cleaned = vi.fn<() => void>();
onSessionClear(cleaned);
setSessionNavigator(ended);

beforeEach(() => {
  localStorage.clear();
  codes = {};
  useSessionStore.setState({ session: null });
  vi.clearAllMocks();
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/gps/v2/', '');
    const code = codes[path] ?? 0;
    return new Response(JSON.stringify({ code, msg: '', data: code === 0 ? answers[path] : null }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const enter = async (): Promise<void> => {
  await signIn({ account: 'me', password: 'secret1' });
  await startSession();
};

it('loads the person, the permissions and the modules', async () => {
  await enter();
  expect(readToken()).toBe('fresh');
  expect(useSessionStore.getState().session?.permissionIds.has('4000')).toBe(true);
});

it('clears everything on signing out, even when the server cannot be told', async () => {
  await enter();
  queryClient.setQueryData(['device.page', {}], { secret: true });
  codes['system/out'] = 500;
  await signOut();
  expect(readToken()).toBeNull();
  expect(useSessionStore.getState().session).toBeNull();
  expect(queryClient.getQueryData(['device.page', {}])).toBeUndefined();
  expect(cleaned).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledWith('signedOut');
});

it.each([401, 15007])('ends the session when any call answers %i', async (code) => {
  await enter();
  codes['customer/module'] = code;
  await expect(call('customer.module', {})).rejects.toMatchObject({ code });
  expect(readToken()).toBeNull();
  expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
});

it('keeps the session on other errors', async () => {
  await enter();
  codes['customer/module'] = 403;
  await expect(call('customer.module', {})).rejects.toMatchObject({ code: 403 });
  expect(readToken()).toBe('fresh');
  expect(ended).not.toHaveBeenCalled();
});

it('does not end a new session because of a late answer to the former', async () => {
  await enter();
  let release: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (release = resolve)));
  const late = call('customer.module', {}).catch((error: unknown) => error);
  writeToken('another');
  release(new Response(JSON.stringify({ code: 401, msg: '', data: null })));
  await late;
  expect(readToken()).toBe('another');
  expect(ended).not.toHaveBeenCalled();
});

it('treats a refused sign-in as an answer, not as an end', async () => {
  codes['system/login'] = 10000;
  await expect(signIn({ account: 'me', password: 'wrong' })).rejects.toMatchObject({ code: 10000 });
  expect(readToken()).toBeNull();
  expect(ended).not.toHaveBeenCalled();
});
