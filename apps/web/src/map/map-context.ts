import type { Map as LibraryMap } from 'maplibre-gl';
import { createContext, useContext } from 'react';

export interface MapContextValue {
  /** Its style is loaded: layers may be added. */
  readonly map: LibraryMap;
  readonly theme: 'light' | 'dark';
}

export const MapContext = createContext<MapContextValue | null>(null);

/** The map around a component that is drawn as a child of MapView. */
export const useMap = (): MapContextValue => {
  const value = useContext(MapContext);
  if (value === null) throw new Error('useMap outside of MapView');
  return value;
};
