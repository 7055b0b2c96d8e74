import type { Alarm } from '@sightline/contract';
import type { TFunction } from 'i18next';

/** What was said of an alarm, in words. */
export const verdictText = (t: TFunction, { verdictTime, invalidStatus }: Pick<Alarm, 'verdictTime' | 'invalidStatus'>): string =>
  t(verdictTime === null ? 'alarms.open' : invalidStatus === 1 ? 'alarms.invalid' : 'alarms.valid');
