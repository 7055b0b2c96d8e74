import type { SensorValue } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import css from './sensors.module.css';

const shown = (value: SensorValue['itemValue']): string =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);

/** What a sensor says now, with the raw value where the two differ. */
export const SensorReading = ({ value }: { value: SensorValue | undefined }) => {
  const { t } = useTranslation();
  if (value === undefined || value.rawValue === null) return <span className={css.muted}>{t('detail.noValue')}</span>;
  const isSame = value.itemValue === value.rawValue;
  return (
    <bdi dir="ltr" className="tabular">
      {value.itemValue === null ? (
        <span className={css.muted}>{t('detail.notCalibrated')}</span>
      ) : (
        `${shown(value.itemValue)} ${value.unit}`
      )}
      {!isSame && <span className={css.muted}> ({shown(value.rawValue)})</span>}
    </bdi>
  );
};
