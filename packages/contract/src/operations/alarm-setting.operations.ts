import { ALARM_SETTING_GROUPS, ATTACHMENT_GROUPS, ATTACHMENT_RANGES } from '@sightline/domain';
import { z } from 'zod';
import { ALARM_SETTING_STATES, AlarmSettingPlan, AlarmSettingRow, AlarmSettings } from '../entities/alarm-setting.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { alarmSettings } from '../schema/alarm-settings.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { commaList, idList, idOf, searchText } from '../schema/primitives.ts';

export const ALARM_SETTING_LIMITS = {
  /** Devices that one call names. */
  devices: 100,
  /** Devices of a model that one call reaches. */
  devicesOfType: 5000,
  /** Refused devices that an answer names. */
  named: 100,
} as const;

export const ALARM_SETTING_SORT_FIELDS = ['id', 'deviceName', 'deviceType', 'customerName', 'wantedTime', 'toldTime'] as const;

const looking = { permission: ['5104'], scope: 'tenant', writes: false } as const satisfies Partial<OperationDefinition>;
const setting = { permission: ['5104:edit'], scope: 'tenant', writes: true } as const satisfies Partial<OperationDefinition>;
const RATE = { max: 60, windowS: 60 } as const;

const device = { deviceId: idOf('device') };
/** Left out: all groups of which something is wanted. */
const groups = z.array(z.enum(ALARM_SETTING_GROUPS)).min(1).max(ALARM_SETTING_GROUPS.length).optional();
const waiting = {
  /** Kept for devices that are off line until they come; else they are refused. */
  offline: z.boolean().default(true),
  expireHours: z.int().min(1).max(720).default(72),
};
const whole = ([min, max]: readonly [number, number, string?]) => z.int().min(min).max(max);
const sending = { batchId: idOf('commandBatch').nullable() };
const ofType = { ...device, deviceType: z.string().min(1).max(64), customerId: idOf('customer').optional() };

