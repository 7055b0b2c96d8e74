/** 0 main: as good as the camera can; 1 sub: small, for many pictures side by side. */
export type StreamQuality = 0 | 1;

/**
 * Which step a stream failed at; the screen has a sentence for each.
 *
 * - `deviceOffline`: no connection of the device to send the request over
 * - `noAnswer`: the device did not answer the request
 * - `refused`: it answered that it will not
 * - `noConnection`: it said yes and did not connect
 * - `noPackets`: it connected and sent nothing usable
 * - `noKeyFrame`: pictures came, none to begin with
 * - `lost`: the stream ran and its connection ended or fell silent
 * - `notConverted`: it is H.265, this viewer cannot play that, and nothing here converts it (any more)
 * - `stopped`: ended on purpose
 * - `finished`: a recording that has been played to its end
 */
export const STREAM_FAILURES = [
  'deviceOffline',
  'noAnswer',
  'refused',
  'noConnection',
  'noPackets',
  'noKeyFrame',
  'lost',
  'notConverted',
  'stopped',
  'finished',
] as const;
export type StreamFailure = (typeof STREAM_FAILURES)[number];

/**
 * Why a viewer's stream ended: the stream's own failure, or the viewer may not (any more), or has watched, or used, as much as is allowed, or
 * somebody else plays a recording of this channel, or talks with this device.
 */
export const WATCH_ENDS = [...STREAM_FAILURES, 'permission', 'limit', 'busy'] as const;
export type WatchEnd = (typeof WATCH_ENDS)[number];

/** Why a talk ended: as a viewer's stream, or nothing came from the talker's microphone for long. */
export const TALK_ENDS = [...WATCH_ENDS, 'noMicrophone'] as const;
export type TalkEnd = (typeof TALK_ENDS)[number];

/** What a media node can carry. */
export const MEDIA_USES = ['live', 'talk', 'replay'] as const;
export type MediaUse = (typeof MEDIA_USES)[number];
