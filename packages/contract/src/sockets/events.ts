import { z } from 'zod';
import { Alarm } from '../entities/alarm.entities.ts';
import { CommandEvent } from '../entities/command.entities.ts';
import { PushedNotice } from '../entities/notice.entities.ts';
import { SOCKET_LIMITS } from '../limits/socket.limits.ts';
import { CapturedImage } from '../operations/media.operations.ts';
import { idOf } from '../schema/primitives.ts';

/** What a client may send. */
export const CLIENT_EVENTS = {
  /** The product's heartbeat; answered through the acknowledgement with `{serverTimeMs}`. */
  push_notice_event: z.object({ token: z.string().max(200) }),
  /** Replaces the subscription: a customer with everything below it, or single devices. Acknowledged with {@link LiveSubscribed}. */
  live_subscribe: z.union([
    z.object({ customerId: idOf('customer'), subsumption: z.boolean().default(true) }),
    z.object({ deviceIds: z.array(idOf('device')).max(SOCKET_LIMITS.maxDevicesPerSubscription) }),
  ]),
  live_unsubscribe: z.object({}),
} as const;

export const LiveSubscribed = z.object({ code: z.int(), msg: z.string(), count: z.int() });

/** What the server sends. `live_delta` is binary (live-delta.ts), the rest JSON. */
export const SERVER_EVENTS = {
  live_delta: z.instanceof(Uint8Array),
  /** A device was added, moved, renamed or removed: its row has to be read again. */
  live_device_changed: z.object({ deviceId: idOf('device') }),
  /** Sent right before the server closes the connection: the token ended, or the rights changed. */
  session_ended: z.object({ code: z.int(), msg: z.string() }),
  /** Alarms that this user is told of, the oldest first: those of a fifth of a second in one message. */
  push_notice_event: z.array(PushedNotice),
  /** Alarms were not told to this client, which did not keep up: `user.notice.missed` has them. */
  push_notice_missed: z.object({}),
  /** More files of an alarm are here, or its upload has got on. Told as it happens; a client that was away reads the page again. */
  push_alarm_file_notice_event: Alarm,
  /** A long task of this user went a step further; `status` as in `Task`. */
  push_notice_report_export: z.object({
    id: idOf('task'),
    job: z.string(),
    fileName: z.string(),
    status: z.int(),
    progress: z.int(),
    systemModule: z.int(),
  }),
  /** A clip of this user went a step further; `status` as in `CameraClip`. */
  push_history_video_progress_notice_event: z.object({
    id: idOf('clip'),
    deviceId: idOf('device'),
    channelId: z.int(),
    status: z.int(),
    progress: z.int(),
  }),
  /** A command to a device that the client may see changed its state. Told as it happens; a client that was away reads the page again. */
  push_command_event: CommandEvent,
  /** A camera that the client may see has sent a picture. */
  push_capture_event: CapturedImage,
} as const;

export type ClientEvent = keyof typeof CLIENT_EVENTS;
export type ServerEvent = keyof typeof SERVER_EVENTS;
export type LiveSubscription = z.input<(typeof CLIENT_EVENTS)['live_subscribe']>;
