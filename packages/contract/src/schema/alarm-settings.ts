import {
  ALARM_SETTING_GROUPS,
  ALARM_SETTINGS,
  type AlarmSettingField,
  type AlarmSettingGroup,
  type AlarmSettingValues,
} from '@sightline/domain';
import { z } from 'zod';

function valueOf(field: AlarmSettingField): z.ZodType {
  switch (field.kind) {
    case 'number':
      return z.int().min(field.min).max(field.max);
    case 'choice':
      return z.literal(field.choices.map((c) => c.value));
    case 'flag':
      return z.boolean();
    case 'text':
      return z
        .string()
        .trim()
        .max(field.size)
        .regex(/^[\x20-\x7e]*$/);
  }
}

const groupOf = (group: AlarmSettingGroup): z.ZodType<AlarmSettingValues> =>
  z
    .strictObject(Object.fromEntries(ALARM_SETTINGS[group].fields.map((field) => [field.key, valueOf(field).optional()])))
    .describe(ALARM_SETTINGS[group].text.en) as unknown as z.ZodType<AlarmSettingValues>;

/** Settings of a group by their keys; what is left out stays as the unit has it. */
export const ALARM_SETTING_VALUES = Object.fromEntries(ALARM_SETTING_GROUPS.map((group) => [group, groupOf(group)])) as {
  readonly [G in AlarmSettingGroup]: z.ZodType<AlarmSettingValues>;
};

/** Settings by group; at least one. */
export const alarmSettings = () =>
  z
    .strictObject({
      adas: ALARM_SETTING_VALUES.adas.optional(),
      dsm: ALARM_SETTING_VALUES.dsm.optional(),
      tpms: ALARM_SETTING_VALUES.tpms.optional(),
      bsd: ALARM_SETTING_VALUES.bsd.optional(),
    })
    .refine((groups) => Object.keys(groups).length > 0, { error: 'settings of one group at least' })
    .meta({ examples: [{ adas: { forwardCollisionPhotos: 3, forwardCollisionVideoS: 5 } }] });
export type AlarmSettingsInput = z.output<ReturnType<typeof alarmSettings>>;
