import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { idOf, instant } from '../schema/primitives.ts';

export const VIDEO_HISTORY_LIMITS = {
  /** Cameras are asked for what they recorded in the last so many days. */
  days: 30,
  /** Recordings in one answer. */
  maxRecordings: 20_000,
} as const;

export const VIDEO_HISTORY_PERMISSIONS = ['5102:view'] as const;

const camera = {
  deviceId: idOf('device'),
  channelId: z.int().min(1).max(255),
};
const span = { startTime: instant(), endTime: instant() };
/** 0 as usual, 1 to 5 = 1, 2, 4, 8, 16 times. */
const fastForwardOrBackward = z.int().min(0).max(5).default(0);
const viewing = { permission: VIDEO_HISTORY_PERMISSIONS, scope: 'tenant', feature: 'video', writes: false } as const;

/** A file on the storage of a camera. */
export const CameraRecording = z
  .object({
    deviceId: idOf('device'),
    deviceName: z.string(),
    channelId: z.int(),
    startTime: instant(),
    endTime: instant(),
    /** MB of 1 000 000 octets. */
    fileSize: z.number(),
    /** An alarm was on while it was made. */
    alarm: z.boolean(),
    /** Bits in hexadecimal: video alarms in the upper 32, those of JT/T 808 in the lower ones. */
    alarms: z.string(),
    /** 1 main stream, 2 sub stream. */
    streamType: z.int(),
    /** 1 main storage, 2 backup storage. */
    storageType: z.int(),
  })
  .meta({ id: 'CameraRecording' });
export type CameraRecording = z.output<typeof CameraRecording>;

export const videoHistoryOperations = defineOperations({
  'video.history.list': {
    method: 'POST',
    path: '/v2/video/history/list',
    summary: {
      en:
        'Recordings on the storage of a camera, asked of the device itself, by channel and time. Without a channel all of them. Refused with 20001 ' +
        'offline, 20003 no answer, 20012 older than 30 days, 20013, 20018, 25005, 60008, 60015',
      zh: '查询设备录像列表',
    },
    input: z.object({
      deviceId: idOf('device'),
      channelId: z.int().min(0).max(255).default(0),
      ...span,
      alarmOnly: z.boolean().default(false),
    }),
    output: z.array(CameraRecording),
    ...viewing,
    audit: { en: 'Listed the recordings of a camera', zh: '查询设备录像' },
    rateLimit: { max: 60, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.history.days': {
    method: 'POST',
    path: '/v2/video/history/days',
    summary: {
      en: 'When a channel of a camera was recorded, asked of the device: quarters of an hour since 1970, of which days of any time zone can be made',
      zh: '查询设备录像日期',
    },
    input: z.object({ ...camera, ...span }),
    output: z.object({ quarters: z.array(z.int()) }),
    ...viewing,
    audit: { en: 'Listed the recordings of a camera', zh: '查询设备录像' },
    rateLimit: { max: 30, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.history.replay': {
    method: 'POST',
    path: '/v2/video/history/replay',
    summary: {
      en:
        'Address of a recording of a camera as a stream: a WebSocket, good for one connection within 60 s. playbackType 0 normal, 1 fast, 2 back by key ' +
        'pictures, 3 key pictures, 4 a single picture. A channel plays one recording at a time: 20020 while somebody else has it',
      zh: '获取录像回放地址',
    },
    input: z.object({
      ...camera,
      playbackType: z.int().min(0).max(4).default(0),
      fastForwardOrBackward,
      ...span,
      nodeValue: z.string().trim().max(64).optional(),
    }),
    /** Relative to this server, or absolute for another node. Its pictures carry the time of the recording. */
    output: z.string(),
    ...viewing,
    audit: { en: 'Played a recording of a camera', zh: '回放设备录像' },
    rateLimit: { max: 300, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.history.replaySet': {
    method: 'POST',
    path: '/v2/video/history/replaySet',
    summary: {
      en:
        'Control of the recording that this user plays: 0 go on, 1 pause, 2 end, 3 fast, 4 back by key pictures, 5 to a time (playbackTime), 6 key ' +
        'pictures. 9002 when none is played, 20020 when it is somebody else’s, 20003, 20004',
      zh: '控制录像回放',
    },
    input: z.object({ ...camera, playbackControl: z.int().min(0).max(6), fastForwardOrBackward, playbackTime: instant().optional() }),
    output: z.null(),
    ...viewing,
    rateLimit: { max: 600, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.history.nodes': {
    method: 'POST',
    path: '/v2/video/history/nodes',
    summary: { en: 'Servers that recordings can come from', zh: '录像服务节点' },
    input: z.object({}),
    output: z.array(z.object({ nodeValue: z.string(), name: z.string(), default: z.boolean() })),
    ...viewing,
  },
});
