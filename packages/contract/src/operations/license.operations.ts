import { LICENSE_BATCH_LIMIT } from '@sightline/domain';
import { z } from 'zod';
import {
  LicenseBatch,
  LicenseFeatureName,
  LicenseMovementName,
  LicenseNotice,
  LicensePolicy,
  LicenseRow,
  LicenseSale,
  LicenseStatusName,
  LicenseStock,
  LicenseType,
  licenseTypeCode,
  LicenseUsage,
} from '../entities/license.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, commaList, idList, idOf, instant, requestId, searchText } from '../schema/primitives.ts';

const remark = () => z.string().trim().max(200).optional();
/** More than the limit is answered with 60005, not with 400: a person should read why. */
const count = () => z.int().min(1).max(1_000_000);
/** A code as a person types it; the server says what is wrong with it (60011). */
const licenseCode = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(40)
    .meta({ examples: ['7K2M-0QWE-4RTY-9HJE'] });
const SEE = ['3000:licenseBinding'] as const;
const BIND = ['3000:licenseBinding'] as const;
const SELL = ['3000:sellDevices'] as const;
const tenant = { scope: 'tenant', writes: false } as const;
const tenantWrite = { scope: 'tenant', writes: true } as const;
/** Passing licences on is heavier than a question and never done in haste. */
const rateLimit = { max: 120, windowS: 60 } as const;
/** Which licences: so many of a type, or these. */
const which = {
  typeCode: licenseTypeCode().optional(),
  count: count().optional(),
  licenseIds: idList('license').optional(),
};

