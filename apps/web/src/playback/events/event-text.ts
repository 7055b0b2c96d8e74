import { alarmText } from '@sightline/contract';
import { formatDuration } from '@sightline/domain';
import type { TFunction } from 'i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import type { TrackEvent } from './track-events.ts';

const LOCATION_TYPES: Readonly<Record<string, string>> = { '1': 'gps', '2': 'lbs', '3': 'wifi' };

/** An event in words. */
export const eventText = (t: TFunction, { kind, detail, lengthS }: TrackEvent): string => {
  const value =
    kind === 'alarm'
      ? alarmText(detail, textLanguage())
      : kind === 'locationType'
        ? t(`playback.locationType.${LOCATION_TYPES[detail] ?? 'other'}`)
        : lengthS === null
          ? ''
          : formatDuration(lengthS);
  return t(`playback.event.${kind}`, { value });
};
