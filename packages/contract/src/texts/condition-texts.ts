import {
  roundTo,
  sourceOf,
  type Comparison,
  type Condition,
  type ConditionMatch,
  type ConditionSource,
  type Measures,
} from '@sightline/domain';
import type { Text } from '../commands/definition.ts';
import { alarmText } from './alarm-texts.ts';

/** What a source is called within a sentence. */
const SOURCE_TEXTS: Readonly<Record<ConditionSource, Text>> = {
  speed: { en: 'speed', zh: '速度' },
  ignition: { en: 'ignition', zh: '点火' },
  motion: { en: 'motion', zh: '运动状态' },
  power: { en: 'external voltage', zh: '外部电压' },
  batteryLevel: { en: 'battery level', zh: '电池电量' },
  fuelLevel: { en: 'fuel level', zh: '油位' },
  fuel: { en: 'fuel', zh: '油量' },
  temperature: { en: 'temperature', zh: '温度' },
  humidity: { en: 'humidity', zh: '湿度' },
  door: { en: 'door', zh: '车门' },
  input: { en: 'input', zh: '输入' },
  mileage: { en: 'mileage', zh: '里程' },
  alarm: { en: 'alarm', zh: '报警' },
  noContact: { en: 'no contact', zh: '无通信' },
  noFix: { en: 'no GNSS fix', zh: '无定位' },
};

const OPTION_TEXTS: Readonly<Record<string, Text>> = {
  on: { en: 'on', zh: '开' },
  off: { en: 'off', zh: '关' },
  open: { en: 'open', zh: '打开' },
  closed: { en: 'closed', zh: '关闭' },
  moving: { en: 'moving', zh: '行驶' },
  idle: { en: 'idle', zh: '怠速' },
  stopped: { en: 'stopped', zh: '停车' },
};

const COMPARISON_TEXTS: Readonly<Record<Comparison, Text>> = {
  gt: { en: 'over', zh: '高于' },
  ge: { en: 'at least', zh: '不低于' },
  lt: { en: 'under', zh: '低于' },
  le: { en: 'at most', zh: '不高于' },
  eq: { en: 'is', zh: '为' },
  ne: { en: 'is not', zh: '不为' },
};

type Language = keyof Text;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A source as a name of its own: in a choice, in a catalogue. */
export const sourceName = (source: ConditionSource, language: Language): string => capital(SOURCE_TEXTS[source][language]);

export const comparisonText = (comparison: Comparison, language: Language): string => COMPARISON_TEXTS[comparison][language];

/** One of the words that a source takes. */
export const optionText = (source: ConditionSource, option: string, language: Language): string =>
  source === 'alarm' ? alarmText(option, language) : (OPTION_TEXTS[option]?.[language] ?? option);

/** Where the unit has no symbol that all languages share. */
const UNIT_TEXTS: Readonly<Record<string, Text>> = { s: { en: 's', zh: '秒' }, min: { en: 'min', zh: '分钟' } };
const DECIMALS = 2;

/** A stored number of a source in the person's unit, with as many decimals as it has. */
export const conditionNumber = (value: number, unit: string, { conversion, named }: Pick<Measures, 'conversion' | 'named'>): string => {
  const shown = roundTo(conversion(unit)?.convert(value) ?? value, DECIMALS);
  const decimals = [0, 1].find((count) => roundTo(shown, count) === shown) ?? DECIMALS;
  return named(value, unit, decimals);
};

/** A condition in words, within a sentence: "temperature 2 over 8 °C", "ignition on", "not moving". */
export function conditionText(condition: Condition, language: Language, measures: Pick<Measures, 'conversion' | 'named'>): string {
  const { source, number = 0, comparison, value } = condition;
  const definition = sourceOf(source);
  const zh = language === 'zh';
  // Chinese has no blank between words, but one beside a number.
  const name = `${SOURCE_TEXTS[source][language]}${number === 0 ? '' : ` ${number}${zh ? ' ' : ''}`}`;
  if (definition.kind === 'choice') {
    const option = optionText(source, String(value), language);
    const isNot = comparison === 'ne';
    // Of some the word alone says what is meant.
    if (source === 'motion') return zh ? `${isNot ? '非' : ''}${option}` : `${isNot ? 'not ' : ''}${option}`;
    if (source === 'alarm') return zh ? `${isNot ? '无' : '有'}“${option}”报警` : `${isNot ? 'no ' : ''}alarm “${option}”`;
    return zh ? `${name}${option}` : `${name} ${option}`;
  }
  const { unit } = definition;
  const own = UNIT_TEXTS[unit]?.[language];
  const amount = own === undefined ? conditionNumber(Number(value), unit, measures) : `${String(value)} ${own}`;
  if (definition.reads === 'silence' || definition.reads === 'noFix') return zh ? `${name}达 ${amount}` : `${name} for ${amount}`;
  return zh ? `${name}${comparisonText(comparison, language)} ${amount}` : `${name} ${comparisonText(comparison, language)} ${amount}`;
}

const MINUTE_S = 60;
/** Whole minutes as such. */
const durationText = (s: number, language: Language): string => {
  const isMinutes = s % MINUTE_S === 0;
  const unit = UNIT_TEXTS[isMinutes ? 'min' : 's']![language];
  return `${isMinutes ? s / MINUTE_S : s} ${unit}`;
};

interface AlertWords {
  readonly match: ConditionMatch;
  readonly conditions: readonly Condition[];
  readonly holdS: number;
}

/** A customized alert as one sentence: "Speed over 90 km/h and ignition on, for 30 s". */
export function alertText(
  { match, conditions, holdS }: AlertWords,
  language: Language,
  measures: Pick<Measures, 'conversion' | 'named'>,
): string {
  const zh = language === 'zh';
  const joint = match === 'all' ? (zh ? ' 且 ' : ' and ') : zh ? ' 或 ' : ' or ';
  const all = capital(conditions.map((condition) => conditionText(condition, language, measures)).join(joint));
  if (holdS === 0) return all;
  return zh ? `${all}，持续 ${durationText(holdS, language)}` : `${all}, for ${durationText(holdS, language)}`;
}
