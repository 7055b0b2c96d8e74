import { z } from 'zod';
import { alarmSettings } from '../schema/alarm-settings.ts';
import { defineCommands } from './definition.ts';

/** Settings of active safety. Sent by calls of their own, which keep what is wanted and what the unit has told. */
export const alarmSettingCommands = defineCommands({
  alarmSettingsRead: {
    title: { en: 'Read the settings of active safety', zh: '读取主动安全参数' },
    description: { en: 'What the unit warns of, and with which pictures and clips.', zh: '读取报警阈值、拍照与视频附件设置。' },
    params: z.object({
      after: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .meta({ label: { en: 'Reads back command', zh: '回读的指令' }, examples: ['1'] }),
    }),
    permission: ['5104'],
    danger: 'harmless',
    confirm: false,
    protocols: ['jt808'],
    needsCamera: true,
    feature: 'ai',
    ownCalls: true,
    timeoutS: 30,
    repeatable: true,
    answer: 'parameters',
  },
  alarmSettingsWrite: {
    title: { en: 'Write the settings of active safety', zh: '下发主动安全参数' },
    description: { en: 'Changes what is named; everything else stays as the unit has it.', zh: '仅修改指定参数，其余保持设备现值。' },
    params: z.object({ settings: alarmSettings().meta({ label: { en: 'Settings', zh: '参数' } }) }),
    permission: ['5104:edit'],
    danger: 'disturbing',
    confirm: false,
    protocols: ['jt808'],
    needsCamera: true,
    feature: 'ai',
    ownCalls: true,
    timeoutS: 30,
    repeatable: false,
    answer: 'acknowledgement',
  },
});
