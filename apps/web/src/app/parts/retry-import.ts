import { ChunkLoadError, StyleChunkLoadError } from './chunk-load-error.ts';
import { lookForRelease } from './release.ts';
import { missingStyles, reloadMissingStyles } from './styles.ts';

const RETRY_AFTER_MS = 800;
/** A part that has not come by then does not come. */
const TIMEOUT_MS = 120_000;

export interface RetryOptions {
  readonly waitMs?: number;
  readonly timeoutMs?: number;
  /** Told of the second failure; answers whether the server has another release. May load the page anew and never answer. */
  readonly onFailure?: () => Promise<boolean>;
}

const within = <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came for ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

/**
 * Loads a part of the program with its styles; tries once more after a moment, since most failures are a dropped connection.
 * Throws ChunkLoadError, or StyleChunkLoadError when it is the styles that did not come.
 */
export const retryImport = async <T>(load: () => Promise<T>, options: RetryOptions = {}): Promise<T> => {
  const { waitMs = RETRY_AFTER_MS, timeoutMs = TIMEOUT_MS, onFailure = lookForRelease } = options;
  try {
    return await within(timeoutMs, load());
  } catch {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const [, part] = await within(timeoutMs, Promise.all([reloadMissingStyles(), load()]));
      return part;
    } catch (cause) {
      // Whoever looks for the reason finds it here: people are told in other words.
      console.error(cause);
      const Failure = missingStyles().length > 0 ? StyleChunkLoadError : ChunkLoadError;
      throw new Failure('A part of the page could not be loaded', { cause, isNewRelease: await onFailure() });
    }
  }
};
