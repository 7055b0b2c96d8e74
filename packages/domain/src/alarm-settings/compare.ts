import type { ATTACHMENT_RANGES } from './field.ts';
import { ALARM_SETTINGS, type AlarmSettingGroup, type AlarmSettingValues } from './table.ts';

/** What is wanted of a unit against what it has. */
export interface AlarmSettingDifference {
  /** Keys whose values differ. */
  readonly differs: readonly string[];
  /** Keys that the unit has no place for. */
  readonly absent: readonly string[];
}

/** Both by key; what the unit told nothing of has no place in it. */
export function compareAlarmSettings(wanted: AlarmSettingValues, told: AlarmSettingValues): AlarmSettingDifference {
  const keys = Object.keys(wanted);
  const absent = keys.filter((key) => told[key] === undefined);
  return { absent, differs: keys.filter((key) => told[key] !== undefined && told[key] !== wanted[key]) };
}

/** Pictures of each alarm, and seconds of its clips before it and after it. */
export type AttachmentNumbers = { readonly [R in keyof typeof ATTACHMENT_RANGES]?: number | undefined };

/** Groups whose alarms have pictures and clips. */
export const ATTACHMENT_GROUPS = ['adas', 'dsm'] as const satisfies readonly AlarmSettingGroup[];

/** The same pictures and clips for every alarm of a group. */
export function withAttachments(group: AlarmSettingGroup, numbers: AttachmentNumbers): AlarmSettingValues {
  const out: Record<string, number> = {};
  for (const { key, role } of ALARM_SETTINGS[group].fields) {
    const value = role === 'photos' || role === 'videoS' ? numbers[role] : undefined;
    if (value !== undefined) out[key] = value;
  }
  return out;
}

/** What the alarms of a group have in common: null where they differ, or nothing is known. */
export function attachmentsOf(values: readonly AlarmSettingValues[]): { readonly photos: number | null; readonly videoS: number | null } {
  const one = (role: 'photos' | 'videoS'): number | null => {
    const found = new Set<unknown>();
    for (const group of ATTACHMENT_GROUPS)
      for (const field of ALARM_SETTINGS[group].fields)
        if (field.role === role) for (const known of values) if (known[field.key] !== undefined) found.add(known[field.key]);
    const [only] = found;
    return found.size === 1 && typeof only === 'number' ? only : null;
  };
  return { photos: one('photos'), videoS: one('videoS') };
}
