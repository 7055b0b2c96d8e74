import { DEFAULT_UNITS } from '@sightline/domain';
import { expect, it } from 'vitest';
import { unitsFor } from './user-units.ts';

it('every quantity follows the choice, also where a number brings the name of its unit', () => {
  const british = unitsFor(
    { speed: 'mph', distance: 'mile', temperature: 'fahrenheit', volume: 'ukGallon', consumption: 'perKm' },
    undefined,
    'GBP',
  );
  expect([
    british.speed(100),
    british.distance(16_093.44),
    british.temperature(100),
    british.volume(45.4609),
    british.consumption(8),
    british.named(100, 'km/h'),
    british.named(1000, '0.1 km/h'),
    british.named(-40, '°C'),
    british.named(12.5, 'V'),
    british.named(3, ''),
    british.scale,
  ]).toEqual(['62 mph', '10.0 mi', '212.0 °F', '10.0 gal (UK)', '0.080 L/km', '62 mph', '62 mph', '-40.0 °F', '12.5 V', '3', 'mile']);
});

it('is written as the locale does, and never "-0"', () => {
  const plain = unitsFor(DEFAULT_UNITS, undefined, 'USD');
  expect([plain.distance(12_345_678), plain.speed(-0.2), plain.speed(NaN)]).toEqual(['12345.7 km', '0 km/h', '']);
  expect(unitsFor(DEFAULT_UNITS, 'de-DE', 'EUR').distance(12_345_678)).toBe('12.345,7 km');
});
