import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { useSession } from '../session/session.ts';
import css from './tour.module.css';
import { endTour, skipTour, startTour } from './tour-store.ts';

/** Asks those who are here for the first time. It stands beside the page and holds nobody up. */
export const TourQuestion = () => {
  const { t } = useTranslation();
  const session = useSession();
  const { message } = App.useApp();
  const { id } = session.user;
  const notNeeded = (): void => void endTour(session).catch((error: unknown) => message.warning(describeError(error).text));
  return (
    <div className={css.question} role="dialog" aria-labelledby="tour-title" aria-describedby="tour-text">
      <h2 id="tour-title">{t('tour.title')}</h2>
      <p id="tour-text">{t('tour.text')}</p>
      <div className={css.actions}>
        <Button type="text" onClick={notNeeded}>
          {t('tour.notNeeded')}
        </Button>
        <Button onClick={() => skipTour(id)}>{t('tour.skip')}</Button>
        <Button type="primary" onClick={() => startTour(id)}>
          {t('tour.start')}
        </Button>
      </div>
    </div>
  );
};
