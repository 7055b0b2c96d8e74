import { askedIn } from '@sightline/domain';
import { InputNumber, type InputNumberProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUnits } from './user-units.ts';
import css from './unit-number.module.css';

interface UnitNumberProps extends Omit<InputNumberProps<number>, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'precision' | 'suffix'> {
  readonly value?: number | null | undefined;
  /** Told in the unit of `unit`. */
  readonly onChange?: ((value: number | null) => void) | undefined;
  /** In which the number is stored or sent (`km/h`, `l`); '' for none. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Only multiples of it are taken; absent: any number. */
  readonly step?: number;
  /** Decimals where nothing is converted. */
  readonly precision?: number;
  /** Says beside it what is sent, where that is another unit: for numbers that a device takes. */
  readonly tellsSent?: boolean;
}

/** Asks for a number in the person's unit and hands it on in its own. A number that nobody types over stays what it is. */
export const UnitNumber = ({ value, onChange, unit, min, max, step, precision, tellsSent = false, style, ...rest }: UnitNumberProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const conversion = units.conversion(unit);
  const control = { ...rest, style: { inlineSize: '100%', ...style } };
  if (conversion === null || conversion.isSame) {
    return (
      <InputNumber<number>
        {...control}
        value={value ?? null}
        onChange={(next) => onChange?.(next)}
        min={min}
        max={max}
        {...(step !== undefined && { step })}
        {...(precision !== undefined && { precision })}
        suffix={unit || undefined}
      />
    );
  }
  const asked = askedIn(conversion, { min, max, ...(step !== undefined && { step }) });
  const stored = value ?? null;
  return (
    <>
      <InputNumber<number>
        {...control}
        value={stored === null ? null : asked.shown(stored)}
        onChange={(typed) => onChange?.(typed === null ? null : asked.stored(typed, stored))}
        min={asked.min}
        max={asked.max}
        step={asked.step}
        precision={asked.decimals}
        suffix={asked.symbol}
      />
      {tellsSent && stored !== null && (
        <span className={css.sent}>{t('ui.units.sent', { value: `${stored} ${/^\d/.test(unit) ? `× ${unit}` : unit}` })}</span>
      )}
    </>
  );
};
