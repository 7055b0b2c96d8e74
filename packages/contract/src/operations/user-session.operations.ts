import { z } from 'zod';
import { UserSession } from '../entities/account.entities.ts';
import { defineOperations } from '../operation.ts';
import { idOf } from '../schema/primitives.ts';

const own = { permission: 'any', scope: 'self' } as const;

/** Where the signed-in user is signed in. */
export const userSessionOperations = defineOperations({
  'user.session.list': {
    method: 'POST',
    path: '/v2/user/session/list',
    summary: {
      en: 'Running sessions of the signed-in user, the one used last first; the last use is a minute old at most',
      zh: '登录会话列表',
    },
    input: z.object({}),
    output: z.array(UserSession),
    ...own,
    writes: false,
  },
  'user.session.end': {
    method: 'POST',
    path: '/v2/user/session/end',
    summary: { en: 'End one session; whatever it has open closes at once', zh: '结束登录会话' },
    input: z.object({ sessionId: idOf('session') }),
    output: z.null(),
    ...own,
    writes: true,
    audit: { en: 'Ended a session', zh: '结束登录会话' },
  },
  'user.session.endOthers': {
    method: 'POST',
    path: '/v2/user/session/endOthers',
    summary: { en: 'End all sessions but this one', zh: '结束其他登录会话' },
    input: z.object({}),
    output: z.object({ ended: z.int() }),
    ...own,
    writes: true,
    audit: { en: 'Ended all other sessions', zh: '结束其他登录会话' },
  },
});
