import { useTranslation } from 'react-i18next';
import { useNow } from '../ui/clock.ts';
import { useFormatInstant } from '../time/zone.ts';
import css from './layout.module.css';

/** The time in the person's zone, ticking each second. Not announced: a reader would never fall silent. */
export const Clock = ({ short = false }: { short?: boolean }) => {
  const { t } = useTranslation();
  const now = useNow();
  const format = useFormatInstant();
  return (
    <span className={`${css.clock} tabular`} role="timer" aria-live="off" aria-label={t('layout.clock')} title={t('layout.clock')}>
      <bdi dir="ltr">{format(now, short ? 'time' : 'seconds')}</bdi>
    </span>
  );
};
