import { FORMAT_LOCALES, type FormatLocaleId } from '@sightline/domain/locale/format-locales';
import { DEFAULT_UNITS, UNITS, type Quantity, type UnitOf } from '@sightline/domain/units/units';
import { z } from 'zod';
import { MAP_TYPE_NAMES } from '../limits/map.limits.ts';
import { idOf, instant } from '../schema/primitives.ts';

/** The names of the units of a quantity, as a user chooses them. */
const unitNames = <Q extends Quantity>(quantity: Q) => z.enum(Object.keys(UNITS[quantity]) as [UnitOf<Q>, ...UnitOf<Q>[]]);
export const SpeedUnit = unitNames('speed');
export const DistanceUnit = unitNames('distance');
/** Whose manner of writing dates and numbers is used, `de_DE`; '' = dates as ISO 8601 has them. */
export const FormatLocale = z.enum(['', ...FORMAT_LOCALES.map(({ id }) => id)] as ['', ...FormatLocaleId[]]);
export const TemperatureUnit = unitNames('temperature');
export const VolumeUnit = unitNames('volume');
export const ConsumptionUnit = unitNames('consumption');

/** What a user may choose; defaults apply where nothing has been chosen. */
export const UserSettings = z
  .object({
    map: z.enum(MAP_TYPE_NAMES).default('openStreet'),
    speedUnit: SpeedUnit.default(DEFAULT_UNITS.speed),
    /** Null: goes with the speed (km, mile, nautical mile). */
    distanceUnit: DistanceUnit.nullable().default(null),
    temperatureUnit: TemperatureUnit.default(DEFAULT_UNITS.temperature),
    oilQuantityUnit: VolumeUnit.default(DEFAULT_UNITS.volume),
    oilConsumptionUnit: ConsumptionUnit.default(DEFAULT_UNITS.consumption),
    /** ISO 4217. */
    currencyUnit: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('USD'),
    formatLocale: FormatLocale.default(''),
    soundType: z.int().min(1).max(3).default(3),
    defaultMediaNode: z.string().max(64).default(''),
    defaultTalkNode: z.string().max(64).default(''),
    defaultReplayNode: z.string().max(64).default(''),
  })
  .meta({ id: 'UserSettings' });
export type UserSettings = z.output<typeof UserSettings>;

/** Of the picture of a user. */
export const AVATAR_LIMITS = { maxBytes: 2_097_152, maxEdge: 4096 } as const;
/** The address of the picture of a user for whoever asked; it is good for hours, and another picture has another one. Null without a picture. */
const avatarUrl = z.string().nullable();

export const UserInfo = z
  .object({
    id: idOf('user'),
    userName: z.string(),
    account: z.string(),
    /** 1 platform admin, 2 main account of a company, 3 ordinary, 4 individual. */
    userType: z.enum(['1', '2', '3', '4']),
    demo: z.boolean(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** What those who manage users have written of it; null for everybody else. */
    remark: z.string().nullable(),
    timezone: z.string(),
    language: z.string(),
    webVersion: z.string().nullable(),
    experienceTs: instant().nullable(),
    experienceMonitorTs: instant().nullable(),
    speedUnit: SpeedUnit,
    customerId: idOf('customer'),
    customerName: z.string(),
    /** 1 dealer (shows the customer tree), 2 end customer. */
    customerType: z.int(),
    concurrentLogin: z.boolean(),
    /** 15017: the client leads to the change of the password. */
    passwordMustChange: z.boolean(),
    avatarUrl,
  })
  .meta({ id: 'UserInfo' });
export type UserInfo = z.output<typeof UserInfo>;

export const PermissionEntry = z
  .object({
    id: z.string(),
    pid: z.string().nullable(),
    /** `menu` or `function`. */
    urlType: z.enum(['menu', 'function']),
    /** Key of the text: name of the menu, label of the function. */
    urlName: z.string(),
    /** Route of a menu; nothing for a function. */
    urls: z.array(z.string()),
  })
  .meta({ id: 'PermissionEntry' });
export type PermissionEntry = z.output<typeof PermissionEntry>;

/** A row of the user list. */
export const UserRow = z
  .object({
    id: idOf('user'),
    account: z.string(),
    userName: z.string(),
    userType: z.enum(['1', '2', '3', '4']),
    status: z.enum(['active', 'stopped', 'recycled']),
    demo: z.boolean(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    remark: z.string().nullable(),
    timezone: z.string(),
    language: z.string(),
    concurrentLogin: z.boolean(),
    /** Signing in takes a code of an authenticator app. */
    twoFactor: z.boolean(),
    /** How many passkeys it has. */
    passkeys: z.int(),
    /** Held to chosen customers, to chosen devices. */
    customerLimited: z.boolean(),
    deviceLimited: z.boolean(),
    customerId: idOf('customer'),
    customerName: z.string(),
    createTime: instant(),
    /** Only in the recycle bin. */
    recycleTime: instant().nullable(),
    avatarUrl,
  })
  .meta({ id: 'UserRow' });
export type UserRow = z.output<typeof UserRow>;
