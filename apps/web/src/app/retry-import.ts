/** A part of the program could not be loaded, twice. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const RETRY_AFTER_MS = 800;

/** Loads a part of the program; tries once more after a moment, since most failures are a dropped connection. */
export const retryImport = async <T>(load: () => Promise<T>, waitMs: number = RETRY_AFTER_MS): Promise<T> => {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await load();
    } catch (cause) {
      throw new ChunkLoadError('A part of the page could not be loaded', { cause });
    }
  }
};
