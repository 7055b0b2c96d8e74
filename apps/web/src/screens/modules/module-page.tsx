import { ToolOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import page from '../../app/page.module.css';
import { landing } from '../../app/guard.ts';
import { useRouteDefinition } from '../../app/titled-page.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Clock } from '../../layout/clock.tsx';
import { LanguageMenu } from '../../layout/language-menu.tsx';
import layout from '../../layout/layout.module.css';
import { ThemePopover } from '../../layout/theme-popover.tsx';
import { UserMenu } from '../../layout/user-menu.tsx';
import { useBranding } from '../../session/branding.ts';
import { useOptionalSession, visitorOf } from '../../session/session.ts';
import { cssVariables } from '../../theme/css-variables.ts';
import { useTheme } from '../../theme/theme.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';

/** The frame of a module in its own window. The modules themselves are not built: it says so, and leads back. */
export const Page = () => {
  const { t } = useTranslation();
  const route = useRouteDefinition();
  const { title } = useBranding();
  const { colour, menuColour } = useTheme();
  const narrow = useNarrow();
  const session = useOptionalSession();
  // While the session ends nothing of it is drawn any more.
  if (session === null) return null;
  const name = t(`routes.${route.name}.title`);
  const home = landing(visitorOf(session));
  return (
    <div className={layout.shell} data-menu="top">
      <header className={layout.top} style={cssVariables(colour, menuColour) as CSSProperties}>
        <Link to={home} className={layout.brand} aria-label={`${name} · ${t('layout.home', { title })}`}>
          <Logo appearance={menuColour} />
          <span>{name}</span>
        </Link>
        <div className={layout.nav} />
        <div className={layout.tools}>
          {!narrow && <Clock short />}
          <ThemePopover />
          <LanguageMenu />
          <UserMenu label={!narrow} />
        </div>
      </header>
      <main id="main" className={layout.main}>
        <section className={page.centred}>
          <ToolOutlined aria-hidden style={{ fontSize: 28, color: 'var(--text-muted)' }} />
          <h1 className={page.title}>{name}</h1>
          <p>{t('modules.notBuilt')}</p>
          <p className={page.muted}>
            {t('plain.planned')} {t(`routes.${route.name}.about`)}
          </p>
          <Link to={home}>
            <Button type="primary" tabIndex={-1}>
              {t('modules.back', { title })}
            </Button>
          </Link>
        </section>
      </main>
    </div>
  );
};
