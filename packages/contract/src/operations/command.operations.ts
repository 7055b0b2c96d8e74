import { z } from 'zod';
import { COMMANDS } from '../commands/catalogue.ts';
import { COMMAND_EXPORT_COLUMNS, COMMAND_STATUSES, CommandRecord, CommandType } from '../entities/command.entities.ts';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations } from '../operation.ts';
import { exportInput } from '../schema/exports.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, commaList, idList, idOf, instant, searchText } from '../schema/primitives.ts';

export const COMMAND_LIMITS = {
  devicesPerBatch: 5000,
  /** Commands of one device that have not ended. */
  openPerDevice: 16,
  /** A vehicle at this speed or faster is not cut off. */
  cutSpeedKph: 20,
  cutFixAgeS: 300,
  offlineHours: 72,
} as const;

/** Whoever may send any of the commands; which ones is looked at for each. */
const SENDERS = [
  '4000:remoteControl',
  '4000:fuelElectricControl',
  '4000:deviceParameters',
  '4000:tracking',
  '4000:snapshot',
  '4000:details',
  '3000:deviceParameters',
  '3000:deviceSettings',
] as const;
const VIEWERS = [...SENDERS, '3000:details'] as const;
const SEND_RATE = { max: 120, windowS: 60 } as const;

const device = { deviceId: idOf('device') };
/** Of dangerous commands: the device named a second time. */
const confirmation = { confirmDeviceId: idOf('device').optional() };
const waiting = {
  /** Kept until the device comes on line. */
  offline: z.boolean().default(false),
  expireHours: z.int().min(1).max(720).default(COMMAND_LIMITS.offlineHours),
};
const condition = {
  /** Of commands that go only to a slow vehicle. */
  maxSpeedKph: z.number().min(1).max(COMMAND_LIMITS.cutSpeedKph).default(COMMAND_LIMITS.cutSpeedKph),
  maxFixAgeS: z.int().min(10).max(3600).default(COMMAND_LIMITS.cutFixAgeS),
  /** What happens while the vehicle is fast or its position old. */
  otherwise: z.enum(['refuse', 'wait']).default('refuse'),
};
/** What the history can be searched by. */
const filters = {
  deviceIds: idList('device').optional(),
  deviceIdOrName: searchText().optional(),
  batchId: idOf('commandBatch').optional(),
  customerId: idOf('customer').optional(),
  /** Comma lists. */
  commandTypes: commaList().optional(),
  status: commaList().optional(),
  account: searchText().optional(),
  offline: z.boolean().optional(),
  createTimeStart: instant().optional(),
  createTimeEnd: instant().optional(),
};
const params = z.record(z.string().max(40), z.unknown()).default({});
const parameterNames = z.array(z.string().trim().min(1).max(40)).max(50).default([]);
const parameterValues = COMMANDS.parametersSet.params.shape.parameters;

