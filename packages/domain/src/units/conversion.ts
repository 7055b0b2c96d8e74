import { fromUnit, toUnit, UNITS, unitDecimals, unitSymbol, type Quantity, type UnitChoice, type UnitOf } from './units.ts';

interface NamedUnit {
  readonly quantity: Quantity;
  readonly name: string;
  /** So many of the unit are one of what the name says. */
  readonly scale: number;
}
const named = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, scale = 1): NamedUnit => ({ quantity, name, scale });

/** Other spellings and parts of units, as protocols, sensors and people write them. */
const SPELLINGS: Readonly<Record<string, NamedUnit>> = {
  '0.1 km/h': named('speed', 'kmh', 0.1),
  kph: named('speed', 'kmh'),
  '0.1 km': named('distance', 'km', 0.1),
  l: named('volume', 'litre'),
  'l/h': named('flow', 'litre'),
  'l/100km': named('consumption', 'per100km'),
  '℃': named('temperature', 'celsius'),
  '℉': named('temperature', 'fahrenheit'),
};

const NAMED: ReadonlyMap<string, NamedUnit> = new Map([
  ...(Object.keys(UNITS) as Quantity[]).flatMap((quantity) =>
    (Object.keys(UNITS[quantity]) as UnitOf<Quantity>[]).map((name): [string, NamedUnit] => [
      unitSymbol(quantity, name),
      named(quantity, name),
    ]),
  ),
  ...Object.entries(SPELLINGS),
]);

/** From numbers that come with the name of their unit to those of a person's unit, and back. */
export interface Conversion {
  readonly quantity: Quantity;
  /** Of the person's unit; the name itself where that is the same unit. */
  readonly symbol: string;
  /** The numbers stay what they are. */
  readonly isSame: boolean;
  readonly decimals: number;
  readonly convert: (value: number) => number;
  readonly back: (shown: number) => number;
}

/** How numbers that come with a unit (`km/h`, `0.1 km`, `l`) are shown; null when nobody chooses how (`V`, `%`, `mm`). */
export function conversionOf(choice: UnitChoice, unit: string): Conversion | null {
  const from = NAMED.get(unit);
  if (from === undefined) return null;
  const { quantity, scale } = from;
  const name = from.name as UnitOf<Quantity>;
  const chosen = choice[quantity] as UnitOf<Quantity>;
  const isSame = name === chosen && scale === 1;
  return {
    quantity,
    symbol: isSame ? unit : unitSymbol(quantity, chosen),
    isSame,
    decimals: unitDecimals(quantity, chosen),
    convert: isSame ? (value) => value : (value) => toUnit(quantity, chosen, fromUnit(quantity, name, value * scale)),
    back: isSame ? (shown) => shown : (shown) => toUnit(quantity, name, fromUnit(quantity, chosen, shown)) / scale,
  };
}

/** Rounded to decimals, without the dust of binary fractions; never -0. */
export const roundTo = (value: number, decimals: number): number => {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor + 0;
};
