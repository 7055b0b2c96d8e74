import { describe, expect, it } from 'vitest';
import { withPlace, type Way } from './way.ts';

const wayOf = (...places: [lat: number, lon: number][]): Way => places.reduce<Way>((way, [lat, lon]) => withPlace(way, lat, lon), []);

describe('the way of a shared device', () => {
  it('grows by each new place', () => {
    expect(wayOf([48, 11], [48.1, 11.1])).toEqual([
      [11, 48],
      [11.1, 48.1],
    ]);
  });

  it('does not grow while the device stands, nor by what is no place', () => {
    expect(wayOf([48, 11], [48, 11])).toHaveLength(1);
    expect(wayOf([48, 11], [Number.NaN, 11])).toHaveLength(1);
  });

  it('crosses the date line the short way', () => {
    expect(wayOf([0, 179.5], [0, -179.5], [0, 179.5]).map(([lon]) => lon)).toEqual([179.5, 180.5, 179.5]);
  });
});
