import { CONFIG_RULE_LIMITS, VIDEO_HISTORY_LIMITS, type ConfigRuleDetail } from '@sightline/contract';
import type { DaySpan } from '@sightline/domain';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { i18n } from '../../i18n/i18n.ts';
import type { ControlProps, FieldDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import type { NamedCustomer } from '../user/customer-set-field.tsx';
import { levelOptions, soundOptions } from './alert-form.tsx';
import { ChannelsField, EmailsField, RuleUsersField } from './rule-actions.tsx';
import { RuleAlarmsField } from './rule-alarms.tsx';
import { hasTargets, NO_TARGETS, RuleTargetsField, type RuleTargets } from './rule-targets.tsx';
import { SpansField, spansProblem, SpeedRangeField, WeekdaysField, type SpeedRange } from './rule-times.tsx';
import { listOf } from './rule-values.ts';

const Email = z.email();
const S_MS = 1000;

/** What the form has to know beside the values. */
export interface RuleFormContext {
  /** Whose rule it is. */
  readonly owner: NamedCustomer;
  /** What the rule had: null for a new one. */
  readonly rule: ConfigRuleDetail | null;
  readonly mayTakePictures: boolean;
  readonly mayTakeClips: boolean;
}

const isOn = (name: string) => (values: FormValues) => values[name] === true;

/** A control of one type among the fields of a form, which hand over `unknown`. */
const control =
  <T,>(render: (props: ControlProps<T>) => ReactNode) =>
  (props: ControlProps) =>
    render(props as ControlProps<T>);

const doesSomething = (values: FormValues): boolean =>
  ['withNotice', 'withPictures', 'withClip'].some((name) => values[name] === true) || listOf(values['addresses']).length > 0;

const emailsProblem = (emails: readonly string[]): string | null => {
  const wrong = emails.find((email) => !Email.safeParse(email).success);
  return wrong === undefined ? null : i18n.t('customization.rules.emailWrong', { email: wrong });
};

const clipProblem = (values: FormValues): string | null => {
  const ms = (Number(values['beforeS'] ?? 0) + Number(values['afterS'] ?? 0)) * S_MS;
  const { clipMinMs, clipMaxMs } = VIDEO_HISTORY_LIMITS;
  return ms >= clipMinMs && ms <= clipMaxMs
    ? null
    : i18n.t('customization.rules.clipLength', { min: clipMinMs / S_MS, max: clipMaxMs / S_MS });
};

const about = ({ owner, rule }: RuleFormContext): readonly FieldDefinition[] => [
  {
    kind: 'custom',
    name: 'alarms',
    label: 'customization.rules.alarms',
    hint: 'customization.rules.alarmsHint',
    required: true,
    render: control<readonly string[]>((props) => <RuleAlarmsField {...props} customerId={owner.id} known={rule?.customizeAlarms ?? []} />),
  },
  {
    kind: 'custom',
    name: 'targets',
    label: 'customization.rules.about',
    required: true,
    check: (value) => (hasTargets((value as RuleTargets | undefined) ?? NO_TARGETS) ? null : i18n.t('customization.rules.chooseTargets')),
    render: control<RuleTargets>((props) => <RuleTargetsField {...props} owner={owner} />),
  },
];

const times: readonly FieldDefinition[] = [
  {
    kind: 'custom',
    name: 'weekdays',
    label: 'customization.rules.weekdays',
    render: control<readonly number[]>((props) => <WeekdaysField {...props} />),
  },
  {
    kind: 'custom',
    name: 'times',
    label: 'customization.rules.spans',
    check: (value) => spansProblem(listOf<DaySpan>(value)),
    render: control<readonly DaySpan[]>((props) => <SpansField {...props} />),
  },
  { kind: 'timezone', name: 'timezone', label: 'customization.rules.timezone' },
  {
    kind: 'custom',
    name: 'speed',
    label: 'customization.rules.speed',
    hint: 'customization.rules.speedHint',
    check: (value) => {
      const { min, max } = value as SpeedRange;
      return min !== null && max !== null && min > max ? i18n.t('customization.rules.speedWrong') : null;
    },
    render: control<SpeedRange>((props) => <SpeedRangeField {...props} />),
  },
];

const telling = ({ owner, rule }: RuleFormContext): readonly FieldDefinition[] => [
  {
    kind: 'switch',
    name: 'withNotice',
    label: 'customization.rules.notice',
    check: (_value, values) => (doesSomething(values) ? null : i18n.t('customization.rules.chooseAction')),
  },
  {
    kind: 'custom',
    name: 'users',
    label: 'customization.rules.users',
    required: true,
    isFor: isOn('withNotice'),
    render: control<readonly string[]>((props) => <RuleUsersField {...props} customerId={owner.id} known={rule?.users ?? []} />),
  },
  { kind: 'choice', name: 'noticeLevel', label: 'customization.level', isFor: isOn('withNotice'), options: levelOptions() },
  { kind: 'select', name: 'noticeSound', label: 'customization.sound', isFor: isOn('withNotice'), options: soundOptions() },
  {
    kind: 'custom',
    name: 'addresses',
    label: 'customization.rules.emails',
    check: (value) => emailsProblem(listOf<string>(value)),
    render: control<readonly string[]>((props) => <EmailsField {...props} />),
  },
];

/** Left out for who may not take them; where the rule has them already they are shown and cannot be changed, so that nobody wonders. */
const cameras = ({ rule, mayTakePictures, mayTakeClips }: RuleFormContext): readonly FieldDefinition[] => {
  const has = { pictures: rule !== null && rule.pictures !== null, clip: rule !== null && rule.clip !== null };
  const channels = (name: string, of: string, disabled: boolean): FieldDefinition => ({
    kind: 'custom',
    name,
    label: 'customization.rules.channels',
    required: true,
    disabled,
    isFor: isOn(of),
    render: control<readonly number[]>((props) => <ChannelsField {...props} />),
  });
  const seconds = (name: 'beforeS' | 'afterS', max: number): FieldDefinition => ({
    kind: 'number',
    name,
    label: `customization.rules.${name}`,
    required: true,
    disabled: !mayTakeClips,
    isFor: isOn('withClip'),
    min: 0,
    max,
    step: 1,
    unit: 's',
    check: (_value, values) => clipProblem(values),
  });
  const switchOf = (name: string, label: string, may: boolean): FieldDefinition => ({
    kind: 'switch',
    name,
    label,
    ...(may ? {} : { disabled: true, hint: 'customization.rules.mayNot' }),
  });
  return [
    ...(mayTakePictures || has.pictures
      ? [
          switchOf('withPictures', 'customization.rules.pictures', mayTakePictures),
          channels('pictureChannels', 'withPictures', !mayTakePictures),
        ]
      : []),
    ...(mayTakeClips || has.clip
      ? [
          switchOf('withClip', 'customization.rules.clip', mayTakeClips),
          channels('clipChannels', 'withClip', !mayTakeClips),
          seconds('beforeS', CONFIG_RULE_LIMITS.clipBeforeS),
          seconds('afterS', CONFIG_RULE_LIMITS.clipAfterS),
        ]
      : []),
  ];
};

/** The fields of a rule, in their groups. */
export const ruleFields = (context: RuleFormContext) => [
  {
    fields: [
      { kind: 'text', name: 'ruleName', label: 'customization.rules.name', required: true },
      { kind: 'textarea', name: 'note', label: 'customization.note', maxLength: CONFIG_RULE_LIMITS.note, rows: 2 },
      { kind: 'switch', name: 'enabled', label: 'customization.enabled' },
    ] as const satisfies readonly FieldDefinition[],
  },
  { title: 'customization.rules.what', fields: about(context) },
  { title: 'customization.rules.times', fields: times },
  { title: 'customization.rules.then', fields: [...telling(context), ...cameras(context)] },
];