export const commandOperations = defineOperations({
  'device.command.recently': {
    method: 'POST',
    path: '/v2/device/command/recently',
    summary: { en: 'Commands that the user sent last', zh: '最近使用的指令' },
    input: z.object({ deviceId: idOf('device').optional(), limit: z.int().min(1).max(20).default(5) }),
    output: z.array(z.object({ commandType: CommandType, commandName: z.string(), time: instant() })),
    permission: VIEWERS,
    scope: 'tenant',
    writes: false,
  },
  'device.command.abilities': {
    method: 'POST',
    path: '/v2/device/command/abilities',
    summary: { en: 'What a device understands and the user may send', zh: '设备可用指令' },
    input: z.object(device),
    output: z.object({
      deviceId: idOf('device'),
      deviceName: z.string(),
      protocol: z.string(),
      online: z.boolean(),
      /** Fuel and electricity are cut, as the device last said; null = it has not said. */
      blocked: z.boolean().nullable(),
      /** Commands that have not ended. */
      open: z.int(),
      commands: z.array(CommandType),
    }),
    permission: VIEWERS,
    scope: 'tenant',
    writes: false,
  },
  'device.command.send': {
    method: 'POST',
    path: '/v2/device/command/send',
    summary: { en: 'Send a command to a device on line', zh: '下发指令' },
    input: z.object({ ...device, commandType: CommandType, params, ...confirmation, ...waiting, ...condition }),
    output: CommandRecord,
    permission: SENDERS,
    scope: 'tenant',
    writes: true,
    audit: { en: 'Sent a command to a device', zh: '下发设备指令' },
    rateLimit: SEND_RATE,
  },
  'device.command.toOffline': {
    method: 'POST',
    path: '/v2/device/command/toOffline',
    summary: { en: 'Keep a command until the device comes on line', zh: '保存离线指令' },
    input: z.object({ ...device, commandType: CommandType, params, ...confirmation, expireHours: waiting.expireHours, ...condition }),
    output: CommandRecord,
    permission: SENDERS,
    scope: 'tenant',
    writes: true,
    audit: { en: 'Kept a command for a device', zh: '保存设备离线指令' },
    rateLimit: SEND_RATE,
  },
  'device.command.revocation': {
    method: 'POST',
    path: '/v2/device/command/revocation',
    summary: { en: 'Take back commands that have not been sent', zh: '撤回指令' },
    input: z.object({ ids: idList('command') }),
    output: z.object({ revoked: z.int() }),
    permission: SENDERS,
    scope: 'tenant',
    writes: true,
    audit: { en: 'Took back commands', zh: '撤回设备指令' },
  },
  'device.command.batchSend': {
    method: 'POST',
    path: '/v2/device/command/batchSend',
    summary: { en: 'Send a command to many devices of one model (at most 5000)', zh: '批量下发指令' },
    // confirmCount: of dangerous commands, the number of devices.
    input: z.object({
      deviceIds: idList('device'),
      commandType: CommandType,
      params,
      confirmCount: z.int().min(1).max(COMMAND_LIMITS.devicesPerBatch).optional(),
      offline: z.boolean().default(true),
      expireHours: waiting.expireHours,
      ...condition,
    }),
    output: z.object({
      batchId: idOf('commandBatch'),
      total: z.int(),
      accepted: z.int(),
      /** Refused at once; the reasons stand in the history of the batch. */
      refused: z.int(),
    }),
    permission: SENDERS,
    scope: 'tenant',
    writes: true,
    audit: { en: 'Sent a command to many devices', zh: '批量下发设备指令' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'device.command.batch.info': {
    method: 'POST',
    path: '/v2/device/command/batch/info',
    summary: { en: 'How far a batch of commands is', zh: '批量指令进度' },
    input: z.object({ batchId: idOf('commandBatch') }),
    output: z.object({
      batchId: idOf('commandBatch'),
      total: z.int(),
      counts: z.record(z.enum(COMMAND_STATUSES), z.int()),
    }),
    permission: VIEWERS,
    scope: 'tenant',
    writes: false,
  },
  'device.command.peripheral.send': {
    method: 'POST',
    path: '/v2/device/command/peripheral/send',
    summary: { en: 'Send octets to a peripheral of a device', zh: '外设指令下发' },
    input: z.object({ ...device, ...COMMANDS.peripheral.params.shape, ...waiting }),
    output: CommandRecord,
    permission: ['4000:remoteControl'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Sent octets to a peripheral', zh: '下发外设指令' },
    rateLimit: SEND_RATE,
  },
  'device.command.cutOilElectric': {
    method: 'POST',
    path: '/v2/device/command/cutOilElectric',
    summary: { en: 'Cut off or restore fuel and electricity', zh: '断油断电与恢复' },
    input: z.object({
      ...device,
      /** 1 cut off, 0 restore. */
      cut: bitInput(),
      ...COMMANDS.fuelCut.params.shape,
      confirmDeviceId: idOf('device'),
      ...waiting,
      ...condition,
    }),
    output: CommandRecord,
    permission: ['4000:fuelElectricControl'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Cut off or restored fuel and electricity', zh: '断油断电或恢复' },
    rateLimit: SEND_RATE,
  },
  'device.command.queryTerminalAttribute': {
    method: 'POST',
    path: '/v2/device/command/queryTerminalAttribute',
    summary: { en: 'Ask a device for its model and versions, and wait for the answer', zh: '查询终端属性' },
    input: z.object(device),
    output: CommandRecord,
    permission: ['4000:deviceParameters', '3000:deviceParameters', '4000:details'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Asked a device for its attributes', zh: '查询终端属性' },
    timeoutMs: 40_000,
  },
  'device.command.get.config': {
    method: 'POST',
    path: '/v2/device/command/get/config',
    summary: { en: 'Read parameters of a device, and wait for the answer (30 s)', zh: '读取设备配置' },
    input: z.object({ ...device, parameters: parameterNames }),
    output: CommandRecord,
    permission: ['4000:deviceParameters', '3000:deviceParameters'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Read the parameters of a device', zh: '读取设备参数' },
    timeoutMs: 30_000,
  },
  'device.command.set.config': {
    method: 'POST',
    path: '/v2/device/command/set/config',
    summary: { en: 'Write parameters of a device, and wait for the answer (30 s)', zh: '写入设备配置' },
    input: z.object({ ...device, parameters: parameterValues, confirmDeviceId: idOf('device') }),
    output: CommandRecord,
    permission: ['4000:deviceParameters', '3000:deviceParameters'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Wrote parameters of a device', zh: '写入设备参数' },
    timeoutMs: 30_000,
  },
  'device.command.long.range.control': {
    method: 'POST',
    path: '/v2/device/command/long/range/control',
    summary: { en: 'Control a device from afar', zh: '远程控制' },
    input: z.object({
      ...device,
      control: z.enum(['reboot', 'factoryReset', 'powerOff', 'lock', 'unlock']),
      confirmDeviceId: idOf('device'),
      ...waiting,
    }),
    output: CommandRecord,
    permission: ['4000:remoteControl'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Controlled a device from afar', zh: '远程控制设备' },
    rateLimit: SEND_RATE,
  },
  'device.command.timezone.modify': {
    method: 'POST',
    path: '/v2/device/command/timezone/modify',
    summary: { en: 'Set the time zone of a device', zh: '修改设备时区' },
    input: z.object({ ...device, ...COMMANDS.timeZone.params.shape, ...waiting }),
    output: CommandRecord,
    permission: ['4000:deviceParameters', '3000:deviceParameters', '3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Set the time zone of a device', zh: '修改设备时区' },
    rateLimit: SEND_RATE,
  },
  'device.command.page': {
    method: 'POST',
    path: '/v2/device/command/page',
    summary: { en: 'History of commands', zh: '指令记录分页查询' },
    input: pageInput(filters),
    output: pageOf(CommandRecord),
    permission: VIEWERS,
    scope: 'tenant',
    writes: false,
  },
  'report.export.command': {
    method: 'POST',
    path: '/v2/report/export/command',
    summary: { en: 'Export the history of commands to a spreadsheet or a CSV file, for those who may see it', zh: '导出指令记录' },
    input: z.object({ ...filters, ...exportInput(COMMAND_EXPORT_COLUMNS) }),
    output: TaskInfo,
    permission: ['3000:export'],
    scope: 'tenant',
    writes: false,
    audit: { en: 'Exported the history of commands', zh: '导出指令记录' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'device.param.query': {
    method: 'POST',
    path: '/v2/device/param/query',
    summary: { en: 'Read parameters of a slow device, and wait for the answer (120 s)', zh: '查询设备参数' },
    input: z.object({ ...device, parameters: parameterNames }),
    output: CommandRecord,
    permission: ['4000:deviceParameters', '3000:deviceParameters'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Read the parameters of a device', zh: '查询设备参数' },
    timeoutMs: 120_000,
  },
  'language.format.commandType': {
    method: 'POST',
    path: '/v2/language/format/commandType',
    summary: { en: 'Commands with their texts', zh: '指令类型列表' },
    input: z.object({ languageCode: z.enum(['en_US', 'zh_CN']), deviceId: idOf('device').optional() }),
    output: z.array(
      z.object({
        formatKey: z.string(),
        formatValue: z.string(),
        formatType: z.literal('command_type'),
        description: z.string(),
        danger: z.enum(['harmless', 'disturbing', 'dangerous']),
        confirm: z.boolean(),
      }),
    ),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
});
