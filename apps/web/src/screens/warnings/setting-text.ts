import { ALARM_SETTING_STATE_TEXTS, alarmName, type AlarmSettingState } from '@sightline/contract';
import {
  ALARM_SETTING_SECTIONS,
  ALARM_SETTINGS,
  type AlarmSettingField,
  type AlarmSettingGroup,
  type AlarmSettingValue,
  type Measures,
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

/** What values are shown with: words for on and off, and the person's units. */
export interface SettingWords extends Pick<Measures, 'beside'> {
  readonly on: string;
  readonly off: string;
}

/** A value as it is shown: with its unit, tenths as fractions, choices by their texts. */
export function valueText(field: AlarmSettingField, value: AlarmSettingValue, words: SettingWords): string {
  switch (field.kind) {
    case 'flag':
      return value === true ? words.on : words.off;
    case 'choice': {
      const found = field.choices.find((c) => c.value === value);
      return found ? inLanguage(found.text) : String(value);
    }
    case 'number': {
      return typeof value === 'number' ? words.beside(value / (field.divisor ?? 1), field.unit ?? '') : String(value);
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
  words: SettingWords,
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
