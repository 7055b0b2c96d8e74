import { z } from 'zod';
import { RECOVERY_LIMITS } from '../limits/recovery.limits.ts';
import { defineOperations } from '../operation.ts';
import { newPassword, repeatedPassword } from '../schema/password.ts';
import { account, emailText } from '../schema/primitives.ts';

const isPublic = { permission: 'public', scope: 'public', writes: false } as const;
const { codeMinutes, perDay, perDayOfIndividuals } = RECOVERY_LIMITS;

/** A forgotten password, replaced with a code that is sent to an address which the user has proved. */
export const recoveryOperations = defineOperations({
  'system.password.code': {
    method: 'POST',
    path: '/v2/system/password/code',
    summary: {
      en:
        `Send a code for a new password, good for ${codeMinutes} minutes and for once. The answer is the same whether or not there is such an account with ` +
        `such an address. Who knows both learns of an address that has not been proved (15014), and of the limits of a day: ${perDay} codes (902), ` +
        `${perDayOfIndividuals} for an individual user (15019). 501 where no mail server is set`,
      zh: '发送找回密码验证码',
    },
    input: z.object({ account: account(), email: emailText() }),
    output: z.null(),
    ...isPublic,
    audit: { en: 'Had a code for a new password sent', zh: '发送找回密码验证码' },
    rateLimit: { max: 30, windowS: 600 },
  },
  'system.password.reset': {
    method: 'POST',
    path: '/v2/system/password/reset',
    summary: {
      en: 'Choose a new password with the code (15006, 15010 when it is late); all sessions of the account end',
      zh: '通过验证码重置密码',
    },
    input: z.object({
      account: account(),
      code: z
        .string()
        .regex(/^[0-9]{8}$/)
        .meta({ examples: ['12345678'] }),
      password: newPassword(),
      confirmPassword: repeatedPassword(),
    }),
    output: z.null(),
    ...isPublic,
    audit: { en: 'Replaced a forgotten password', zh: '找回密码' },
    rateLimit: { max: 30, windowS: 600 },
  },
});
