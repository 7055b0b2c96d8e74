import {
  AudioOutlined,
  CameraOutlined,
  CloseOutlined,
  FullscreenOutlined,
  InfoCircleOutlined,
  MutedOutlined,
  PictureOutlined,
  SoundOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bitstream } from '../stream/tile-state.ts';
import { ToolButton } from './tool-button.tsx';
import css from './wall.module.css';

interface TileToolsProps {
  readonly name: string;
  readonly stream: Bitstream;
  readonly sound: boolean;
  readonly recording: boolean;
  readonly figures: boolean;
  readonly playing: boolean;
  readonly maySnapshot: boolean;
  readonly mayTalk: boolean;
  readonly talking: boolean;
  readonly onTalk: () => void;
  readonly onStream: () => void;
  readonly onSound: () => void;
  readonly onSnapshot: () => void;
  /** Asks the device for a picture of its own; absent: the person may not. */
  readonly onCapture?: () => void;
  /** Turns the camera, where that is possible and allowed. */
  readonly turning?: ReactNode;
  readonly onRecord: () => void;
  readonly onFigures: () => void;
  readonly onFullScreen: () => void;
  readonly onRemove: () => void;
}

/** The buttons of a tile: seen while it is chosen, under the pointer or has the focus; their place is always the same. */
export const TileTools = (props: TileToolsProps) => {
  const { t } = useTranslation();
  const { name, stream, sound, recording, figures, playing } = props;
  return (
    <div className={css.tools} role="toolbar" aria-label={t('video.toolsOf', { name })}>
      <ToolButton text={t(stream === 0 ? 'video.toSub' : 'video.toMain')} onClick={props.onStream}>
        <span className={css.streamName}>{t(stream === 0 ? 'video.main' : 'video.sub')}</span>
      </ToolButton>
      <ToolButton text={t(sound ? 'video.soundOff' : 'video.soundOn')} keys="m" pressed={sound} onClick={props.onSound}>
        {sound ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />}
      </ToolButton>
      <ToolButton
        text={t(!props.mayTalk ? 'video.talk.demo' : props.talking ? 'video.talk.hangUp' : 'video.talk.begin')}
        keys="t"
        pressed={props.talking}
        disabled={!props.mayTalk}
        onClick={props.onTalk}
      >
        <AudioOutlined aria-hidden />
      </ToolButton>
      {props.maySnapshot && (
        <ToolButton text={t('video.snapshot')} keys="s" disabled={!playing} onClick={props.onSnapshot}>
          <CameraOutlined aria-hidden />
        </ToolButton>
      )}
      {props.onCapture && (
        <ToolButton text={t('gallery.takeFrom')} onClick={props.onCapture}>
          <PictureOutlined aria-hidden />
        </ToolButton>
      )}
      {props.maySnapshot && (
        <ToolButton
          text={t(recording ? 'video.recordOff' : 'video.recordOn')}
          keys="r"
          pressed={recording}
          disabled={!playing && !recording}
          onClick={props.onRecord}
        >
          <span className={css.recordDot} data-on={recording || undefined} aria-hidden />
        </ToolButton>
      )}
      {props.turning}
      <ToolButton text={t('video.showFigures')} keys="i" pressed={figures} onClick={props.onFigures}>
        <InfoCircleOutlined aria-hidden />
      </ToolButton>
      <ToolButton text={t('video.fullScreen')} keys="f" onClick={props.onFullScreen}>
        <FullscreenOutlined aria-hidden />
      </ToolButton>
      <ToolButton text={t('video.remove')} keys="Delete" onClick={props.onRemove}>
        <CloseOutlined aria-hidden />
      </ToolButton>
    </div>
  );
};
