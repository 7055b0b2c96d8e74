import { describe, expect, it } from 'vitest';
import { consumptionPer100km, DEFAULT_UNITS, formatIn, formatNumberIn, fromUnit, toUnit, unitChoiceOf, UNITS } from './units.ts';
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
    ['distance', 'm', 12, 12],
    ['temperature', 'celsius', 21.5, 21.5],
    ['volume', 'litre', 3, 3],
    ['consumption', 'per100km', 8, 8],
    ['volume', 'ukGallon', 4.54609, 1],
    ['volume', 'usGallon', 3.785411784, 1],
    ['consumption', 'perKm', 8, 0.08],
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

  it('writes numbers with and without the unit, and nothing for nothing', () => {
    expect(formatIn('speed', 'mph', 88)).toBe('55 mph');
    expect(formatIn('distance', 'km', 12_345)).toBe('12.35 km');
    expect(formatNumberIn('temperature', 'celsius', -0.01)).toBe('0.0');
    expect([formatIn('volume', 'litre', null), formatNumberIn('speed', 'kmh', NaN)]).toEqual(['', '']);
    expect([consumptionPer100km(8, 100_000), consumptionPer100km(8, 0)]).toEqual([8, null]);
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
      temperature: 'fahrenheit',
      volume: 'usGallon',
      consumption: 'perKm',
    });
    expect(unitChoiceOf({ ...chosen, speedUnit: 'knots' }).distance).toBe('nauticalMile');
    expect(unitChoiceOf({ ...chosen, distanceUnit: 'km' }).distance).toBe('km');
  });
});
