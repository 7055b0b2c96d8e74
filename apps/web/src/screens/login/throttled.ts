import { ApiError, ERROR_CODE } from '@sightline/contract';

/** Seconds to wait that a throttled answer (429) names, a minute when it names none; 0 for any other failure. */
export const throttledFor = (failure: unknown): number => {
  if (!(failure instanceof ApiError) || failure.code !== ERROR_CODE.tooFrequent) return 0;
  const { data } = failure;
  const named = typeof data === 'object' && data !== null && 'retryAfterS' in data ? Number(data.retryAfterS) : NaN;
  return Number.isFinite(named) && named > 0 ? Math.ceil(named) : 60;
};
