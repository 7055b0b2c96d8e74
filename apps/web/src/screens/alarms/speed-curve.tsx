import { useTranslation } from 'react-i18next';
import { useUnits } from '../../units/user-units.ts';
import type { TrackPlace } from './alarm-track.tsx';
import css from './alarms.module.css';

const WIDTH = 600;
const HEIGHT = 90;

interface SpeedCurveProps {
  readonly track: readonly TrackPlace[];
  readonly alarmMs: number;
  readonly nowMs: number;
}

/** Speed over the time of the track, with the alarm and the moment that is shown. */
export const SpeedCurve = ({ track, alarmMs, nowMs }: SpeedCurveProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const known = track.flatMap((p) => (p.speed === null ? [] : [{ ms: Date.parse(p.time), speed: p.speed }]));
  const first = known[0];
  const last = known.at(-1);
  if (!first || !last || first.ms === last.ms) return null;
  const most = Math.max(10, ...known.map((p) => p.speed));
  const x = (ms: number): number => ((Math.min(Math.max(ms, first.ms), last.ms) - first.ms) / (last.ms - first.ms)) * WIDTH;
  const y = (speed: number): number => HEIGHT - 4 - (speed / most) * (HEIGHT - 8);
  return (
    <figure className={css.curve}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t('alarms.speedCurve')}>
        <polyline className={css.line} points={known.map((p) => `${x(p.ms)},${y(p.speed)}`).join(' ')} />
        <path className={css.alarmLine} d={`M${x(alarmMs)} 0V${HEIGHT}`} />
        <path className={css.nowLine} d={`M${x(nowMs)} 0V${HEIGHT}`} />
      </svg>
      <figcaption>
        {t('alarms.speedCurve')} <bdi dir="ltr">0-{units.speed(most)}</bdi>
      </figcaption>
    </figure>
  );
};
