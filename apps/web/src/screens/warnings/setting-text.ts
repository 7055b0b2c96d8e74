import { ALARM_SETTING_STATE_TEXTS, alarmName, type AlarmSettingState } from '@sightline/contract';
import {
  ALARM_SETTING_SECTIONS,
  ALARM_SETTINGS,
  type AlarmSettingField,
  type AlarmSettingGroup,
  type AlarmSettingValue,
} from '@sightline/domain';
import { textLanguage } from '../../i18n/i18n.ts';
import { inLanguage } from '../commands/command-text.ts';
import type { DotTone } from '../commands/dot-tag.tsx';

export const stateText = (state: AlarmSettingState): string => inLanguage(ALARM_SETTING_STATE_TEXTS[state]);

/** Colour of a state; the word stands beside it. */
export const STATE_TONES: Readonly<Record<AlarmSettingState, DotTone>> = {
  same: 'good',
  differs: 'late',
  pending: 'busy',
  failed: 'bad',
  neverRead: 'quiet',
  unset: 'quiet',
  absent: 'quiet',
};

/** What is between the brackets is how the units are called; it is enough for a tab. */
export const groupName = (group: AlarmSettingGroup): string => group.toUpperCase();
export const groupText = (group: AlarmSettingGroup): string => inLanguage(ALARM_SETTINGS[group].text);

/** A section is called after its kind of alarm, or has a name of its own. */
export const sectionText = (section: string): string => {
  const own = ALARM_SETTING_SECTIONS[section];
  return own ? inLanguage(own) : alarmName(section, textLanguage());
};

/** A value as it is shown: with its unit, tenths as fractions, choices by their texts. */
export function valueText(
  field: AlarmSettingField,
  value: AlarmSettingValue,
  words: { readonly on: string; readonly off: string },
): string {
  switch (field.kind) {
    case 'flag':
      return value === true ? words.on : words.off;
    case 'choice': {
      const found = field.choices.find((c) => c.value === value);
      return found ? inLanguage(found.text) : String(value);
    }
    case 'number': {
      const shown = typeof value === 'number' && field.divisor !== undefined ? value / field.divisor : value;
      return field.unit === undefined ? String(shown) : `${shown} ${field.unit}`;
    }
    case 'text':
      return String(value);
  }
}

/** Rows of fields, in the order of the table. */
export function bySection(fields: readonly AlarmSettingField[]): [section: string, fields: AlarmSettingField[]][] {
  const out = new Map<string, AlarmSettingField[]>();
  for (const field of fields) out.set(field.section, [...(out.get(field.section) ?? []), field]);
  return [...out];
}

/** What belongs to the files of an alarm has a table of its own. */
export const isAttachment = (field: AlarmSettingField): boolean => field.role !== undefined && field.role !== 'speedKph';

/** Settings of a group as names and values: what a command was told, or a unit has said. */
export const settingTexts = (
  group: AlarmSettingGroup,
  values: Readonly<Record<string, unknown>>,
  words: { readonly on: string; readonly off: string },
): [name: string, value: string][] =>
  ALARM_SETTINGS[group].fields.flatMap((field): [string, string][] => {
    const value = values[field.key];
    return value === undefined
      ? []
      : [
          [
            `${groupName(group)}, ${sectionText(field.section)}: ${inLanguage(field.text)}`,
            valueText(field, value as AlarmSettingValue, words),
          ],
        ];
  });
