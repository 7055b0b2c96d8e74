import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, StyleChunkLoadError } from './chunk-load-error.ts';
import { retryImport } from './retry-import.ts';

const onFailure = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false));
const quick = { waitMs: 0, onFailure };
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

afterEach(() => {
  document.head.replaceChildren();
  vi.clearAllMocks();
});

it('tries a second time', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce('page');
  await expect(retryImport(load, quick)).resolves.toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
  expect(onFailure).not.toHaveBeenCalled();
});

it('gives up after the second failure, keeps the cause and says whether there is another release', async () => {
  const cause = new TypeError('offline');
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(cause);
  onFailure.mockResolvedValueOnce(true);
  const failure = await failureOf(retryImport(load, quick));
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect(failure).toMatchObject({ name: 'ChunkLoadError', cause, isNewRelease: true });
  expect(load).toHaveBeenCalledTimes(2);
});

it('takes a part that does not come in time for one that failed', async () => {
  const load = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
  expect(await failureOf(retryImport(load, { ...quick, timeoutMs: 1 }))).toBeInstanceOf(ChunkLoadError);
  expect(load).toHaveBeenCalledTimes(2);
});

const failedStyle = (): HTMLLinkElement => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/page-1.css';
  document.head.append(link);
  return link;
};
/** The link that stands in for the failed one, once it does. */
const secondLink = async (first: HTMLLinkElement): Promise<HTMLLinkElement> =>
  await vi.waitFor(() => {
    const link = document.head.querySelector('link');
    if (link === null || link === first) throw new Error('not yet');
    return link;
  });

it.each(['a connection that breaks', 'an error of the server'])(
  'asks again for styles that did not come by %s, and waits for them',
  async (reason) => {
    const first = failedStyle();
    if (reason === 'an error of the server') Object.defineProperty(first, 'sheet', { value: { cssRules: [] } });
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('styles')).mockResolvedValueOnce('page');
    const part = retryImport(load, quick);
    const second = await secondLink(first);
    expect(second.href).toBe(first.href);
    second.dispatchEvent(new Event('load'));
    await expect(part).resolves.toBe('page');
  },
);

it('says that it is the styles that are missing', async () => {
  const first = failedStyle();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('styles')).mockResolvedValueOnce('page');
  const part = failureOf(retryImport(load, quick));
  (await secondLink(first)).dispatchEvent(new Event('error'));
  expect(await part).toBeInstanceOf(StyleChunkLoadError);
});

it('tells another part that waits for the same styles', async () => {
  const first = failedStyle();
  const waited = new Promise((resolve) => first.addEventListener('load', resolve));
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('styles')).mockResolvedValueOnce('page');
  const part = retryImport(load, quick);
  (await secondLink(first)).dispatchEvent(new Event('load'));
  await waited;
  await expect(part).resolves.toBe('page');
});
