import { z } from 'zod';
import { TWO_FACTOR_LIMITS } from '../entities/account.entities.ts';
import { defineOperations } from '../operation.ts';
import { idOf, instant } from '../schema/primitives.ts';

const own = { method: 'POST', permission: 'any', scope: 'self', writes: true, rateLimit: { max: 20, windowS: 60 } } as const;
const password = z.string().min(1).max(128);
/** Of the app: six digits, spaces between them left out. */
const appCode = z
  .string()
  .regex(/^[0-9]{6}$/)
  .meta({ examples: ['123456'] });
/** Of the app, or a recovery code. */
const anyCode = z.string().trim().min(6).max(24);
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second factor of sign-ins: an authenticator app, with recovery codes for when it is lost. */
export const twoFactorOperations = defineOperations({
  'user.twoFactor.info': {
    method: 'POST',
    path: '/v2/user/twoFactor/info',
    summary: { en: 'Whether signing in takes a code of an app', zh: '两步验证状态' },
    input: z.object({}),
    output: z.object({
      enabled: z.boolean(),
      sinceTime: instant().nullable(),
      recoveryCodesLeft: z.int(),
      /** The customer demands it of its users. */
      required: z.boolean(),
    }),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'user.twoFactor.begin': {
    ...own,
    path: '/v2/user/twoFactor/begin',
    summary: {
      en: `Make a key for an authenticator app (15003 for a wrong password). It counts once a code of it was shown within ${TWO_FACTOR_LIMITS.setUpMinutes} minutes; the one before counts until then`,
      zh: '开始设置两步验证',
    },
    input: z.object({ password }),
    output: z.object({
      /** Base32, to be typed into the app. */
      key: z.string(),
      /** `otpauth:` address, to be drawn as a QR code. */
      uri: z.string(),
    }),
    whilePasswordExpired: true,
    audit: { en: 'Began to set up the second sign-in step', zh: '开始设置两步验证' },
  },
  'user.twoFactor.confirm': {
    ...own,
    path: '/v2/user/twoFactor/confirm',
    summary: {
      en: 'Show a code of the new key (15006, 15010): it counts from now on, all other sessions end, and the recovery codes are told this once',
      zh: '启用两步验证',
    },
    input: z.object({ code: appCode }),
    output: recoveryCodes,
    whilePasswordExpired: true,
    audit: { en: 'Turned on the second sign-in step', zh: '启用两步验证' },
  },
  'user.twoFactor.recovery': {
    ...own,
    path: '/v2/user/twoFactor/recovery',
    summary: { en: 'Other recovery codes in place of all that were given', zh: '重新生成恢复码' },
    input: z.object({ password, code: appCode }),
    output: recoveryCodes,
    audit: { en: 'Made new recovery codes', zh: '重新生成恢复码' },
  },
  'user.twoFactor.end': {
    ...own,
    path: '/v2/user/twoFactor/end',
    summary: { en: 'Sign in with the password alone again. 403 where the customer demands the second step', zh: '关闭两步验证' },
    input: z.object({ password, code: anyCode }),
    output: z.null(),
    audit: { en: 'Turned off the second sign-in step', zh: '关闭两步验证' },
  },
  'user.twoFactor.reset': {
    method: 'PATCH',
    path: '/v2/user/twoFactor/reset',
    summary: {
      en: 'Take the second sign-in step and all passkeys off a user who has lost them; its sessions end',
      zh: '重置用户两步验证及通行密钥',
    },
    input: z.object({ userId: idOf('user') }),
    output: z.null(),
    permission: ['2000:resetPassword'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Took the second sign-in step and the passkeys off a user', zh: '重置用户两步验证及通行密钥' },
  },
  'customer.set.twoFactor': {
    method: 'PATCH',
    path: '/v2/customer/set/twoFactor',
    summary: {
      en:
        'Whether users of the own customer have to sign in with a second step. Those without one set it up with their next sign-in, and theirs ends now. ' +
        '15012 unless whoever demands it has one',
      zh: '设置用户必须启用两步验证',
    },
    input: z.object({ customerId: idOf('customer').optional(), required: z.boolean() }),
    output: z.null(),
    permission: ['1000:edit'],
    mainAccountOnly: true,
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed whether users need a second sign-in step', zh: '设置用户必须启用两步验证' },
  },
});
