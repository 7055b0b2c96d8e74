import { alarmName, type PushedNotice } from '@sightline/contract';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../i18n/i18n.ts';
import { useOptionalSession } from '../session/session.ts';
import { mayCall } from '../session/may-call.ts';
import { addNotices, countOf, type AlarmGroup } from './notice-groups.ts';
import { markRead, viewAlarm } from './notice-store.ts';
import css from './notice.module.css';
import { noticeCenter } from './notices.ts';

/** A message of level 2 stays so long. */
export const TOAST_S = 5;
/** So many stand at a time; the rest is counted in one more. */
export const MAX_TOASTS = 3;
const MORE = 'notice-more';

/** Messages of level 2: one for a device and a kind, at most three and one that counts the others. */
export const useToasts = (): void => {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const session = useOptionalSession();
  const mayView = session !== null && mayCall('alarm.supplement', session);
  useEffect(() => {
    const shown = new Map<string, AlarmGroup>();
    let others = 0;
    const show = (group: AlarmGroup): void => {
      const key = `notice-${group.key}`;
      shown.set(group.key, group);
      const times = group.count > 1 ? ` ${t('notice.times', { count: group.count })}` : '';
      notification.warning({
        key,
        role: 'status',
        duration: TOAST_S,
        // Not over the dialog.
        placement: 'top',
        title: `${alarmName(group.newest.alarmName, textLanguage())}${times}`,
        description: (
          <span className={css.toast}>
            {group.newest.deviceName}
            {mayView && (
              <Button
                size="small"
                onClick={() => {
                  notification.destroy(key);
                  shown.delete(group.key);
                  markRead(group.key);
                  viewAlarm(group.newest.id);
                }}
              >
                {t('notice.show')}
              </Button>
            )}
          </span>
        ),
        onClose: () => shown.delete(group.key),
      });
    };
    const take = (toasts: readonly PushedNotice[]): void => {
      let left = 0;
      for (const fresh of addNotices<AlarmGroup>([], toasts).toReversed()) {
        const before = shown.get(fresh.key);
        if (before !== undefined) show({ ...fresh, count: before.count + fresh.count });
        else if (shown.size < MAX_TOASTS) show(fresh);
        else left += countOf([fresh]);
      }
      if (left === 0) return;
      others += left;
      notification.warning({
        key: MORE,
        role: 'status',
        duration: TOAST_S,
        placement: 'top',
        title: t('notice.moreAlarms', { count: others }),
        onClose: () => void (others = 0),
      });
    };
    return noticeCenter.listen(({ toasts }) => take(toasts));
  }, [notification, t, mayView]);
};
