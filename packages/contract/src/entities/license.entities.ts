import { LICENSE_FEATURES, LICENSE_MOVEMENTS, LICENSE_STATUSES } from '@sightline/domain';
import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

export const LicenseStatusName = z.enum(LICENSE_STATUSES);
export const LicenseMovementName = z.enum(LICENSE_MOVEMENTS);
export const LicenseFeatureName = z.enum(LICENSE_FEATURES);

/** Code of a type: small letters, digits and dashes. */
export const licenseTypeCode = () =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
    .meta({ examples: ['annual'] });

export const LicenseType = z
  .object({
    typeCode: z.string(),
    /** In the language of the asker. */
    typeName: z.string(),
    nameEn: z.string(),
    nameZh: z.string(),
    /** null: for the life of the device. */
    validityMonths: z.int().nullable(),
    features: z.array(LicenseFeatureName),
    /** 1 tracker, 2 camera, null any. */
    deviceBasicType: z.int().nullable(),
    transferable: z.boolean(),
    unbindable: z.boolean(),
  })
  .meta({ id: 'LicenseType' });
export type LicenseType = z.output<typeof LicenseType>;

export const LicenseBatch = z
  .object({
    id: idOf('licenseBatch'),
    typeCode: z.string(),
    typeName: z.string(),
    count: z.int(),
    boundCount: z.int(),
    remark: z.string().nullable(),
    createdBy: z.string().nullable(),
    createTime: instant(),
    lockTime: instant().nullable(),
    lockReason: z.string().nullable(),
  })
  .meta({ id: 'LicenseBatch' });
export type LicenseBatch = z.output<typeof LicenseBatch>;

export const LicenseRow = z
  .object({
    id: idOf('license'),
    /** In groups of four. */
    code: z.string(),
    typeCode: z.string(),
    typeName: z.string(),
    status: LicenseStatusName,
    customerId: idOf('customer'),
    customerName: z.string(),
    batchId: idOf('licenseBatch'),
    /** The device that carries it, or carried it until it was spent. */
    deviceId: idOf('device').nullable(),
    deviceName: z.string().nullable(),
    bindTime: instant().nullable(),
    /** null: not used yet, or for life. */
    expirationTime: instant().nullable(),
    /** The device is hidden from its customer. */
    deviceLocked: z.boolean(),
    createTime: instant(),
  })
  .meta({ id: 'LicenseRow' });
export type LicenseRow = z.output<typeof LicenseRow>;

/** What can be handed on or bound, of one type. */
export const LicenseStock = LicenseType.extend({
  count: z.int(),
  /** The oldest ones, in groups of four; at most as many as were asked for. */
  codes: z.array(z.string()),
}).meta({ id: 'LicenseStock' });
export type LicenseStock = z.output<typeof LicenseStock>;

export const LicenseSale = z
  .object({
    id: idOf('licenseSale'),
    kind: LicenseMovementName,
    typeCode: z.string(),
    typeName: z.string(),
    count: z.int(),
    /** null: a customer above the asker, or one that is gone. */
    fromCustomerId: idOf('customer').nullable(),
    fromCustomerName: z.string().nullable(),
    toCustomerId: idOf('customer').nullable(),
    toCustomerName: z.string().nullable(),
    /** Of one licence. null: none was noted, or it is for seller and buyer alone. */
    unitPrice: z.number().nullable(),
    currency: z.string().nullable(),
    remark: z.string().nullable(),
    createdBy: z.string().nullable(),
    createTime: instant(),
  })
  .meta({ id: 'LicenseSale' });
export type LicenseSale = z.output<typeof LicenseSale>;

export const LicenseUsage = z
  .object({
    customerId: idOf('customer'),
    customerName: z.string(),
    /** The customer by itself; the others are with everything below them. */
    own: z.boolean(),
    leaf: z.boolean(),
    stock: z.int(),
    opened: z.int(),
    bound: z.int(),
    /** Of the bound ones: those that end within the days asked for. */
    expiring: z.int(),
    expired: z.int(),
    locked: z.int(),
    spent: z.int(),
    total: z.int(),
  })
  .meta({ id: 'LicenseUsage' });
export type LicenseUsage = z.output<typeof LicenseUsage>;

export const LicenseNotice = z
  .object({
    licenseId: idOf('license'),
    code: z.string(),
    typeCode: z.string(),
    typeName: z.string(),
    deviceId: idOf('device'),
    deviceName: z.string(),
    customerId: idOf('customer'),
    customerName: z.string(),
    expirationTime: instant(),
    /** Whole days left, or since the end when negative. */
    daysLeft: z.int(),
    /** When the device will be, or was, locked. */
    lockTime: instant(),
    locked: z.boolean(),
  })
  .meta({ id: 'LicenseNotice' });
export type LicenseNotice = z.output<typeof LicenseNotice>;

export const LicensePolicy = z
  .object({
    /** A device that is added counts as expired until a licence is bound; it works for the days of grace. */
    requiredForNewDevices: z.boolean(),
    /** Days from the end of a licence to the lock of its device. */
    graceDays: z.int().min(0).max(90),
    /** Licences that end within so many days are told of. */
    noticeDays: z.int().min(1).max(365),
  })
  .meta({ id: 'LicensePolicy' });
export type LicensePolicy = z.output<typeof LicensePolicy>;
