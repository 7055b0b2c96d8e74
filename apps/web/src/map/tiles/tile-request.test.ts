import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tryTile } from './tile-request.ts';

const layer = { key: 'own', url: 'https://tiles.example.com/{z}/{x}/{y}?key=k', grid: 'web', maxZoom: 19 } as const;
const asked: { url: string; init: RequestInit }[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return await answer();
  });
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    if ((await blob.text()) !== 'picture') throw new Error('no picture');
    return { close: () => undefined };
  });
});
afterEach(() => vi.unstubAllGlobals());

const tried = async (answered: () => Response | Promise<Response>) => {
  answer = answered;
  return await tryTile(layer, new AbortController().signal);
};

it('asks for one tile as maps do, and takes along nothing of the person', async () => {
  expect(await tried(() => new Response('picture'))).toBe('works');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    url: 'https://tiles.example.com/1/1/0?key=k',
    init: { credentials: 'omit', referrerPolicy: 'strict-origin-when-cross-origin' },
  });
});

it('tells a refusal from a server that is not there', async () => {
  for (const status of [400, 401, 403, 404]) expect([status, await tried(() => new Response('', { status }))]).toEqual([status, 'refused']);
  expect(await tried(() => new Response('<html>Sign in</html>'))).toBe('refused');
  for (const status of [429, 500, 503]) expect([status, await tried(() => new Response('', { status }))]).toEqual([status, 'unreachable']);
  expect(await tried(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('unreachable');
});

it('tells a host that this page may not ask', async () => {
  const blocked = (blockedURI: string) => async (): Promise<Response> => {
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI }));
    throw new TypeError('Failed to fetch');
  };
  expect(await tried(blocked('https://tiles.example.com/1/1/0'))).toBe('notAllowed');
  expect(await tried(blocked('https://elsewhere.example/1/1/0'))).toBe('unreachable');
});