export const licenseOperations = defineOperations({
  'license.type.list': {
    method: 'POST',
    path: '/v2/license/type/list',
    summary: { en: 'Kinds of licences', zh: '许可证类型列表' },
    input: z.object({}),
    output: z.array(LicenseType),
    permission: SEE,
    ...tenant,
  },
  'license.type.save': {
    method: 'PUT',
    path: '/v2/license/type/save',
    summary: { en: 'Add or change a kind of licence; licences that run keep their end', zh: '保存许可证类型' },
    input: z.object({
      typeCode: licenseTypeCode(),
      nameEn: z.string().trim().min(1).max(60),
      nameZh: z.string().trim().min(1).max(60),
      /** Left out or null: for the life of the device. */
      validityMonths: z.int().min(1).max(120).nullable().default(null),
      features: z.array(LicenseFeatureName).min(1).max(10).default(['tracking']),
      deviceBasicType: z.int().min(1).max(2).nullable().default(null),
      transferable: z.boolean().default(true),
      unbindable: z.boolean().default(true),
    }),
    output: LicenseType,
    permission: SEE,
    scope: 'platform',
    writes: true,
    audit: { en: 'Saved a kind of licence', zh: '保存许可证类型' },
  },
  'license.policy.info': {
    method: 'POST',
    path: '/v2/license/policy/info',
    summary: { en: 'What follows when a licence is missing or ends', zh: '许可证策略' },
    input: z.object({}),
    output: LicensePolicy,
    permission: SEE,
    ...tenant,
  },
  'license.policy.save': {
    method: 'PUT',
    path: '/v2/license/policy/save',
    summary: { en: 'Change what follows when a licence is missing or ends', zh: '保存许可证策略' },
    input: LicensePolicy.partial(),
    output: LicensePolicy,
    permission: SEE,
    scope: 'platform',
    writes: true,
    audit: { en: 'Changed the policy of licences', zh: '修改许可证策略' },
  },
  'license.batch.page': {
    method: 'POST',
    path: '/v2/license/batch/page',
    summary: { en: 'Batches of licences that the platform has made', zh: '许可证批次分页' },
    input: pageInput({ typeCode: licenseTypeCode().optional() }),
    output: pageOf(LicenseBatch),
    permission: SEE,
    scope: 'platform',
    writes: false,
  },
  'license.batch.create': {
    method: 'POST',
    path: '/v2/license/batch/create',
    summary: { en: `Make licences (at most ${LICENSE_BATCH_LIMIT}) in the platform's stock`, zh: '生成许可证批次' },
    input: z.object({
      requestId: requestId(),
      typeCode: licenseTypeCode(),
      count: count().optional(),
      /** Codes that have been printed already, instead of a count. */
      codes: z.array(z.string().max(40)).min(1).max(10_000).optional(),
      remark: remark(),
    }),
    output: z.object({ id: idOf('licenseBatch'), count: z.int() }),
    permission: SEE,
    scope: 'platform',
    writes: true,
    audit: { en: 'Made a batch of licences', zh: '生成许可证批次' },
    rateLimit,
  },
  'license.batch.lock': {
    method: 'PUT',
    path: '/v2/license/batch/lock',
    summary: { en: 'Lock or unlock a batch, with the devices that carry its licences', zh: '锁定或解锁许可证批次' },
    input: z.object({ id: idOf('licenseBatch'), locked: z.boolean(), reason: remark() }),
    /** Devices that are locked or unlocked by it. */
    output: z.object({ deviceCount: z.int() }),
    permission: SEE,
    scope: 'platform',
    writes: true,
    audit: { en: 'Locked or unlocked a batch of licences', zh: '锁定或解锁许可证批次' },
  },
  'license.list.code': {
    method: 'POST',
    path: '/v2/license/list/code',
    summary: { en: 'The own stock by type, with counts and codes', zh: '可用许可证及编码' },
    input: z.object({
      typeCode: licenseTypeCode().optional(),
      deviceBasicType: z.int().min(1).max(2).optional(),
      codeLimit: z.int().min(0).max(LICENSE_BATCH_LIMIT).default(100),
    }),
    output: z.array(LicenseStock),
    permission: SEE,
    ...tenant,
  },
  'license.page': {
    method: 'POST',
    path: '/v2/license/page',
    summary: { en: 'Licences of the own customer and everything below it', zh: '许可证分页查询' },
    input: pageInput({
      typeCode: licenseTypeCode().optional(),
      /** Comma list of states. */
      status: commaList().pipe(z.array(LicenseStatusName)).optional(),
      customerId: idOf('customer').optional(),
      /** 0: of that customer alone. */
      subsumption: bitInput().default(1),
      code: searchText().optional(),
      deviceIdOrName: searchText().optional(),
      batchId: idOf('licenseBatch').optional(),
      /** Those that were passed on with this record. */
      saleId: idOf('licenseSale').optional(),
    }),
    output: pageOf(LicenseRow),
    permission: SEE,
    ...tenant,
  },
  'license.notice.page': {
    method: 'POST',
    path: '/v2/license/notice/page',
    summary: { en: 'Devices whose licence ends soon or has ended, the first first', zh: '即将到期的许可证' },
    input: pageInput({
      /** Left out: what the policy says. */
      days: z.int().min(0).max(365).optional(),
      customerId: idOf('customer').optional(),
    }),
    output: pageOf(LicenseNotice),
    permission: SEE,
    ...tenant,
  },
  'license.sale.page': {
    method: 'POST',
    path: '/v2/license/sale/page',
    summary: { en: 'Who passed what to whom', zh: '销售记录' },
    input: pageInput({
      kind: LicenseMovementName.optional(),
      typeCode: licenseTypeCode().optional(),
      /** It, or a customer below it, gave or got. */
      customerId: idOf('customer').optional(),
      start: instant().optional(),
      end: instant().optional(),
    }),
    output: pageOf(LicenseSale),
    permission: SELL,
    mainAccountOnly: true,
    ...tenant,
  },
  'license.usage.page': {
    method: 'POST',
    path: '/v2/license/usage/page',
    summary: { en: 'Stock and use: a customer, then each of its sub-customers with everything below', zh: '许可证使用情况' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      typeCode: licenseTypeCode().optional(),
      /** Left out: what the policy says. */
      expiringDays: z.int().min(1).max(365).optional(),
    }),
    output: pageOf(LicenseUsage),
    permission: SEE,
    mainAccountOnly: true,
    ...tenant,
  },
  'license.sell': {
    method: 'POST',
    path: '/v2/license/sell',
    summary: { en: `Hand licences of the own stock (at most ${LICENSE_BATCH_LIMIT}) down to a customer below`, zh: '向下级销售许可证' },
    input: z.object({
      requestId: requestId(),
      customerId: idOf('customer'),
      ...which,
      unitPrice: z.number().min(0).max(1_000_000).optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      remark: remark(),
    }),
    output: z.object({ saleId: idOf('licenseSale'), count: z.int() }),
    permission: SELL,
    mainAccountOnly: true,
    ...tenantWrite,
    audit: { en: 'Handed licences down', zh: '销售许可证' },
    rateLimit,
  },
  'license.takeBack': {
    method: 'POST',
    path: '/v2/license/takeBack',
    summary: { en: 'Take unused licences back that were handed to a customer', zh: '收回未使用的许可证' },
    input: z.object({ requestId: requestId(), customerId: idOf('customer'), ...which, remark: remark() }),
    output: z.object({ saleId: idOf('licenseSale'), count: z.int() }),
    permission: SELL,
    mainAccountOnly: true,
    ...tenantWrite,
    audit: { en: 'Took licences back', zh: '收回许可证' },
    rateLimit,
  },
  'license.bind.devices': {
    method: 'POST',
    path: '/v2/license/bind/devices',
    summary: {
      en: 'Bind licences of a type in the own stock to devices, one to each: the oldest, or those with these codes',
      zh: '设备绑定许可证',
    },
    input: z.object({ deviceIds: idList('device'), typeCode: licenseTypeCode(), codes: commaList().optional() }),
    output: z.object({ count: z.int() }),
    permission: BIND,
    ...tenantWrite,
    audit: { en: 'Bound licences to devices', zh: '绑定许可证' },
    rateLimit,
  },
  'license.unbind.devices': {
    method: 'POST',
    path: '/v2/license/unbind/devices',
    summary: { en: 'Take the licences of devices off; their time runs on', zh: '设备解绑许可证' },
    input: z.object({ deviceIds: idList('device') }),
    output: z.object({ count: z.int() }),
    permission: BIND,
    ...tenantWrite,
    audit: { en: 'Unbound licences from devices', zh: '解绑许可证' },
    rateLimit,
  },
  'license.renew.devices': {
    method: 'POST',
    path: '/v2/license/renew/devices',
    summary: { en: 'Let a further licence of the own stock follow the one that each device has', zh: '设备许可证续期' },
    input: z.object({ requestId: requestId(), deviceIds: idList('device'), typeCode: licenseTypeCode() }),
    output: z.array(z.object({ deviceId: idOf('device'), expirationTime: instant().nullable() })),
    permission: BIND,
    ...tenantWrite,
    audit: { en: 'Renewed the licences of devices', zh: '许可证续期' },
    rateLimit,
  },
  'license.transfer.device': {
    method: 'POST',
    path: '/v2/license/transfer/device',
    summary: { en: 'Move the licence of a device to another one', zh: '许可证转移到其他设备' },
    input: z.object({ deviceId: idOf('device'), toDeviceId: idOf('device') }),
    output: z.object({ deviceId: idOf('device'), expirationTime: instant().nullable() }),
    permission: BIND,
    ...tenantWrite,
    audit: { en: 'Moved a licence to another device', zh: '转移许可证' },
    rateLimit,
  },
  'license.redeem': {
    method: 'POST',
    path: '/v2/license/redeem',
    summary: {
      en: 'Enter a printed code: the licence comes into the own stock, and onto a device when one is named',
      zh: '录入许可证编码',
    },
    input: z.object({ code: licenseCode(), deviceId: idOf('device').optional() }),
    output: z.object({ id: idOf('license'), code: z.string(), typeCode: z.string(), typeName: z.string() }),
    permission: BIND,
    ...tenantWrite,
    audit: { en: 'Entered the code of a licence', zh: '录入许可证编码' },
    // Codes are not to be tried out.
    rateLimit: { max: 20, windowS: 60 },
  },
});
