import { useEffect, useRef, useState, type CSSProperties, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraTile, type TileControl } from './camera-tile.tsx';
import { isOurs, readDrop, startDrag, type Dragged } from './dragging.ts';
import type { Bitstream } from '../stream/tile-state.ts';
import type { Talk } from '../talk/use-talk.ts';
import { gridOf, sameCamera, tileAt, type Wall } from './wall-tiles.ts';
import css from './wall.module.css';

export interface WallGridProps {
  readonly wall: Wall;
  readonly chosen: number;
  /** The tile that is heard. */
  readonly sound: number | null;
  readonly goesOnAfterLimit: boolean;
  readonly maySnapshot: boolean;
  readonly mayTalk: boolean;
  readonly talk: Talk | null;
  readonly onTalk: (index: number) => void;
  readonly onTalkEnd: () => void;
  readonly onMicrophone: () => void;
  readonly onChoose: (index: number) => void;
  readonly onDrop: (index: number, dragged: Dragged) => void;
  readonly onSound: (index: number) => void;
  readonly onStream: (index: number, stream: Bitstream) => void;
  readonly onRemove: (index: number) => void;
  readonly onFullScreen: (index: number) => void;
  readonly onControl: (index: number, control: TileControl | null) => void;
  readonly element: (index: number, element: HTMLElement | null) => void;
}

/** The tiles; one stop of the Tab key each, the chosen one framed. */
export const WallGrid = (props: WallGridProps) => {
  const { t } = useTranslation();
  const { columns } = gridOf(props.wall.size);
  return (
    <div className={css.grid} role="group" aria-label={t('video.wall')} style={{ '--columns': columns } as CSSProperties}>
      {gridOf(props.wall.size).cells.map(([, , span], index) => (
        <Place key={index} {...props} index={index} span={span} />
      ))}
    </div>
  );
};

const Place = (props: WallGridProps & { readonly index: number; readonly span: number }) => {
  const { wall, index, span, chosen } = props;
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const camera = tileAt(wall, index);
  const isChosen = chosen === index;
  // The focus follows the choice of the keyboard, not that of the mouse elsewhere.
  useEffect(() => {
    if (isChosen && document.activeElement?.closest('[data-place]') != null) place.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const onDragOver = (event: DragEvent): void => {
    if (!isOurs(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const number = index + 1;
  return (
    <div
      ref={(element) => {
        place.current = element;
        props.element(index, element);
      }}
      className={css.place}
      data-place={index}
      data-chosen={isChosen || undefined}
      data-over={over || undefined}
      style={{ '--span': span } as CSSProperties}
      role="group"
      aria-label={camera === null ? t('video.emptyTile', { number }) : t('video.tile', { number, name: name ?? camera.deviceId })}
      aria-current={isChosen || undefined}
      tabIndex={isChosen ? 0 : -1}
      draggable={camera !== null}
      onDragStart={(event) => startDrag(event, { kind: 'tile', index })}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const dragged = readDrop(event);
        if (dragged === null) return;
        event.preventDefault();
        props.onDrop(index, dragged);
      }}
      onClick={() => props.onChoose(index)}
      onDoubleClick={() => camera !== null && props.onFullScreen(index)}
    >
      {camera === null ? (
        <p className={css.empty}>
          <span className="tabular">{number}</span>
          {t('video.emptyHint')}
        </p>
      ) : (
        <CameraTile
          key={`${camera.deviceId}.${camera.channelId}`}
          camera={camera}
          sound={props.sound === index}
          goesOnAfterLimit={props.goesOnAfterLimit}
          maySnapshot={props.maySnapshot}
          mayTalk={props.mayTalk}
          talk={props.talk !== null && sameCamera(props.talk.camera, camera) ? props.talk.session : null}
          onTalk={() => props.onTalk(index)}
          onTalkEnd={props.onTalkEnd}
          onMicrophone={props.onMicrophone}
          onSound={() => props.onSound(index)}
          onStream={(stream) => props.onStream(index, stream)}
          onFullScreen={() => props.onFullScreen(index)}
          onRemove={() => props.onRemove(index)}
          onControl={(control) => props.onControl(index, control)}
          onName={setName}
        />
      )}
    </div>
  );
};
