import { commandFields, deviceParameter, isCommandId, type CommandField, type CommandRecord } from '@sightline/contract';
import { ALARM_SETTING_GROUPS } from '@sightline/domain';
import { i18n } from '../../i18n/i18n.ts';
import type { UserUnits } from '../../units/user-units.ts';
import { settingTexts } from '../warnings/setting-text.ts';
import { inLanguage } from './command-text.ts';

/** Parameters of a device are told as they are sent, with what that is in the person's units. */
const entryText = (entry: unknown, { beside }: UserUnits): string => {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { name, id, value } = entry as Readonly<Record<string, unknown>>;
  const unit = typeof name === 'string' && typeof value === 'number' ? deviceParameter(name)?.unit : undefined;
  return `${String(name ?? id)} = ${unit === undefined ? String(value) : beside(Number(value), unit)}`;
};

function valueText(field: CommandField, value: unknown, units: UserUnits): string {
  if (Array.isArray(value)) return value.map((entry) => entryText(entry, units)).join(', ');
  if (field.kind === 'boolean') return i18n.t(value === true ? 'commands.yes' : 'commands.no');
  if (field.kind === 'choice')
    return inLanguage(field.choices.find((choice) => choice.value === value)?.label ?? { en: String(value), zh: String(value) });
  return field.kind === 'number' && typeof value === 'number' ? units.beside(value, field.unit ?? '') : String(value);
}

function alarmSettingTexts(settings: unknown, { beside }: UserUnits): [string, string][] {
  const groups =
    typeof settings === 'object' && settings !== null ? (settings as Readonly<Record<string, Readonly<Record<string, unknown>>>>) : {};
  const words = { on: i18n.t('commands.yes'), off: i18n.t('commands.no'), beside };
  return ALARM_SETTING_GROUPS.flatMap((group) => settingTexts(group, groups[group] ?? {}, words));
}

/** What a command was told, in the words of its form and the person's units; what its definition does not know any more stays as it is. */
export const paramTexts = (
  { commandType, params }: Pick<CommandRecord, 'commandType' | 'params'>,
  units: UserUnits,
): readonly (readonly [string, string])[] => {
  const fields = new Map(isCommandId(commandType) ? commandFields(commandType).map((field) => [field.name, field]) : []);
  return Object.entries(params).flatMap(([name, value]): (readonly [string, string])[] => {
    if (name === 'settings' && commandType === 'alarmSettingsWrite') return alarmSettingTexts(value, units);
    const field = fields.get(name);
    return [field === undefined ? [name, JSON.stringify(value)] : [inLanguage(field.label), valueText(field, value, units)]];
  });
};
