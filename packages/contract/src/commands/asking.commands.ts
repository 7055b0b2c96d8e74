import { z } from 'zod';
import { defineCommands } from './definition.ts';
import { choice, whole } from './fields.ts';

const ALL = ['jt808', 'gt06', 'teltonika'] as const;
const PARAMETERS = ['4000:deviceParameters', '3000:deviceParameters'] as const;
const none = z.object({});

/** Commands that ask, and look closely. */
export const askingCommands = defineCommands({
  positionQuery: {
    title: { en: 'Ask for the position', zh: '位置查询' },
    description: { en: 'The device reports where it is now.', zh: '设备立即上报当前位置。' },
    params: none,
    permission: ['4000:tracking', '4000:remoteControl'],
    danger: 'harmless',
    confirm: false,
    protocols: ALL,
    timeoutS: 30,
    repeatable: true,
    answer: 'position',
  },
  temporaryTracking: {
    title: { en: 'Track closely for a while', zh: '临时跟踪' },
    description: { en: 'Reports at a short interval, then as before. Interval 0 ends it.', zh: '在一段时间内加密上报，间隔为 0 时停止。' },
    params: z.object({
      intervalS: whole({ en: 'Interval', zh: '上报间隔' }, 0, 300, 's').default(10),
      validityS: whole({ en: 'For', zh: '持续时间' }, 10, 86_400, 's').default(600),
    }),
    permission: ['4000:tracking'],
    danger: 'harmless',
    confirm: false,
    protocols: ['jt808'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  status: {
    title: { en: 'Ask for the status', zh: '状态查询' },
    description: { en: 'Battery, network, positioning and relay as the device sees them.', zh: '查询电池、网络、定位和继电器状态。' },
    params: none,
    permission: ['4000:remoteControl', '4000:details'],
    danger: 'harmless',
    confirm: false,
    protocols: ['gt06', 'teltonika'],
    timeoutS: 30,
    repeatable: true,
    answer: 'text',
  },
  terminalAttributes: {
    title: { en: 'Ask for model and versions', zh: '查询终端属性' },
    description: { en: 'Maker, model, SIM card, hardware and firmware.', zh: '查询厂商、型号、SIM 卡、硬件与固件版本。' },
    params: none,
    permission: [...PARAMETERS, '4000:details'],
    danger: 'harmless',
    confirm: false,
    protocols: ALL,
    timeoutS: 30,
    repeatable: true,
    answer: 'attributes',
  },
  deviceInfo: {
    title: { en: 'Ask for the device information', zh: '查询设备信息' },
    description: { en: 'Clock, restarts, satellites and memory of the device.', zh: '查询设备时钟、重启、卫星和存储信息。' },
    params: none,
    permission: [...PARAMETERS, '4000:details'],
    danger: 'harmless',
    confirm: false,
    protocols: ['teltonika'],
    timeoutS: 30,
    repeatable: true,
    answer: 'text',
  },
  inputsQuery: {
    title: { en: 'Ask for inputs and outputs', zh: '查询输入输出' },
    description: { en: 'Digital and analogue inputs, and the outputs.', zh: '查询数字、模拟输入和输出状态。' },
    params: none,
    permission: [...PARAMETERS, '4000:details'],
    danger: 'harmless',
    confirm: false,
    protocols: ['teltonika'],
    timeoutS: 30,
    repeatable: true,
    answer: 'text',
  },
  parametersQuery: {
    title: { en: 'Read parameters', zh: '查询参数' },
    description: { en: 'All parameters, or those that are named.', zh: '查询全部参数或指定参数。' },
    params: z.object({
      parameters: z
        .array(z.string().trim().min(1).max(40))
        .max(50)
        .default([])
        .meta({ label: { en: 'Names or ids (none = all)', zh: '参数名或编号（空为全部）' } }),
    }),
    permission: PARAMETERS,
    danger: 'harmless',
    confirm: false,
    protocols: ALL,
    timeoutS: 60,
    repeatable: true,
    answer: 'parameters',
  },
  capture: {
    title: { en: 'Take photographs', zh: '拍照' },
    description: { en: 'The device answers when the pictures are taken and sends them after that.', zh: '设备拍摄后应答，随后上传图片。' },
    params: z.object({
      channel: whole({ en: 'Channel', zh: '通道' }, 1, 16).default(1),
      count: whole({ en: 'Photographs', zh: '张数' }, 1, 10).default(1),
      intervalS: whole({ en: 'Interval', zh: '间隔' }, 0, 3600, 's').default(0),
    }),
    permission: ['4000:snapshot'],
    danger: 'harmless',
    confirm: false,
    protocols: ['jt808'],
    needsCamera: true,
    feature: 'video',
    uploads: () => true,
    timeoutS: 60,
    repeatable: false,
    answer: 'media',
  },
  recorderLog: {
    title: { en: 'Read the driving recorder', zh: '行驶记录采集' },
    description: { en: 'A block of the recorder of GB/T 19056.', zh: '采集行驶记录仪（GB/T 19056）数据。' },
    params: z.object({
      block: choice(
        { en: 'Block', zh: '数据块' },
        {
          version: { en: 'Standard version', zh: '执行标准版本' },
          driver: { en: 'Driver', zh: '当前驾驶人' },
          clock: { en: 'Clock', zh: '实时时间' },
          mileage: { en: 'Mileage', zh: '累计行驶里程' },
          pulses: { en: 'Pulse coefficient', zh: '脉冲系数' },
          vehicle: { en: 'Vehicle', zh: '车辆信息' },
        },
      ),
    }),
    permission: PARAMETERS,
    danger: 'harmless',
    confirm: false,
    protocols: ['jt808'],
    timeoutS: 60,
    repeatable: true,
    answer: 'recorder',
  },
});
