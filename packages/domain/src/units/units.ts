/**
 * Every unit that the product shows. Stored numbers are in the base unit of their quantity (km/h, m, °C, l, l/100 km, s); a shown number is
 * `stored * factor + offset`.
 */
interface UnitDefinition {
  readonly symbol: string;
  readonly factor: number;
  readonly offset?: number;
  /** Decimals when nothing else is said. */
  readonly decimals: number;
}
const unit = (symbol: string, factor: number, decimals: number, offset = 0): UnitDefinition => ({ symbol, factor, decimals, offset });

const MILE_M = 1609.344;
const NAUTICAL_MILE_M = 1852;
const UK_GALLON_L = 4.54609;
const US_GALLON_L = 3.785411784;

export const UNITS = {
  speed: { kmh: unit('km/h', 1, 0), mph: unit('mph', 1000 / MILE_M, 0), knots: unit('kn', 1000 / NAUTICAL_MILE_M, 0) },
  distance: {
    km: unit('km', 1 / 1000, 2),
    mile: unit('mi', 1 / MILE_M, 2),
    nauticalMile: unit('nmi', 1 / NAUTICAL_MILE_M, 2),
    m: unit('m', 1, 0),
  },
  temperature: { celsius: unit('°C', 1, 1), fahrenheit: unit('°F', 1.8, 1, 32) },
  volume: { litre: unit('L', 1, 1), ukGallon: unit('gal (UK)', 1 / UK_GALLON_L, 1), usGallon: unit('gal (US)', 1 / US_GALLON_L, 1) },
  consumption: { per100km: unit('L/100km', 1, 1), perKm: unit('L/km', 1 / 100, 3) },
} as const satisfies Record<string, Record<string, UnitDefinition>>;

export type Quantity = keyof typeof UNITS;
export type UnitOf<Q extends Quantity> = keyof (typeof UNITS)[Q] & string;

/** What a user has chosen; one unit for each quantity. */
export type UnitChoice = { readonly [Q in Quantity]: UnitOf<Q> };
export const DEFAULT_UNITS: UnitChoice = { speed: 'kmh', distance: 'km', temperature: 'celsius', volume: 'litre', consumption: 'per100km' };

/** Distance goes with the unit of speed until a person chooses otherwise. */
export const DISTANCE_OF_SPEED = { kmh: 'km', mph: 'mile', knots: 'nauticalMile' } as const satisfies Record<
  UnitOf<'speed'>,
  UnitOf<'distance'>
>;

/** What a person has chosen, as it is stored; `distanceUnit` null: goes with the speed. */
export interface ChosenUnits {
  readonly speedUnit: UnitOf<'speed'>;
  readonly distanceUnit: UnitOf<'distance'> | null;
  readonly temperatureUnit: UnitOf<'temperature'>;
  readonly oilQuantityUnit: UnitOf<'volume'>;
  readonly oilConsumptionUnit: UnitOf<'consumption'>;
}

/** One unit for each quantity from what a person has chosen. */
export const unitChoiceOf = (chosen: ChosenUnits): UnitChoice => ({
  speed: chosen.speedUnit,
  distance: chosen.distanceUnit ?? DISTANCE_OF_SPEED[chosen.speedUnit],
  temperature: chosen.temperatureUnit,
  volume: chosen.oilQuantityUnit,
  consumption: chosen.oilConsumptionUnit,
});

const definitionOf = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>): UnitDefinition => {
  const units: Readonly<Record<string, UnitDefinition>> = UNITS[quantity];
  const found = units[name];
  if (found === undefined) throw new RangeError(`no unit ${name} of ${quantity}`);
  return found;
};

/** A stored number in the unit. */
export const toUnit = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, stored: number): number => {
  const { factor, offset = 0 } = definitionOf(quantity, name);
  return stored * factor + offset;
};

/** A number of the unit as it is stored. */
export const fromUnit = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, shown: number): number => {
  const { factor, offset = 0 } = definitionOf(quantity, name);
  return (shown - offset) / factor;
};

export const unitSymbol = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>): string => definitionOf(quantity, name).symbol;

/** The number alone, rounded, for a table whose header has the unit; empty for null. Never "-0". */
export const formatNumberIn = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, stored: number | null, decimals?: number): string => {
  if (stored === null || !Number.isFinite(stored)) return '';
  const text = toUnit(quantity, name, stored).toFixed(decimals ?? definitionOf(quantity, name).decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
};

/** Number and unit, "54 km/h"; empty for null. */
export const formatIn = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, stored: number | null, decimals?: number): string => {
  const text = formatNumberIn(quantity, name, stored, decimals);
  return text === '' ? '' : `${text} ${unitSymbol(quantity, name)}`;
};

/** Fuel per 100 km from litres and metres; null when nothing was driven. */
export const consumptionPer100km = (litres: number, metres: number): number | null => (metres > 0 ? (litres / metres) * 100_000 : null);
