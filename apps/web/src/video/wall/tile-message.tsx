import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/clock.ts';
import type { TileView } from '../stream/live-tile.ts';
import { WATCH_MINUTES } from './use-live-tile.ts';
import css from './wall.module.css';

/** What stands over the pictures while there are none, or no new ones: the step that is under way, or why it failed and when it is tried again. */
export const TileMessage = ({ view, onRetry }: { view: TileView | null; onRetry: () => void }) => {
  const { t } = useTranslation();
  if (view === null) return null;
  const { phase, reason, detail, retryAtMs, seen } = view.state;
  if (phase === 'playing') return null;
  const isBusy = phase === 'asking' || phase === 'connecting' || phase === 'starting';
  const why = isBusy ? null : reason;
  return (
    <div className={css.message} data-over-picture={seen || undefined}>
      <div role="status" className={css.messageText}>
        {isBusy && <span className={css.step}>{t(`video.phase.${phase}`)}</span>}
        {why !== null && <strong>{detail ?? t(`video.reason.${why}`, { minutes: WATCH_MINUTES })}</strong>}
      </div>
      {retryAtMs !== null && <Countdown untilMs={retryAtMs} />}
      {!isBusy && (
        <Button size="small" ghost onClick={onRetry}>
          {t(phase === 'waiting' ? 'video.retryNow' : 'video.playAgain')}
        </Button>
      )}
    </div>
  );
};

const Countdown = ({ untilMs }: { untilMs: number }) => {
  const { t } = useTranslation();
  const nowMs = useNow();
  return (
    <span className={`${css.countdown} tabular`}>{t('video.nextTry', { seconds: Math.max(0, Math.ceil((untilMs - nowMs) / 1000)) })}</span>
  );
};
