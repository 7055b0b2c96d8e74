import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedIn } from './asked-number.ts';
import { conversionOf, roundTo, type Conversion } from './conversion.ts';
import { measuresIn } from './measures.ts';
import { DEFAULT_UNITS, unitChoiceOf, UNITS, type Quantity, type UnitChoice } from './units.ts';

const BRITISH = unitChoiceOf({
  speedUnit: 'mph',
  temperatureUnit: 'fahrenheit',
  oilQuantityUnit: 'ukGallon',
  oilConsumptionUnit: 'milesPerUkGallon',
});
const plain = measuresIn(DEFAULT_UNITS);
const british = measuresIn(BRITISH);

const choices: fc.Arbitrary<UnitChoice> = fc.record(
  Object.fromEntries((Object.keys(UNITS) as Quantity[]).map((quantity) => [quantity, fc.constantFrom(...Object.keys(UNITS[quantity]))])),
) as unknown as fc.Arbitrary<UnitChoice>;
/** What forms ask for, as it is stored or sent. */
const WIRE_UNITS = ['km/h', '0.1 km/h', 'km', '0.1 km', 'm', '°C', 'l', 'l/h'] as const;

describe('numbers in a person’s units', () => {
  it('are written with and without the unit, and nothing is nothing', () => {
    expect(british.text('speed', 88)).toBe('55 mph');
    expect(plain.text('distance', 12_345)).toBe('12.35 km');
    expect(plain.number('temperature', -0.01)).toBe('0.0');
    expect([plain.text('speed', NaN), plain.cell('volume', null), british.text('consumption', 0)]).toEqual(['', null, '']);
    expect(british.text('consumption', 8)).toBe('35.3 mpg (UK)');
  });

  it('come with the names that protocols, sensors and people use', () => {
    const shown = ['km/h', '0.1 km/h', 'mph', 'km', '0.1 km', 'm', 'l', 'L', '°C', '℃', '°F', 'l/h', 'V', ''].map((unit) =>
      british.named(100, unit),
    );
    expect(shown).toEqual([
      '62 mph',
      '6 mph',
      '100 mph',
      '62.14 mi',
      '6.21 mi',
      '328 ft',
      '22.0 gal (UK)',
      '22.0 gal (UK)',
      '212.0 °F',
      '212.0 °F',
      '100.0 °F',
      '22.00 gal (UK)/h',
      '100 V',
      '100',
    ]);
    expect(plain.named(7.25, 'l')).toBe('7.3 l');
  });

  it('what a device takes or sent stands beside it, unless it is the same', () => {
    expect([british.beside(100, 'km/h'), british.beside(-40, '°C'), british.beside(12.5, 'V')]).toEqual([
      '62.1 mph (100 km/h)',
      '-40.0 °F (-40 °C)',
      '12.5 V',
    ]);
    expect([plain.beside(100, 'km/h'), plain.beside(15, '0.1 km')]).toEqual(['100 km/h', '1.50 km (15 × 0.1 km)']);
  });

  it('what is near is in metres or feet', () => {
    expect([plain.near(150), plain.near(1500), british.near(150), british.near(1500), british.near(5000)]).toEqual([
      '150 m',
      '1.5 km',
      '492 ft',
      '4921 ft',
      '3.1 mi',
    ]);
  });

  it('cells of tables are numbers to reckon with', () => {
    expect([british.cell('distance', 12_345), british.cell('speed', 36), plain.cell('speed', 54.299999)]).toEqual([7.671, 22.4, 54.3]);
    expect(Object.is(plain.cell('temperature', -0.001), 0)).toBe(true);
  });
});

describe('a number that a form asks for', () => {
  const asked = (unit: string, choice: UnitChoice, min: number, max: number, step?: number) =>
    askedIn(conversionOf(choice, unit) as Conversion, { min, max, ...(step !== undefined && { step }) });

  it('whole kilometres an hour have a face of their own in miles', () => {
    const speed = asked('km/h', BRITISH, 0, 255, 1);
    expect(speed).toMatchObject({ symbol: 'mph', min: 0, max: 158.4, decimals: 1, step: 1 });
    expect([speed.shown(50), speed.stored(31, 50), speed.stored(31.1, 50), speed.stored(200, 50)]).toEqual([31.1, 50, 50, 255]);
  });

  it('looking at it changes nothing, and what was typed comes back as it was typed', () => {
    fc.assert(
      fc.property(
        choices,
        fc.constantFrom(...WIRE_UNITS),
        fc.integer({ min: 0, max: 100_000 }),
        fc.double({ min: 0, max: 100_000, noNaN: true }),
        (choice, unit, whole, free) => {
          const grid = asked(unit, choice, 0, 100_000, 1);
          // On the grid the field alone tells the number again.
          expect(grid.stored(grid.shown(whole), null)).toBe(whole);
          const any = asked(unit, choice, 0, 100_000);
          expect(any.stored(any.shown(free), free)).toBe(free);
          const typed = roundTo(any.shown(free), any.decimals);
          const kept = any.stored(typed, null);
          expect(any.shown(kept)).toBeCloseTo(Math.min(any.max, Math.max(any.min, typed)), any.decimals);
          expect(kept).toBeGreaterThanOrEqual(0);
          expect(kept).toBeLessThanOrEqual(100_000);
        },
      ),
    );
  });

  it('every name goes there and back', () => {
    fc.assert(
      fc.property(
        choices,
        fc.constantFrom(...WIRE_UNITS, 'L/100km'),
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        (choice, unit, value) => {
          const { convert, back } = conversionOf(choice, unit) as Conversion;
          expect(Math.abs(back(convert(value)) - value)).toBeLessThan(1e-9 * Math.max(1, value));
        },
      ),
    );
  });
});
