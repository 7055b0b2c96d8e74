import { LngLatBounds, type Map as LibraryMap, type MapMouseEvent } from 'maplibre-gl';
import { useEffect, useState, type RefObject } from 'react';
import type { LiveStore } from '../live/live-store.ts';
import type { DrawnFilter } from './live/cluster-client.ts';
import type { SceneStyle } from './live/draw-scene.ts';
import { LiveLayer } from './live/live-layer.ts';
import { useLatest } from '../ui/use-latest.ts';

/** More devices are not listed; the cluster is zoomed into instead. */
const LIST_MAX = 200;
/** A cluster narrower than this cannot be taken apart by zooming. */
const SPREAD_MIN_DEG = 2e-5;

/** What the pointer is over, in pixels of the map. */
export interface Hovered {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
}

/** A cluster whose devices are listed. */
export interface OpenCluster {
  readonly slots: readonly number[];
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface LiveLayerInput {
  readonly map: LibraryMap | null;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly store: LiveStore | null;
  readonly filter: DrawnFilter;
  readonly style: SceneStyle;
  readonly selected: readonly string[];
  readonly followed: readonly string[];
  readonly onSelect: (deviceId: string | null, additive: boolean) => void;
}

const slotsOf = (store: LiveStore, ids: readonly string[]): Set<number> =>
  new Set(ids.map((id) => store.slotOf(id)).filter((slot) => slot >= 0));

const boundsOfSlots = (store: LiveStore, slots: Iterable<number>): LngLatBounds => {
  const bounds = new LngLatBounds();
  const { lat, lon } = store.columns;
  for (const slot of slots) if (!Number.isNaN(lat[slot] ?? NaN)) bounds.extend([lon[slot] as number, lat[slot] as number]);
  return bounds;
};

/** Puts the live layer on a map and turns the pointer into selections, hover cards and cluster lists. */
export const useLiveLayer = ({ map, canvas, store, filter, style, selected, followed, onSelect }: LiveLayerInput) => {
  const [layer, setLayer] = useState<LiveLayer | null>(null);
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const [cluster, setCluster] = useState<OpenCluster | null>(null);
  const select = useLatest(onSelect);
  const initial = useLatest({ filter, style });

  useEffect(() => {
    const element = canvas.current;
    if (map === null || store === null || element === null) return;
    const made = new LiveLayer(map, element, store, initial.current);
    setLayer(made);
    return () => {
      setLayer(null);
      made.close();
    };
  }, [map, store, canvas, initial]);

  useEffect(() => layer?.setFilter(filter), [layer, filter]);
  useEffect(() => layer?.setStyle(style), [layer, style]);

  useEffect(() => {
    if (layer === null || store === null) return;
    const mark = (): void => layer.setMarked(slotsOf(store, selected), slotsOf(store, followed));
    mark();
    // Slots change with the roster.
    return store.subscribe(({ slots }) => {
      if (slots === null) mark();
    });
  }, [layer, store, selected, followed]);

  useEffect(() => {
    if (map === null || layer === null || store === null) return;
    const open = async (feature: number, count: number, x: number, y: number, listed: boolean): Promise<void> => {
      const slots = [...(await layer.members(feature, listed || count <= LIST_MAX ? LIST_MAX : count))];
      const bounds = boundsOfSlots(store, slots);
      if (bounds.isEmpty()) return;
      const spread = Math.max(bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth());
      const atEnd = map.getZoom() >= map.getMaxZoom() - 0.01;
      if (listed || atEnd || spread < SPREAD_MIN_DEG) setCluster({ slots: slots.slice(0, LIST_MAX), count, x, y });
      else map.fitBounds(bounds, { padding: 90, maxZoom: Math.min(map.getMaxZoom(), 17), duration: 450 });
    };
    const onMove = (event: MapMouseEvent): void => {
      const target = layer.hit(event.point.x, event.point.y);
      map.getCanvas().style.cursor = target === null ? '' : 'pointer';
      const slot = target === null ? -1 : target.slot;
      layer.hover(slot);
      setHovered((known) =>
        slot === -1 || target === null
          ? null
          : known?.slot === slot && known.x === target.x && known.y === target.y
            ? known
            : { slot, x: target.x, y: target.y },
      );
    };
    const onOut = (): void => {
      layer.hover(-1);
      setHovered(null);
    };
    const onClick = (event: MapMouseEvent): void => {
      const { ctrlKey, metaKey, shiftKey } = event.originalEvent;
      const additive = ctrlKey || metaKey || shiftKey;
      const target = layer.hit(event.point.x, event.point.y);
      setCluster(null);
      if (target === null) select.current(null, additive);
      else if (target.count > 1) void open(target.feature, target.count, target.x, target.y, additive);
      else select.current(store.deviceAt(target.slot).deviceId, additive);
    };
    const onMoveStart = (): void => {
      setHovered(null);
      setCluster(null);
    };
    const subscriptions = [
      map.on('mousemove', onMove),
      map.on('mouseout', onOut),
      map.on('click', onClick),
      map.on('movestart', onMoveStart),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [map, layer, store, select]);

  return { layer, hovered, cluster, closeCluster: () => setCluster(null) };
};

export { boundsOfSlots };
