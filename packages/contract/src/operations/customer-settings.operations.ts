import { z } from 'zod';
import { Branding, BrandingChange, CustomerMail } from '../entities/customer.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { emailText, idOf, latitude, longitude } from '../schema/primitives.ts';

const customer = { customerId: idOf('customer').optional() };

/** A setting of a customer: the own one when none is named. */
const setting = <const P extends `/v2/${string}`, S extends z.ZodRawShape>(path: P, shape: S, en: string, zh: string) =>
  ({
    method: 'PATCH',
    path,
    summary: { en: `Save ${en}`, zh: `保存${zh}` },
    input: z.object({ ...customer, ...shape }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: `Changed ${en}`, zh: `修改${zh}` },
  }) satisfies OperationDefinition;

/** One of `video.nodes`; '' = no choice of its own. */
const nodeName = z.string().trim().max(64);

const module = <const P extends `/v2/${string}`>(path: P, en: string, zh: string) =>
  setting(path, { enabled: z.boolean() }, `whether a customer below has the ${en} module`, `客户${zh}模块`);

/** Modules, map, notices and consent of a customer. */
export const customerSettingsOperations = defineOperations({
  'customer.developer': module('/v2/customer/developer', 'developer', '开发者'),
  'customer.fleet': module('/v2/customer/fleet', 'fleet', '车队'),
  'customer.personal.device.module': module('/v2/customer/personal/device/module', 'individual user', '个人用户'),
  'customer.streamNode.setDefault': setting(
    '/v2/customer/streamNode/setDefault',
    { nodeValue: nodeName, talkNodeValue: nodeName.optional(), replayNodeValue: nodeName.optional() },
    'the media nodes that a customer uses by default; what is left out stays, an empty text is no choice',
    '默认流媒体节点',
  ),
  'customer.set.map.point': setting(
    '/v2/customer/set/map/point',
    { lat: latitude().nullable(), lon: longitude().nullable() },
    'the place that the map of a customer begins with',
    '地图默认中心点',
  ),
  'customer.set.map.analyze': setting(
    '/v2/customer/set/map/analyze',
    { enabled: z.boolean() },
    'whether places are shown as addresses',
    '地址解析设置',
  ),
  'customer.set.superior.watch': setting(
    '/v2/customer/set/superior/watch',
    { superiorMayWatch: z.boolean() },
    'whether those above may watch the video of the own devices',
    '上级查看视频授权',
  ),
  'customer.branding': {
    method: 'POST',
    path: '/v2/customer/branding',
    summary: { en: 'The brand of a customer, as its host shows it; the own one by default', zh: '客户品牌信息' },
    input: z.object(customer),
    output: Branding,
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'customer.branding.save': setting(
    '/v2/customer/branding/save',
    BrandingChange.shape,
    'the brand of a customer; what is left out stays, an empty text is the default again',
    '客户品牌设置',
  ),
  'customer.expand.config.info': {
    method: 'POST',
    path: '/v2/customer/expand/config/info',
    summary: { en: 'Settings of a customer beside its registration; the own one by default', zh: '客户扩展配置' },
    input: z.object(customer),
    output: z.object({
      customerId: idOf('customer'),
      /** '' = that of the customer above; for talks and recordings, the own one of live video first. */
      nodeValue: z.string(),
      talkNodeValue: z.string(),
      replayNodeValue: z.string(),
      /** The nearest choices of the customers above it that the asker sees: what holds where it chooses nothing. '' = none. */
      above: z.object({ nodeValue: z.string(), talkNodeValue: z.string(), replayNodeValue: z.string() }),
      defaultLat: z.number().nullable(),
      defaultLon: z.number().nullable(),
      addressAnalysis: z.boolean(),
      superiorMayWatch: z.boolean(),
      forcePasswordDays: z.int().nullable(),
      /** Its users have to sign in with a second step. */
      twoFactorRequired: z.boolean(),
    }),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'customer.user.getCustomerUserMail': {
    method: 'POST',
    path: '/v2/customer/user/getCustomerUserMail',
    summary: { en: 'Where the notices of a customer go', zh: '客户通知邮箱' },
    input: z.object(customer),
    output: CustomerMail,
    permission: ['1000:details', '1000:edit'],
    scope: 'tenant',
    writes: false,
  },
  'customer.user.addCustomerUserMail': setting(
    '/v2/customer/user/addCustomerUserMail',
    { email: emailText(), senderName: z.string().trim().max(60).default('') },
    'a first address for the notices of a customer',
    '新增客户通知邮箱',
  ),
  'customer.user.editCustomerUserMail': setting(
    '/v2/customer/user/editCustomerUserMail',
    { email: emailText(), senderName: z.string().trim().max(60).default('') },
    'the address for the notices of a customer',
    '客户通知邮箱',
  ),
  'customer.user.testSendCustomerUserMail': {
    ...setting(
      '/v2/customer/user/testSendCustomerUserMail',
      { email: emailText(), senderName: z.string().trim().max(60).default('') },
      'nothing, but sent a test e-mail',
      '测试发送邮件',
    ),
    summary: { en: 'Send a test e-mail; answers when the mail server has taken it', zh: '测试发送邮件' },
    audit: { en: 'Sent a test e-mail', zh: '测试发送邮件' },
    rateLimit: { max: 10, windowS: 600 },
    timeoutMs: 50_000,
  },
});
