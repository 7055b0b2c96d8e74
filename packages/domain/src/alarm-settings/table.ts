import type { AiAlarmFamily } from '../position/ai-alarms.ts';
import { ADAS_SETTINGS } from './adas.ts';
import { DSM_SETTINGS } from './dsm.ts';
import type { AlarmSettingField, SettingText } from './field.ts';
import { BSD_SETTINGS, TPMS_SETTINGS } from './sensors.ts';

export const ALARM_SETTING_GROUPS = ['adas', 'dsm', 'tpms', 'bsd'] as const satisfies readonly AiAlarmFamily[];
export type AlarmSettingGroup = (typeof ALARM_SETTING_GROUPS)[number];

export interface AlarmSettingDefinition {
  readonly text: SettingText;
  /** Number and name of the parameter of JT/T 808 that holds the settings. */
  readonly parameterId: number;
  readonly parameterName: string;
  /** Octets by T/JSATL 12-2017, and of the longer layout by T/GDRTA 002-2020 where there is one. */
  readonly length: number;
  readonly guangdongLength: number | null;
  readonly fields: readonly AlarmSettingField[];
}

/** The settings of the units of active safety: codec, checks, forms and comparisons are made from it. */
export const ALARM_SETTINGS: Readonly<Record<AlarmSettingGroup, AlarmSettingDefinition>> = {
  adas: {
    text: { en: 'Road ahead (ADAS)', zh: '高级驾驶辅助（ADAS）' },
    parameterId: 0xf364,
    parameterName: 'adasSettings',
    length: 56,
    guangdongLength: 64,
    fields: ADAS_SETTINGS,
  },
  dsm: {
    text: { en: 'Driver (DSM)', zh: '驾驶员状态监测（DSM）' },
    parameterId: 0xf365,
    parameterName: 'dsmSettings',
    length: 49,
    guangdongLength: 66,
    fields: DSM_SETTINGS,
  },
  tpms: {
    text: { en: 'Tyres (TPMS)', zh: '胎压监测（TPMS）' },
    parameterId: 0xf366,
    parameterName: 'tpmsSettings',
    length: 36,
    guangdongLength: null,
    fields: TPMS_SETTINGS,
  },
  bsd: {
    text: { en: 'Blind spots (BSD)', zh: '盲区监测（BSD）' },
    parameterId: 0xf367,
    parameterName: 'bsdSettings',
    length: 2,
    guangdongLength: null,
    fields: BSD_SETTINGS,
  },
};

/** Sections of fields that are not called after a kind of alarm. */
export const ALARM_SETTING_SECTIONS: Readonly<Record<string, SettingText>> = {
  general: { en: 'In general', zh: '通用' },
  capture: { en: 'Pictures without an alarm', zh: '主动拍照' },
  aislePedestrian: { en: 'Pedestrian in the aisle', zh: '过道行人' },
};

/** Values by key; what is not in it is left as the unit has it. */
export type AlarmSettingValue = number | boolean | string;
export type AlarmSettingValues = Readonly<Record<string, AlarmSettingValue>>;

/** Whether a parameter of so many octets holds the field. */
export function hasAlarmSetting(group: AlarmSettingGroup, field: AlarmSettingField, length: number): boolean {
  const { guangdongLength } = ALARM_SETTINGS[group];
  return field.at + field.size <= length && (!field.guangdong || (guangdongLength !== null && length >= guangdongLength));
}
