import { alarmText } from '@sightline/contract';
import { alarmOfNumber } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../i18n/i18n.ts';
import css from './alarm-tag.module.css';

/** Alarms in words behind a sign of their own. Nothing without one. */
export const AlarmKinds = ({ kinds }: { kinds: readonly string[] }) => {
  const { t, i18n } = useTranslation();
  if (kinds.length === 0) return null;
  const text = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(
    kinds.map((kind) => alarmText(kind, textLanguage())),
  );
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
