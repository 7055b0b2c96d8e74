import { BgColorsOutlined, CheckOutlined } from '@ant-design/icons';
import { Button, Popover, Segmented } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { brandFor } from '../theme/css-variables.ts';
import { THEME_COLOUR_NAMES, THEME_COLOURS } from '../theme/palettes.ts';
import { setPreference, usePreferences, type AppearanceChoice, type MenuPosition } from '../theme/preferences.ts';
import { useTheme } from '../theme/theme.tsx';
import css from './layout.module.css';
import { lineKey } from '../ui/line-key.ts';

/** Seven colours, the way back to the default, menu colour and position, light or dark. */
export const ThemePopover = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  return (
    <Popover trigger="click" placement={label ? 'rightBottom' : 'bottomRight'} content={<ThemePanel />}>
      <button type="button" className={css.tool} aria-label={t('layout.theme')} title={t('layout.theme')}>
        <BgColorsOutlined aria-hidden />
        {label && t('layout.theme')}
      </button>
    </Popover>
  );
};

const ThemePanel = () => {
  const { t } = useTranslation();
  const theme = useTheme();
  const { appearance } = usePreferences();
  const options = <T extends string>(names: readonly T[]) => names.map((value) => ({ value, label: t(`layout.${value}`) }));
  return (
    <div className={css.themePanel} role="dialog" aria-label={t('layout.theme')}>
      <fieldset>
        <legend>{t('layout.themeColour')}</legend>
        <Swatches />
      </fieldset>
      <fieldset>
        <legend>{t('layout.appearance')}</legend>
        <Segmented<AppearanceChoice>
          block
          aria-label={t('layout.appearance')}
          name="appearance"
          value={appearance}
          options={options(['light', 'dark', 'system'])}
          onChange={(value) => setPreference('appearance', value)}
        />
      </fieldset>
      <fieldset>
        <legend>{t('layout.menuColour')}</legend>
        <Segmented
          block
          aria-label={t('layout.menuColour')}
          name="menu-colour"
          value={theme.menuColour}
          // In a dark room a light bar would glare: dark mode has one menu.
          disabled={theme.appearance === 'dark'}
          options={options(['light', 'dark'])}
          onChange={(value) => setPreference('menuColour', value)}
        />
      </fieldset>
      <fieldset>
        <legend>{t('layout.menuPosition')}</legend>
        <Segmented<MenuPosition>
          block
          aria-label={t('layout.menuPosition')}
          name="menu-position"
          value={theme.menuPosition}
          options={options(['top', 'side'])}
          onChange={(value) => setPreference('menuPosition', value)}
        />
      </fieldset>
      <Button block onClick={() => setPreference('colour', THEME_COLOURS.orange)}>
        {t('layout.reset')}
      </Button>
    </div>
  );
};

const Swatches = () => {
  const { t } = useTranslation();
  const { colour, appearance } = useTheme();
  const chosen = THEME_COLOUR_NAMES.findIndex((name) => THEME_COLOURS[name] === colour);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[lineKey(event)];
    if (step === undefined) return;
    event.preventDefault();
    const next = (Math.max(0, chosen) + step + THEME_COLOUR_NAMES.length) % THEME_COLOUR_NAMES.length;
    const name = THEME_COLOUR_NAMES[next];
    if (name === undefined) return;
    setPreference('colour', THEME_COLOURS[name]);
    event.currentTarget.querySelectorAll('button').item(next).focus();
  };
  return (
    <div className={css.swatches} role="radiogroup" aria-label={t('layout.themeColour')} onKeyDown={onKeyDown}>
      {THEME_COLOUR_NAMES.map((name, i) => {
        const value = THEME_COLOURS[name];
        return (
          <button
            key={name}
            type="button"
            role="radio"
            className={css.swatch}
            aria-checked={i === chosen}
            aria-label={t(`layout.colour.${name}`)}
            title={t(`layout.colour.${name}`)}
            tabIndex={i === Math.max(0, chosen) ? 0 : -1}
            onClick={() => setPreference('colour', value)}
          >
            <span style={{ background: value, color: brandFor(value, appearance).on }}>
              {i === chosen && <CheckOutlined aria-hidden />}
            </span>
          </button>
        );
      })}
    </div>
  );
};
