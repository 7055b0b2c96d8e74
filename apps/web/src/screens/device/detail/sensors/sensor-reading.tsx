import type { SensorValue } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { useUnits, type UserUnits } from '../../../../units/user-units.ts';
import css from './sensors.module.css';

const shown = (value: SensorValue['itemValue']): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);

/** A value in its unit: in the person's own where that is one that people choose. */
const reading = (units: UserUnits, value: NonNullable<SensorValue['itemValue']>, unit: string): string =>
  typeof value === 'number' && units.conversion(unit) !== null ? units.named(value, unit) : `${shown(value)} ${unit}`.trim();

/** What a sensor says now, with the raw value where the two differ. */
export const SensorReading = ({ value }: { value: SensorValue | undefined }) => {
  const { t } = useTranslation();
  const units = useUnits();
  if (value === undefined || value.rawValue === null) return <span className={css.muted}>{t('detail.noValue')}</span>;
  const isSame = value.itemValue === value.rawValue;
  return (
    <bdi dir="ltr" className="tabular">
      {value.itemValue === null ? (
        <span className={css.muted}>{t('detail.notCalibrated')}</span>
      ) : (
        reading(units, value.itemValue, value.unit)
      )}
      {!isSame && <span className={css.muted}> ({shown(value.rawValue)})</span>}
    </bdi>
  );
};
