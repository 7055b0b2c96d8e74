import type { Map as LibraryMap } from 'maplibre-gl';
import { useEffect } from 'react';
import type { LiveStore } from '../live/live-store.ts';
import { boundsOfSlots } from './use-live-layer.ts';
import { useLatest } from '../ui/use-latest.ts';

/** One followed device may drift this far from the centre before the map goes after it. */
const DRIFT_PX = 24;
const PADDING_PX = 80;
const EASE_MS = 500;

/**
 * Keeps followed devices in view: one stays in the middle, of several none leaves the picture. When the user moves the
 * map by hand, following ends.
 */
export const useFollow = (map: LibraryMap | null, store: LiveStore | null, followed: readonly string[], onBroken: () => void): void => {
  const broken = useLatest(onBroken);

  useEffect(() => {
    if (map === null || store === null || followed.length === 0) return;
    const chase = (): void => {
      const slots = followed.map((id) => store.slotOf(id)).filter((slot) => slot >= 0 && !Number.isNaN(store.columns.lat[slot] ?? NaN));
      const [only] = slots;
      if (only === undefined || map.isMoving()) return;
      if (slots.length === 1) {
        const centre = { lng: store.columns.lon[only] as number, lat: store.columns.lat[only] as number };
        const at = map.project(centre);
        const { clientWidth, clientHeight } = map.getContainer();
        if (Math.hypot(at.x - clientWidth / 2, at.y - clientHeight / 2) > DRIFT_PX) map.easeTo({ center: centre, duration: EASE_MS });
        return;
      }
      const bounds = boundsOfSlots(store, slots);
      const view = map.getBounds();
      if (!view.contains(bounds.getSouthWest()) || !view.contains(bounds.getNorthEast()))
        map.fitBounds(bounds, { padding: PADDING_PX, maxZoom: 16, duration: EASE_MS });
    };
    chase();
    const onMoveStart = (event: { originalEvent?: unknown }): void => {
      if (event.originalEvent !== undefined) broken.current();
    };
    map.on('dragstart', onMoveStart);
    const stop = store.subscribe(chase);
    return () => {
      stop();
      map.off('dragstart', onMoveStart);
    };
  }, [map, store, followed, broken]);
};
