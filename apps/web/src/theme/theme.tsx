import { createContext, useContext, useLayoutEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { cssVariables } from './css-variables.ts';
import type { Appearance } from './palettes.ts';
import { useHostDefaults, usePreferences, type MenuPosition } from './preferences.ts';

export interface ThemeView {
  readonly colour: string;
  readonly appearance: Appearance;
  readonly menuPosition: MenuPosition;
  readonly menuColour: Appearance;
}

const ThemeContext = createContext<ThemeView | null>(null);

/** The theme in force: what the person chose, else the host's, else the product's. */
export const useTheme = (): ThemeView => {
  const view = useContext(ThemeContext);
  if (view === null) throw new Error('useTheme outside ThemeRoot');
  return view;
};

const watch =
  (query: string) =>
  (notify: () => void): (() => void) => {
    const list = window.matchMedia?.(query);
    list?.addEventListener('change', notify);
    return () => list?.removeEventListener('change', notify);
  };

/** Follows a media query; `false` where the browser cannot tell. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useMemo(() => watch(query), [query]);
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false);
};

/** Works out the theme and puts its tokens on the page; what is drawn without the component library needs nothing else. */
export const ThemeRoot = ({ rightToLeft = false, children }: { readonly rightToLeft?: boolean; readonly children: ReactNode }) => {
  const direction = rightToLeft ? 'rtl' : 'ltr';
  const chosen = usePreferences();
  const host = useHostDefaults();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const colour = chosen.colour ?? host.colour;
  const appearance = chosen.appearance === 'system' ? (systemDark ? 'dark' : 'light') : chosen.appearance;
  const menuPosition = chosen.menuPosition ?? host.menuPosition;
  const menuColour = chosen.menuColour ?? host.menuColour;
  const view = useMemo<ThemeView>(
    () => ({ colour, appearance, menuPosition, menuColour: appearance === 'dark' ? 'dark' : menuColour }),
    [colour, appearance, menuPosition, menuColour],
  );

  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.appearance = appearance;
    root.style.colorScheme = appearance;
    for (const [name, value] of Object.entries(cssVariables(colour, appearance))) root.style.setProperty(name, value);
  }, [colour, appearance]);

  useLayoutEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);

  return <ThemeContext value={view}>{children}</ThemeContext>;
};
