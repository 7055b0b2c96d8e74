import { alarmName, type Alarm } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { textLanguage } from '../../i18n/i18n.ts';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import css from './alarms.module.css';
import { UploadText } from './upload-text.tsx';

const Cover = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation();
  const files = useCall('alarm.file', { alarmId: alarm.id }, { enabled: alarm.finishFile > 0, staleTime: 60_000 });
  const picture = files.data?.images[0];
  return picture === undefined ? (
    <div className={css.cover}>{t(alarm.finishFile > 0 ? 'alarms.noPicture' : 'alarms.noFiles')}</div>
  ) : (
    <img className={css.cover} src={picture.fileUrl} alt="" loading="lazy" />
  );
};

/** Alarms as cards with their first picture. */
export const AlarmBoard = ({ rows, onOpen }: { rows: readonly Alarm[]; onOpen: (alarm: Alarm) => void }) => {
  const { t } = useTranslation();
  return (
    <ul className={css.board}>
      {rows.map((alarm) => (
        <li key={alarm.id}>
          <button type="button" className={css.card} onClick={() => onOpen(alarm)}>
            <Cover alarm={alarm} />
            <strong>{alarmName(alarm.alarmName, textLanguage())}</strong>
            <span>{alarm.deviceName}</span>
            <ZonedTime ms={Date.parse(alarm.alarmTs)} />
            <span className={css.muted}>
              {alarm.verdictTime === null ? t('alarms.open') : t(alarm.invalidStatus === 1 ? 'alarms.invalid' : 'alarms.valid')}
              {' · '}
              <UploadText alarm={alarm} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
