/** How a recording is played, by the numbers of JT/T 1078-2016 table 24 (0x9201). */
export const PLAYBACK_MODES = ['normal', 'fast', 'keyRewind', 'keyPlay', 'single'] as const;
export type PlaybackMode = (typeof PLAYBACK_MODES)[number];

/** What can be said to a recording that is being played, by the numbers of table 25 (0x9202). */
export const PLAYBACK_CONTROLS = ['play', 'pause', 'stop', 'fast', 'keyRewind', 'seek', 'keyPlay'] as const;
export type PlaybackControl = (typeof PLAYBACK_CONTROLS)[number];

/** Times the usual speed. */
export const PLAYBACK_SPEEDS = [1, 2, 4, 8, 16] as const;
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

/** The speed of a code of both tables: 1 to 5; 0, which says nothing, is 1. */
export const playbackSpeedOf = (code: number): PlaybackSpeed => PLAYBACK_SPEEDS[code - 1] ?? 1;
export const playbackSpeedCode = (speed: PlaybackSpeed): number => PLAYBACK_SPEEDS.indexOf(speed) + 1;

/** Recordings are cut and taken from cameras in pieces of this length, ms. */
export const CLIP_SPAN = { minMs: 5_000, maxMs: 600_000 } as const;

/** How a clip comes: played to the platform, brought to it by FTP, or brought to the FTP server of the device's customer. */
export const CLIP_WAYS = ['stream', 'ftp', 'handover'] as const;
export type ClipWay = (typeof CLIP_WAYS)[number];

/**
 * Why a clip that a camera should bring has failed, beside what ends a stream: it said that it could not, brought nothing, or nothing that is a
 * recording.
 */
export const UPLOAD_FAILURES = ['uploadFailed', 'noFile', 'notRecording'] as const;
export type UploadFailure = (typeof UPLOAD_FAILURES)[number];
