import { App, Button } from 'antd';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOverlay } from '../app/parts/lazy-overlay.tsx';
import { connection } from '../live/live.ts';
import { useConnectionState } from '../live/live-connection.ts';
import { FloatingBell } from './floating-bell.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { useNotices, viewAlarm } from './notice-store.ts';
import { unlockSounds } from './notices.ts';
import { Spoken } from './spoken.tsx';
import { useReleaseWord } from './use-release-word.tsx';
import { useToasts } from './use-toasts.tsx';

// The map and the clips are not loaded before somebody looks at an alarm.
const AlarmViewer = lazyOverlay(() => import('../screens/alarms/alarm-viewer.tsx').then((module) => module.AlarmViewer));

/** By one of these a browser sees that somebody is there: Escape does not count for it, nor a finger before it is lifted. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

/** A browser lets a page sound once it has been touched. */
const useUnlockedSounds = (): void =>
  useEffect(() => {
    const forget = (): void => TOUCHES.forEach((event) => window.removeEventListener(event, unlock));
    const unlock = (): void =>
      void unlockSounds().then((isUnlocked) => {
        if (isUnlocked) forget();
      });
    TOUCHES.forEach((event) => window.addEventListener(event, unlock));
    return forget;
  }, []);

const GAVE_UP = 'connection';

/** Says that the server cannot tell anything any more, and tries again when a person wants it. */
const useGivenUpWord = (): void => {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const isGivenUp = useConnectionState(({ state }) => state === 'failed');
  useEffect(() => {
    if (!isGivenUp) return;
    notification.error({
      key: GAVE_UP,
      duration: 0,
      title: t('notice.gaveUpTitle'),
      description: t('notice.gaveUp'),
      actions: (
        <Button size="small" onClick={() => connection.connect()}>
          {t('notice.tryAgain')}
        </Button>
      ),
    });
    return () => notification.destroy(GAVE_UP);
  }, [isGivenUp, notification, t]);
};

/** What comes up over any page: the dialog or its bell, messages, an alarm that is looked at. */
export const NoticeHost = () => {
  useToasts();
  useUnlockedSounds();
  useGivenUpWord();
  useReleaseWord();
  const hasDialog = useNotices((state) => state.dialog.length > 0);
  const isMinimised = useNotices((state) => state.isMinimised);
  const viewing = useNotices((state) => state.viewing);
  return (
    <>
      <Spoken />
      {hasDialog && viewing === null && (isMinimised ? <FloatingBell /> : <NoticeDialog />)}
      {viewing !== null && (
        <Suspense fallback={null}>
          <AlarmViewer alarmId={viewing.id} ids={viewing.ids} onShow={viewAlarm} onClose={() => viewAlarm(null)} />
        </Suspense>
      )}
    </>
  );
};
