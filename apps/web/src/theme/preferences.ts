import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { DEFAULT_THEME_COLOUR, type Appearance } from './palettes.ts';

export type MenuPosition = 'top' | 'side';
export type AppearanceChoice = Appearance | 'system';

/** What a person set on this browser; `null` follows the host's branding, then the product. Outlives a sign-out. */
export interface Preferences {
  readonly colour: string | null;
  readonly appearance: AppearanceChoice;
  readonly menuPosition: MenuPosition | null;
  readonly menuColour: Appearance | null;
  readonly language: string | null;
  readonly sideCollapsed: boolean;
}

export const INITIAL_PREFERENCES: Preferences = {
  colour: null,
  appearance: 'light',
  menuPosition: null,
  menuColour: null,
  language: null,
  sideCollapsed: false,
};

export const usePreferences = create<Preferences>()(
  persist(() => INITIAL_PREFERENCES, {
    name: 'sightline.preferences',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
);

export const setPreference = <K extends keyof Preferences>(key: K, value: Preferences[K]): void =>
  void usePreferences.setState({ [key]: value } as Pick<Preferences, K>);

/** The host's defaults, from its branding; the product's where the host has none. */
export interface HostDefaults {
  readonly colour: string;
  readonly menuPosition: MenuPosition;
  readonly menuColour: Appearance;
  readonly language: string | null;
}

export const useHostDefaults = create<HostDefaults>()(() => ({
  colour: DEFAULT_THEME_COLOUR,
  menuPosition: 'top',
  menuColour: 'light',
  language: null,
}));
