/**
 * Every unit that the product shows. Stored numbers are in the base unit of their quantity (km/h, m, °C, l, l/100 km, l/h); a shown
 * number is `stored * factor + offset`, and `factor / stored` where more of the one is less of the other (miles per gallon).
 */
interface UnitDefinition {
  readonly symbol: string;
  readonly factor: number;
  readonly offset?: number;
  readonly inverse?: true;
  /** Decimals when nothing else is said. */
  readonly decimals: number;
}
const unit = (symbol: string, factor: number, decimals: number, offset = 0): UnitDefinition => ({ symbol, factor, decimals, offset });
const inverse = (symbol: string, factor: number, decimals: number): UnitDefinition => ({ symbol, factor, decimals, inverse: true });

const MILE_M = 1609.344;
const FOOT_M = 0.3048;
const NAUTICAL_MILE_M = 1852;
const UK_GALLON_L = 4.54609;
const US_GALLON_L = 3.785411784;

export const UNITS = {
  speed: { kmh: unit('km/h', 1, 0), mph: unit('mph', 1000 / MILE_M, 0), knots: unit('kn', 1000 / NAUTICAL_MILE_M, 0) },
  distance: {
    km: unit('km', 1 / 1000, 2),
    mile: unit('mi', 1 / MILE_M, 2),
    nauticalMile: unit('nmi', 1 / NAUTICAL_MILE_M, 2),
  },
  /** Heights, and what is near. */
  length: { m: unit('m', 1, 0), foot: unit('ft', 1 / FOOT_M, 0) },
  temperature: { celsius: unit('°C', 1, 1), fahrenheit: unit('°F', 1.8, 1, 32) },
  volume: { litre: unit('L', 1, 1), ukGallon: unit('gal (UK)', 1 / UK_GALLON_L, 1), usGallon: unit('gal (US)', 1 / US_GALLON_L, 1) },
  consumption: {
    per100km: unit('L/100km', 1, 1),
    perKm: unit('L/km', 1 / 100, 3),
    kmPerLitre: inverse('km/L', 100, 1),
    milesPerUkGallon: inverse('mpg (UK)', (UK_GALLON_L * 100_000) / MILE_M, 1),
    milesPerUsGallon: inverse('mpg (US)', (US_GALLON_L * 100_000) / MILE_M, 1),
  },
  flow: { litre: unit('L/h', 1, 1), ukGallon: unit('gal (UK)/h', 1 / UK_GALLON_L, 2), usGallon: unit('gal (US)/h', 1 / US_GALLON_L, 2) },
} as const satisfies Record<string, Record<string, UnitDefinition>>;

export type Quantity = keyof typeof UNITS;
export type UnitOf<Q extends Quantity> = keyof (typeof UNITS)[Q] & string;

/** What a user has chosen; one unit for each quantity. */
export type UnitChoice = { readonly [Q in Quantity]: UnitOf<Q> };
export const DEFAULT_UNITS: UnitChoice = {
  speed: 'kmh',
  distance: 'km',
  length: 'm',
  temperature: 'celsius',
  volume: 'litre',
  consumption: 'per100km',
  flow: 'litre',
};

/** Distance goes with the unit of speed until a person chooses otherwise. */
export const DISTANCE_OF_SPEED = { kmh: 'km', mph: 'mile', knots: 'nauticalMile' } as const satisfies Record<
  UnitOf<'speed'>,
  UnitOf<'distance'>
>;

/** Heights and what is near go with the distance. */
export const LENGTH_OF_DISTANCE = { km: 'm', mile: 'foot', nauticalMile: 'm' } as const satisfies Record<
  UnitOf<'distance'>,
  UnitOf<'length'>
>;

/** What a person has chosen, as it is stored; `distanceUnit` null: goes with the speed. */
export interface ChosenUnits {
  readonly speedUnit: UnitOf<'speed'>;
  readonly distanceUnit: UnitOf<'distance'> | null;
  readonly temperatureUnit: UnitOf<'temperature'>;
  readonly oilQuantityUnit: UnitOf<'volume'>;
  readonly oilConsumptionUnit: UnitOf<'consumption'>;
}

/** One unit for each quantity from what a person has chosen; the product's where nothing is said. */
export const unitChoiceOf = (chosen: Partial<ChosenUnits>): UnitChoice => {
  const speed = chosen.speedUnit ?? DEFAULT_UNITS.speed;
  const distance = chosen.distanceUnit ?? DISTANCE_OF_SPEED[speed];
  const volume = chosen.oilQuantityUnit ?? DEFAULT_UNITS.volume;
  return {
    speed,
    distance,
    length: LENGTH_OF_DISTANCE[distance],
    temperature: chosen.temperatureUnit ?? DEFAULT_UNITS.temperature,
    volume,
    consumption: chosen.oilConsumptionUnit ?? DEFAULT_UNITS.consumption,
    flow: volume,
  };
};

const definitionOf = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>): UnitDefinition => {
  const units: Readonly<Record<string, UnitDefinition>> = UNITS[quantity];
  const found = units[name];
  if (found === undefined) throw new RangeError(`no unit ${name} of ${quantity}`);
  return found;
};

/** A stored number in the unit; nothing used is no number of miles per gallon: infinite. */
export const toUnit = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, stored: number): number => {
  const { factor, offset = 0, inverse: turned } = definitionOf(quantity, name);
  return turned ? factor / stored : stored * factor + offset;
};

/** A number of the unit as it is stored. */
export const fromUnit = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>, shown: number): number => {
  const { factor, offset = 0, inverse: turned } = definitionOf(quantity, name);
  return turned ? factor / shown : (shown - offset) / factor;
};

/** Decimals of the unit when nothing else is said. */
export const unitDecimals = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>): number => definitionOf(quantity, name).decimals;

export const unitSymbol = <Q extends Quantity>(quantity: Q, name: UnitOf<Q>): string => definitionOf(quantity, name).symbol;

/** Fuel per 100 km from litres and metres; null when nothing was driven. */
export const consumptionPer100km = (litres: number, metres: number): number | null => (metres > 0 ? (litres / metres) * 100_000 : null);
