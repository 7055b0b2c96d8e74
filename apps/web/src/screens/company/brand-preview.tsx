import { Segmented } from 'antd';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginPicture } from '../login/login-picture.tsx';
import { LogoPicture } from '../../ui/logo.tsx';
import { mainMenu } from '../../layout/menu.ts';
import { PRODUCT_NAME } from '../../session/branding.ts';
import { useSession } from '../../session/session.ts';
import { cssVariables } from '../../theme/css-variables.ts';
import { DEFAULT_THEME_COLOUR, type Appearance } from '../../theme/palettes.ts';
import { useTheme } from '../../theme/theme.tsx';
import type { FormValues } from '../../ui/form-dialog/form-definition.ts';
import css from './brand-preview.module.css';

const SHOWN_MENUS = 4;

/** The brand as the form holds it at present. */
interface Look {
  readonly title: string;
  readonly logoLight: string;
  readonly logoDark: string;
  readonly loginPageImage: string;
  readonly colour: string;
  readonly isSide: boolean;
  readonly isDarkMenu: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const lookOf = (values: FormValues): Look => ({
  title: text(values['title']).trim() || PRODUCT_NAME,
  logoLight: text(values['logoLight']),
  logoDark: text(values['logoDark']),
  loginPageImage: text(values['loginPageImage']),
  colour: text(values['defaultThemeColor']).toLowerCase() || DEFAULT_THEME_COLOUR,
  isSide: values['menuBarPosition'] === 'Left',
  isDarkMenu: values['menuColor'] === 'Dark',
});

/** Sign-in page and menu as they would look with what the form holds, in light or dark. */
export const BrandPreview = ({ values }: { values: FormValues }) => {
  const { t } = useTranslation();
  const own = useTheme().appearance;
  const [appearance, setAppearance] = useState<Appearance>(own);
  const look = lookOf(values);
  return (
    <section aria-label={t('company.preview')} className={css.preview}>
      <header>
        <h2>{t('company.preview')}</h2>
        <Segmented<Appearance>
          size="small"
          name="preview-appearance"
          aria-label={t('layout.appearance')}
          value={appearance}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`layout.${value}`) }))}
          onChange={setAppearance}
        />
      </header>
      {/* A picture of pages: nothing in it can be used. */}
      <div aria-hidden inert data-testid="brand-preview" data-appearance={appearance}>
        <SignIn look={look} appearance={appearance} />
        <Console look={look} appearance={appearance} />
      </div>
    </section>
  );
};

interface PartProps {
  readonly look: Look;
  readonly appearance: Appearance;
}

const styleOf = (look: Look, appearance: Appearance): CSSProperties => cssVariables(look.colour, appearance) as CSSProperties;
const logoOf = (look: Look, appearance: Appearance): string => (appearance === 'dark' ? look.logoDark : look.logoLight);

const SignIn = ({ look, appearance }: PartProps) => {
  const { t } = useTranslation();
  return (
    <div className={`${css.frame} ${css.signIn}`} style={styleOf(look, appearance)}>
      <div className={css.picture}>{look.loginPageImage === '' ? <LoginPicture /> : <img src={look.loginPageImage} alt="" />}</div>
      <div className={css.card}>
        <p className={css.name}>
          <LogoPicture url={logoOf(look, appearance)} />
          <span>{look.title}</span>
        </p>
        <span className={css.field}>{t('login.account')}</span>
        <span className={css.field}>{t('login.password')}</span>
        <span className={css.button}>{t('login.submit')}</span>
      </div>
    </div>
  );
};

const Console = ({ look, appearance }: PartProps) => {
  const { t } = useTranslation();
  const menu: Appearance = appearance === 'dark' || look.isDarkMenu ? 'dark' : 'light';
  const entries = mainMenu(useSession()).slice(0, SHOWN_MENUS);
  const logo = logoOf(look, menu);
  return (
    <div className={`${css.frame} ${css.console}`} data-menu={look.isSide ? 'side' : 'top'} style={styleOf(look, appearance)}>
      <div className={css.menu} style={styleOf(look, menu)}>
        <span className={css.name}>
          <LogoPicture url={logo} />
          {logo === '' && <span>{look.title}</span>}
        </span>
        {entries.map(({ route }, i) => (
          <span key={route.path} data-active={i === 0 || undefined}>
            {t(`routes.${route.name}.title`)}
          </span>
        ))}
      </div>
      <div className={css.page} />
    </div>
  );
};
