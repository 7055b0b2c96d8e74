import { sourceName } from '@sightline/contract';
import { CONDITION_SOURCE_IDS, conditionFault, sourceOf, type Comparison, type Condition, type ConditionSource } from '@sightline/domain';
import { i18n, textLanguage } from '../../i18n/i18n.ts';

/** A condition as it is typed: its value may still be missing. */
export interface ConditionDraft {
  readonly source: ConditionSource;
  readonly number?: number | undefined;
  readonly comparison: Comparison;
  readonly value: number | string | null;
}

/** A condition of another source begins with the first of what that one takes. */
export const draftOf = (source: ConditionSource): ConditionDraft => {
  const definition = sourceOf(source);
  return {
    source,
    ...(definition.numbers === undefined ? {} : { number: definition.numbers.from }),
    comparison: definition.comparisons[0],
    // A kind of alarm is chosen; of a few words the first one will often do.
    value: definition.kind === 'choice' && source !== 'alarm' ? definition.options[0] : null,
  };
};

/** The first source that is not asked yet: what a new row begins with. */
export const nextDraft = (rows: readonly ConditionDraft[]): ConditionDraft =>
  draftOf(CONDITION_SOURCE_IDS.find((source) => !rows.some((row) => row.source === source)) ?? 'speed');

const isWhole = (row: ConditionDraft): row is Condition => row.value !== null && row.value !== '';

/** The conditions of a form; null while one of them is not sound. */
export const conditionsOf = (rows: readonly ConditionDraft[]): readonly Condition[] | null => {
  const whole = rows.filter((row): row is ConditionDraft & Condition => isWhole(row) && conditionFault(row) === null);
  return whole.length === rows.length && rows.length > 0 ? whole : null;
};

/** In words of the person: what is wrong with the first row that is not sound, or null. */
export const rowsProblem = (rows: readonly ConditionDraft[]): string | null => {
  const at = rows.findIndex((row) => !isWhole(row) || conditionFault(row) !== null);
  const row = rows[at];
  if (row === undefined) return null;
  const source = sourceName(row.source, textLanguage());
  return i18n.t(isWhole(row) ? 'customization.conditions.wrong' : 'customization.conditions.missing', { row: at + 1, source });
};
