import { alarmName, type PushedNotice } from '@sightline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../i18n/i18n.ts';
import { noticeCenter } from './notices.ts';

/** What is spoken is not interrupted more often than this. */
const PACE_MS = 3_000;

interface Speech {
  readonly urgent: string;
  readonly calm: string;
}

/** What screen readers say: alarms of level 1 at once, others when there is time; many as a number. */
export const Spoken = () => {
  const { t } = useTranslation();
  const [speech, setSpeech] = useState<Speech>({ urgent: '', calm: '' });
  useEffect(() => {
    let urgent: PushedNotice[] = [];
    let calm = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let spokenMs = 0;
    const speak = (): void => {
      const newest = urgent.at(-1);
      setSpeech({
        urgent:
          newest === undefined
            ? ''
            : t('notice.spokenUrgent', {
                alarm: alarmName(newest.alarmName, textLanguage()),
                device: newest.deviceName,
                count: urgent.length,
              }),
        calm: calm === 0 ? '' : t('notice.moreAlarms', { count: calm }),
      });
      urgent = [];
      calm = 0;
      timer = undefined;
      spokenMs = Date.now();
    };
    const stop = noticeCenter.listen(({ dialog, toasts, rest }) => {
      urgent.push(...dialog);
      // Messages speak for themselves.
      calm += rest;
      if (toasts.length === 0 && rest === 0 && dialog.length === 0) return;
      timer ??= setTimeout(speak, Math.max(0, spokenMs + PACE_MS - Date.now()));
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [t]);
  return (
    <div className="visually-hidden">
      <p aria-live="assertive">{speech.urgent}</p>
      <p aria-live="polite">{speech.calm}</p>
    </div>
  );
};
