import { number, type AlarmSettingField, type SettingText } from './field.ts';

const WORD_MAX = 65_534;
const PRESSURE_UNITS = [
  { value: 0, text: { en: 'kg/cm²', zh: 'kg/cm²' } },
  { value: 1, text: { en: 'bar', zh: 'bar' } },
  { value: 2, text: { en: 'kPa', zh: 'kPa' } },
  { value: 3, text: { en: 'PSI', zh: 'PSI' } },
];

const pressure = (key: string, text: SettingText, at: number, preset: number): AlarmSettingField =>
  number(key, 'tirePressure', text, [at, 2], [0, WORD_MAX], preset);

/** Parameter 0xF366, tyre pressures. T/JSATL 12-2017 table 4-9. */
export const TPMS_SETTINGS: readonly AlarmSettingField[] = [
  { kind: 'text', key: 'tireModel', section: 'general', text: { en: 'Tyre model', zh: '轮胎规格型号' }, at: 0, size: 12, preset: '900R20' },
  {
    kind: 'choice',
    key: 'pressureUnit',
    section: 'general',
    text: { en: 'Unit of pressures', zh: '胎压单位' },
    at: 12,
    size: 2,
    choices: PRESSURE_UNITS,
    preset: 3,
  },
  number('reportIntervalS', 'general', { en: 'Reports every', zh: '定时上报间隔' }, [28, 2], [0, 3600, 's'], 60),
  pressure('normalPressure', { en: 'Normal pressure', zh: '正常胎压值' }, 14, 140),
  pressure('lowPressure', { en: 'Too low below', zh: '低压阈值' }, 20, 110),
  pressure('highPressure', { en: 'Too high above', zh: '高压阈值' }, 22, 189),
  number('imbalancePercent', 'tirePressure', { en: 'Imbalance', zh: '胎压不平衡阈值' }, [16, 2], [0, 100, '%'], 20),
  number('slowLeakPercent', 'tirePressure', { en: 'Slow leak', zh: '慢漏气阈值' }, [18, 2], [0, 100, '%'], 5),
  number('highTemperature', 'tirePressure', { en: 'Too hot above', zh: '高温阈值' }, [24, 2], [0, 200, '°C'], 80),
  number('batteryPercent', 'tirePressure', { en: 'Battery low below', zh: '电池电量低阈值' }, [26, 2], [0, 100, '%'], 10),
];

/** Parameter 0xF367, blind spots. T/JSATL 12-2017 table 4-10. */
export const BSD_SETTINGS: readonly AlarmSettingField[] = [
  number('rearTimeS', 'blindZone', { en: 'Approach from behind', zh: '后方接近时间阈值' }, [0, 1], [1, 10, 's'], 3),
  number('sideRearTimeS', 'blindZone', { en: 'Approach from behind at a side', zh: '侧后方接近时间阈值' }, [1, 1], [1, 10, 's'], 3),
];
