import {
  ALARM_KINDS,
  COMPARISONS,
  CONDITION_MATCHES,
  CONDITION_SOURCE_IDS,
  conditionFault,
  DEVICE_LIMITS,
  isDaySpan,
  type Condition,
} from '@sightline/domain';
import { z } from 'zod';
import { CONFIG_RULE_LIMITS, CUSTOMIZE_ALARM_LIMITS } from '../limits/customization.limits.ts';
import { idOf, instant, timezone } from '../schema/primitives.ts';

/** One line, no control characters. */
const lineText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^\P{Cc}*$/u)
    .meta({ examples: ['Night shift'] });

/** 1 a dialog, 2 a message of five seconds, 3 the list behind the bell. */
export const noticeLevel = () => z.int().min(1).max(3);
/** Which sound; 0: none. */
export const noticeSound = () => z.int().min(0).max(3);

/** Something that is asked of a device; what a source takes is in the answer of `config.customizeAlarm.rules`. */
export const AlertCondition = z
  .object({
    source: z.enum(CONDITION_SOURCE_IDS),
    /** Which one of several, where the source is numbered; 0: the one without a number. */
    number: z.int().min(0).max(DEVICE_LIMITS.channels).optional(),
    comparison: z.enum(COMPARISONS),
    /** In the unit of the source, or one of its words. */
    value: z.union([z.number(), z.string().max(40)]),
  })
  .superRefine((condition: Condition, context) => {
    const fault = conditionFault(condition);
    if (fault !== null) context.addIssue({ code: 'custom', path: [fault], message: `not taken by ${condition.source}` });
  })
  .meta({ id: 'AlertCondition' });
export type AlertCondition = z.output<typeof AlertCondition>;

/** What a person says of a customized alert. */
export const customizeAlarmFields = {
  alarmName: lineText(1, CUSTOMIZE_ALARM_LIMITS.name),
  note: lineText(0, CUSTOMIZE_ALARM_LIMITS.note),
  noticeLevel: noticeLevel(),
  noticeSound: noticeSound(),
  /** Whether all conditions have to hold at once, or one of them. */
  match: z.enum(CONDITION_MATCHES),
  conditions: z
    .array(AlertCondition)
    .min(1)
    .max(CUSTOMIZE_ALARM_LIMITS.conditions)
    .meta({ examples: [[{ source: 'speed', comparison: 'gt', value: 90 }]] }),
  /** How long they have to hold before it is one, s. */
  holdS: z.int().min(0).max(CUSTOMIZE_ALARM_LIMITS.holdS),
  enabled: z.boolean(),
};

export const CustomizeAlarm = z
  .object({
    id: idOf('customizeAlarm'),
    /** Empty where it belongs to a customer above the asker's own. */
    customerName: z.string(),
    /** False for one of a customer above: it can be used and not be changed. */
    changeable: z.boolean(),
    ...customizeAlarmFields,
    /** Rules that ask for it, as far as the asker sees them. */
    ruleCount: z.int(),
    /** Names of the first of them. */
    ruleNames: z.array(z.string()),
    createTime: instant(),
    updateTime: instant(),
  })
  .meta({ id: 'CustomizeAlarm' });
export type CustomizeAlarm = z.output<typeof CustomizeAlarm>;

/** What a condition may ask: a row for each source. */
export const ConditionSourceInfo = z
  .object({
    source: z.enum(CONDITION_SOURCE_IDS),
    sourceName: z.string(),
    kind: z.enum(['number', 'choice']),
    comparisons: z.array(z.object({ comparison: z.enum(COMPARISONS), comparisonName: z.string() })),
    /** Of a number; '' for a choice. */
    unit: z.string(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** Only multiples of it are taken; null: any number. */
    step: z.number().nullable(),
    /** Which ones can be named; 0: the one without a number. Null where there is one alone. */
    numberFrom: z.int().nullable(),
    numberTo: z.int().nullable(),
    options: z.array(z.object({ value: z.string(), optionName: z.string() })),
  })
  .meta({ id: 'ConditionSourceInfo' });

const clock = () =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/)
    .meta({ examples: ['08:00'] });

