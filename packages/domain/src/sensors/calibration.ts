/** Raw units in which a level is measured. `toSi`: metres, a fraction, or volts. */
export const CALIBRATION_UNITS = {
  '0.1mm': { per: 0.0001, kind: 'length' },
  '1mm': { per: 0.001, kind: 'length' },
  '%': { per: 0.01, kind: 'fraction' },
  '0.001V': { per: 0.001, kind: 'voltage' },
} as const;
export type CalibrationUnit = keyof typeof CALIBRATION_UNITS;

/** One row of a calibration: what the sensor says, and the amount (litres, kilograms) that it stands for. */
export interface CalibrationRule {
  readonly raw: number;
  readonly value: number;
}

export interface Calibration {
  readonly unit: CalibrationUnit;
  readonly rules: readonly CalibrationRule[];
}

export const MIN_RULES = 2;
export const MAX_RULES = 200;

export type CalibrationFault =
  | 'tooFewRules'
  | 'tooManyRules'
  | 'emptyData'
  | 'rawNotRising'
  | 'valueNotRising'
  | 'overCapacity'
  | 'negative';

/**
 * What is wrong with a table, and in which row (from 0; null = in all of it). Raw values and amounts rise strictly from row to
 * row: only then does each raw value stand for one amount and the other way round.
 */
export function calibrationFault(
  rules: readonly { readonly raw: number | null; readonly value: number | null }[],
  capacity: number | null = null,
): { readonly fault: CalibrationFault; readonly row: number | null } | null {
  if (rules.length < MIN_RULES) return { fault: 'tooFewRules', row: null };
  if (rules.length > MAX_RULES) return { fault: 'tooManyRules', row: null };
  for (const [row, { raw, value }] of rules.entries()) {
    if (raw === null || value === null || !Number.isFinite(raw) || !Number.isFinite(value)) return { fault: 'emptyData', row };
    if (value < 0) return { fault: 'negative', row };
    const before = rules[row - 1];
    if (before && raw <= before.raw!) return { fault: 'rawNotRising', row };
    if (before && value <= before.value!) return { fault: 'valueNotRising', row };
    if (capacity !== null && value > capacity) return { fault: 'overCapacity', row };
  }
  return null;
}

/**
 * The amount for a raw value: straight between the rows around it, the first or last amount outside of them. The rules must
 * have passed {@link calibrationFault}.
 */
export function calibrated(rules: readonly CalibrationRule[], raw: number): number {
  const last = rules.length - 1;
  if (raw <= rules[0]!.raw) return rules[0]!.value;
  if (raw >= rules[last]!.raw) return rules[last]!.value;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (rules[middle]!.raw <= raw) low = middle;
    else high = middle;
  }
  const [a, b] = [rules[low]!, rules[high]!];
  return a.value + ((raw - a.raw) / (b.raw - a.raw)) * (b.value - a.value);
}
