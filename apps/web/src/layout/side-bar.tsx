import { LogoutOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { BellButton } from '../notice/bell-button.tsx';
import { useSession } from '../session/session.ts';
import { cssVariables } from '../theme/css-variables.ts';
import { setPreference, usePreferences } from '../theme/preferences.ts';
import { useTheme } from '../theme/theme.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { Brand } from './brand.tsx';
import { Clock } from './clock.tsx';
import { DownloadLink } from './download-link.tsx';
import { HelpLink } from './help-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import css from './layout.module.css';
import { mainMenu } from './menu.ts';
import { ModuleSwitcher } from './module-switcher.tsx';
import { NavMenu } from './nav-menu.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { ThemePopover } from './theme-popover.tsx';
import { useSignOut } from './use-sign-out.ts';
import { UserMenu } from './user-menu.tsx';

/**
 * The menu at the start edge, 184 px or 56 px wide; narrow screens always get the small one. At its foot the minor menu (account, notices, help, theme,
 * the way out), and a strip of what is seldom needed.
 */
export const SideBar = () => {
  const { t } = useTranslation();
  const { colour, menuColour } = useTheme();
  const entries = mainMenu(useSession());
  const narrow = useNarrow();
  const collapsed = usePreferences((state) => state.sideCollapsed) || narrow;
  const label = !collapsed;
  const confirmSignOut = useSignOut();
  return (
    <header className={css.side} data-collapsed={collapsed || undefined} style={cssVariables(colour, menuColour) as CSSProperties}>
      <Brand appearance={menuColour} compact={collapsed} />
      <PaletteButton compact={collapsed} />
      <nav className={css.nav} data-tour="menu" aria-label={t('layout.mainMenu')}>
        <NavMenu entries={entries} layout={collapsed ? 'icons' : 'side'} />
      </nav>
      <div className={css.tools} role="group" aria-label={t('layout.minorMenu')}>
        <UserMenu label={label} />
        <BellButton label={label} />
        <HelpLink label={label} />
        <ThemePopover label={label} />
        <button type="button" className={css.tool} aria-label={t('layout.signOut')} title={t('layout.signOut')} onClick={confirmSignOut}>
          <LogoutOutlined className="directional" aria-hidden />
          {label && t('layout.signOut')}
        </button>
        {label && <Clock short />}
      </div>
      <div className={`${css.tools} ${css.strip}`}>
        <ModuleSwitcher />
        <DownloadLink />
        <LanguageMenu />
        {!narrow && (
          <button
            type="button"
            className={css.tool}
            aria-label={t(collapsed ? 'layout.expand' : 'layout.collapse')}
            title={t(collapsed ? 'layout.expand' : 'layout.collapse')}
            onClick={() => setPreference('sideCollapsed', !collapsed)}
          >
            {collapsed ? (
              <MenuUnfoldOutlined className="directional" aria-hidden />
            ) : (
              <MenuFoldOutlined className="directional" aria-hidden />
            )}
          </button>
        )}
      </div>
    </header>
  );
};
