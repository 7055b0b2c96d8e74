import { capacityFits, DEFAULT_UNITS, measuresIn, unitChoiceOf, type FuelTank } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { computedText, drawnBox, sizesOf, statedText, tankKind, tankOfKind, type TankKind } from './tank-shape.ts';
import { changedSensor } from './sensor-forms.tsx';

const KINDS: readonly TankKind[] = ['cuboid', 'lying', 'standing'];

describe('the form of a tank', () => {
  it('goes from every shape to every other and always has a capacity that fits', () => {
    for (const from of KINDS) {
      for (const to of KINDS) {
        const tank = tankOfKind(to, tankOfKind(from, null)) as FuelTank;
        expect(tankKind(tank)).toBe(to);
        expect(capacityFits(tank), `${from} to ${to}`).toBe(true);
        for (const size of sizesOf(tank)) expect((tank as unknown as Record<string, number>)[size]).toBeGreaterThan(0);
      }
    }
    expect(tankOfKind('none', tankOfKind('cuboid', null))).toBeNull();
  });

  it('keeps fuel and the capacity on the plate when a cylinder is turned', () => {
    const lying: FuelTank = { shape: 'cylinder', diameterMm: 600, lengthMm: 1200, lying: true, capacityL: 320, fuelType: 'petrol' };
    expect(tankOfKind('standing', lying)).toEqual({ ...lying, lying: false });
  });

  it('is drawn to scale within its room', () => {
    const room = { width: 200, height: 120 };
    const flat = drawnBox(2000, 100, 500, room);
    expect(flat.width / flat.height).toBeCloseTo(20);
    for (const [w, h, d] of [
      [1, 20_000, 1],
      [20_000, 1, 1],
      [1, 1, 20_000],
      [600, 600, 600],
    ] as const) {
      const box = drawnBox(w, h, d, room);
      expect(box.width + box.depth).toBeLessThanOrEqual(room.width + 1e-9);
      expect(box.height + box.depth).toBeLessThanOrEqual(room.height + 1e-9);
    }
  });
});

it('says volumes in the person’s unit, no more precisely than they are known', () => {
  const plain = measuresIn(DEFAULT_UNITS);
  const gallons = measuresIn(unitChoiceOf({ oilQuantityUnit: 'ukGallon' }));
  expect([computedText(plain, 339.292), computedText(plain, 59.71), computedText(gallons, 339.292)]).toEqual([
    '339 l',
    '59.7 l',
    '74.6 gal (UK)',
  ]);
  expect([statedText(plain, 280), statedText(plain, 280.5), statedText(gallons, 280)]).toEqual(['280 l', '280.5 l', '61.6 gal (UK)']);
});

describe('a changed sensor', () => {
  const sensor = { type: 'fuel', unit: 'l' } as const;

  it('takes the unit of its new type, unless the person chose one', () => {
    expect(changedSensor(sensor, { type: 'temperature', unit: 'l' })).toEqual({ type: 'temperature', unit: '°C' });
    expect(changedSensor(sensor, { type: 'temperature', unit: '°F' })).toEqual({ type: 'temperature', unit: '°F' });
    expect(changedSensor(sensor, { type: 'fuel', unit: 'gal' })).toEqual({ type: 'fuel', unit: 'gal' });
  });
});