/** Settings of the units of active safety (T/JSATL 12-2017 §4.4, T/GDRTA 002-2020). */
export const alarmSettingOperations = defineOperations({
  'alarmSetting.page': {
    method: 'POST',
    path: '/v2/device/data/alarmSetting/page',
    summary: { en: 'Devices with cameras, and how far their settings of active safety are', zh: '主动安全参数设备分页查询' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      deviceIdOrName: searchText().optional(),
      /** Comma list of type codes. */
      deviceTypes: commaList().optional(),
      /** Comma list of states. */
      states: commaList()
        .refine((list) => list.every((s) => (ALARM_SETTING_STATES as readonly string[]).includes(s)), { error: 'unknown state' })
        .optional(),
      ...sorting(ALARM_SETTING_SORT_FIELDS),
    }),
    output: pageOf(AlarmSettingRow),
    ...looking,
  },
  'alarmSetting.find': {
    method: 'POST',
    path: '/v2/device/data/findAlarmSetting',
    summary: {
      en: 'Settings of active safety of a device: what is wanted, what it told last, and where that differs (20007, 20018, 60008)',
      zh: '查询设备主动安全参数',
    },
    input: z.object(device),
    output: AlarmSettings,
    ...looking,
    feature: 'ai',
  },
  'alarmSetting.add': {
    method: 'POST',
    path: '/v2/device/data/addAlarmSetting',
    summary: {
      en: 'Say what is wanted of a device of which nothing is wanted yet (9003); it is sent by another call',
      zh: '新增设备主动安全参数',
    },
    input: z.object({ ...device, settings: alarmSettings() }),
    output: AlarmSettings,
    ...setting,
    feature: 'ai',
    audit: { en: 'Added settings of active safety', zh: '新增主动安全参数' },
    rateLimit: RATE,
  },
  'alarmSetting.update': {
    method: 'PUT',
    path: '/v2/device/data/updateAlarmSetting',
    summary: {
      en: 'Change what is wanted of a device (9009 when nothing is): groups that are named are replaced, the others stay',
      zh: '修改设备主动安全参数',
    },
    input: z.object({ ...device, settings: alarmSettings() }),
    output: AlarmSettings,
    ...setting,
    feature: 'ai',
    audit: { en: 'Changed settings of active safety', zh: '修改主动安全参数' },
    rateLimit: RATE,
  },
  'alarmSetting.read': {
    method: 'POST',
    path: '/v2/device/data/readAlarmSetting',
    summary: { en: 'Ask devices what they have (20001 when the only one is off line, 10003 over 100)', zh: '读取设备主动安全参数' },
    input: z.object({ deviceIds: idList('device'), ...waiting, offline: z.boolean().default(false) }),
    output: AlarmSettingPlan.extend(sending),
    permission: ['5104'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Asked devices for settings of active safety', zh: '读取主动安全参数' },
    rateLimit: RATE,
  },
  'alarmSetting.sync.preview': {
    method: 'POST',
    path: '/v2/device/data/syncAlarmSetting/preview',
    summary: {
      en: 'How many devices would get the settings of a device, and which would not and why: those that are named, else all of its model',
      zh: '主动安全参数同步预览',
    },
    input: z.object({
      ...device,
      deviceIds: idList('device').optional(),
      customerId: idOf('customer').optional(),
      groups,
      offline: waiting.offline,
    }),
    output: AlarmSettingPlan,
    ...looking,
  },
  'alarmSetting.sync': {
    method: 'PUT',
    path: '/v2/device/data/syncAlarmSetting',
    summary: {
      en:
        'Send what is wanted of a device to devices of the same model, itself among them when it is named; it is wanted of them from then on. ' +
        'Refused with 9009 when nothing is, 10003 over 100, 20001 when the only one is off line, 20021 another model',
      zh: '同步主动安全参数到设备',
    },
    input: z.object({ ...device, deviceIds: idList('device'), groups, ...waiting }),
    output: AlarmSettingPlan.extend(sending),
    ...setting,
    audit: { en: 'Sent settings of active safety', zh: '下发主动安全参数' },
    rateLimit: RATE,
  },
  'alarmSetting.syncByType': {
    method: 'PUT',
    path: '/v2/device/data/syncAlarmSettingByDeviceType',
    summary: {
      en: 'Send what is wanted of a device to all devices of its model that belong to a customer or below (9007 over 5000, 20021 another model)',
      zh: '按设备型号同步主动安全参数',
    },
    input: z.object({ ...ofType, groups, ...waiting }),
    output: AlarmSettingPlan.extend(sending),
    ...setting,
    audit: { en: 'Sent settings of active safety to a model', zh: '按型号下发主动安全参数' },
    rateLimit: { max: 10, windowS: 60 },
    timeoutMs: 60_000,
  },
  'alarmSetting.attachments': {
    method: 'PUT',
    path: '/v2/device/data/batchUpdateAttachmentNumber',
    summary: {
      en: 'Set how many pictures every alarm has and how long its clips are, and send that to the devices (10003 over 100)',
      zh: '批量修改报警附件数量',
    },
    /** Null: as it is; one of both numbers at least. */
    input: z.object({
      deviceIds: idList('device'),
      photos: whole(ATTACHMENT_RANGES.photos).nullable(),
      /** Before the alarm, and as many after it. */
      videoS: whole(ATTACHMENT_RANGES.videoS).nullable(),
      groups: z
        .array(z.enum(ATTACHMENT_GROUPS))
        .min(1)
        .max(ATTACHMENT_GROUPS.length)
        .default([...ATTACHMENT_GROUPS]),
      ...waiting,
    }),
    output: AlarmSettingPlan.extend(sending),
    ...setting,
    audit: { en: 'Set the attachments of alarms', zh: '批量修改报警附件数量' },
    rateLimit: RATE,
  },
});
