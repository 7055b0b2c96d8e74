import { z } from 'zod';
import { defineCommands } from './definition.ts';
import { choice, HEX, PRINTABLE, textLike, yes } from './fields.ts';

const ALL = ['jt808', 'gt06', 'teltonika'] as const;
const REMOTE = ['4000:remoteControl'] as const;
const CUT = ['4000:fuelElectricControl'] as const;
const none = z.object({});

/** Makers spell the fuel cut differently; `auto` takes what the model is known to use. */
const cutForm = choice(
  { en: 'Form of the command', zh: '指令格式' },
  {
    auto: { en: 'By model', zh: '按型号' },
    relay: { en: 'RELAY text', zh: 'RELAY 文本' },
    dyd: { en: 'DYD / HFYD text', zh: 'DYD / HFYD 文本' },
    dydPassword: { en: 'DYD,000000 / HFYD,000000 text', zh: 'DYD,000000 / HFYD,000000 文本' },
    control64: { en: 'Control 64H / 65H', zh: '终端控制 64H / 65H' },
    controlF0: { en: 'Control F0H / F1H', zh: '终端控制 F0H / F1H' },
  },
).default('auto');

/** Commands that act on the vehicle or the device. */
export const controlCommands = defineCommands({
  text: {
    title: { en: 'Send a text', zh: '文本下发' },
    description: { en: 'Shown or read aloud to the driver.', zh: '向司机显示或播报文本。' },
    params: z.object({
      // Devices take a text that ends with # for a command: this is no way around the permissions of commands.
      text: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^[^#*\p{Cc}]+$/u)
        .meta({ label: { en: 'Text (without #)', zh: '文本（不含 #）' }, examples: ['Slow down'] }),
      urgent: yes({ en: 'Urgent', zh: '紧急' }, false),
      display: yes({ en: 'Show on the display', zh: '终端显示' }, true),
      speak: yes({ en: 'Read aloud', zh: '语音播报' }, true),
    }),
    permission: REMOTE,
    danger: 'harmless',
    confirm: false,
    protocols: ['jt808'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  doors: {
    title: { en: 'Lock or unlock the doors', zh: '车门控制' },
    description: { en: 'The central locking of the vehicle.', zh: '控制车辆中控锁。' },
    params: z.object({
      action: choice({ en: 'Action', zh: '操作' }, { lock: { en: 'Lock', zh: '上锁' }, unlock: { en: 'Unlock', zh: '解锁' } }),
    }),
    permission: REMOTE,
    danger: 'dangerous',
    confirm: true,
    protocols: ['jt808'],
    timeoutS: 30,
    repeatable: false,
    answer: 'position',
  },
  fuelCut: {
    title: { en: 'Cut off fuel and electricity', zh: '断油断电' },
    description: {
      en: 'The engine stops and cannot be started. Sent only when the vehicle is slow and its position is fresh.',
      zh: '车辆将熄火且无法启动。仅在车速低且定位较新时下发。',
    },
    params: z.object({ form: cutForm }),
    permission: CUT,
    danger: 'dangerous',
    confirm: true,
    protocols: ALL,
    onlySlow: true,
    timeoutS: 60,
    repeatable: false,
    answer: 'acknowledgement',
  },
  fuelRestore: {
    title: { en: 'Restore fuel and electricity', zh: '恢复油电' },
    description: { en: 'The engine can be started again.', zh: '车辆可重新启动。' },
    params: z.object({ form: cutForm }),
    permission: CUT,
    danger: 'dangerous',
    confirm: true,
    protocols: ALL,
    timeoutS: 60,
    repeatable: false,
    answer: 'acknowledgement',
  },
  reboot: {
    title: { en: 'Restart the device', zh: '重启设备' },
    description: { en: 'It is without a connection for about a minute.', zh: '设备将离线约一分钟。' },
    params: none,
    permission: REMOTE,
    danger: 'disturbing',
    confirm: true,
    protocols: ALL,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  factoryReset: {
    title: { en: 'Reset to factory settings', zh: '恢复出厂设置' },
    description: { en: 'Also the address of this platform may be forgotten.', zh: '平台地址等设置可能一并清除。' },
    params: none,
    permission: REMOTE,
    danger: 'dangerous',
    confirm: true,
    protocols: ['jt808', 'gt06'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  powerOff: {
    title: { en: 'Switch the device off', zh: '关闭终端' },
    description: { en: 'It can be switched on again only at the vehicle.', zh: '只能在车辆上重新开机。' },
    params: none,
    permission: REMOTE,
    danger: 'dangerous',
    confirm: true,
    protocols: ['jt808'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  peripheral: {
    title: { en: 'Send to a peripheral', zh: '外设透传' },
    description: { en: 'Octets for what is connected to a serial port.', zh: '向串口外设透传数据。' },
    params: z.object({
      port: choice({ en: 'Port', zh: '端口' }, { serial1: { en: 'Serial 1', zh: '串口 1' }, serial2: { en: 'Serial 2', zh: '串口 2' } }),
      data: textLike({ en: 'Octets, hexadecimal', zh: '数据（十六进制）' }, HEX, 1600, '4F4B'),
    }),
    permission: REMOTE,
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  custom: {
    title: { en: 'Custom command', zh: '自定义指令' },
    description: { en: 'Sent as it is; nothing is checked.', zh: '原样下发，不做检查。' },
    params: z.object({ text: textLike({ en: 'Command text', zh: '指令文本' }, PRINTABLE, 500, 'STATUS#') }),
    permission: 'platform',
    danger: 'dangerous',
    confirm: true,
    protocols: ALL,
    timeoutS: 60,
    repeatable: false,
    answer: 'text',
  },
  customRaw: {
    title: { en: 'Custom message', zh: '自定义报文' },
    description: { en: 'Number and body of any message; nothing is checked.', zh: '下发任意消息编号和消息体，不做检查。' },
    params: z.object({
      messageId: textLike({ en: 'Message number, hexadecimal', zh: '消息编号（十六进制）' }, /^[0-9A-Fa-f]{4}$/, 4, '8104'),
      body: z
        .string()
        .trim()
        .max(1600)
        .regex(/^([0-9A-Fa-f]{2})*$/)
        .default('')
        .meta({ label: { en: 'Body, hexadecimal', zh: '消息体（十六进制）' } }),
    }),
    permission: 'platform',
    danger: 'dangerous',
    confirm: true,
    protocols: ['jt808'],
    timeoutS: 60,
    repeatable: false,
    answer: 'acknowledgement',
  },
});
