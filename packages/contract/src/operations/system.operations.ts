import { z } from 'zod';
import { SignedIn } from '../entities/account.entities.ts';
import { Branding } from '../entities/customer.entities.ts';
import { PasskeyAssertion } from '../entities/passkey.entities.ts';
import { defineOperations } from '../operation.ts';
import { account, latitude, longitude } from '../schema/primitives.ts';

const hostName = { hostName: z.string().max(255).optional() };

export const systemOperations = defineOperations({
  'system.login': {
    method: 'POST',
    path: '/v2/system/login',
    summary: { en: 'Sign in', zh: '登录' },
    input: z.object({
      account: account(),
      password: z.string().min(1).max(128),
      /** Of the authenticator app, or a recovery code: for users with a second step, who are answered with 15012 without one. */
      code: z.string().trim().max(24).optional(),
      /** In place of the code: the browser's answer to `passkey` in the data of the 15012. */
      passkey: PasskeyAssertion.optional(),
      language: z.string().max(10).optional(),
    }),
    output: SignedIn,
    permission: 'public',
    scope: 'public',
    writes: false,
    audit: { en: 'Signed in', zh: '登录系统' },
  },
  'system.out': {
    method: 'POST',
    path: '/v2/system/out',
    summary: { en: 'Sign out', zh: '退出登录' },
    input: z.object({}),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
    audit: { en: 'Signed out', zh: '退出系统' },
  },
  'system.branding': {
    method: 'POST',
    path: '/v2/system/branding',
    summary: { en: 'Logo, title and defaults of a host', zh: '站点品牌信息' },
    input: z.object(hostName),
    output: Branding,
    permission: 'public',
    scope: 'public',
    writes: false,
  },
  'system.branding.version': {
    method: 'POST',
    path: '/v2/system/branding/version',
    summary: { en: 'Version of the branding and of the web client', zh: '品牌与网页版本' },
    input: z.object(hostName),
    output: z.object({ version: z.string(), webVersion: z.string(), domainName: z.string() }),
    permission: 'public',
    scope: 'public',
    writes: false,
  },
  'system.language.all': {
    method: 'POST',
    path: '/v2/system/language/all',
    summary: { en: 'Languages of the sign-in page', zh: '登录页可选语言' },
    input: z.object(hostName),
    output: z.array(z.object({ languageCode: z.string(), languageName: z.string(), isDefault: z.boolean() })),
    permission: 'public',
    scope: 'public',
    writes: false,
  },
  'common.poi': {
    method: 'POST',
    path: '/v2/common/poi',
    summary: { en: 'Address of a place', zh: '逆地址解析' },
    input: z.object({ lat: latitude(), lon: longitude(), language: z.string().max(10).optional() }),
    output: z.object({ displayName: z.string() }),
    permission: 'any',
    scope: 'self',
    writes: false,
    rateLimit: { max: 600, windowS: 60 },
  },
  'common.checkUpdate': {
    method: 'POST',
    path: '/v2/common/checkUpdate',
    summary: { en: 'Is there something new to read?', zh: '检查版本更新' },
    input: z.object({}),
    output: z.object({
      webVersion: z.string(),
      userWebVersion: z.string().nullable(),
      hasUpdate: z.boolean(),
      /** The user has answers that he has not read; for the platform's staff also: somebody waits for an answer. */
      hasUnanswered: z.boolean(),
    }),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
});
