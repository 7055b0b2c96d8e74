import { conversionOf, roundTo, type Conversion } from './conversion.ts';
import { toUnit, unitDecimals, unitSymbol, type Quantity, type UnitChoice, type UnitOf } from './units.ts';

/** Numbers in a person's units: on screens, in files, in pages. Numbers without a value are nothing ('' or null). */
export interface Measures {
  readonly choice: UnitChoice;
  readonly symbol: (quantity: Quantity) => string;
  /** The number alone, for a list whose heading has the symbol. */
  readonly number: (quantity: Quantity, stored: number, decimals?: number) => string;
  /** Number and symbol. */
  readonly text: (quantity: Quantity, stored: number, decimals?: number) => string;
  /** A rounded number for the cell of a table. */
  readonly cell: (quantity: Quantity, stored: number | null, decimals?: number) => number | null;
  /** From metres: in the unit of what is near below one of the unit of distance. */
  readonly near: (metres: number) => string;
  /** A number that comes with the name of its unit (`km/h`, `l`); those that nobody chooses stay as they are. */
  readonly named: (value: number, unit: string, decimals?: number) => string;
  /** The same with what it was, where that is another unit: `62.1 mph (100 km/h)`. For numbers that a device takes or sent. */
  readonly beside: (value: number, unit: string) => string;
  /** How numbers with this unit are shown; null when nobody chooses how. */
  readonly conversion: (unit: string) => Conversion | null;
}

/** Decimals of what a file tells: enough to reckon on with. */
export const CELL_DECIMALS: Readonly<Record<Quantity, number>> = {
  speed: 1,
  distance: 3,
  length: 1,
  temperature: 2,
  volume: 3,
  consumption: 3,
  flow: 3,
};

/** One is never shown with fewer decimals beside what it was: neighbours would look the same. */
const BESIDE_DECIMALS = 1;

const NEAR_DECIMALS = 1;

/** Numbers in these units, written as the locale does (BCP 47); without one with a point and without groups. */
export function measuresIn(choice: UnitChoice, localeTag?: string): Measures {
  const formats = new Map<number, Intl.NumberFormat>();
  const written = (value: number, decimals: number): string => {
    let format = formats.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat(localeTag ?? 'en-US', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: localeTag !== undefined,
        signDisplay: 'negative',
      });
      formats.set(decimals, format);
    }
    return format.format(value);
  };
  const chosen = (quantity: Quantity): UnitOf<Quantity> => choice[quantity] as UnitOf<Quantity>;
  const symbol = (quantity: Quantity): string => unitSymbol(quantity, chosen(quantity));
  const withUnit = (number: string, unit: string): string => (number === '' || unit === '' ? number : `${number} ${unit}`);
  const number = (quantity: Quantity, stored: number, decimals?: number): string => {
    const value = toUnit(quantity, chosen(quantity), stored);
    return Number.isFinite(value) ? written(value, decimals ?? unitDecimals(quantity, chosen(quantity))) : '';
  };
  const text = (quantity: Quantity, stored: number, decimals?: number): string =>
    withUnit(number(quantity, stored, decimals), symbol(quantity));
  const conversion = (unit: string): Conversion | null => conversionOf(choice, unit);
  return {
    choice,
    symbol,
    number,
    text,
    cell: (quantity, stored, decimals = CELL_DECIMALS[quantity]) => {
      const value = stored === null ? NaN : toUnit(quantity, chosen(quantity), stored);
      return Number.isFinite(value) ? roundTo(value, decimals) : null;
    },
    near: (metres) => (toUnit('distance', choice.distance, metres) < 1 ? text('length', metres) : text('distance', metres, NEAR_DECIMALS)),
    named: (value, unit, decimals) => {
      const found = conversion(unit);
      if (found === null) return withUnit(String(value), unit);
      const shown = found.convert(value);
      return Number.isFinite(shown) ? withUnit(written(shown, decimals ?? found.decimals), found.symbol) : '';
    },
    beside: (value, unit) => {
      const found = conversion(unit);
      // A unit that is a part of another (`0.1 km`) begins with a number itself.
      const own = /^\d/.test(unit) ? `${String(value)} × ${unit}` : withUnit(String(value), unit);
      if (found === null || found.isSame) return own;
      const shown = found.convert(value);
      return Number.isFinite(shown) ? `${written(shown, Math.max(found.decimals, BESIDE_DECIMALS))} ${found.symbol} (${own})` : own;
    },
    conversion,
  };
}
