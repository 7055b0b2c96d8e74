import type { ConfigRuleDetail } from '@sightline/contract';
import { WEEKDAYS } from '@sightline/domain';
import type { FormValues } from '../../ui/form-dialog/form-definition.ts';
import { alarmsInput, ownKey } from './rule-alarms.tsx';
import { NO_TARGETS, type RuleTargets } from './rule-targets.tsx';
import type { SpeedRange } from './rule-times.tsx';

/** A list among the values of a form; none for what is no list. */
export const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);

const idsOf = (things: readonly { readonly id: string }[]): string => things.map(({ id }) => id).join(',');

/** The fields of the form as the contract has them. */
export const ruleInput = (values: FormValues): FormValues => {
  const targets = (values['targets'] as RuleTargets | undefined) ?? NO_TARGETS;
  const speed = (values['speed'] as SpeedRange | undefined) ?? { min: null, max: null };
  const on = (name: string): boolean => values[name] === true;
  return {
    ruleName: values['ruleName'],
    note: values['note'] ?? '',
    enabled: on('enabled'),
    weekdays: values['weekdays'],
    spans: listOf(values['times']),
    timezone: values['timezone'],
    minSpeedKph: speed.min,
    maxSpeedKph: speed.max,
    customerIds: idsOf(targets.customers),
    labelIds: targets.labels.join(','),
    deviceIds: idsOf(targets.devices),
    ...alarmsInput(listOf<string>(values['alarms'])),
    notice: on('withNotice') ? { noticeLevel: values['noticeLevel'], noticeSound: values['noticeSound'] } : null,
    userIds: on('withNotice') ? listOf<string>(values['users']).join(',') : '',
    emails: listOf(values['addresses']),
    pictures: on('withPictures') ? { channelIds: values['pictureChannels'] } : null,
    clip: on('withClip') ? { channelIds: values['clipChannels'], beforeS: values['beforeS'], afterS: values['afterS'] } : null,
  };
};

const CLIP = { beforeS: 10, afterS: 20 } as const;

/** A new rule of a person: every day, told to himself. */
export const newRule = (userId: string, timezone: string): FormValues => ({
  ruleName: '',
  note: '',
  enabled: true,
  alarms: [],
  targets: NO_TARGETS,
  weekdays: [...WEEKDAYS],
  times: [],
  timezone,
  speed: { min: null, max: null },
  withNotice: true,
  users: [userId],
  noticeLevel: 2,
  noticeSound: 0,
  addresses: [],
  withPictures: false,
  pictureChannels: [1],
  withClip: false,
  clipChannels: [1],
  ...CLIP,
});

/** A rule as the form begins with it. */
export const valuesOfRule = (rule: ConfigRuleDetail): FormValues => ({
  ruleName: rule.ruleName,
  note: rule.note,
  enabled: rule.enabled,
  alarms: [...rule.customizeAlarms.map(({ id }) => ownKey(id)), ...rule.alarmTypes],
  targets: {
    customers: rule.customers,
    labels: rule.labels.map(({ id }) => id),
    devices: rule.devices.map(({ deviceId, deviceName }) => ({ id: deviceId, deviceName })),
  } satisfies RuleTargets,
  weekdays: rule.weekdays,
  times: rule.spans,
  timezone: rule.timezone,
  speed: { min: rule.minSpeedKph, max: rule.maxSpeedKph } satisfies SpeedRange,
  withNotice: rule.notice !== null,
  users: rule.users.map(({ id }) => id),
  noticeLevel: rule.notice?.noticeLevel ?? 2,
  noticeSound: rule.notice?.noticeSound ?? 0,
  addresses: rule.emails,
  withPictures: rule.pictures !== null,
  pictureChannels: rule.pictures?.channelIds ?? [1],
  withClip: rule.clip !== null,
  clipChannels: rule.clip?.channelIds ?? [1],
  beforeS: rule.clip?.beforeS ?? CLIP.beforeS,
  afterS: rule.clip?.afterS ?? CLIP.afterS,
});
