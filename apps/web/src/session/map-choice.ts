import { OWN_MAP_TYPE, type CompanyLook } from '@sightline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_MAP_TYPE, MAP_TYPE_IDS, mapTypeOf, type MapType, type MapTypeId } from '../map/map-types.ts';
import { useOptionalSession, useSession } from './session.ts';

/** The chosen map type where it is offered, else the customer's default, else the first of those offered. */
export const offeredMapType = (chosen: MapTypeId, look: Pick<CompanyLook, 'mapTypes' | 'defaultMapType'> | null): MapTypeId => {
  if (look === null) return chosen === OWN_MAP_TYPE ? DEFAULT_MAP_TYPE : chosen;
  return look.mapTypes.includes(chosen) ? chosen : (look.defaultMapType ?? look.mapTypes[0] ?? DEFAULT_MAP_TYPE);
};

/** The map types that the person's customer offers. */
export const useOfferedMapTypes = (): readonly MapTypeId[] => useOptionalSession()?.look?.mapTypes ?? MAP_TYPE_IDS;

const useMapSource = () => useOptionalSession()?.look?.mapSource ?? null;

/** What map types are called on screen: the own one as the company calls it. */
export const useMapTypeNames = (): ((type: MapTypeId) => string) => {
  const { t } = useTranslation();
  const own = useMapSource()?.name;
  return useCallback((type) => (type === OWN_MAP_TYPE && own !== undefined ? own : t(`map.types.${type}`)), [t, own]);
};

/** How a map type is drawn; the same object until the company names another source. */
export const useMapTypeDrawn = (type: MapTypeId): MapType => {
  const source = useMapSource();
  return useMemo(() => mapTypeOf(type, source), [type, source]);
};

/** The map type that the person's maps are drawn with. */
export const useMapTypeOfPerson = (): MapTypeId => {
  const { settings, look } = useSession();
  return offeredMapType(settings.map, look);
};
