import { fullVolumeL, roundTo, type FuelTank, type Measures } from '@sightline/domain';

export type TankKind = 'none' | 'cuboid' | 'lying' | 'standing';

export const tankKind = (tank: FuelTank | null): TankKind =>
  tank === null ? 'none' : tank.shape === 'cuboid' ? 'cuboid' : tank.lying ? 'lying' : 'standing';

/** Sizes of a truck's usual tank, so that the drawing has something to show. */
const FIRST = { lengthMm: 1000, widthMm: 600, heightMm: 600 };

/** The tank in another shape, with the sizes that it has in common, and the capacity of its new volume. */
export const tankOfKind = (kind: TankKind, before: FuelTank | null): FuelTank | null => {
  if (kind === 'none') return null;
  const fuelType = before?.fuelType ?? 'diesel';
  const lengthMm = before?.lengthMm ?? FIRST.lengthMm;
  const shape =
    kind === 'cuboid'
      ? ({
          shape: 'cuboid',
          lengthMm,
          widthMm: before?.shape === 'cylinder' ? before.diameterMm : (before?.widthMm ?? FIRST.widthMm),
          heightMm: before?.shape === 'cylinder' ? before.diameterMm : (before?.heightMm ?? FIRST.heightMm),
        } as const)
      : ({
          shape: 'cylinder',
          lengthMm,
          diameterMm: before?.shape === 'cylinder' ? before.diameterMm : (before?.heightMm ?? FIRST.heightMm),
          lying: kind === 'lying',
        } as const);
  const kept = before?.shape === shape.shape ? before.capacityL : Math.max(1, Math.round(fullVolumeL(shape)));
  return { ...shape, fuelType, capacityL: kept };
};

/** Names of the sizes of a tank, in the order of the form. */
export const sizesOf = (tank: FuelTank): readonly ('lengthMm' | 'widthMm' | 'heightMm' | 'diameterMm')[] =>
  tank.shape === 'cuboid' ? ['lengthMm', 'widthMm', 'heightMm'] : ['diameterMm', 'lengthMm'];

/** A volume that is computed from sizes, in the person's unit: no more precise than sizes are. */
export const computedText = ({ named, conversion }: Pick<Measures, 'named' | 'conversion'>, litres: number): string =>
  named(litres, 'l', (conversion('l')?.convert(litres) ?? litres) < 100 ? 1 : 0);

/** A volume that somebody has stated, with a decimal where it has one. */
export const statedText = ({ named, conversion }: Pick<Measures, 'named' | 'conversion'>, litres: number): string =>
  named(litres, 'l', Number.isInteger(roundTo(conversion('l')?.convert(litres) ?? litres, 1)) ? 0 : 1);

export interface Box {
  readonly width: number;
  readonly height: number;
  /** How far the back is moved to the side and up. */
  readonly depth: number;
}

/** The largest drawing of a tank of these sizes that fits; all three sizes in the same scale. */
export const drawnBox = (
  widthMm: number,
  heightMm: number,
  depthMm: number,
  room: { readonly width: number; readonly height: number },
): Box => {
  const slant = depthMm * 0.35;
  const scale = Math.min(room.width / (widthMm + slant), room.height / (heightMm + slant));
  return { width: widthMm * scale, height: heightMm * scale, depth: slant * scale };
};
