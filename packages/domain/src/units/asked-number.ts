import { roundTo, type Conversion } from './conversion.ts';

/** What is taken, in the unit that is stored or sent. */
export interface TakenNumber {
  readonly min: number;
  readonly max: number;
  /** Only multiples of it are taken; absent: any number. */
  readonly step?: number;
}

/** A number that a form asks for in a person's unit, while another unit is stored. */
export interface AskedNumber {
  readonly symbol: string;
  readonly min: number;
  readonly max: number;
  /** Of the arrows of the field. */
  readonly step: number;
  readonly decimals: number;
  /** A stored number as the field has it. */
  readonly shown: (stored: number) => number;
  /** What is stored for what was typed; `before` when it says the same as before: looking at a number does not change it. */
  readonly stored: (typed: number, before: number | null) => number;
}

/** So many digits are kept of what was typed where any number is taken: enough to show the same again. */
const KEPT_DECIMALS = 6;
/** Decimals of a field whose numbers have no step. */
const FREE_DECIMALS = 2;
/** Below this the arrows of a field go in its last decimal. */
const WIDE_RANGE = 20;

/** How a number is asked for. Decimals are so many that every number that is taken has a face of its own. */
export function askedIn({ symbol, convert, back }: Conversion, taken: TakenNumber): AskedNumber {
  const { min, max, step } = taken;
  const perStep = Math.abs(convert(step ?? 1) - convert(0));
  const decimals = step === undefined ? FREE_DECIMALS : Math.max(0, Math.ceil(-Math.log10(perStep) - 1e-9));
  const shown = (stored: number): number => roundTo(convert(stored), decimals);
  const onGrid = (value: number): number =>
    step === undefined ? roundTo(value, KEPT_DECIMALS) : roundTo(Math.round(value / step) * step, KEPT_DECIMALS);
  const [low, high] = [shown(min), shown(max)];
  return {
    symbol,
    min: low,
    max: high,
    step: high - low > WIDE_RANGE ? 1 : 10 ** -decimals,
    decimals,
    shown,
    stored: (typed, before) =>
      before !== null && shown(before) === roundTo(typed, decimals) ? before : Math.min(max, Math.max(min, onGrid(back(typed)))),
  };
}
