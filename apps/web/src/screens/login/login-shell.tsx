import { MobileOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../layout/language-menu.tsx';
import { Logo } from '../../layout/brand.tsx';
import { useBranding } from '../../session/branding.ts';
import { useTheme } from '../../theme/theme-provider.tsx';
import css from './login.module.css';

/** The host's looks around what is asked before anybody is signed in: picture, name, language and apps. */
export const LoginShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const { title, loginPageImage } = useBranding();
  const { appearance } = useTheme();
  return (
    <div className={css.page}>
      <aside className={css.picture} aria-hidden>
        {loginPageImage === '' ? <LoginPicture /> : <img src={loginPageImage} alt="" />}
      </aside>
      <main className={css.side}>
        <div className={css.language}>
          <LanguageMenu label />
        </div>
        <div className={css.card}>
          <div className={css.brand}>
            <Logo appearance={appearance} />
            <span>{title}</span>
          </div>
          <p className={css.tagline}>{t('login.tagline')}</p>
          {children}
        </div>
        <Clients />
      </main>
    </div>
  );
};

/** Where apps can be had. A host without an address for them says so rather than showing dead links. */
const Clients = () => {
  const { t } = useTranslation();
  const { app } = useBranding();
  return (
    <section className={css.clients} aria-label={t('login.clients')}>
      <MobileOutlined aria-hidden />
      {app.startsWith('https://') ? (
        <a href={app} rel="noreferrer">
          {t('login.clientsDownload')}
        </a>
      ) : (
        <span>{t('login.clientsNone')}</span>
      )}
    </section>
  );
};

/** Drawn lines of a map, in the theme colour; no file to load. */
const LoginPicture = () => (
  <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMid slice">
    <g fill="none" stroke="var(--border)" strokeWidth="14" strokeLinecap="round">
      <path d="M-20 180C160 120 240 260 420 210S620 90 660 120" />
      <path d="M-20 520C120 470 220 560 340 500S560 380 660 430" />
      <path d="M140-20C120 160 210 300 180 470S60 700 110 840" />
      <path d="M430-20C470 140 390 260 440 420S560 680 500 840" />
    </g>
    <path
      d="M150 40C130 170 205 300 183 455 170 545 260 540 340 500S430 430 438 415"
      fill="none"
      stroke="var(--brand-solid)"
      strokeWidth="6"
      strokeLinecap="round"
      strokeDasharray="1 14"
    />
    <circle cx="150" cy="40" r="11" fill="var(--surface)" stroke="var(--brand-solid)" strokeWidth="6" />
    <path d="m438 388 19 43-19-10-19 10z" fill="var(--brand-solid)" />
  </svg>
);
