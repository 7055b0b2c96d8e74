import { App as AntdApp, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { createContext, useContext, useLayoutEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { antdThemeFor } from './antd-theme.ts';
import { cssVariables } from './css-variables.ts';
import type { Appearance } from './palettes.ts';
import { useHostDefaults, usePreferences, type MenuPosition } from './preferences.ts';

/** Notifications leave the bar free. */
const BELOW_BAR_PX = 56;

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
  if (view === null) throw new Error('useTheme outside ThemeProvider');
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

interface ThemeProviderProps {
  readonly locale: Locale | undefined;
  /** The whole page is turned around. */
  readonly rightToLeft?: boolean;
  readonly children: ReactNode;
}

export const ThemeProvider = ({ locale, rightToLeft = false, children }: ThemeProviderProps) => {
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

  const theme = useMemo(() => antdThemeFor(colour, appearance), [colour, appearance]);

  return (
    <ThemeContext value={view}>
      <ConfigProvider theme={theme} locale={locale} direction={direction} button={{ autoInsertSpace: false }}>
        <AntdApp message={{ duration: 3, maxCount: 3 }} notification={{ stack: false, top: BELOW_BAR_PX }} component={false}>
          {children}
        </AntdApp>
      </ConfigProvider>
    </ThemeContext>
  );
};
