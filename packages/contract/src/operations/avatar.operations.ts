import { z } from 'zod';
import { AVATAR_LIMITS } from '../entities/user.entities.ts';
import { defineOperations } from '../operation.ts';

const own = { method: 'POST', permission: 'any', scope: 'self', writes: true, rateLimit: { max: 20, windowS: 60 } } as const;

/** The picture that a user shows of himself. */
export const avatarOperations = defineOperations({
  'user.avatar.save': {
    ...own,
    path: '/v2/user/avatar/save',
    summary: {
      en:
        `Show this picture of oneself: a JPEG of at most ${AVATAR_LIMITS.maxBytes / 1_048_576} MiB and ${AVATAR_LIMITS.maxEdge} pixels on its longer edge ` +
        '(9005, 9011, 9012). What is in it beside the picture is left out',
      zh: '上传头像',
    },
    input: z.object({}),
    output: z.object({ avatarUrl: z.string() }),
    file: { maxBytes: AVATAR_LIMITS.maxBytes },
    audit: { en: 'Changed the own picture', zh: '更换头像' },
  },
  'user.avatar.remove': {
    ...own,
    path: '/v2/user/avatar/remove',
    summary: { en: 'Show no picture of oneself', zh: '删除头像' },
    input: z.object({}),
    output: z.null(),
    audit: { en: 'Removed the own picture', zh: '删除头像' },
  },
});
