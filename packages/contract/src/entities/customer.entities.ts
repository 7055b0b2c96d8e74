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
    /** Page from which its apps are downloaded. */
    app: z.string(),
    appName: z.string(),
    /** Its app in a store; each is offered with a QR code on the sign-in page. */
    appIos: z.string(),
    appAndroid: z.string(),
    /** Host of the socket; empty = this one. */
    domainName: z.string(),
    /** Of the texts that the customer and those above have replaced; '' = none. */
    textVersion: z.string(),
    version: z.string(),
  })
  .meta({ id: 'Branding' });
export type Branding = z.output<typeof Branding>;

/** A host name without port; an empty text clears it. */
const hostName = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)?$/)
    .meta({ examples: ['fleet.example.com'] });
/** A picture as a data URL, of at most 110 kB where nothing else is said: no page loads anything from a host that a customer names. */
const picture = (maxLength = 150_000) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/)
    .meta({ examples: [''] });

/** A page over https; an empty text clears it. */
const httpsAddress = () =>
  z
    .string()
    .trim()
    .max(300)
    .regex(/^(?:https:\/\/[^\s"'<>]+)?$/)
    .meta({ examples: [''] });

/** What a customer may set of its brand. */
export const BrandingChange = z.object({
  hostName: hostName().optional(),
  title: z.string().trim().max(60).optional(),
  logoLight: picture().optional(),
  logoDark: picture().optional(),
  icon: picture().optional(),
  loginPageImage: picture(550_000).optional(),
  defaultThemeColor: z
    .string()
    .regex(/^(?:#[0-9A-Fa-f]{6})?$/)
    .meta({ examples: ['#FF720D'] })
    .optional(),
  defaultLanguage: z.enum(['en_US', 'zh_CN', '']).optional(),
  menuBarPosition: z.enum(['Top', 'Left']).optional(),
  menuColor: z.enum(['Light', 'Dark']).optional(),
  app: httpsAddress().optional(),
  appName: z.string().trim().max(60).optional(),
  appIos: httpsAddress().optional(),
  appAndroid: httpsAddress().optional(),
  domainName: hostName().optional(),
});

export const LabelEntry = z
  .object({ id: idOf('label'), labelName: z.string(), customerId: idOf('customer'), deviceCount: z.int() })
  .meta({ id: 'Label' });

/** A tag in a list of several customers' tags, which may have the same name. */
export const LabelRow = LabelEntry.extend({ customerName: z.string() }).meta({ id: 'LabelRow' });

const CUSTOMER_STATUS = ['active', 'stopped', 'recycled'] as const;

/** A row of the customer list. */
export const CustomerRow = z
  .object({
    id: idOf('customer'),
    customerName: z.string(),
    customerCode: z.string(),
    customerCodeName: z.string(),
    customerType: z.int(),
    status: z.enum(CUSTOMER_STATUS),
    /** The customer above; null for the own customer, whose parent nobody of it sees. */
    parentId: idOf('customer').nullable(),
    parentName: z.string().nullable(),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    remark: z.string().nullable(),
    timezone: z.string(),
    /** Account of the main account, null when there is none. */
    account: z.string().nullable(),
    mainUserId: idOf('user').nullable(),
    currentCustomerTotalCount: z.int(),
    totalCount: z.int(),
    onlineCount: z.int(),
    userCount: z.int(),
    modules: ModuleFlags,
    superiorMayWatch: z.boolean(),
    /** False: it is only seen on the way down to the customers that the asker is held to, and cannot be changed by him. */
    changeable: z.boolean(),
    createTime: instant(),
  })
  .meta({ id: 'CustomerRow' });
export type CustomerRow = z.output<typeof CustomerRow>;

/** A customer in the recycle bin. What went with it is counted, and comes back with it. */
export const RecycledCustomer = z
  .object({
    id: idOf('customer'),
    customerName: z.string(),
    customerType: z.int(),
    parentId: idOf('customer').nullable(),
    parentName: z.string().nullable(),
    customerCount: z.int(),
    userCount: z.int(),
    recycleTime: instant(),
    createTime: instant(),
  })
  .meta({ id: 'RecycledCustomer' });

/** A grant: how much of each menu (0 nothing, 1 the chosen functions, 9 all of it), and the chosen functions. */
export const MenuAuth = z
  .object({
    menus: z.array(z.object({ id: z.string(), grant: z.union([z.literal(0), z.literal(1), z.literal(9)]) })),
    functions: z.array(z.string()),
  })
  .meta({ id: 'MenuAuth' });
export type MenuAuth = z.output<typeof MenuAuth>;

/** An FTP server of a customer's own, that the recordings of its cameras go to. Its password is never told. */
export const CustomerFtp = z
  .object({
    customerId: idOf('customer'),
    enabled: z.boolean(),
    host: z.string(),
    port: z.int(),
    account: z.string(),
    path: z.string(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'CustomerFtp' });
export type CustomerFtp = z.output<typeof CustomerFtp>;

export const CustomerMail = z
  .object({
    /** null: none has been entered. */
    id: z.string().nullable(),
    customerId: idOf('customer'),
    email: z.string(),
    senderName: z.string(),
  })
  .meta({ id: 'CustomerMail' });
