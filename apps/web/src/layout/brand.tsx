import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { landing } from '../app/guard.ts';
import { useBranding } from '../session/branding.ts';
import { useOptionalSession, visitorOf } from '../session/session.ts';
import type { Appearance } from '../theme/palettes.ts';
import css from './layout.module.css';

/** A logo by its address; the product's own, in the theme colour, where there is none. */
export const LogoPicture = ({ url }: { url: string }) =>
  url === '' ? (
    <svg viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--brand-solid)" />
      <path d="M6 22 16 7l10 15-10-5z" fill="var(--brand-on)" />
    </svg>
  ) : (
    <img src={url} alt="" />
  );

export const Logo = ({ appearance }: { appearance: Appearance }) => {
  const { logoLight, logoDark } = useBranding();
  return <LogoPicture url={appearance === 'dark' ? logoDark : logoLight} />;
};

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
