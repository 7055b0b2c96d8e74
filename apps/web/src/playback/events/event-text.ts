import { formatDuration } from '@sightline/domain';
import type { TFunction } from 'i18next';
import type { TrackEvent } from './track-events.ts';

const LOCATION_TYPES: Readonly<Record<string, string>> = { '1': 'gps', '2': 'lbs', '3': 'wifi' };

/** An event in words. An alarm kind that no text names stands as the protocol calls it. */
export const eventText = (t: TFunction, { kind, detail, lengthS }: TrackEvent): string => {
  const value =
    kind === 'alarm'
      ? t(`ui.alarms.${detail}`, { defaultValue: detail })
      : kind === 'locationType'
        ? t(`playback.locationType.${LOCATION_TYPES[detail] ?? 'other'}`)
        : lengthS === null
          ? ''
          : formatDuration(lengthS);
  return t(`playback.event.${kind}`, { value });
};
