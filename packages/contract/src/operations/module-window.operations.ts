import { z } from 'zod';
import { MODULE_NAMES } from '../limits/module.limits.ts';
import { defineOperations } from '../operation.ts';

/** How a window of a module gets the session: by a code that is good once, so that the token itself stands in no address. */
export const moduleWindowOperations = defineOperations({
  'module.window.open': {
    method: 'POST',
    path: '/v2/module/window/open',
    summary: { en: 'A code that takes the session into the window of a module: once, within 30 s', zh: '打开模块窗口的一次性凭证' },
    input: z.object({ module: z.enum(MODULE_NAMES) }),
    output: z.object({ code: z.string(), expireTime: z.iso.datetime() }),
    permission: 'any',
    scope: 'self',
    writes: false,
    rateLimit: { max: 30, windowS: 60 },
  },
  'module.window.enter': {
    method: 'POST',
    path: '/v2/module/window/enter',
    summary: {
      en: 'The session behind the code of a module window; 15006 when it was used, has expired, or its session has ended',
      zh: '凭一次性凭证进入模块窗口',
    },
    input: z.object({
      code: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .meta({ examples: ['A'.repeat(43)] }),
    }),
    output: z.object({ token: z.string(), module: z.enum(MODULE_NAMES) }),
    permission: 'public',
    scope: 'public',
    writes: false,
    rateLimit: { max: 30, windowS: 60 },
  },
});
