import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, calibrationFault, MAX_RULES, type CalibrationRule } from './calibration.ts';
import { fuelUsedBetween } from './fuel-used.ts';
import { capacityFits, fullVolumeL, litresOf, tankHeightMm, volumeL, type FuelTank, type TankShape } from './tank.ts';

const size = fc.integer({ min: 10, max: 5000 });
const shapes: fc.Arbitrary<TankShape> = fc.oneof(
  fc.record({ shape: fc.constant('cuboid' as const), lengthMm: size, widthMm: size, heightMm: size }),
  fc.record({ shape: fc.constant('cylinder' as const), diameterMm: size, lengthMm: size, lying: fc.boolean() }),
);
const rules: fc.Arbitrary<CalibrationRule[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 })), { minLength: 2, maxLength: 40 })
  .map((steps) => {
    let [raw, value] = [-5, 0];
    return steps.map(([dRaw, dValue]) => ({ raw: (raw += dRaw), value: (value += dValue) }));
  });

describe('tanks', () => {
  it('volumes of known bodies', () => {
    expect(volumeL({ shape: 'cuboid', lengthMm: 1000, widthMm: 500, heightMm: 400 }, 200)).toBeCloseTo(100, 9);
    const lying: TankShape = { shape: 'cylinder', diameterMm: 600, lengthMm: 1200, lying: true };
    expect(fullVolumeL(lying)).toBeCloseTo((Math.PI * 300 ** 2 * 1200) / 1e6, 6);
    expect(volumeL(lying, 300)).toBeCloseTo(fullVolumeL(lying) / 2, 6);
    // A quarter of the diameter: the circle segment of 120 degrees, R^2 (pi/3 - sqrt(3)/4).
    expect(volumeL(lying, 150)).toBeCloseTo((300 ** 2 * (Math.PI / 3 - Math.sqrt(3) / 4) * 1200) / 1e6, 6);
    expect(volumeL({ ...lying, lying: false }, 600)).toBeCloseTo(fullVolumeL(lying) / 2, 6);
  });

  it('a higher level is never less, empty is nothing, full is all, and two halves of a lying tank are mirror images', () => {
    fc.assert(
      fc.property(shapes, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (tank, a, b) => {
        const height = tankHeightMm(tank);
        const full = fullVolumeL(tank);
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((part) => volumeL(tank, part * height)) as [number, number];
        expect(low).toBeLessThanOrEqual(high + 1e-9 * full);
        expect(volumeL(tank, 0)).toBeCloseTo(0, 6);
        expect(volumeL(tank, height + 1)).toBeCloseTo(full, 6);
        expect(Math.abs(volumeL(tank, a * height) + volumeL(tank, (1 - a) * height) - full)).toBeLessThan(1e-6 * full + 1e-9);
      }),
    );
  });

  it('the capacity must be about the volume', () => {
    const tank: FuelTank = { shape: 'cuboid', lengthMm: 1000, widthMm: 500, heightMm: 400, capacityL: 180, fuelType: 'diesel' };
    expect(capacityFits(tank)).toBe(true);
    expect(capacityFits({ ...tank, capacityL: 20 })).toBe(false);
    expect(capacityFits({ ...tank, capacityL: 300 })).toBe(false);
  });
});

describe('calibration', () => {
  it.each([
    [[{ raw: 1, value: 1 }], 'tooFewRules', null],
    [Array.from({ length: MAX_RULES + 1 }, (_, i) => ({ raw: i, value: i })), 'tooManyRules', null],
    [
      [
        { raw: 1, value: 1 },
        { raw: null, value: 2 },
      ],
      'emptyData',
      1,
    ],
    [
      [
        { raw: 1, value: 1 },
        { raw: 2, value: Number.NaN },
      ],
      'emptyData',
      1,
    ],
    [
      [
        { raw: 1, value: 1 },
        { raw: 1, value: 2 },
      ],
      'rawNotRising',
      1,
    ],
    [
      [
        { raw: 1, value: 2 },
        { raw: 2, value: 2 },
      ],
      'valueNotRising',
      1,
    ],
    [
      [
        { raw: 1, value: -1 },
        { raw: 2, value: 2 },
      ],
      'negative',
      0,
    ],
    [
      [
        { raw: 1, value: 1 },
        { raw: 2, value: 101 },
      ],
      'overCapacity',
      1,
    ],
  ])('refuses %j as %s', (table, fault, row) => expect(calibrationFault(table, 100)).toEqual({ fault, row }));

  it('goes through its rules, rises between them, and stays within them', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: -100, max: 50_000 }), fc.integer({ min: -100, max: 50_000 }), (table, a, b) => {
        expect(calibrationFault(table)).toBeNull();
        for (const { raw, value } of table) expect(calibrated(table, raw)).toBe(value);
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(calibrated(table, low)).toBeLessThanOrEqual(calibrated(table, high));
        expect(calibrated(table, a)).toBeGreaterThanOrEqual(table[0]!.value);
        expect(calibrated(table, a)).toBeLessThanOrEqual(table.at(-1)!.value);
      }),
    );
  });

  it('litres by table, else by geometry scaled to the capacity; a voltage needs a table', () => {
    const tank: FuelTank = { shape: 'cuboid', lengthMm: 1000, widthMm: 500, heightMm: 400, capacityL: 190, fuelType: 'diesel' };
    const calibration = {
      unit: '0.001V' as const,
      rules: [
        { raw: 500, value: 0 },
        { raw: 4500, value: 190 },
      ],
    };
    expect(litresOf(tank, calibration, 2500, '0.001V')).toBe(95);
    expect(litresOf(tank, null, 2000, '0.1mm')).toBeCloseTo(95, 9);
    expect(litresOf(tank, null, 200, '1mm')).toBeCloseTo(95, 9);
    expect(litresOf(tank, null, 100, '%')).toBeCloseTo(190, 9);
    expect(litresOf(tank, null, 2500, '0.001V')).toBeNull();
    expect(litresOf(null, null, 50, '%')).toBeNull();
    expect(litresOf(tank, null, Number.NaN, '%')).toBeNull();
  });
});

describe('fuel by the counter of the device', () => {
  it('is what came to it, unless it is not told or began anew', () => {
    expect(fuelUsedBetween({ fuelUsed: 1200.5 }, { fuelUsed: 1230.5 })).toBe(30);
    expect(fuelUsedBetween({ fuelUsed: 7 }, { fuelUsed: 7 })).toBe(0);
    expect(fuelUsedBetween({ fuelUsed: 1200 }, { fuelUsed: 3 })).toBeNull();
    expect([fuelUsedBetween({}, { fuelUsed: 3 }), fuelUsedBetween({ fuelUsed: 3 }, { fuel: 9 })]).toEqual([null, null]);
  });
});
