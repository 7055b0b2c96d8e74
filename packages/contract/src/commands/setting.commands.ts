import { z } from 'zod';
import { defineCommands } from './definition.ts';
import { HOST, textLike, whole } from './fields.ts';

const ALL = ['jt808', 'gt06', 'teltonika'] as const;
const PARAMETERS = ['4000:deviceParameters', '3000:deviceParameters'] as const;

/** Commands that change how a device works. */
/** Cameras that take pictures by themselves: five of them have a bit. JT/T 808-2013 tables 13 and 14. */
const photoChannels = z
  .array(z.int().min(1).max(5))
  .min(1)
  .max(5)
  .meta({ label: { en: 'Channels', zh: '通道' }, examples: [[1]] });

export const settingCommands = defineCommands({
  parametersSet: {
    title: { en: 'Write parameters', zh: '设置参数' },
    description: { en: 'A wrong network parameter makes the device unreachable.', zh: '错误的网络参数会导致设备失联。' },
    params: z.object({
      parameters: z
        .array(z.object({ name: z.string().trim().min(1).max(40), value: z.union([z.number(), z.string().max(200)]) }))
        .min(1)
        .max(20)
        .meta({ label: { en: 'Parameters', zh: '参数' }, examples: [[{ name: 'heartbeatIntervalS', value: 60 }]] }),
    }),
    permission: PARAMETERS,
    danger: 'dangerous',
    confirm: true,
    protocols: ['jt808', 'teltonika'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  positionInterval: {
    title: { en: 'Set the position interval', zh: '设置上报间隔' },
    description: { en: 'How often the device reports while driving and while parked.', zh: '设置行驶和停车时的上报间隔。' },
    params: z.object({
      drivingS: whole({ en: 'While driving', zh: '行驶时' }, 10, 300, 's').default(60),
      parkedS: whole({ en: 'While parked', zh: '停车时' }, 10, 18_000, 's').default(300),
    }),
    permission: PARAMETERS,
    danger: 'disturbing',
    confirm: false,
    protocols: ALL,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  speedLimit: {
    title: { en: 'Set the speed limit', zh: '设置超速阈值' },
    description: {
      en: 'Faster than this for the given time is an overspeed alarm of the device.',
      zh: '超过该速度并持续一段时间时设备上报超速。',
    },
    params: z.object({
      speedKph: whole({ en: 'Speed', zh: '速度' }, 10, 255, 'km/h').default(100),
      durationS: whole({ en: 'For', zh: '持续时间' }, 1, 600, 's').default(10),
    }),
    permission: PARAMETERS,
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808', 'gt06'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  timeZone: {
    title: { en: 'Set the time zone of the device', zh: '设置设备时区' },
    description: { en: 'The clock by which the device dates its reports.', zh: '设备上报时间所用的时区。' },
    params: z.object({
      utcOffsetMinutes: whole({ en: 'Minutes east of UTC', zh: '与 UTC 相差分钟数（东为正）' }, -720, 840, 'min')
        .multipleOf(15)
        .default(480),
    }),
    permission: [...PARAMETERS, '3000:deviceSettings'],
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808', 'gt06'],
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  server: {
    title: { en: 'Set the server', zh: '设置服务器地址' },
    description: { en: 'The device reports to another platform from then on.', zh: '设备将改为连接新的服务器。' },
    params: z.object({
      host: textLike({ en: 'Host', zh: '地址' }, HOST, 54, 'gw.example.io'),
      port: whole({ en: 'Port', zh: '端口' }, 1, 65_535),
    }),
    permission: PARAMETERS,
    danger: 'dangerous',
    confirm: true,
    protocols: ALL,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  captureInterval: {
    title: { en: 'Set the capture interval', zh: '设置定时拍照' },
    description: { en: 'Photographs at regular times; interval 0 ends it.', zh: '定时拍照，间隔为 0 时停止。' },
    params: z.object({
      channels: photoChannels,
      intervalMin: whole({ en: 'Interval', zh: '间隔' }, 0, 1440, 'min').default(30),
    }),
    permission: PARAMETERS,
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808'],
    needsCamera: true,
    feature: 'video',
    uploads: (params) => params['intervalMin'] !== 0,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
  captureDistance: {
    title: { en: 'Set pictures while driving', zh: '设置行驶拍照' },
    description: {
      en: 'Photographs each time that so many metres have been driven; distance 0 ends it.',
      zh: '每行驶一定距离拍照，距离为 0 时停止。',
    },
    params: z.object({
      channels: photoChannels,
      // 15 bits, in metres; less than 100 m devices take as 100 m.
      distanceM: whole({ en: 'Distance', zh: '距离' }, 0, 32_767, 'm').default(1000),
    }),
    permission: PARAMETERS,
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808'],
    needsCamera: true,
    feature: 'video',
    uploads: (params) => params['distanceM'] !== 0,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
});
