import type { UserSettings } from '@sightline/contract';
import { formatIn, type UnitOf } from '@sightline/domain';
import { useMemo } from 'react';
import { useOptionalSession } from '../session/session.ts';

/** Distances follow the unit of speed. */
const DISTANCE = { kmh: 'km', mph: 'mile', knots: 'nauticalMile' } as const satisfies Record<UserSettings['speedUnit'], UnitOf<'distance'>>;
const SCALE = { kmh: 'km', mph: 'mile', knots: 'nmile' } as const;

export interface UserUnits {
  /** From km/h. */
  readonly speed: (kph: number) => string;
  /** From metres. */
  readonly distance: (metres: number) => string;
  /** For the scale bar of maps. */
  readonly scale: 'km' | 'mile' | 'nmile';
}

/** Numbers in the units that the person has chosen; without a session km/h and km. */
export const useUnits = (): UserUnits => {
  const unit = useOptionalSession()?.settings.speedUnit ?? 'kmh';
  return useMemo(
    () => ({
      speed: (kph) => formatIn('speed', unit, kph),
      distance: (metres) => formatIn('distance', DISTANCE[unit], metres, 1),
      scale: SCALE[unit],
    }),
    [unit],
  );
};
