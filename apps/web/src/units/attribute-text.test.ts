import { measuresIn, unitChoiceOf } from '@sightline/domain';
import { expect, it } from 'vitest';
import { attributeText } from './attribute-text.ts';

it('what a device said is told in the person’s units; what nobody knows the unit of as it came', () => {
  const british = measuresIn(unitChoiceOf({ speedUnit: 'mph', temperatureUnit: 'fahrenheit', oilQuantityUnit: 'ukGallon' }));
  const said = {
    obdSpeed: 50,
    temp2: 20,
    fuel1: 100,
    odometer: 1_609_344,
    power: 12.5,
    fuelConsumption: 10,
    sat: 9,
    io66: 13,
    ignition: true,
  };
  expect(Object.entries(said).map(([name, value]) => attributeText(british, name, value))).toEqual([
    '31 mph',
    '68.0 °F',
    '22.0 gal (UK)',
    '1000.000 mi',
    '12.5 V',
    '2.20 gal (UK)/h',
    '9',
    '13',
    'true',
  ]);
  expect(attributeText(british, 'fuel', 'low')).toBe('low');
});
