import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type Density = 'compact' | 'comfortable';

interface ListPreferences {
  readonly density: Density;
  /** Keys of unticked columns by user and list. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** Width of the tree at the start edge, px. */
  readonly treeWidth: number;
}

/** How this browser shows lists; one person's columns are not another's. */
export const useListPreferences = create<ListPreferences>()(
  persist((): ListPreferences => ({ density: 'compact', hidden: {}, treeWidth: 264 }), {
    name: 'sightline.lists',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
);

export const setDensity = (density: Density): void => void useListPreferences.setState({ density });
export const setTreeWidth = (treeWidth: number): void => void useListPreferences.setState({ treeWidth });
export const setHiddenHere = (key: string, hidden: readonly string[]): void =>
  void useListPreferences.setState((state) => ({ hidden: { ...state.hidden, [key]: hidden } }));
