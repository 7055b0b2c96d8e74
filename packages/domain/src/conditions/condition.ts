import { roundTo } from '../units/conversion.ts';
import { sourceOf, type Comparison, type ConditionSource } from './condition-sources.ts';

/** Something that is asked of a device: `{ source: 'temperature', number: 2, comparison: 'gt', value: 8 }`. */
export interface Condition {
  readonly source: ConditionSource;
  /** Which one of several, for sources that are numbered; 0: the one without a number. */
  readonly number?: number | undefined;
  readonly comparison: Comparison;
  /** In the unit of the source, or one of its words. */
  readonly value: number | string;
}

/** Whether all conditions have to hold at once, or one of them. */
export const CONDITION_MATCHES = ['all', 'any'] as const;
export type ConditionMatch = (typeof CONDITION_MATCHES)[number];

const STEP_DECIMALS = 6;
const isOnStep = (value: number, step: number): boolean => {
  const steps = roundTo(value / step, STEP_DECIMALS);
  return Number.isInteger(steps);
};

/** Which part of a condition its source does not take; null when it is sound. */
export function conditionFault({ source, number, comparison, value }: Condition): 'number' | 'comparison' | 'value' | null {
  const definition = sourceOf(source);
  const { numbers } = definition;
  if (numbers === undefined ? number !== undefined : number === undefined || number < numbers.from || number > numbers.to) return 'number';
  if (!definition.comparisons.includes(comparison)) return 'comparison';
  if (definition.kind === 'choice') return typeof value === 'string' && definition.options.includes(value) ? null : 'value';
  if (typeof value !== 'number' || !(value >= definition.min && value <= definition.max)) return 'value';
  return definition.step === undefined || isOnStep(value, definition.step) ? null : 'value';
}

/** The attribute that a condition reads (`temp2`, `power`); null when it reads none. */
export const attributeOf = ({ source, number = 0 }: Pick<Condition, 'source' | 'number'>): string | null => {
  const { attribute } = sourceOf(source);
  return attribute === undefined ? null : number === 0 ? attribute : `${attribute}${number}`;
};
