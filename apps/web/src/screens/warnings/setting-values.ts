import { ALARM_SETTING_VALUES, type AlarmSettings } from '@sightline/contract';
import { ALARM_SETTING_GROUPS, type AlarmSettingGroup, type AlarmSettingValue } from '@sightline/domain';
import { fieldsOf } from './group-fields.tsx';

export type FormValues = Partial<Record<AlarmSettingGroup, Record<string, AlarmSettingValue | null | undefined>>>;

/** What a form begins with: what is wanted, else what the unit has. Fields that neither says are empty. */
export function startValues(settings: AlarmSettings): FormValues {
  return Object.fromEntries(
    ALARM_SETTING_GROUPS.map((group) => {
      const { wanted, told } = settings.groups[group];
      return [group, Object.fromEntries(fieldsOf(group, settings.groups[group]).map(({ key }) => [key, wanted?.[key] ?? told?.[key]]))];
    }),
  );
}

/** The values that the standard names as usual, for the fields of a group. */
export const usualValues = (settings: AlarmSettings, group: AlarmSettingGroup): Record<string, AlarmSettingValue> =>
  Object.fromEntries(fieldsOf(group, settings.groups[group]).map((field) => [field.key, field.preset]));

/** What was typed, as the contract wants it: empty fields are left as the unit has them. */
export function wantedValues(
  values: FormValues,
  groups: readonly AlarmSettingGroup[],
): Partial<Record<AlarmSettingGroup, Record<string, AlarmSettingValue>>> {
  return Object.fromEntries(
    groups.map((group) => [
      group,
      Object.fromEntries(Object.entries(values[group] ?? {}).filter(([, value]) => value !== null && value !== undefined && value !== '')),
    ]),
  );
}

/** The first field that the contract does not take. */
export function wrongField(values: ReturnType<typeof wantedValues>): [AlarmSettingGroup, string] | null {
  for (const group of ALARM_SETTING_GROUPS) {
    const parsed = values[group] === undefined ? null : ALARM_SETTING_VALUES[group].safeParse(values[group]);
    const path = parsed?.success === false ? parsed.error.issues[0]?.path[0] : undefined;
    if (path !== undefined) return [group, String(path)];
  }
  return null;
}
