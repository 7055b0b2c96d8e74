import { ALARM_SETTING_GROUPS, type AlarmSettingGroup } from '@sightline/domain';
import { z } from 'zod';
import type { Text } from '../commands/definition.ts';
import { ALARM_SETTING_VALUES } from '../schema/alarm-settings.ts';
import { idOf, instant } from '../schema/primitives.ts';

/**
 * - `same`: the unit has what is wanted of it.
 * - `differs`: it has something else.
 * - `pending`: something is on its way to it, or waits for it.
 * - `failed`: it did not take what was sent last, or did not answer.
 * - `neverRead`: it has not told yet what it has.
 * - `unset`: nothing is wanted of it.
 * - `absent`: it has no such settings.
 */
export const ALARM_SETTING_STATES = ['same', 'differs', 'pending', 'failed', 'neverRead', 'unset', 'absent'] as const;
export type AlarmSettingState = (typeof ALARM_SETTING_STATES)[number];

export const ALARM_SETTING_STATE_TEXTS: Readonly<Record<AlarmSettingState, Text>> = {
  same: { en: 'As wanted', zh: '一致' },
  differs: { en: 'Differs', zh: '不一致' },
  pending: { en: 'On its way', zh: '下发中' },
  failed: { en: 'Failed', zh: '失败' },
  neverRead: { en: 'Never read', zh: '未读取' },
  unset: { en: 'Nothing set', zh: '未设置' },
  absent: { en: 'Not on this unit', zh: '设备无此功能' },
};

const state = z.enum(ALARM_SETTING_STATES);

/** What the unit says may lie outside of what may be set. */
const told = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]));

const groupOf = (group: AlarmSettingGroup) =>
  z.object({
    state,
    /** Why it failed: a reason of commands. */
    reason: z.string().nullable(),
    wanted: ALARM_SETTING_VALUES[group].nullable(),
    wantedTime: instant().nullable(),
    wantedAccount: z.string().nullable(),
    told: told.nullable(),
    toldTime: instant().nullable(),
    /** Octets of the unit's own parameter: how much it has a place for. */
    length: z.int().nullable(),
    /** Keys whose values differ, and those that the unit has no place for. */
    differs: z.array(z.string()),
    absent: z.array(z.string()),
  });

/** Pictures of each alarm and seconds of its clips, before it and after it; null when alarms differ or nothing is known. */
const attachments = { photos: z.int().nullable(), videoS: z.int().nullable() };

const device = {
  deviceId: idOf('device'),
  deviceName: z.string(),
  deviceType: z.string(),
  deviceTypeName: z.string(),
  online: z.boolean(),
  /** Of all groups, the most urgent. */
  state,
};

/** Settings of active safety of one device: what is wanted, and what it said last. */
export const AlarmSettings = z
  .object({
    ...device,
    /** Something is wanted of it. */
    exists: z.boolean(),
    groups: z.object({ adas: groupOf('adas'), dsm: groupOf('dsm'), tpms: groupOf('tpms'), bsd: groupOf('bsd') }),
    ...attachments,
  })
  .meta({ id: 'AlarmSettings' });
export type AlarmSettings = z.output<typeof AlarmSettings>;

export const AlarmSettingRow = z
  .object({
    ...device,
    customerId: idOf('customer'),
    customerName: z.string(),
    camCount: z.int(),
    groups: z.record(z.enum(ALARM_SETTING_GROUPS), state),
    reason: z.string().nullable(),
    wantedTime: instant().nullable(),
    wantedAccount: z.string().nullable(),
    toldTime: instant().nullable(),
    ...attachments,
  })
  .meta({ id: 'AlarmSettingRow' });
export type AlarmSettingRow = z.output<typeof AlarmSettingRow>;

/** Who gets settings, and who is passed over and why. */
export const AlarmSettingPlan = z
  .object({
    total: z.int(),
    accepted: z.int(),
    refused: z.int(),
    /** Of those that get them: without a connection now. */
    offline: z.int(),
    /** Refused ones, the first of them when they are many; `reason` is one of commands. */
    skipped: z.array(z.object({ deviceId: idOf('device'), deviceName: z.string(), reason: z.string() })),
  })
  .meta({ id: 'AlarmSettingPlan' });
export type AlarmSettingPlan = z.output<typeof AlarmSettingPlan>;
