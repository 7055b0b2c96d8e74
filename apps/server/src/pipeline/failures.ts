/** SQLSTATE classes that say "this data", not "this database": trying the same rows again can never help. */
const DATA_CLASSES = new Set([
  '22', // data exception: text with NUL, number out of range ...
  '23', // integrity: a device that was deleted for good in the meantime
  '54', // a row or a value larger than the database can hold
]);

/** True when writing the same rows again would fail again; everything else is waited out. */
export function isDataError(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 && DATA_CLASSES.has(code.slice(0, 2));
}

export const FIRST_RETRY_MS = 100;
export const LAST_RETRY_MS = 5000;

/** Doubling waits from 100 ms to 5 s, for a database that is away. */
export const retryDelayMs = (attempt: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LAST_RETRY_MS);
