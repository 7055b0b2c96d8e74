import { CUSTOMIZE_ALARM_LIMITS, type CustomizeAlarm } from '@sightline/contract';
import { CONDITION_MATCHES, type ConditionMatch } from '@sightline/domain';
import { Form } from 'antd';
import { i18n } from '../../i18n/i18n.ts';
import { SOUND_TYPES } from '../../notice/sounds.ts';
import type { ControlProps, FieldDefinition, FieldOption, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { conditionsOf, draftOf, rowsProblem, type ConditionDraft } from './condition-rows.ts';

/** How urgent: the words of the alarms of a person's own settings. */
export const levelOptions = (): FieldOption[] => [1, 2, 3].map((value) => ({ value, label: i18n.t(`customization.levels.${value}`) }));
/** Which sound; 0: none. */
export const soundOptions = (): FieldOption[] => [
  { value: 0, label: i18n.t('customization.noSound') },
  ...SOUND_TYPES.map((value) => ({ value, label: i18n.t(`personal.basic.sounds.${value}`) })),
];

const rowsOf = (value: unknown): readonly ConditionDraft[] => (Array.isArray(value) ? (value as readonly ConditionDraft[]) : []);
const hasSeveral = (values: FormValues): boolean => rowsOf(values['rows']).length > 1;

/** Says below the rows what they mean together with the fields around them. */
const Rows = (control: ControlProps<readonly ConditionDraft[]>) => {
  const form = Form.useFormInstance();
  const match = Form.useWatch<ConditionMatch | undefined>('match', form);
  const holdS = Form.useWatch<number | null | undefined>('holdS', form);
  return <ConditionEditor {...control} match={match ?? 'all'} holdS={holdS ?? 0} />;
};

const fields = (): readonly { readonly title?: string; readonly fields: readonly FieldDefinition[] }[] => [
  {
    fields: [
      { kind: 'text', name: 'alarmName', label: 'customization.alerts.name', required: true },
      {
        kind: 'custom',
        name: 'rows',
        label: 'customization.alerts.conditions',
        required: true,
        check: (value) => rowsProblem(rowsOf(value)),
        render: (control) => <Rows {...(control as ControlProps<readonly ConditionDraft[]>)} />,
      },
      {
        kind: 'choice',
        name: 'match',
        label: 'customization.alerts.match',
        isFor: hasSeveral,
        options: CONDITION_MATCHES.map((value) => ({ value, label: i18n.t(`customization.alerts.matches.${value}`) })),
      },
      {
        kind: 'number',
        name: 'holdS',
        label: 'customization.alerts.hold',
        hint: 'customization.alerts.holdHint',
        required: true,
        min: 0,
        max: CUSTOMIZE_ALARM_LIMITS.holdS,
        step: 1,
        unit: 's',
      },
    ],
  },
  {
    title: 'customization.alerts.telling',
    fields: [
      { kind: 'choice', name: 'noticeLevel', label: 'customization.level', options: levelOptions() },
      { kind: 'select', name: 'noticeSound', label: 'customization.sound', options: soundOptions() },
      { kind: 'textarea', name: 'note', label: 'customization.note', maxLength: CUSTOMIZE_ALARM_LIMITS.note, rows: 2 },
      { kind: 'switch', name: 'enabled', label: 'customization.enabled', hint: 'customization.alerts.enabledHint' },
    ],
  },
];

/** Rows become conditions; of a single one there is nothing to match. */
const toInput = ({ rows, ...values }: FormValues): FormValues => {
  if (rows === undefined) return values;
  const conditions = conditionsOf(rowsOf(rows)) ?? [];
  return { ...values, conditions, ...(conditions.length === 1 ? { match: 'all' } : {}) };
};

export const NEW_ALERT: FormValues = {
  rows: [draftOf('speed')],
  match: 'all',
  holdS: 0,
  noticeLevel: 2,
  noticeSound: 0,
  note: '',
  enabled: true,
};

export const addAlertForm = (): FormDefinition<'config.customizeAlarm.add'> => ({
  id: 'customization.alert.add',
  operation: 'config.customizeAlarm.add',
  groups: fields(),
  toInput,
  errorFields: { nameExists: 'alarmName' },
});

export const editAlertForm = (customizeAlarmId: string): FormDefinition<'config.customizeAlarm.update'> => ({
  id: 'customization.alert.edit',
  operation: 'config.customizeAlarm.update',
  sendsChanges: true,
  fixed: { customizeAlarmId },
  groups: fields(),
  toInput,
  errorFields: { nameExists: 'alarmName' },
});

/** An alert as the form begins with it. */
export const valuesOfAlert = ({
  alarmName,
  conditions,
  match,
  holdS,
  noticeLevel,
  noticeSound,
  note,
  enabled,
}: CustomizeAlarm): FormValues => ({
  alarmName,
  rows: conditions,
  match,
  holdS,
  noticeLevel,
  noticeSound,
  note,
  enabled,
});
