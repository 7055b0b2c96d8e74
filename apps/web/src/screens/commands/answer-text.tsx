import { alarmText, deviceParameter, type CommandRecord } from '@sightline/contract';
import { ALARM_SETTING_GROUPS, ALARM_SETTINGS } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import { useUnits } from '../../units/user-units.ts';
import { settingTexts, type SettingWords } from '../warnings/setting-text.ts';
import { NamedValues } from './named-values.tsx';

const shown = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

/** Kinds of alarms stand in an answer as the protocols call them, with commas. */
const alarmsText = (kinds: string): string =>
  kinds
    .split(', ')
    .map((kind) => alarmText(kind, textLanguage()))
    .join(', ');

/** In which unit the answers of devices tell their numbers. */
const ANSWER_UNITS: Readonly<Record<string, string>> = {
  speedKph: 'km/h',
  directionDeg: '°',
  altitudeM: 'm',
  odometerKm: 'km',
  fuelLitre: 'l',
};

/** Named values of an answer: a list of parameters becomes their names and values. */
function valuesOf(answer: Readonly<Record<string, unknown>>, words: SettingWords): [string, unknown][] {
  return Object.entries(answer).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'alarms' && typeof value === 'string' && value !== '') return [[key, alarmsText(value)]];
    const unitOfKey = ANSWER_UNITS[key];
    if (unitOfKey !== undefined && typeof value === 'number') return [[key, words.beside(value, unitOfKey)]];
    if (key !== 'parameters' || !Array.isArray(value)) return value === '' || value === null ? [] : [[key, value]];
    return (value as Readonly<Record<string, unknown>>[]).flatMap((p): [string, unknown][] => {
      const group = ALARM_SETTING_GROUPS.find((one) => ALARM_SETTINGS[one].parameterName === p['name']);
      const said = p['value'];
      if (group !== undefined && typeof said === 'object' && said !== null)
        return settingTexts(group, said as Record<string, unknown>, words);
      const unit = typeof said === 'number' ? deviceParameter(String(p['name']))?.unit : undefined;
      const value = unit === undefined ? said : words.beside(Number(said), unit);
      return [[shown(p['name'] ?? `0x${Number(p['id']).toString(16)}`), value ?? p['hex']]];
    });
  });
}

/** What the device said. */
export const AnswerText = ({ record }: { record: CommandRecord }) => {
  const { t, i18n } = useTranslation();
  const { beside } = useUnits();
  const values = valuesOf(record.answer ?? {}, { on: t('commands.yes'), off: t('commands.no'), beside }).filter(
    ([key]) => key !== 'result',
  );
  if (record.answerText !== null && values.length === 0) return <bdi style={{ overflowWrap: 'anywhere' }}>{record.answerText}</bdi>;
  if (values.length === 0) return null;
  // What a maker calls its own values stays as it is.
  const name = (key: string): string => (i18n.exists(`commands.values.${key}`) ? t(`commands.values.${key}`) : key);
  const text = (value: unknown): string => (typeof value === 'boolean' ? t(value ? 'commands.yes' : 'commands.no') : shown(value));
  return <NamedValues label={t('commands.answer')} values={values.map(([key, value]) => [name(key), text(value)])} />;
};
