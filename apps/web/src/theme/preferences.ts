import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { DEFAULT_THEME_COLOUR, isColour, type Appearance } from './palettes.ts';

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

const orNull =
  (isValid: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || isValid(value);
const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);

/** What each of them can be: a browser keeps whatever an older release, or somebody by hand, has written. */
const CAN_BE: { readonly [K in keyof Preferences]: (value: unknown) => boolean } = {
  colour: orNull(isColour),
  appearance: oneOf('light', 'dark', 'system' satisfies AppearanceChoice),
  menuPosition: orNull(oneOf('top', 'side')),
  menuColour: orNull(oneOf('light', 'dark')),
  language: orNull((value) => typeof value === 'string'),
  sideCollapsed: (value) => typeof value === 'boolean',
};

/** Those of stored preferences that can be; the rest as at first. */
export const validPreferences = (stored: unknown): Preferences => {
  if (typeof stored !== 'object' || stored === null) return INITIAL_PREFERENCES;
  const known = Object.entries(stored).filter(([name, value]) => Object.hasOwn(CAN_BE, name) && CAN_BE[name as keyof Preferences](value));
  return { ...INITIAL_PREFERENCES, ...Object.fromEntries(known) };
};

export const usePreferences = create<Preferences>()(
  persist(() => INITIAL_PREFERENCES, {
    name: 'sightline.preferences',
    version: 1,
    storage: createJSONStorage(() => localStorage),
    merge: validPreferences,
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
