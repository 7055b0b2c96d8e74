import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBranding } from '../../session/branding.ts';
import { useTheme } from '../../theme/theme.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Clients } from './clients.tsx';
import { LanguageSelect } from './language-select.tsx';
import { LoginPicture } from './login-picture.tsx';
import css from './login.module.css';

/** The host's looks around what is asked before anybody is signed in: picture, name, language and apps. */
export const EntranceShell = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const { title, loginPageImage } = useBranding();
  const { appearance } = useTheme();
  return (
    <div className={css.page}>
      <aside className={css.picture} aria-hidden>
        {loginPageImage === '' ? <LoginPicture /> : <img src={loginPageImage} alt="" />}
      </aside>
      <main className={css.side}>
        <LanguageSelect />
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
