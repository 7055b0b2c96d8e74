import { zoneLabel } from '../../../../time/zone.ts';

/** Below this the clock counts as right: a report is some seconds under way. */
const RIGHT_S = 10;

/** Key and values of the words for a clock that is so many seconds ahead; null when it could not be measured. */
export const clockText = (offsetS: number | null): readonly [key: string, values: Readonly<Record<string, string>>] => {
  if (offsetS === null) return ['detail.clockUnknown', {}];
  const size = Math.abs(offsetS);
  if (size < RIGHT_S) return ['detail.clockRight', {}];
  const amount = size < 120 ? `${Math.round(size)} s` : size < 7200 ? `${Math.round(size / 60)} min` : `${Math.round(size / 360) / 10} h`;
  return [offsetS > 0 ? 'detail.clockAhead' : 'detail.clockBehind', { amount }];
};

/** Minutes east of UTC as `UTC+5:30`. */
export const offsetLabel = (minutes: number): string => zoneLabel({ kind: 'fixed', offsetMinutes: minutes }, 0);
