import { CaretRightOutlined, PauseOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons';
import { formatInstant, type UserZone } from '@sightline/domain';
import { Checkbox } from 'antd';
import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneLabel } from '../../time/zone.ts';
import { PLAYBACK_SPEEDS, SECONDS_PER_SECOND, type PlaybackSpeed } from '../clock.ts';
import type { PlaybackCursor } from '../cursor.ts';
import { spotAt } from '../track/lookup.ts';
import type { PlayedDevice } from '../use-tracks.ts';

interface Props {
  readonly cursor: PlaybackCursor;
  readonly devices: readonly PlayedDevice[];
  readonly zone: UserZone;
  readonly formatSpeed: (kph: number) => string;
  readonly onStep: (step: 1 | -1) => void;
  readonly skipStops: boolean;
  readonly onSkipStops: (skip: boolean) => void;
}

/** Play, step, speed; the time and speed at the cursor are written without React, sixty times a second if need be. */
export const Transport = ({ cursor, devices, zone, formatSpeed, onStep, skipStops, onSkipStops }: Props): ReactElement => {
  const { t } = useTranslation();
  const playing = useSyncExternalStore(cursor.subscribe, () => cursor.state.playing);
  const speed = useSyncExternalStore(cursor.subscribe, () => cursor.state.speed);
  const clock = useRef<HTMLElement>(null);
  const readings = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const write = (): void => {
      const { atMs } = cursor.state;
      if (clock.current) clock.current.textContent = `${formatInstant(zone, atMs)} ${zoneLabel(zone, atMs)}`;
      if (readings.current) {
        readings.current.textContent = devices
          .map(({ name, track }) => {
            const spot = spotAt(track, atMs);
            const value = spot === null || Number.isNaN(spot.speedKph) ? '–' : formatSpeed(spot.speedKph);
            return devices.length > 1 ? `${name} ${value}` : value;
          })
          .join('   ');
      }
    };
    write();
    return cursor.subscribe(write);
  }, [cursor, devices, zone, formatSpeed]);

  const play = t(playing ? 'playback.pause' : 'playback.play');
  return (
    <div className="sl-playback-transport" dir="ltr" role="group" aria-label={t('playback.transport')}>
      <button type="button" aria-label={t('playback.stepBack')} title={t('playback.stepBack')} onClick={() => onStep(-1)}>
        <StepBackwardOutlined aria-hidden />
      </button>
      <button type="button" className="sl-playback-play" aria-label={play} title={play} onClick={() => cursor.toggle()}>
        {playing ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
      </button>
      <button type="button" aria-label={t('playback.stepForward')} title={t('playback.stepForward')} onClick={() => onStep(1)}>
        <StepForwardOutlined aria-hidden />
      </button>
      <label className="sl-playback-speed" title={t('playback.speedHelp', { seconds: SECONDS_PER_SECOND })}>
        <span className="visually-hidden">{t('playback.speed')}</span>
        <select value={speed} onChange={(event) => cursor.setSpeed(Number(event.target.value) as PlaybackSpeed)}>
          {PLAYBACK_SPEEDS.map((value) => (
            <option key={value} value={value}>
              ×{value}
            </option>
          ))}
        </select>
      </label>
      <bdi dir="ltr" ref={clock} className="sl-playback-clock tabular" />
      <span ref={readings} className="sl-playback-readings tabular" />
      <Checkbox checked={skipStops} onChange={(event) => onSkipStops(event.target.checked)}>
        {t('playback.skipStops')}
      </Checkbox>
    </div>
  );
};
