import { z } from 'zod';
import { bit, idOf, instant } from '../schema/primitives.ts';

/** One level of the customer tree. Ancestors above the asker's own customer are left out. */
export const CustomerNode = z
  .object({
    id: idOf('customer'),
    customerId: idOf('customer'),
    customerName: z.string(),
    /** Comma-joined ids of the ancestors, own id last. */
    customerCode: z.string(),
    /** Comma-joined names of the ancestors, own name last. */
    customerCodeName: z.string(),
    /** 1: has no sub-customers. */
    leaf: bit(),
    /** Devices of this customer alone. */
    currentCustomerTotalCount: z.int(),
    /** Devices of this customer and everything below it. */
    totalCount: z.int(),
    onlineCount: z.int(),
    customerType: z.int(),
  })
  .meta({ id: 'CustomerNode' });
export type CustomerNode = z.output<typeof CustomerNode>;

export const ModuleFlags = z
  .object({ developer: z.boolean(), fleet: z.boolean(), personalDevice: z.boolean() })
  .meta({ id: 'ModuleFlags' });

export const CustomerInfo = z
  .object({
    id: idOf('customer'),
    customerName: z.string(),
    parentId: idOf('customer').nullable(),
    parentName: z.string().nullable(),
    customerType: z.int(),
    status: z.enum(['active', 'stopped', 'recycled']),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string().nullable(),
    remark: z.string().nullable(),
    timezone: z.string(),
    defaultLat: z.number().nullable(),
    defaultLon: z.number().nullable(),
    addressAnalysis: z.boolean(),
    superiorMayWatch: z.boolean(),
    modules: ModuleFlags,
    createTime: instant(),
  })
  .meta({ id: 'CustomerInfo' });
export type CustomerInfo = z.output<typeof CustomerInfo>;

export const Branding = z
  .object({
    hostName: z.string(),
    title: z.string(),
    logoLight: z.string(),
    logoDark: z.string(),
    icon: z.string(),
    loginPageImage: z.string(),
    defaultThemeColor: z.string(),
    defaultLanguage: z.string(),
    menuBarPosition: z.enum(['Top', 'Left']),
    menuColor: z.enum(['Light', 'Dark']),
    app: z.string(),
    /** Host of the socket; empty = this one. */
    domainName: z.string(),
    version: z.string(),
  })
  .meta({ id: 'Branding' });
export type Branding = z.output<typeof Branding>;

export const LabelEntry = z
  .object({ id: idOf('label'), labelName: z.string(), customerId: idOf('customer'), deviceCount: z.int() })
  .meta({ id: 'Label' });
