import { App, Button } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isOutdated, reloadPage } from '../app/parts/release.ts';
import { useConnectionState } from '../live/live-connection.ts';

const KEY = 'release';

/** Says that the server came back with another release. The person decides when to load it: nothing typed is lost. */
export const useReleaseWord = (): void => {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const state = useConnectionState((connection) => connection.state);
  const wasAway = useRef(false);
  const say = useEffectEvent(() =>
    notification.info({
      key: KEY,
      duration: 0,
      title: t('ui.newReleaseTitle'),
      description: t('ui.newRelease'),
      actions: (
        <Button size="small" type="primary" onClick={reloadPage}>
          {t('ui.reload')}
        </Button>
      ),
    }),
  );
  useEffect(() => {
    if (state !== 'live') {
      wasAway.current ||= state !== 'connecting';
      return;
    }
    if (!wasAway.current) return;
    wasAway.current = false;
    let isGone = false;
    void isOutdated().then((is) => {
      if (is && !isGone) say();
    });
    return () => void (isGone = true);
  }, [state]);
  useEffect(() => () => notification.destroy(KEY), [notification]);
};
