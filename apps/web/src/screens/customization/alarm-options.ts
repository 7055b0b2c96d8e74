import { ALARM_GROUP_TEXTS, alarmName } from '@sightline/contract';
import type { AlarmGroup, AlarmKind } from '@sightline/domain';
import { textLanguage } from '../../i18n/i18n.ts';

export const alarmGroupName = (group: AlarmGroup): string => ALARM_GROUP_TEXTS[group][textLanguage()];

/** Kinds of alarms to choose from, by their names. */
export const alarmOptions = (kinds: readonly AlarmKind[]): { readonly value: string; readonly label: string }[] =>
  kinds.map((value) => ({ value, label: alarmName(value, textLanguage()) })).toSorted((a, b) => a.label.localeCompare(b.label));
