import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { INITIAL_PREFERENCES, usePreferences } from '../theme/preferences.ts';
import { handoverAddress, openModuleWindow, readHandover, takeHandover } from './module-window.ts';
import { readToken, writeToken } from './token.ts';

const handover = { code: 'c'.repeat(43), language: 'zh_CN', theme: '#1668dc,dark', languageVersion: '7' };
let answers: Record<string, unknown> = {};
const asked: { path: string; address: string; body: unknown }[] = [];

beforeEach(() => {
  localStorage.clear();
  usePreferences.setState(INITIAL_PREFERENCES);
  asked.length = 0;
  answers = {
    'module/window/enter': { token: 'mine', module: 'fleet' },
    'module/window/open': { code: handover.code, expireTime: '2030-01-01T00:00:00Z' },
    'language/info': { languageCode: 'en_US', languageName: 'English', version: '7' },
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('/gps/v2/', '');
    asked.push({ path, address: window.location.href, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(path in answers ? { code: 0, msg: '', data: answers[path] } : { code: 15006, msg: '', data: null }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

it('reads what it wrote, and has the code where no server sees it', () => {
  const url = new URL(handoverAddress('fleet', handover), 'https://host.example');
  expect(readHandover(url)).toEqual(handover);
  expect(url.pathname + url.search).not.toContain(handover.code);
  expect(readHandover(new URL('https://host.example/monitor#code=abc'))).toBeNull();
  expect(readHandover(new URL('https://host.example/module/fleet'))).toBeNull();
});

it('takes the code out of the address before it asks for anything', async () => {
  const before = window.history.length;
  window.history.replaceState(null, '', handoverAddress('fleet', handover));
  await takeHandover();
  expect(asked).toEqual([
    { path: 'module/window/enter', address: `${window.location.origin}/module/fleet`, body: { code: handover.code } },
  ]);
  expect(window.location.href).toBe(`${window.location.origin}/module/fleet`);
  expect(window.history.length).toBe(before);
  expect(readToken()).toBe('mine');
  expect(usePreferences.getState()).toMatchObject({ language: 'zh_CN', colour: '#1668dc', appearance: 'dark' });
});

it('signs nobody in with a code that is no longer good, and nobody out', async () => {
  answers = {};
  window.history.replaceState(null, '', handoverAddress('fleet', handover));
  await takeHandover();
  expect(readToken()).toBeNull();
  answers = { 'module/window/enter': { token: 'mine', module: 'fleet' } };
  writeToken('somebody');
  window.history.replaceState(null, '', handoverAddress('fleet', { ...handover, theme: 'red;,blink' }));
  await takeHandover();
  expect(readToken()).toBe('somebody');
  expect(usePreferences.getState().appearance).toBe('light');
});

it('opens a window that cannot reach back, and closes it when the server refuses', async () => {
  const opened = { opener: window as unknown, location: { replace: vi.fn<(to: string) => void>() }, close: vi.fn<() => void>() };
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  writeToken('mine');
  expect(await openModuleWindow('fleet')).toBe(true);
  expect(opened.opener).toBeNull();
  expect(opened.location.replace.mock.calls[0]?.[0]).toMatch(
    /^\/module\/fleet\?language=en_US&theme=%2Clight&languageVersion=7#code=c{43}$/,
  );
  delete answers['module/window/open'];
  await expect(openModuleWindow('fleet')).rejects.toMatchObject({ code: 15006 });
  expect(opened.close).toHaveBeenCalledOnce();
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(await openModuleWindow('fleet')).toBe(false);
});
