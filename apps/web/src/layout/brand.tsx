import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { landing } from '../app/guard.ts';
import { useBranding } from '../session/branding.ts';
import { useOptionalSession, visitorOf } from '../session/session.ts';
import type { Appearance } from '../theme/palettes.ts';
import { Logo } from '../ui/logo.tsx';
import css from './layout.module.css';

/** The host's logo and title; leads to the start page. */
export const Brand = ({ appearance, compact = false }: { appearance: Appearance; compact?: boolean }) => {
  const { t } = useTranslation();
  const branding = useBranding();
  const hasLogo = (appearance === 'dark' ? branding.logoDark : branding.logoLight) !== '';
  const session = useOptionalSession();
  return (
    <Link to={landing(visitorOf(session))} className={css.brand} aria-label={t('layout.home', { title: branding.title })}>
      <Logo appearance={appearance} />
      {!compact && !hasLogo && <span>{branding.title}</span>}
    </Link>
  );
};
