import { AlertCondition, comparisonText, optionText, sourceName, type CustomizeAlarm, type OutputOf } from '@sightline/contract';
import type { CustomizeAlarmRow } from '@sightline/db';
import { CONDITION_SOURCE_IDS, isWithin, sourceOf, type ConditionMatch } from '@sightline/domain';
import type { Principal } from '../principal.ts';
import { isoTime } from '../times.ts';

/** A row of the database as the asker gets it. */
export const customizeAlarmOf = (principal: Principal, row: CustomizeAlarmRow): CustomizeAlarm => ({
  id: row.id,
  customerName: row.customer_name ?? '',
  changeable: isWithin(principal.customerPath, row.customer_path),
  alarmName: row.name,
  note: row.note,
  noticeLevel: row.notice_level,
  noticeSound: row.notice_sound,
  match: row.match as ConditionMatch,
  conditions: AlertCondition.array().parse(row.conditions),
  holdS: row.hold_s,
  enabled: row.enabled,
  ruleCount: row.rule_count,
  ruleNames: row.rule_names,
  createTime: isoTime(row.created_at),
  updateTime: isoTime(row.updated_at),
});

/** The catalogue of what conditions may ask, in a language. */
export const conditionCatalogue = (language: 'en' | 'zh'): OutputOf<'config.customizeAlarm.rules'> =>
  CONDITION_SOURCE_IDS.map((source) => {
    const definition = sourceOf(source);
    const isNumber = definition.kind === 'number';
    return {
      source,
      sourceName: sourceName(source, language),
      kind: definition.kind,
      comparisons: definition.comparisons.map((comparison) => ({ comparison, comparisonName: comparisonText(comparison, language) })),
      unit: isNumber ? definition.unit : '',
      min: isNumber ? definition.min : null,
      max: isNumber ? definition.max : null,
      step: isNumber ? (definition.step ?? null) : null,
      numberFrom: definition.numbers?.from ?? null,
      numberTo: definition.numbers?.to ?? null,
      options: isNumber ? [] : definition.options.map((value) => ({ value, optionName: optionText(source, value, language) })),
    };
  });
