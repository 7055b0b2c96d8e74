import { apiError, type ErrorName } from '@sightline/contract';

const DAY_MS = 86_400_000;

/** A span of a question in ms. @throws 400 when it ends before it begins, `tooLong` when it is longer than `days`. */
export function windowMs(
  input: { readonly start: string; readonly end: string },
  days: number,
  tooLong: ErrorName,
): { fromMs: number; toMs: number } {
  const fromMs = Date.parse(input.start);
  const toMs = Date.parse(input.end);
  if (toMs < fromMs) throw apiError('invalidParameters', [{ path: 'end', message: 'ends before it begins' }]);
  // A window of whole days given to its last second counts as such.
  if (toMs - fromMs > days * DAY_MS) throw apiError(tooLong, { maxDays: days });
  return { fromMs, toMs };
}
