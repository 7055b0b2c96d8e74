import { z } from 'zod';
import { Motion } from '../entities/device.entities.ts';
import { TrackColumns } from '../entities/track.entities.ts';
import { DistanceUnit, SpeedUnit } from '../entities/user.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idOf, instant } from '../schema/primitives.ts';

export const SHARE_LIMITS = { minMinutes: 5, maxMinutes: 60 * 24 * 30, maxTrackHours: 72 } as const;

const ShareLink = z
  .object({
    id: idOf('share'),
    deviceId: idOf('device'),
    deviceName: z.string(),
    createTime: instant(),
    expirationTime: instant(),
    createdBy: z.string().nullable(),
    /** active, expired or revoked. */
    status: z.enum(['active', 'expired', 'revoked']),
    /** How often it was opened. */
    seenCount: z.int(),
    /** Hours of track that it shows; 0: the live place alone. */
    trackHours: z.int(),
  })
  .meta({ id: 'ShareLink' });

export const shareOperations = defineOperations({
  'device.share': {
    method: 'POST',
    path: '/v2/device/share',
    summary: { en: 'Make a link that shows the live place of a device to whoever has it', zh: '分享设备实时位置' },
    input: z.object({
      deviceId: idOf('device'),
      durationMinutes: z.int().min(SHARE_LIMITS.minMinutes).max(SHARE_LIMITS.maxMinutes).default(60),
      /** 0: the live place alone; else also the track of the last so many hours. */
      trackHours: z.int().min(0).max(SHARE_LIMITS.maxTrackHours).default(0),
    }),
    // token: shown once; only its hash is kept. path: page of the client, below the host.
    output: z.object({ id: idOf('share'), token: z.string(), path: z.string(), expirationTime: instant() }),
    permission: ['4000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: true,
    audit: { en: 'Shared a device', zh: '分享设备' },
    rateLimit: { max: 60, windowS: 60 },
  },
  'device.share.page': {
    method: 'POST',
    path: '/v2/device/share/page',
    summary: { en: 'Links that have been made', zh: '分享列表' },
    input: pageInput({ deviceId: idOf('device').optional() }),
    output: pageOf(ShareLink),
    permission: ['4000'],
    scope: 'tenant',
    writes: false,
  },
  'device.share.revoke': {
    method: 'DELETE',
    path: '/v2/device/share/revoke',
    summary: { en: 'End a link', zh: '取消分享' },
    input: z.object({ id: idOf('share') }),
    output: z.null(),
    permission: ['4000'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Ended a shared link', zh: '取消分享' },
  },
  'device.share.view': {
    method: 'POST',
    path: '/v2/device/share/view',
    summary: { en: 'What a link shows (no sign-in)', zh: '查看分享的设备' },
    input: z.object({
      token: z.string().min(20).max(100),
      /** A page that asks again for the newest place; only the first look is counted. */
      again: z.boolean().default(false),
    }),
    output: z.object({
      deviceName: z.string(),
      icon: z.string(),
      expirationTime: instant(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      speed: z.number().nullable(),
      course: z.number().nullable(),
      motion: Motion,
      status: z.int(),
      deviceTime: instant().nullable(),
      trackHours: z.int(),
      /** Null when the link shows the live place alone, and when asked again. Good fixes, oldest first, thinned out. */
      track: TrackColumns.nullable(),
      /** Of whoever made the link: the viewer has no account. */
      units: z.object({ speedUnit: SpeedUnit, distanceUnit: DistanceUnit }),
    }),
    permission: 'public',
    scope: 'public',
    writes: false,
    rateLimit: { max: 120, windowS: 60 },
  },
});
