import type { Map as LibraryMap } from 'maplibre-gl';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createMap, isAlive, type CreateMapOptions } from './create-map.ts';
import { restyle } from './restyle.ts';

export type LibraryMapState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly map: LibraryMap }
  | { readonly kind: 'unsupported' };

/** Makes the map once for a container, keeps its colours and names current, removes it at the end. */
export const useLibraryMap = (container: RefObject<HTMLElement | null>, options: Omit<CreateMapOptions, 'container'>): LibraryMapState => {
  const [state, setState] = useState<LibraryMapState>({ kind: 'loading' });
  const first = useRef(options);
  const applied = useRef<readonly ['light' | 'dark', string]>([options.theme, options.language]);

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let map: LibraryMap;
    try {
      map = createMap({ ...first.current, container: element });
    } catch {
      setState({ kind: 'unsupported' });
      return;
    }
    map.once('style.load', () => setState({ kind: 'ready', map }));
    const resized = new ResizeObserver(() => map.resize());
    resized.observe(element);
    return () => {
      resized.disconnect();
      setState({ kind: 'loading' });
      map.remove();
    };
  }, [container]);

  const { theme, language, basemapUrl, label } = options;
  useEffect(() => {
    if (state.kind !== 'ready' || !isAlive(state.map)) return;
    restyle(state.map, basemapUrl, applied.current, [theme, language]);
    applied.current = [theme, language];
    state.map.getCanvas().setAttribute('aria-label', label);
  }, [state, theme, language, basemapUrl, label]);

  return state;
};
