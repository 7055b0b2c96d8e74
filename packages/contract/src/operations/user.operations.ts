import { z } from 'zod';
import {
  ConsumptionUnit,
  DistanceUnit,
  FormatLocale,
  PermissionEntry,
  SpeedUnit,
  TemperatureUnit,
  UserInfo,
  UserSettings,
  VolumeUnit,
} from '../entities/user.entities.ts';
import { MAP_TYPE_NAMES } from '../limits/map.limits.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { newPassword, repeatedPassword } from '../schema/password.ts';
import { idOf, optionalText, timezone } from '../schema/primitives.ts';

/** The signed-in user when left out; another user of the scope only where the text says so. */
const userId = { userId: idOf('user').optional() };

const ownSetting = <const P extends `/v2/${string}`, S extends z.ZodRawShape>(
  method: 'PATCH' | 'POST',
  path: P,
  shape: S,
  en: string,
  zh: string,
) =>
  ({
    method,
    path,
    summary: { en: `Save the ${en}`, zh: `保存${zh}` },
    input: z.object({ ...userId, ...shape }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: `Changed the ${en}`, zh: `修改${zh}` },
  }) satisfies OperationDefinition;

/** One of `video.nodes` or `audio.nodes`; '' is the default one. */
const nodeName = z.string().trim().max(64);

export const userOperations = defineOperations({
  'user.base.info': {
    method: 'POST',
    path: '/v2/user/base/info',
    summary: { en: 'A user of the scope; the signed-in one by default', zh: '用户信息' },
    input: z.object(userId),
    output: UserInfo,
    permission: 'any',
    scope: 'tenant',
    whilePasswordExpired: true,
    writes: false,
  },
  'user.setting.info': {
    method: 'POST',
    path: '/v2/user/setting/info',
    summary: { en: 'Settings of the signed-in user', zh: '用户设置' },
    input: z.object(userId),
    output: UserSettings,
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'user.setting.map': ownSetting('PATCH', '/v2/user/setting/map', { map: z.enum(MAP_TYPE_NAMES) }, 'map type', '地图类型'),
  'user.setting.language': ownSetting('PATCH', '/v2/user/setting/language', { language: z.enum(['en_US', 'zh_CN']) }, 'language', '语言'),
  'user.setting.timezone': ownSetting('POST', '/v2/user/setting/timezone', { timezone: timezone() }, 'time zone', '时区'),
  'user.setting.speedunit': ownSetting('PATCH', '/v2/user/setting/speedunit', { speedUnit: SpeedUnit }, 'speed unit', '速度单位'),
  'user.setting.distanceunit': ownSetting(
    'PATCH',
    '/v2/user/setting/distanceunit',
    { distanceUnit: DistanceUnit.nullable() },
    'distance unit (null: goes with the speed)',
    '距离单位（空：随速度单位）',
  ),
  'user.setting.formatlocale': ownSetting(
    'PATCH',
    '/v2/user/setting/formatlocale',
    { formatLocale: FormatLocale },
    'format of dates and numbers',
    '日期和数字格式',
  ),
  'user.setting.temperatureunit': ownSetting(
    'PATCH',
    '/v2/user/setting/temperatureunit',
    { temperatureUnit: TemperatureUnit },
    'temperature unit',
    '温度单位',
  ),
  'user.setting.oilquantity': ownSetting(
    'PATCH',
    '/v2/user/setting/oilquantity',
    { oilQuantityUnit: VolumeUnit },
    'volume unit',
    '容量单位',
  ),
  'user.setting.oilconsumption': ownSetting(
    'PATCH',
    '/v2/user/setting/oilconsumption',
    { oilConsumptionUnit: ConsumptionUnit },
    'consumption unit',
    '油耗单位',
  ),
  'user.setting.currencyunit': ownSetting(
    'PATCH',
    '/v2/user/setting/currencyunit',
    {
      currencyUnit: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ examples: ['EUR'] }),
    },
    'currency',
    '货币单位',
  ),
  'user.setting.sound': ownSetting('PATCH', '/v2/user/setting/sound', { soundType: z.int().min(1).max(3) }, 'alarm sound', '报警声音'),
  'user.setting.node.media': ownSetting(
    'POST',
    '/v2/user/setting/node/media',
    { defaultMediaNode: nodeName },
    'server of live video',
    '默认视频节点',
  ),
  'user.setting.node.replay': ownSetting(
    'POST',
    '/v2/user/setting/node/replay',
    { defaultReplayNode: nodeName },
    'server of recorded video',
    '默认回放节点',
  ),
  'user.setting.node.talk': ownSetting(
    'POST',
    '/v2/user/setting/node/talk',
    { defaultTalkNode: nodeName },
    'server of talks',
    '默认对讲节点',
  ),
  'user.base.experience.monitor': ownSetting(
    'PATCH',
    '/v2/user/base/experience/monitor',
    { experience: z.boolean().default(true) },
    'state of the guided tour',
    '新手引导状态',
  ),
  'user.base.web.version.save': ownSetting(
    'PATCH',
    '/v2/user/base/web/version/save',
    { webVersion: z.string().max(40) },
    'version read last',
    '已读版本',
  ),
  'user.base.self.update': {
    method: 'PATCH',
    path: '/v2/user/base/self/update',
    summary: { en: 'Change the own name and phone; fields that are left out stay', zh: '修改本人资料' },
    input: z.object({ userName: z.string().trim().min(1).max(60).optional(), phone: optionalText(40) }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Changed the own data', zh: '修改本人资料' },
  },
  'user.base.user.updateUserPassword': {
    method: 'PATCH',
    path: '/v2/user/base/user/updateUserPassword',
    summary: { en: 'Change the own password', zh: '修改本人密码' },
    input: z.object({
      ...userId,
      oldPassword: z.string().min(1).max(128),
      password: newPassword(),
      confirmPassword: repeatedPassword(),
    }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: true,
    audit: { en: 'Changed the password', zh: '修改密码' },
    rateLimit: { max: 10, windowS: 60 },
  },
  'user.auth.url': {
    method: 'POST',
    path: '/v2/user/auth/url',
    summary: { en: 'Menus and functions that a user of the scope has; the signed-in one by default', zh: '用户权限列表' },
    input: z.object(userId),
    output: z.array(PermissionEntry),
    permission: 'any',
    scope: 'tenant',
    whilePasswordExpired: true,
    writes: false,
  },
  'customer.menu.url': {
    method: 'POST',
    path: '/v2/customer/menu/url',
    summary: { en: 'Menus that the customer has', zh: '客户菜单权限' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: z.array(z.object({ url: z.string(), menuName: z.string() })),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
});
