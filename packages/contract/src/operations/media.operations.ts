import { MEDIA_KINDS, MEDIA_SOURCES } from '@sightline/domain';
import { z } from 'zod';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { commaList, idList, idOf, instant, latitude, longitude, searchText } from '../schema/primitives.ts';

export const CAPTURE_LIMITS = {
  /** Pictures of one order. */
  pictures: 10,
  /** Files in one archive. */
  archiveFiles: 2000,
  /** Octets in one archive. */
  archiveBytes: 1_000_000_000,
} as const;

/** Whoever may let a camera take a picture; from the video page or from the map. */
export const CAPTURE_PERMISSIONS = ['5101:snapshot', '4000:snapshot'] as const;

/** A picture (or a sound) that a device has sent. */
export const CapturedImage = z
  .object({
    id: idOf('media'),
    deviceId: idOf('device'),
    deviceName: z.string(),
    /** Whose device it was then. */
    customerId: idOf('customer'),
    customerName: z.string(),
    channelId: z.int(),
    kind: z.enum(MEDIA_KINDS),
    /** Why it was made. */
    source: z.enum(MEDIA_SOURCES),
    captureTime: instant(),
    lat: latitude().nullable(),
    lng: longitude().nullable(),
    speedKph: z.number().nullable(),
    fileName: z.string(),
    fileSize: z.number(),
    contentType: z.string(),
    /** Relative to this server; shows it in a browser, with `&download=1` it is saved. Good for a quarter of an hour at least. */
    fileUrl: z.string(),
  })
  .meta({ id: 'CapturedImage' });
export type CapturedImage = z.output<typeof CapturedImage>;

const mediaIds = idList('media');

/** Pictures that devices take, and those that they have taken. */
export const mediaOperations = defineOperations({
  'device.capture': {
    method: 'POST',
    path: '/v2/device/capture',
    summary: {
      en:
        'Let a camera take pictures now; they come with push_capture_event and into the gallery. Refused with 20001 offline, 20002 and 20018 without such a ' +
        'camera, 20003 no answer, 20004 refused, 20013 where the customer does not let those above watch, 25005 data used up, 60008, 60015',
      zh: '设备拍照',
    },
    input: z.object({
      deviceId: idOf('device'),
      channelId: z.int().min(1).max(255),
      count: z.int().min(1).max(CAPTURE_LIMITS.pictures).default(1),
    }),
    /** How many pictures the camera says that it has taken. */
    output: z.object({ count: z.int() }),
    permission: CAPTURE_PERMISSIONS,
    scope: 'tenant',
    feature: 'video',
    writes: true,
    audit: { en: 'Let a camera take a picture', zh: '设备拍照' },
    rateLimit: { max: 60, windowS: 60 },
    timeoutMs: 121_000,
  },
  'device.capture.page': {
    method: 'POST',
    path: '/v2/device/capture/page',
    summary: { en: 'Pictures of the devices of a customer and everything below it, the newest first', zh: '图片库' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      deviceIds: idList('device').optional(),
      channelId: z.int().min(0).max(255).optional(),
      deviceIdOrName: searchText().optional(),
      /** Comma list. */
      sources: commaList().optional(),
      start: instant().optional(),
      end: instant().optional(),
    }),
    output: pageOf(CapturedImage),
    permission: ['5105'],
    scope: 'tenant',
    writes: false,
  },
  'device.capture.delete': {
    method: 'POST',
    path: '/v2/device/capture/delete',
    summary: { en: 'Delete pictures for good; all of them or none', zh: '删除图片' },
    input: z.object({ ids: mediaIds }),
    output: z.object({ count: z.int() }),
    permission: ['5105:delete'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Deleted pictures', zh: '删除图片' },
    rateLimit: { max: 60, windowS: 60 },
  },
  'device.capture.download': {
    method: 'POST',
    path: '/v2/device/capture/download',
    summary: { en: 'Pictures as an archive with a list of them; a long task', zh: '打包下载图片' },
    input: z.object({ ids: mediaIds }),
    output: TaskInfo,
    permission: ['5105:export'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Downloaded pictures', zh: '打包下载图片' },
    rateLimit: { max: 20, windowS: 60 },
  },
});
