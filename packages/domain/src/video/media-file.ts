import type { PermissionId } from '../access/permissions.ts';

/** What a file of a device is. */
export const MEDIA_KINDS = ['picture', 'sound', 'video', 'text', 'other'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Why it was made: somebody asked, a timer, a distance driven, an alarm, or a person cut it out of a recording. */
export const MEDIA_SOURCES = ['capture', 'timed', 'driving', 'alarm', 'clip'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

const OF_GALLERY = ['5105', '5101:snapshot', '4000:snapshot'] as const;

/** One of these opens a file, by why it was made. */
export const MEDIA_PERMISSIONS: Readonly<Record<MediaSource, readonly PermissionId[]>> = {
  capture: OF_GALLERY,
  timed: OF_GALLERY,
  driving: OF_GALLERY,
  alarm: ['5103', '5105'],
  clip: ['5102'],
};
