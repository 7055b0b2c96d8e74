import type { TripSegment } from '@sightline/contract';
import { ENGINE_RULES, formatDuration } from '@sightline/domain';

type Reason = TripSegment['startReason'];

export interface ReasonText {
  /** Key of the catalogue below `playback.reason`. */
  readonly key: Reason['rule'] | 'movedFar';
  readonly threshold: string;
  readonly value: string;
}

/**
 * What a boundary says about itself, its numbers in words; `–` where the rule has none. `moved` counts points, or metres
 * when the distance alone proved the trip.
 */
export const reasonText = ({ rule, threshold, value }: Reason, formatDistance: (metres: number) => string): ReasonText => {
  const key = rule === 'moved' && threshold === ENGINE_RULES.provenTripM ? 'movedFar' : rule;
  const format = (number: number | null): string => {
    if (number === null) return '–';
    if (key === 'stayed' || key === 'gap') return formatDuration(number);
    return key === 'movedFar' || key === 'relocated' ? formatDistance(number) : String(number);
  };
  return { key, threshold: format(threshold), value: format(value) };
};
