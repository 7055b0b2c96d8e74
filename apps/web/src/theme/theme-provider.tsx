import { App as AntdApp, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { useMemo, type ReactNode } from 'react';
import { antdThemeFor } from './antd-theme.ts';
import { ThemeRoot, useTheme } from './theme.tsx';

/** Notifications leave the bar free. */
const BELOW_BAR_PX = 56;

interface ThemeProviderProps {
  readonly locale: Locale | undefined;
  /** The whole page is turned around. */
  readonly rightToLeft?: boolean;
  readonly children: ReactNode;
}

/** The theme, and the component library dressed in it. */
export const ThemeProvider = ({ locale, rightToLeft = false, children }: ThemeProviderProps) => (
  <ThemeRoot rightToLeft={rightToLeft}>
    <Dressed locale={locale} rightToLeft={rightToLeft}>
      {children}
    </Dressed>
  </ThemeRoot>
);

const Dressed = ({ locale, rightToLeft, children }: ThemeProviderProps) => {
  const { colour, appearance } = useTheme();
  const theme = useMemo(() => antdThemeFor(colour, appearance), [colour, appearance]);
  return (
    <ConfigProvider theme={theme} locale={locale} direction={rightToLeft === true ? 'rtl' : 'ltr'} button={{ autoInsertSpace: false }}>
      <AntdApp message={{ duration: 3, maxCount: 3 }} notification={{ stack: false, top: BELOW_BAR_PX }} component={false}>
        {children}
      </AntdApp>
    </ConfigProvider>
  );
};
