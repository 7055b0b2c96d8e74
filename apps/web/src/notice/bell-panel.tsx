import { MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { connection } from '../live/live.ts';
import { useConnectionState } from '../live/live-connection.ts';
import { useNow } from '../ui/clock.ts';
import { AllAlarmsLink } from './all-alarms-link.tsx';
import { EntryRows } from './entry-row.tsx';
import { MUTE_MS, useNoticeMemory } from './notice-memory.ts';
import { unreadOf, useNotices } from './notice-store.ts';
import css from './notice.module.css';
import { readAll, unlockSounds } from './notices.ts';

/** So many stand in the list; more are in the list of all alarms. */
const SHOWN = 50;

const MuteButton = () => {
  const { t } = useTranslation();
  const nowMs = useNow();
  const isMuted = useNoticeMemory((memory) => memory.mutedUntilMs) > nowMs;
  return (
    <Button
      size="small"
      type="text"
      icon={isMuted ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
      onClick={() => useNoticeMemory.setState({ mutedUntilMs: isMuted ? 0 : Date.now() + MUTE_MS })}
    >
      {t(isMuted ? 'notice.unmute' : 'notice.mute')}
    </Button>
  );
};

const ConnectionWord = () => {
  const { t } = useTranslation();
  const state = useConnectionState((connectionState) => connectionState.state);
  if (state !== 'failed' && state !== 'retrying') return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t(state === 'failed' ? 'notice.gaveUp' : 'notice.away')}
      action={
        state === 'failed' && (
          <Button size="small" onClick={() => connection.connect()}>
            {t('notice.tryAgain')}
          </Button>
        )
      }
    />
  );
};

/** What was told, by device and kind, the newest first. */
export const BellPanel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { bell, hasMore, isSoundRefused } = useNotices();
  const unread = unreadOf(bell);
  return (
    <div className={css.panel} role="dialog" aria-label={t('notice.title')}>
      <div className={css.panelHead}>
        <h2>{t('notice.title')}</h2>
        <MuteButton />
        <Button size="small" type="text" disabled={unread === 0} onClick={readAll}>
          {t('notice.readAll')}
        </Button>
      </div>
      <ConnectionWord />
      {isSoundRefused && (
        <p className={css.hint}>
          {t('notice.soundRefused')}{' '}
          <Button size="small" type="link" onClick={() => void unlockSounds()}>
            {t('notice.soundAllow')}
          </Button>
        </p>
      )}
      {bell.length === 0 ? (
        <p className={css.empty}>{t('notice.empty')}</p>
      ) : (
        <div className={css.scroll}>
          <EntryRows entries={bell.slice(0, SHOWN)} onOpen={onClose} />
        </div>
      )}
      <p className={css.foot}>
        {hasMore || bell.length > SHOWN ? <span>{t('notice.olderToo')}</span> : <span />}
        <AllAlarmsLink onOpen={onClose}>{t('notice.allAlarms')}</AllAlarmsLink>
      </p>
    </div>
  );
};
