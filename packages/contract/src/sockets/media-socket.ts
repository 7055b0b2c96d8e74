import { TALK_ENDS } from '@sightline/domain';
import { z } from 'zod';

/** Where cameras are watched, below the server's host; `ticket` in the query. */
export const MEDIA_ROUTES = {
  /** WebSocket. Binary messages are frames as `wire.ts` of the media package has them, texts are {@link MediaServerMessage}s. */
  live: '/gps/media/live',
  /** The same of a recording: time stamps are instants of the recording (ms since 1970). */
  replay: '/gps/media/replay',
  /** HTTP-FLV, for players outside. */
  flv: '/gps/media/live.flv',
  /** WebSocket. As `live`, and the talker sends PCM frames of its microphone as well. */
  talk: '/gps/media/talk',
} as const;

/** What the server sends as text. */
export const MediaServerMessage = z.discriminatedUnion('type', [
  /** First of all, and when the stream begins to run or changes its codec. */
  z.object({ type: z.literal('state'), state: z.enum(['starting', 'streaming']), codec: z.enum(['h264', 'h265']).nullable() }),
  /** The last message. */
  z.object({ type: z.literal('end'), failure: z.enum(TALK_ENDS) }),
  z.object({ type: z.literal('pong'), id: z.int(), serverTimeMs: z.number() }),
]);
export type MediaServerMessage = z.output<typeof MediaServerMessage>;

/**
 * What a viewer may send: text, at most {@link MEDIA_SOCKET_LIMITS.messageBytes}. Anything else closes with 1008, but for the PCM frames of a
 * talker ({@link TALK_LIMITS}).
 */
export const MediaViewerMessage = z.object({ type: z.literal('ping'), id: z.int().min(0).max(Number.MAX_SAFE_INTEGER) });
export type MediaViewerMessage = z.output<typeof MediaViewerMessage>;

export const MEDIA_SOCKET_LIMITS = { messageBytes: 256, pingsPerMinute: 120, recheckMs: 60_000 } as const;

export const TALK_LIMITS = {
  /** Octets of a message of the microphone with its head: a tenth of a second. */
  messageBytes: 16 + 1_600,
  /** Twice what a microphone gives; more than that over some seconds closes with 1008. */
  bytesPerSecond: 40_000,
  /** Without a message of the microphone for so long a talk is ended. Who is muted sends silence. */
  silenceMs: 60_000,
} as const;

export const MEDIA_CLOSE = {
  /** See the `end` before it. */
  ended: 4000,
  /** Not made here, too old, or used before. */
  ticketRefused: 4001,
  /** Signed out, right or device gone, consent withdrawn. */
  permissionGone: 4003,
  /** Somebody else talks with the device, or plays a recording of the channel. */
  busy: 4007,
  /** Watched for as long as one look may last, data of the device used up, or too many streams at once. */
  limit: 4008,
  badMessage: 1008,
} as const;
