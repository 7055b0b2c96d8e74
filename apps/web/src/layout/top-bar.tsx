import { MenuOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { BellButton } from '../notice/bell-button.tsx';
import { useSession } from '../session/session.ts';
import { cssVariables } from '../theme/css-variables.ts';
import { useMediaQuery, useTheme } from '../theme/theme.tsx';
import { useEdges } from '../ui/use-edges.ts';
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
import { TopMenu } from './top-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** The menu in a bar of 48 px; below 1180 px of width the pages move into a drawer. */
export const TopBar = () => {
  const { t } = useTranslation();
  const { colour, menuColour } = useTheme();
  const entries = mainMenu(useSession());
  const narrow = useMediaQuery('(max-width: 1179px)');
  // A full clock, eight menus and a long name do not fit side by side below this.
  const tight = useMediaQuery('(max-width: 1439px)');
  const [open, setOpen] = useState(false);
  const { start } = useEdges();
  return (
    <header className={css.top} style={cssVariables(colour, menuColour) as CSSProperties}>
      {narrow && (
        <button type="button" className={css.tool} aria-label={t('layout.openMenu')} onClick={() => setOpen(true)}>
          <MenuOutlined aria-hidden />
        </button>
      )}
      <Brand appearance={menuColour} />
      <nav className={css.nav} data-tour="menu" aria-label={t('layout.mainMenu')}>
        {!narrow && <TopMenu entries={entries} />}
      </nav>
      <div className={css.tools}>
        <PaletteButton compact={tight} />
        <Clock short={tight} />
        <ModuleSwitcher />
        <DownloadLink />
        <BellButton />
        <HelpLink />
        <ThemePopover />
        <LanguageMenu />
        <UserMenu label={!tight} />
      </div>
      <Drawer
        title={t('layout.mainMenu')}
        placement={start}
        size={280}
        open={narrow && open}
        onClose={() => setOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        <nav aria-label={t('layout.mainMenu')}>
          <NavMenu entries={entries} layout="side" className={`${css.menu} ${css.drawerMenu}`} onNavigate={() => setOpen(false)} />
        </nav>
      </Drawer>
    </header>
  );
};
