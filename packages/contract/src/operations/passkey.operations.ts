import { z } from 'zod';
import {
  Passkey,
  PASSKEY_LIMITS,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from '../entities/passkey.entities.ts';
import { SignedIn } from '../entities/account.entities.ts';
import { defineOperations } from '../operation.ts';
import { idOf } from '../schema/primitives.ts';

const own = { method: 'POST', permission: 'any', scope: 'self', writes: true, rateLimit: { max: 20, windowS: 60 } } as const;
const open = { method: 'POST', permission: 'public', scope: 'public', writes: false } as const;
const password = z.string().min(1).max(128);
const name = z.string().trim().min(1).max(PASSKEY_LIMITS.nameLength);
const passkeyId = idOf('passkey');
const { perUser, challengeMinutes } = PASSKEY_LIMITS;

/** Passkeys (W3C Web Authentication, level 3): keys of a device that sign in without a password, each at the host where it was made. */
export const passkeyOperations = defineOperations({
  'user.passkey.list': {
    method: 'POST',
    path: '/v2/user/passkey/list',
    summary: { en: 'Passkeys of the signed-in user, the oldest first', zh: '通行密钥列表' },
    input: z.object({}),
    output: z.array(Passkey),
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'user.passkey.begin': {
    ...own,
    path: '/v2/user/passkey/begin',
    summary: {
      en:
        `Begin to add a passkey at the host of the page (15003 for a wrong password; 501 at an address without https or a name; 403 beyond ${perUser}). ` +
        `The answer of the browser counts once, within ${challengeMinutes} minutes`,
      zh: '开始添加通行密钥',
    },
    input: z.object({ password }),
    output: PasskeyCreation,
    audit: { en: 'Began to add a passkey', zh: '开始添加通行密钥' },
  },
  'user.passkey.finish': {
    ...own,
    path: '/v2/user/passkey/finish',
    summary: { en: 'Keep the passkey that the browser has made (15006, 15010; 9003 for one that is known)', zh: '添加通行密钥' },
    input: z.object({ name, response: PasskeyRegistration }),
    output: Passkey,
    audit: { en: 'Added a passkey', zh: '添加通行密钥' },
  },
  'user.passkey.rename': {
    ...own,
    path: '/v2/user/passkey/rename',
    summary: { en: 'Give a passkey another name', zh: '重命名通行密钥' },
    input: z.object({ passkeyId, name }),
    output: z.null(),
    audit: { en: 'Renamed a passkey', zh: '重命名通行密钥' },
  },
  'user.passkey.remove': {
    ...own,
    path: '/v2/user/passkey/remove',
    summary: { en: 'Sign in with this passkey no longer (15003 for a wrong password)', zh: '删除通行密钥' },
    input: z.object({ passkeyId, password }),
    output: z.null(),
    audit: { en: 'Removed a passkey', zh: '删除通行密钥' },
  },
  'system.passkey.begin': {
    ...open,
    path: '/v2/system/passkey/begin',
    summary: {
      en: `Begin a sign-in with whatever passkey the person has at the host of the page (15006 at an address without https or a name)`,
      zh: '开始通行密钥登录',
    },
    input: z.object({}),
    output: PasskeyRequest,
    rateLimit: { max: 60, windowS: 60 },
  },
  'system.passkey.login': {
    ...open,
    path: '/v2/system/passkey/login',
    summary: {
      en: 'Sign in with a passkey: neither account nor password nor code (15006, 15010; 15007 and 429 as with a password)',
      zh: '通行密钥登录',
    },
    input: z.object({ response: PasskeyAssertion, language: z.string().max(10).optional() }),
    output: SignedIn,
    audit: { en: 'Sign-in with a passkey', zh: '通行密钥登录' },
  },
});
