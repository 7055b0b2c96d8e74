import { alarmOfNumber } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import css from './alarm-tag.module.css';

/** An alarm kind in words; one that no text names stands as the protocol calls it. */
export const useAlarmText = (): ((kind: string) => string) => {
  const { t } = useTranslation();
  return (kind) => t(`ui.alarms.${kind}`, { defaultValue: kind });
};

/** Alarms in words behind a sign of their own. Nothing without one. */
export const AlarmKinds = ({ kinds }: { kinds: readonly string[] }) => {
  const { t, i18n } = useTranslation();
  const textOf = useAlarmText();
  if (kinds.length === 0) return null;
  const text = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(kinds.map(textOf));
  return (
    <span className={css.alarm} title={`${t('monitor.status.alarm')}: ${text}`}>
      <span className={css.sign} aria-hidden />
      <span className="visually-hidden">{t('monitor.status.alarm')}: </span>
      <span className={css.text}>{text}</span>
    </span>
  );
};

/** The most urgent alarm of a device, as the live state tells it. */
export const AlarmTag = ({ number }: { number: number }) => {
  const kind = alarmOfNumber(number);
  return kind === null ? null : <AlarmKinds kinds={[kind]} />;
};
