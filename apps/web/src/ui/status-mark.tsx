import { useTranslation } from 'react-i18next';
import { LIVE_STATUS_NAMES } from '../live/live-status.ts';
import css from './status-mark.module.css';

/** The status as a shape in its fixed colour; with `label` the word beside it. */
export const StatusMark = ({ status, label = false }: { status: number; label?: boolean }) => {
  const { t } = useTranslation();
  const name = LIVE_STATUS_NAMES[status] ?? 'inactive';
  return (
    <span className={css.mark}>
      <span className={css.shape} data-status={name} aria-hidden />
      <span className={label ? undefined : 'visually-hidden'}>{t(`monitor.status.${name}`)}</span>
    </span>
  );
};
