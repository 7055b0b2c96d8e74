import { CheckOutlined } from '@ant-design/icons';
import { ColorPicker } from 'antd';
import { useTranslation } from 'react-i18next';
import { contrast } from '../../theme/brand-tokens.ts';
import { brandFor } from '../../theme/css-variables.ts';
import { DEFAULT_THEME_COLOUR, PALETTES, THEME_COLOUR_NAMES, THEME_COLOURS, type Appearance } from '../../theme/palettes.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import css from './company.module.css';

/** WCAG 2.2, 1.4.11: edges and marks against their ground. */
const MIN_MARK_CONTRAST = 3;
const APPEARANCES: readonly Appearance[] = ['light', 'dark'];

/** The modes in which marks of a colour are hard to see. Texts are never: they are darkened or lightened until they can be read. */
export const weakGrounds = (colour: string): readonly Appearance[] =>
  APPEARANCES.filter((appearance) => contrast(colour, PALETTES[appearance].surface) < MIN_MARK_CONTRAST);

/** One of the seven colours, or one of the own; '' is the product's. */
export const ColourField = ({ id, value = '', onChange, disabled }: ControlProps<string>) => {
  const { t } = useTranslation();
  const colour = (value === '' ? DEFAULT_THEME_COLOUR : value).toLowerCase();
  const isOwn = !THEME_COLOUR_NAMES.some((name) => THEME_COLOURS[name] === colour);
  const weak = isOwn ? weakGrounds(colour) : [];
  return (
    <div className={css.colours}>
      <div role="group" aria-label={t('company.colours')} className={css.swatches}>
        {THEME_COLOUR_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            disabled={disabled}
            aria-pressed={THEME_COLOURS[name] === colour}
            aria-label={t(`layout.colour.${name}`)}
            title={t(`layout.colour.${name}`)}
            style={{ background: THEME_COLOURS[name], color: brandFor(THEME_COLOURS[name], 'light').on }}
            onClick={() => onChange?.(THEME_COLOURS[name])}
          >
            {THEME_COLOURS[name] === colour && <CheckOutlined aria-hidden />}
          </button>
        ))}
        <ColorPicker
          disabled={disabled}
          disabledAlpha
          format="hex"
          disabledFormat
          value={colour}
          onChangeComplete={(picked) => onChange?.(picked.toHexString().slice(0, 7))}
        >
          <button id={id} type="button" className={css.ownColour} disabled={disabled}>
            {t('company.ownColour')} <bdi dir="ltr">{colour}</bdi>
          </button>
        </ColorPicker>
      </div>
      {weak.map((appearance) => (
        <p key={appearance} role="status" className={css.warning}>
          {t(`company.weak.${appearance}`)}
        </p>
      ))}
    </div>
  );
};
