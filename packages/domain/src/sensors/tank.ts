import { calibrated, CALIBRATION_UNITS, type Calibration, type CalibrationUnit } from './calibration.ts';

/** A fuel tank. Inner sizes in mm; a cylinder lies on its side (as on a truck) or stands. */
export type TankShape =
  | { readonly shape: 'cuboid'; readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number }
  | { readonly shape: 'cylinder'; readonly diameterMm: number; readonly lengthMm: number; readonly lying: boolean };

export type FuelTank = TankShape & {
  /** What fits in according to its maker, l. */
  readonly capacityL: number;
  readonly fuelType: FuelType;
};

export const FUEL_TYPES = ['diesel', 'petrol', 'lpg', 'cng', 'other'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** How far the stated capacity may be from the computed volume: walls, rounded edges and baffles take some. */
export const CAPACITY_TOLERANCE = 0.25;
const MM3_PER_LITRE = 1e6;

/** How high the level can stand, mm. */
export const tankHeightMm = (tank: TankShape): number =>
  tank.shape === 'cuboid' ? tank.heightMm : tank.lying ? tank.diameterMm : tank.lengthMm;

/** The volume up to a level, l. Levels outside the tank count as empty or full. */
export function volumeL(tank: TankShape, levelMm: number): number {
  const height = Math.min(Math.max(levelMm, 0), tankHeightMm(tank));
  if (tank.shape === 'cuboid') return (tank.lengthMm * tank.widthMm * height) / MM3_PER_LITRE;
  const radius = tank.diameterMm / 2;
  const area = tank.lying ? circleSegmentArea(radius, height) : Math.PI * radius * radius;
  return (area * (tank.lying ? tank.lengthMm : height)) / MM3_PER_LITRE;
}

/** Area of a circle below a chord at `height` over its lowest point. */
function circleSegmentArea(radius: number, height: number): number {
  const toChord = radius - height;
  const halfChord = Math.sqrt(Math.max(0, height * (2 * radius - height)));
  // Not by the arc cosine: near the bottom it loses half of its digits, and an almost empty tank would hold less than nothing.
  const angle = Math.atan2(halfChord, toChord);
  return Math.max(0, radius * radius * angle - toChord * halfChord);
}

export const fullVolumeL = (tank: TankShape): number => volumeL(tank, tankHeightMm(tank));

/** Whether the stated capacity can be that of a tank of this size. */
export const capacityFits = (tank: FuelTank): boolean =>
  Math.abs(tank.capacityL - fullVolumeL(tank)) <= CAPACITY_TOLERANCE * fullVolumeL(tank);

/**
 * Litres for what a level sensor says: by the calibration where there is one, else by the tank's geometry, scaled so that a
 * full tank holds its capacity. Null when neither can tell: a voltage means nothing without a calibration.
 */
export function litresOf(tank: FuelTank | null, calibration: Calibration | null, raw: number, unit: CalibrationUnit): number | null {
  if (!Number.isFinite(raw)) return null;
  if (calibration !== null) return calibrated(calibration.rules, raw);
  if (tank === null) return null;
  const { per, kind } = CALIBRATION_UNITS[unit];
  if (kind === 'voltage') return null;
  const levelMm = kind === 'fraction' ? raw * per * tankHeightMm(tank) : raw * per * 1000;
  return (volumeL(tank, levelMm) / fullVolumeL(tank)) * tank.capacityL;
}
