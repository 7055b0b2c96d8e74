import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { cameraFields, MediaNode, nodeValue, VIDEO_PERMISSIONS } from './video.operations.ts';

export const audioOperations = defineOperations({
  'audio.talk': {
    method: 'POST',
    path: '/v2/audio/talk/v3',
    summary: {
      en:
        'Address of a talk with a device: a WebSocket, good for one connection within 60 s. Refused with 20020 while somebody else talks with ' +
        'it, and with everything that live video is refused with',
      zh: '获取双向对讲地址',
    },
    input: z.object({ ...cameraFields, nodeValue }),
    /** Relative to this server, or absolute (`wss://...`) for another node. */
    output: z.string(),
    permission: VIDEO_PERMISSIONS,
    scope: 'tenant',
    feature: 'video',
    writes: true,
    audit: { en: 'Talked with a device', zh: '与设备对讲' },
    rateLimit: { max: 60, windowS: 60 },
    timeoutMs: 121_000,
  },
  'audio.nodes': {
    method: 'POST',
    path: '/v2/audio/nodes',
    summary: { en: 'Servers that talks can go over', zh: '对讲服务节点' },
    input: z.object({}),
    output: z.array(MediaNode),
    permission: VIDEO_PERMISSIONS,
    scope: 'tenant',
    writes: false,
  },
});
