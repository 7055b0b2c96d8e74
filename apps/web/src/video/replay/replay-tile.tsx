import { CameraOutlined, FullscreenOutlined, MutedOutlined, SoundOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveTile } from '../stream/live-tile.ts';
import { TileMessage } from '../wall/tile-message.tsx';
import { ToolButton } from '../wall/tool-button.tsx';
import { useTileView } from '../wall/use-live-tile.ts';
import wall from '../wall/wall.module.css';

interface Props {
  /** From 0. */
  readonly place: number;
  readonly name: string;
  /** Null: nothing is played yet. */
  readonly tile: LiveTile | null;
  readonly sound: boolean;
  readonly hint: string;
  readonly onSound: () => void;
  readonly onSnapshot: (tile: LiveTile) => void;
}

/** A channel of a recording in its place. */
export const ReplayTile = ({ place, name, tile, sound, hint, onSound, onSnapshot }: Props) => {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const view = useTileView(tile);
  useEffect(() => {
    tile?.attach(host.current);
    return () => tile?.attach(null);
  }, [tile]);
  useEffect(() => tile?.setSound(sound), [tile, sound]);
  return (
    <div ref={box} className={wall.place} role="group" aria-label={name} data-place={place} data-phase={view?.state.phase ?? 'none'}>
      <div ref={host} className={wall.pictures} />
      {tile === null ? <div className={wall.empty}>{hint}</div> : <TileMessage view={view} onRetry={() => tile.retry()} />}
      <div className={wall.caption}>
        <span className={wall.name} title={name}>
          {name}
        </span>
      </div>
      {tile !== null && (
        <div className={wall.tools} role="toolbar" aria-label={t('video.toolsOf', { name })}>
          <ToolButton text={t(sound ? 'video.soundOff' : 'video.soundOn')} pressed={sound} onClick={onSound}>
            {sound ? <SoundOutlined aria-hidden /> : <MutedOutlined aria-hidden />}
          </ToolButton>
          <ToolButton text={t('video.snapshot')} disabled={view?.state.seen !== true} onClick={() => onSnapshot(tile)}>
            <CameraOutlined aria-hidden />
          </ToolButton>
          <ToolButton text={t('video.fullScreen')} onClick={() => void box.current?.requestFullscreen?.().catch(() => undefined)}>
            <FullscreenOutlined aria-hidden />
          </ToolButton>
        </div>
      )}
    </div>
  );
};
