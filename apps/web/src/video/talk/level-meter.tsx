import { useTranslation } from 'react-i18next';
import { SPEAKING_LEVEL } from './level.ts';
import css from './talk.module.css';

/** How loud the microphone is, 0 to 1; green while a person is heard. */
export const LevelMeter = ({ level }: { level: number }) => {
  const { t } = useTranslation();
  return (
    <span
      className={css.meter}
      data-speaking={level >= SPEAKING_LEVEL || undefined}
      role="meter"
      aria-label={t('video.talk.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
    >
      <span style={{ inlineSize: `${level * 100}%` }} />
    </span>
  );
};
