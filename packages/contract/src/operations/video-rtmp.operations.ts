import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { idOf, instant } from '../schema/primitives.ts';

/** Why a camera may not publish. */
export const RTMP_REFUSALS = ['key', 'device', 'locked', 'licence', 'channel', 'data', 'often', 'unavailable'] as const;

/** Cameras that publish by themselves, over RTMP. */
export const videoRtmpOperations = defineOperations({
  'video.rtmp.info': {
    method: 'POST',
    path: '/v2/video/rtmp/info',
    summary: {
      en: 'Whether a device may publish over RTMP, what it publishes to this server now, and why it was refused last',
      zh: '设备 RTMP 推流信息',
    },
    input: z.object({ deviceId: idOf('device') }),
    output: z.object({
      /** Without the key: `rtmp://host:port`; null while no such port is open. */
      server: z.string().nullable(),
      /** When its key was made; null: it has none and may not publish. */
      keyTime: instant().nullable(),
      publishing: z.array(z.object({ channelId: z.int(), startTime: instant(), remote: z.string() })),
      /** Since it published last, or this server began. */
      refused: z.object({ time: instant(), channelId: z.int(), remote: z.string(), reason: z.enum(RTMP_REFUSALS) }).nullable(),
    }),
    permission: ['3000'],
    scope: 'tenant',
    feature: 'video',
    writes: false,
  },
  'video.rtmp.address': {
    method: 'POST',
    path: '/v2/video/rtmp/address',
    summary: {
      en:
        'Address that a device publishes each of its channels to. It holds a new key, which is shown this once; the one before opens nothing any more. ' +
        'Refused with 501 while no such port is open, 20018 for a device without cameras',
      zh: '生成设备 RTMP 推流地址（重新生成密钥，旧密钥失效）',
    },
    input: z.object({ deviceId: idOf('device') }),
    output: z.object({ addresses: z.array(z.object({ channelId: z.int(), url: z.string() })) }),
    permission: ['3000:edit'],
    scope: 'tenant',
    feature: 'video',
    writes: true,
    audit: { en: 'Made a new RTMP address of a device', zh: '生成设备 RTMP 推流地址' },
    rateLimit: { max: 60, windowS: 60 },
  },
  'video.rtmp.remove': {
    method: 'POST',
    path: '/v2/video/rtmp/remove',
    summary: { en: 'Let a device publish over RTMP no longer', zh: '停用设备 RTMP 推流' },
    input: z.object({ deviceId: idOf('device') }),
    output: z.null(),
    permission: ['3000:edit'],
    scope: 'tenant',
    feature: 'video',
    writes: true,
    audit: { en: 'Ended RTMP for a device', zh: '停用设备 RTMP 推流' },
  },
});
