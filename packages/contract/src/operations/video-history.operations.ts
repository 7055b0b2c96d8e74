import { CLIP_SPAN, CLIP_WAYS, UPLOAD_FAILURES, WATCH_ENDS } from '@sightline/domain';
import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idList, idOf, instant } from '../schema/primitives.ts';

export const VIDEO_HISTORY_LIMITS = {
  /** Cameras are asked for what they recorded in the last so many days. */
  days: 30,
  /** Recordings in one answer. */
  maxRecordings: 20_000,
  /** A clip, ms. */
  clipMinMs: CLIP_SPAN.minMs,
  clipMaxMs: CLIP_SPAN.maxMs,
  /** The same clip is taken again only after so long. */
  clipAgainS: 10,
  /** Unfinished clips of one user. */
  clipsPerUser: 20,
  clipDays: 7,
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

/** A clip that was taken, or is being taken. */
export const CameraClip = z
  .object({
    id: idOf('clip'),
    deviceId: idOf('device'),
    deviceName: z.string(),
    channelId: z.int(),
    /** 0 failed or stopped, 1 done, 2 on its way, 3 waiting. */
    status: z.int(),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
    /** `handover`: it went to the customer's own server, and there is no file here. */
    way: z.enum(CLIP_WAYS),
    /** Why it failed. */
    failure: z.enum([...WATCH_ENDS, ...UPLOAD_FAILURES, 'tooLarge', 'quota']).nullable(),
    /** Whole per cent. */
    progress: z.int(),
    /** A link for some minutes; null without a file. */
    fileUrl: z.string().nullable(),
    fileStartTime: instant(),
    fileEndTime: instant(),
    /** MB of 1 000 000 octets that are there. */
    fileUploadSize: z.number(),
    account: z.string(),
    createTime: instant(),
    uploadTime: instant().nullable(),
  })
  .meta({ id: 'CameraClip' });
export type CameraClip = z.output<typeof CameraClip>;

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
  'video.history.upload': {
    method: 'POST',
    path: '/v2/video/history/upload',
    summary: {
      en:
        'Take a clip of 5 seconds to 10 minutes from a recording of a camera, as it is played (stream) or as the camera brings its file by FTP, with ' +
        'sound (ftp); auto: ftp where the device is known to do it. Answers with its id, progress comes over the live socket. 900 when the same one was asked for within 10 s, 61000 with too many unfinished ones',
      zh: '上传录像片段',
    },
    input: z.object({ ...camera, ...span, way: z.enum(['auto', 'stream', 'ftp']).default('auto') }),
    output: z.object({ id: idOf('clip') }),
    permission: ['5102:export'],
    feature: 'video',
    scope: 'tenant',
    writes: true,
    audit: { en: 'Took a clip from a recording', zh: '上传录像片段' },
    rateLimit: { max: 60, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.history.page': {
    method: 'POST',
    path: '/v2/video/history/page',
    summary: {
      en: 'Clips of the cameras of a customer and everything below it, the newest first; they are kept for 7 days',
      zh: '录像上传任务列表',
    },
    input: pageInput({
      customerId: idOf('customer').optional(),
      deviceIds: idList('device').optional(),
      clipIds: idList('clip').optional(),
      /** 0 failed or stopped, 1 done, 2 on its way, 3 waiting. */
      status: z.int().min(0).max(3).optional(),
      start: instant().optional(),
      end: instant().optional(),
      /** Clips that show something of this span. */
      fileStartTime: instant().optional(),
      fileEndTime: instant().optional(),
    }),
    output: pageOf(CameraClip),
    permission: VIDEO_HISTORY_PERMISSIONS,
    scope: 'tenant',
    writes: false,
  },
  'video.history.upload.stop': {
    method: 'POST',
    path: '/v2/video/history/upload/stop',
    summary: { en: 'Stop taking a clip; nothing of it is kept', zh: '停止上传录像片段' },
    input: z.object({ clipId: idOf('clip') }),
    output: z.null(),
    permission: ['5102:export'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Stopped taking a clip', zh: '停止上传录像片段' },
  },
  'video.history.delete': {
    method: 'POST',
    path: '/v2/video/history/delete',
    summary: { en: 'Delete clips and their files; those on their way are stopped', zh: '删除录像片段' },
    input: z.object({ clipIds: idList('clip') }),
    output: z.object({ count: z.int() }),
    permission: ['5102:delete'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Deleted clips', zh: '删除录像片段' },
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
