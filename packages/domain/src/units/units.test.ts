import { describe, expect, it } from 'vitest';
import { consumptionPer100km, DEFAULT_UNITS, fromUnit, toUnit, unitChoiceOf, UNITS } from './units.ts';
import type { Quantity, UnitOf } from './units.ts';

describe('units', () => {
  it.each<[Quantity, string, number, number]>([
    ['speed', 'mph', 100, 62.137119],
    ['speed', 'knots', 185.2, 100],
    ['distance', 'km', 1500, 1.5],
    ['distance', 'mile', 1609.344, 1],
    ['distance', 'nauticalMile', 1852, 1],
    ['temperature', 'fahrenheit', 100, 212],
    ['temperature', 'fahrenheit', -40, -40],
    ['speed', 'kmh', 88, 88],
    ['length', 'm', 12, 12],
    ['length', 'foot', 3.048, 10],
    ['temperature', 'celsius', 21.5, 21.5],
    ['volume', 'litre', 3, 3],
    ['consumption', 'per100km', 8, 8],
    ['volume', 'ukGallon', 4.54609, 1],
    ['volume', 'usGallon', 3.785411784, 1],
    ['consumption', 'perKm', 8, 0.08],
    ['consumption', 'kmPerLitre', 8, 12.5],
    ['consumption', 'milesPerUkGallon', 8, 35.310117],
    ['consumption', 'milesPerUsGallon', 8, 29.401823],
    ['flow', 'usGallon', 3.785411784, 1],
  ])('%s in %s', (quantity, name, stored, shown) => {
    expect(toUnit(quantity, name as UnitOf<Quantity>, stored)).toBeCloseTo(shown, 6);
  });

  it('every unit goes there and back, every default exists', () => {
    for (const quantity of Object.keys(UNITS) as Quantity[]) {
      for (const name of Object.keys(UNITS[quantity]) as UnitOf<Quantity>[])
        expect(fromUnit(quantity, name, toUnit(quantity, name, 123.4))).toBeCloseTo(123.4, 9);
      expect(Object.keys(UNITS[quantity])).toContain(DEFAULT_UNITS[quantity]);
    }
  });

  it('nothing driven is no consumption, and nothing used is no number of miles', () => {
    expect([consumptionPer100km(8, 100_000), consumptionPer100km(8, 0)]).toEqual([8, null]);
    expect(toUnit('consumption', 'milesPerUkGallon', 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('distance goes with the speed until it is chosen', () => {
    const chosen = {
      speedUnit: 'mph',
      distanceUnit: null,
      temperatureUnit: 'fahrenheit',
      oilQuantityUnit: 'usGallon',
      oilConsumptionUnit: 'perKm',
    } as const;
    expect(unitChoiceOf(chosen)).toEqual({
      speed: 'mph',
      distance: 'mile',
      length: 'foot',
      temperature: 'fahrenheit',
      volume: 'usGallon',
      consumption: 'perKm',
      flow: 'usGallon',
    });
    expect(unitChoiceOf({})).toEqual(DEFAULT_UNITS);
    expect(unitChoiceOf({ ...chosen, speedUnit: 'knots' }).distance).toBe('nauticalMile');
    expect(unitChoiceOf({ ...chosen, distanceUnit: 'km' }).distance).toBe('km');
  });
});
