import type { LiveStore } from './live-store.ts';

/** What the console hands to the map and what it may ask of it. The map reads live positions from the store alone. */
export interface MapPort {
  readonly store: LiveStore;
  /** Device ids drawn as selected. */
  readonly selection: readonly string[];
  /** Device ids kept in view while they move. */
  readonly follow: readonly string[];
  /** Bits of `maskOf(status)`; devices of other statuses are not drawn. */
  readonly statusMask: number;
  /** Slots to draw when the list is narrowed by a search; `null` draws all. Indexed by slot, 1 = drawn. */
  readonly slotFilter: Uint8Array | null;
  readonly theme: 'light' | 'dark';
  /** `null` when empty map was clicked. `additive` with Ctrl, Cmd or Shift. */
  readonly onSelect: (deviceId: string | null, additive: boolean) => void;
  /** The user moved the map by hand: following stops. */
  readonly onFollowBroken: () => void;
}

export interface MapHandle {
  /** Centres and zooms so that the devices are seen; none given: all that are drawn. */
  fit(deviceIds?: readonly string[]): void;
  centre(deviceId: string): void;
}
