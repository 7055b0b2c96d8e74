import { TALK_ENDS } from '@sightline/domain';
import { z } from 'zod';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idList, idOf, instant, searchText } from '../schema/primitives.ts';

export const VIDEO_LIMITS = {
  /** Between asking for an address and connecting to it. */
  ticketS: 60,
  /** One look at a camera. */
  watchMinutes: 120,
  /** A link for a player outside. */
  linkHours: 24,
  /** Streams that a user watches at once, over all its windows. */
  watchesPerUser: 64,
} as const;

/** Whoever may watch; from the map or from the video page. */
export const VIDEO_PERMISSIONS = ['5101:live', '4000:live'] as const;

export const cameraFields = {
  deviceId: idOf('device'),
  channelId: z.int().min(1).max(255),
};
/** 0 main stream, 1 sub stream. */
const bitstreamType = z.union([z.literal(0), z.literal(1)]);
/** One of `video.nodes`; by default the customer's, else the default one. */
export const nodeValue = z.string().trim().max(64).optional();

export const MediaNode = z
  .object({
    nodeValue: z.string(),
    name: z.string(),
    /** The one that is used when a call names none. */
    default: z.boolean(),
  })
  .meta({ id: 'MediaNode' });

/** A process that carries video, for those who choose among them. */
export const MediaNodeState = z
  .object({
    nodeValue: z.string(),
    /** Origin that browsers connect to; '' for one that only its own pages reach. */
    address: z.string(),
    /** Where cameras send to, live and recordings; null for all but the platform's owner. */
    deviceAddress: z.string().nullable(),
    /** Heard of lately. */
    online: z.boolean(),
    /** It answers this call. */
    own: z.boolean(),
    live: z.boolean(),
    talk: z.boolean(),
    replay: z.boolean(),
    streams: z.int(),
    viewers: z.int(),
  })
  .meta({ id: 'MediaNodeState' });
export type MediaNodeState = z.output<typeof MediaNodeState>;

const watching = { permission: VIDEO_PERMISSIONS, scope: 'tenant', feature: 'video', writes: false } as const;

/** Both calls of the product that switch a stream mean the same. */
const switching = <const P extends `/v2/${string}`>(path: P) =>
  ({
    method: 'POST',
    path,
    summary: {
      en: 'Let a camera send the other stream of a channel, for everybody who watches it (20001, 20003, 20004)',
      zh: '切换直播码流',
    },
    input: z.object({ ...cameraFields, bitstreamType }),
    output: z.null(),
    permission: VIDEO_PERMISSIONS,
    scope: 'tenant',
    feature: 'video',
    writes: true,
    audit: { en: 'Switched the stream of a camera', zh: '切换直播码流' },
    rateLimit: { max: 60, windowS: 60 },
    timeoutMs: 121_000,
  }) satisfies OperationDefinition;

/** Somebody's look at a camera. */
export const CameraLook = z
  .object({
    id: z.string(),
    deviceId: idOf('device'),
    deviceName: z.string(),
    customerName: z.string(),
    channelId: z.int(),
    /**
     * `live` on a screen of the platform, `link` by a player outside, `picture` for a file that the camera has made; `replay` of a recording, `clip`
     * taken from one; `talk` with whoever is near the camera.
     */
    kind: z.enum(['live', 'link', 'picture', 'replay', 'clip', 'upload', 'talk']),
    bitstreamType,
    account: z.string(),
    /** By somebody of a customer above. */
    fromAbove: z.boolean(),
    startTime: instant(),
    /** While it lasts: when that was last seen. */
    endTime: instant(),
    /** Octets that were shown. */
    octets: z.number(),
    /** Null while it lasts. `left`: of the viewer's own accord. */
    ended: z.enum([...TALK_ENDS, 'left']).nullable(),
    /** The media node that showed it; '' for files. */
    nodeValue: z.string(),
  })
  .meta({ id: 'CameraLook' });
export type CameraLook = z.output<typeof CameraLook>;

export const videoOperations = defineOperations({
  'video.live': {
    method: 'POST',
    path: '/v2/video/live/v3',
    summary: {
      en:
        'Address of the live stream of a camera: a WebSocket, good for one connection within 60 s. Refused with 20001 offline, 20002 and 20018 without ' +
        'such a camera, 20013 where the customer does not let those above watch, 25005 data used up, 60008 without video in the licence, 60015 locked',
      zh: '获取实时视频地址',
    },
    input: z.object({
      ...cameraFields,
      bitstreamType: bitstreamType.default(1),
      /** `h264`: this viewer cannot play H.265; it is converted, or the call refused with 501 where that is not done. */
      codec: z.enum(['any', 'h264']).default('any'),
      nodeValue,
    }),
    /** Relative to this server, or absolute (`wss://...`) for another node. */
    output: z.string(),
    ...watching,
    audit: { en: 'Watched a camera', zh: '查看实时视频' },
    rateLimit: { max: 300, windowS: 60 },
    timeoutMs: 121_000,
  },
  'video.live.control': switching('/v2/video/live/control'),
  'video.live.switch': switching('/v2/video/live/switch'),
  'video.live.address': {
    method: 'POST',
    path: '/v2/video/live/address',
    summary: {
      en: 'Link to the live stream of a camera as HTTP-FLV, for players outside; ends with its time, or when the user may not watch any more',
      zh: '获取 HTTP-FLV 直播地址',
    },
    input: z.object({
      ...cameraFields,
      bitstreamType: bitstreamType.default(1),
      validHours: z.int().min(1).max(VIDEO_LIMITS.linkHours).default(2),
    }),
    output: z.object({ url: z.string(), expirationTime: instant() }),
    ...watching,
    audit: { en: 'Made a link to a camera', zh: '生成视频直播地址' },
    rateLimit: { max: 60, windowS: 60 },
  },
  'video.look.page': {
    method: 'POST',
    path: '/v2/video/look/page',
    summary: { en: 'Who looked at the cameras of a customer and everything below it, and when', zh: '视频查看记录' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      deviceIds: idList('device').optional(),
      account: searchText().optional(),
      start: instant().optional(),
      end: instant().optional(),
    }),
    output: pageOf(CameraLook),
    permission: ['2000', '5101'],
    scope: 'tenant',
    writes: false,
  },
  'video.node.list': {
    method: 'POST',
    path: '/v2/video/node/list',
    summary: {
      en: 'All servers that carry video, those that are away as well, with what they do; for main accounts',
      zh: '流媒体节点状态',
    },
    input: z.object({}),
    output: z.array(MediaNodeState),
    permission: 'any',
    scope: 'tenant',
    mainAccountOnly: true,
    writes: false,
  },
  'video.nodes': {
    method: 'POST',
    path: '/v2/video/nodes',
    summary: { en: 'Servers that live video can come from now, and which one does by default', zh: '视频服务节点' },
    input: z.object({}),
    output: z.array(MediaNode),
    ...watching,
  },
});
