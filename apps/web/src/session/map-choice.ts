import type { CompanyLook } from '@sightline/contract';
import { DEFAULT_MAP_TYPE, MAP_TYPE_IDS, type MapTypeId } from '../map/map-types.ts';
import { useOptionalSession, useSession } from './session.ts';

/** The chosen map type where it is offered, else the customer's default, else the first of those offered. */
export const offeredMapType = (chosen: MapTypeId, look: Pick<CompanyLook, 'mapTypes' | 'defaultMapType'> | null): MapTypeId =>
  look === null || look.mapTypes.includes(chosen) ? chosen : (look.defaultMapType ?? look.mapTypes[0] ?? DEFAULT_MAP_TYPE);

/** The map types that the person's customer offers. */
export const useOfferedMapTypes = (): readonly MapTypeId[] => useOptionalSession()?.look?.mapTypes ?? MAP_TYPE_IDS;

/** The map type that the person's maps are drawn with. */
export const useMapTypeOfPerson = (): MapTypeId => {
  const { settings, look } = useSession();
  return offeredMapType(settings.map, look);
};
