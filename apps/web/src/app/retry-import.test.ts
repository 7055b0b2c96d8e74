import { expect, it, vi } from 'vitest';
import { ChunkLoadError, retryImport } from './retry-import.ts';

it('tries a second time', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce('page');
  await expect(retryImport(load, 0)).resolves.toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
});

it('gives up after the second failure and keeps the cause', async () => {
  const cause = new TypeError('offline');
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(cause);
  const failure = await retryImport(load, 0).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect((failure as ChunkLoadError).cause).toBe(cause);
  expect(load).toHaveBeenCalledTimes(2);
});
