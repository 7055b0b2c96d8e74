import { commandFields, isCommandId, type CommandField, type CommandRecord } from '@sightline/contract';
import { ALARM_SETTING_GROUPS } from '@sightline/domain';
import { i18n } from '../../i18n/i18n.ts';
import { settingTexts } from '../warnings/setting-text.ts';
import { inLanguage } from './command-text.ts';

const entryText = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { name, id, value } = entry as Readonly<Record<string, unknown>>;
  return `${String(name ?? id)} = ${String(value)}`;
};

function valueText(field: CommandField, value: unknown): string {
  if (Array.isArray(value)) return value.map(entryText).join(', ');
  if (field.kind === 'boolean') return i18n.t(value === true ? 'commands.yes' : 'commands.no');
  if (field.kind === 'choice')
    return inLanguage(field.choices.find((choice) => choice.value === value)?.label ?? { en: String(value), zh: String(value) });
  return field.kind === 'number' && field.unit !== null ? `${String(value)} ${field.unit}` : String(value);
}

function alarmSettingTexts(settings: unknown): [string, string][] {
  const groups =
    typeof settings === 'object' && settings !== null ? (settings as Readonly<Record<string, Readonly<Record<string, unknown>>>>) : {};
  const words = { on: i18n.t('commands.yes'), off: i18n.t('commands.no') };
  return ALARM_SETTING_GROUPS.flatMap((group) => settingTexts(group, groups[group] ?? {}, words));
}

/** What a command was told, in the words of its form; what its definition does not know any more stays as it is. */
export const paramTexts = ({
  commandType,
  params,
}: Pick<CommandRecord, 'commandType' | 'params'>): readonly (readonly [string, string])[] => {
  const fields = new Map(isCommandId(commandType) ? commandFields(commandType).map((field) => [field.name, field]) : []);
  return Object.entries(params).flatMap(([name, value]): (readonly [string, string])[] => {
    if (name === 'settings' && commandType === 'alarmSettingsWrite') return alarmSettingTexts(value);
    const field = fields.get(name);
    return [field === undefined ? [name, JSON.stringify(value)] : [inLanguage(field.label), valueText(field, value)]];
  });
};