/** A span of the day by the clock of the rule's zone; one that does not end after it begins goes on into the next day. */
export const DaySpanInput = z
  .object({ from: clock(), to: clock() })
  .refine(isDaySpan, { error: 'expected a span that lasts and begins before 24:00' })
  .meta({ id: 'DaySpan' });

const isWithoutRepeats = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const channels = () =>
  z
    .array(z.int().min(1).max(DEVICE_LIMITS.channels))
    .min(1)
    .max(CONFIG_RULE_LIMITS.channels)
    .refine(isWithoutRepeats, { error: 'expected each channel once' });

/** What is done when a rule holds. Each part is null where nothing of the kind is done. */
export const RuleNotice = z.object({ noticeLevel: noticeLevel(), noticeSound: noticeSound() }).meta({ id: 'RuleNotice' });
export const RulePictures = z.object({ channelIds: channels() }).meta({ id: 'RulePictures' });
export const RuleClip = z
  .object({
    channelIds: channels(),
    /** s before the alarm and after it. */
    beforeS: z.int().min(0).max(CONFIG_RULE_LIMITS.clipBeforeS),
    afterS: z.int().min(0).max(CONFIG_RULE_LIMITS.clipAfterS),
  })
  .meta({ id: 'RuleClip' });

/** What a person says of a rule beside what it is about. */
export const configRuleFields = {
  ruleName: lineText(1, CONFIG_RULE_LIMITS.name),
  note: lineText(0, CONFIG_RULE_LIMITS.note),
  enabled: z.boolean(),
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).refine(isWithoutRepeats, { error: 'expected each day once' }),
  /** None: the whole day. */
  spans: z
    .array(DaySpanInput)
    .max(CONFIG_RULE_LIMITS.spans)
    .meta({ examples: [[{ from: '08:00', to: '18:00' }]] }),
  timezone: timezone(),
  /** Only at such speeds, km/h; null: any. */
  minSpeedKph: z.number().min(0).max(CONFIG_RULE_LIMITS.speedKph).nullable(),
  maxSpeedKph: z.number().min(0).max(CONFIG_RULE_LIMITS.speedKph).nullable(),
  notice: RuleNotice.nullable().meta({ examples: [{ noticeLevel: 2, noticeSound: 0 }] }),
  pictures: RulePictures.nullable().meta({ examples: [{ channelIds: [1] }] }),
  clip: RuleClip.nullable().meta({ examples: [{ channelIds: [1], beforeS: 10, afterS: 20 }] }),
};

const named = <K extends Parameters<typeof idOf>[0]>(kind: K) => z.object({ id: idOf(kind), name: z.string() });

/** What a rule lacks to do anything: what it was about, or whom it told, has gone. */
export const RULE_GAPS = ['devices', 'alarms', 'actions'] as const;

export const ConfigRule = z
  .object({
    id: idOf('rule'),
    customerId: idOf('customer'),
    customerName: z.string(),
    /** Who made it; '' when that user is gone or not seen. */
    account: z.string(),
    ...configRuleFields,
    customers: z.array(named('customer')),
    labels: z.array(named('label')),
    /** Of single devices, as far as the asker sees them. */
    deviceCount: z.int(),
    alarmTypes: z.array(z.enum(ALARM_KINDS as [string, ...string[]])),
    customizeAlarms: z.array(named('customizeAlarm')),
    users: z.array(named('user')),
    emails: z.array(z.string()),
    gaps: z.array(z.enum(RULE_GAPS)),
    createTime: instant(),
    updateTime: instant(),
  })
  .meta({ id: 'ConfigRule' });
export type ConfigRule = z.output<typeof ConfigRule>;

export const ConfigRuleDetail = ConfigRule.extend({
  devices: z.array(z.object({ deviceId: idOf('device'), deviceName: z.string() })),
}).meta({ id: 'ConfigRuleDetail' });
export type ConfigRuleDetail = z.output<typeof ConfigRuleDetail>;
