import { CaretRightOutlined, FastForwardOutlined, PauseOutlined, StepForwardOutlined } from '@ant-design/icons';
import { PLAYBACK_SPEEDS, type PlaybackSpeed } from '@sightline/domain';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReplayPace } from './replay-session.ts';
import css from './replay.module.css';

export interface TransportView extends ReplayPace {
  readonly playing: boolean;
}

interface Props {
  readonly view: TransportView;
  readonly disabled: boolean;
  readonly onToggle: () => void;
  readonly onRun: (pace: ReplayPace) => void;
  readonly onStep: () => void;
}

/** Play, single pictures, direction and speed. */
export const ReplayTransport = ({ view, disabled, onToggle, onRun, onStep }: Props) => {
  const { t } = useTranslation();
  const { playing, direction, speed } = view;
  const play = t(playing ? 'video.replay.pause' : 'video.replay.play');
  const back = t(direction > 0 ? 'video.replay.backwards' : 'video.replay.forwards');
  return (
    <div className={css.transport} dir="ltr" role="group" aria-label={t('video.replay.transport')}>
      <button
        type="button"
        aria-label={t('video.replay.backwards')}
        aria-pressed={direction < 0}
        title={`${back} (R)`}
        disabled={disabled}
        onClick={() => onRun({ direction: direction > 0 ? -1 : 1, speed: direction > 0 ? speed : 1 })}
      >
        <FastForwardOutlined rotate={180} aria-hidden />
      </button>
      <button type="button" className={css.play} aria-label={play} title={`${play} (␣)`} disabled={disabled} onClick={onToggle}>
        {playing ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
      </button>
      <button
        type="button"
        aria-label={t('video.replay.step')}
        title={`${t('video.replay.step')} (.)`}
        disabled={disabled || direction < 0}
        onClick={onStep}
      >
        <StepForwardOutlined aria-hidden />
      </button>
      <Segmented<PlaybackSpeed>
        aria-label={t('video.replay.speed')}
        disabled={disabled}
        value={speed}
        onChange={(value) => onRun({ direction, speed: value })}
        options={PLAYBACK_SPEEDS.map((value) => ({ value, label: `×${value}` }))}
      />
    </div>
  );
};
