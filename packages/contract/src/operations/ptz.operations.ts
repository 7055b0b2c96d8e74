import { PTZ_ACTIONS, PTZ_LIMITS } from '@sightline/domain';
import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { cameraFields, VIDEO_PERMISSIONS } from './video.operations.ts';

const turning = { permission: VIDEO_PERMISSIONS, scope: 'tenant', feature: 'video', timeoutMs: 121_000 } as const;
const { min, max, usual } = PTZ_LIMITS.speed;

export const ptzOperations = defineOperations({
  'video.ptz': {
    method: 'POST',
    path: '/v2/video/live/ptz',
    summary: {
      en:
        'Turn, zoom and focus a camera, its iris, wiper and infrared lamp. Turning goes on until `stop`, or for 3 s after the last call that ' +
        'asked for it. Refused like live video, and with 20003 no answer, 20004',
      zh: '云台控制',
    },
    input: z.object({ ...cameraFields, action: z.enum(PTZ_ACTIONS), speed: z.int().min(min).max(max).default(usual) }),
    output: z.null(),
    ...turning,
    writes: true,
    audit: { en: 'Turned a camera', zh: '云台控制' },
    rateLimit: { max: 600, windowS: 60 },
  },
  'video.ptz.info': {
    method: 'POST',
    path: '/v2/video/live/ptz/info',
    summary: { en: 'Whether a camera can be turned, as its device tells', zh: '查询通道是否支持云台' },
    input: z.object(cameraFields),
    /** Null: the device does not tell. */
    output: z.object({ supported: z.boolean().nullable() }),
    ...turning,
    writes: false,
    rateLimit: { max: 300, windowS: 60 },
  },
});
