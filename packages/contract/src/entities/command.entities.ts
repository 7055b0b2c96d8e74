import { z } from 'zod';
import { COMMAND_IDS } from '../commands/catalogue.ts';
import type { Text } from '../commands/definition.ts';
import { idOf, instant } from '../schema/primitives.ts';

/** `sent`: claimed by a connection or on its way to the device; no answer yet. */
export const COMMAND_STATUSES = ['pending', 'sent', 'executed', 'rejected', 'revoked', 'timedOut'] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

export const COMMAND_STATUS_TEXTS: Readonly<Record<CommandStatus, Text>> = {
  pending: { en: 'Waiting', zh: '待下发' },
  sent: { en: 'Sent', zh: '已下发' },
  executed: { en: 'Executed', zh: '已执行' },
  rejected: { en: 'Rejected', zh: '已拒绝' },
  revoked: { en: 'Taken back', zh: '已撤回' },
  timedOut: { en: 'Timed out', zh: '已超时' },
};

/** Why a command ended other than executed. */
export const COMMAND_REASON_TEXTS = {
  refused: { en: 'The device refused', zh: '设备拒绝执行' },
  unsupported: { en: 'Not supported', zh: '不支持' },
  notSlow: { en: 'The vehicle was too fast', zh: '车速过高' },
  noAnswer: { en: 'No answer', zh: '设备未应答' },
  unknown: { en: 'Outcome unknown', zh: '结果未知' },
  expired: { en: 'Expired', zh: '已过期' },
  byUser: { en: 'By a user', zh: '用户撤回' },
  deviceOffline: { en: 'Off line', zh: '设备离线' },
  deviceMoved: { en: 'The device moved to another customer', zh: '设备已转移' },
  deviceBusy: { en: 'The same command was open', zh: '相同指令尚未结束' },
  modelNotSupported: { en: 'Not supported by the model', zh: '型号不支持' },
  deviceLocked: { en: 'The device is locked because its licence ended', zh: '许可证到期，设备已锁定' },
  licenseLacks: { en: 'Not in the licence of the device', zh: '设备许可证不包含此功能' },
  neverRead: { en: 'The unit did not tell what it has', zh: '设备未返回当前参数' },
  superseded: { en: 'Replaced by newer settings', zh: '已被新的设置取代' },
  overLimit: { en: 'The data allowance of the day was used up', zh: '当日流量已用完' },
} as const satisfies Record<string, Text>;
export type CommandReason = keyof typeof COMMAND_REASON_TEXTS;

/** The words of a reason; one that is not known stands for itself. */
export const commandReasonText = (reason: string, language: 'en' | 'zh'): string =>
  reason in COMMAND_REASON_TEXTS ? COMMAND_REASON_TEXTS[reason as CommandReason][language] : reason;

/** Columns that an export of the command history may have, in their order. */
export const COMMAND_EXPORT_COLUMNS = [
  'createTime',
  'deviceName',
  'deviceId',
  'customerName',
  'commandName',
  'params',
  'status',
  'account',
  'sendTime',
  'acknowledgeTime',
  'finishTime',
  'attempt',
  'answerText',
] as const;
export type CommandExportColumn = (typeof COMMAND_EXPORT_COLUMNS)[number];

export const CommandType = z.enum(COMMAND_IDS);

/** What changes while a command is under way. */
const progress = {
  id: idOf('command'),
  deviceId: idOf('device'),
  batchId: idOf('commandBatch').nullable(),
  commandType: z.string(),
  status: z.enum(COMMAND_STATUSES),
  reason: z.string().nullable(),
  offline: z.boolean(),
  createTime: instant(),
  sendTime: instant().nullable(),
  /** The device has taken it and has not answered yet. */
  acknowledgeTime: instant().nullable(),
  finishTime: instant().nullable(),
  answerText: z.string().nullable(),
};
export const CommandEvent = z.object(progress).meta({ id: 'CommandEvent' });
export type CommandEvent = z.output<typeof CommandEvent>;

/** A command with all that is known of it. Passwords in parameters and answers are masked. */
export const CommandRecord = z
  .object({
    ...progress,
    commandName: z.string(),
    deviceName: z.string(),
    customerId: idOf('customer'),
    customerName: z.string(),
    account: z.string(),
    params: z.record(z.string(), z.unknown()),
    /** Waits for the vehicle to be slow. */
    waits: z.boolean(),
    attempt: z.int(),
    expireTime: instant(),
    /** The answer as named values. */
    answer: z.record(z.string(), z.unknown()).nullable(),
    /** Frames as they went over the wire, in hexadecimal. */
    requestHex: z.string().nullable(),
    answerHex: z.string().nullable(),
  })
  .meta({ id: 'CommandRecord' });
export type CommandRecord = z.output<typeof CommandRecord>;
