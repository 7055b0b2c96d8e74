import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { App } from 'antd';
import { formatInstant } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { useZone } from '../../time/zone.ts';
import { useNow } from '../../ui/clock.ts';
import { fileNamePart, saveBlob } from '../../ui/save-blob.ts';
import type { LiveTile } from '../stream/live-tile.ts';
import type { Bitstream, TileState } from '../stream/tile-state.ts';
import type { TalkSession } from '../talk/talk-session.ts';
import { TalkStrip } from '../talk/talk-strip.tsx';
import { PtzTool } from '../ptz/ptz-tool.tsx';
import { INFO_STALE_MS, defaultChannelName } from './cameras-of.ts';
import { TileFigures } from './tile-figures.tsx';
import { TileMessage } from './tile-message.tsx';
import { TileTools } from './tile-tools.tsx';
import { useLiveTile, useTileView } from './use-live-tile.ts';
import type { WallTile } from './wall-tiles.ts';
import css from './wall.module.css';

/** What the wall can do with a tile, by the keyboard too. */
export interface TileControl {
  readonly tile: LiveTile;
  readonly snapshot: () => void;
  readonly turn: () => void;
}

export interface CameraTileProps {
  readonly camera: WallTile;
  readonly sound: boolean;
  readonly goesOnAfterLimit: boolean;
  readonly maySnapshot: boolean;
  readonly mayTalk: boolean;
  /** The talk over this tile. */
  readonly talk: TalkSession | null;
  readonly onTalk: () => void;
  readonly onTalkEnd: () => void;
  readonly onMicrophone: () => void;
  readonly onSound: () => void;
  readonly onStream: (stream: Bitstream) => void;
  readonly onFullScreen: () => void;
  readonly onRemove: () => void;
  /** The control of the tile while it is on screen, then `null`. */
  readonly onControl: (control: TileControl | null) => void;
  /** Its name in words, for the group around it. */
  readonly onName: (name: string) => void;
}

/** A camera in a tile of the wall: its pictures, what becomes of them, and what can be done. */
export const CameraTile = (props: CameraTileProps) => {
  const { camera, sound, goesOnAfterLimit, maySnapshot, talk } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const zone = useZone();
  const { user } = useSession();
  const host = useRef<HTMLDivElement>(null);
  const [turning, setTurning] = useState(false);
  const info = useCall('device.info', { deviceId: camera.deviceId }, { staleTime: INFO_STALE_MS });
  const deviceName = info.data?.deviceName ?? camera.deviceId;
  const channelName = info.data?.channelNames.find(({ id }) => id === camera.channelId)?.name ?? defaultChannelName(camera.channelId);
  const name = `${deviceName} · ${channelName}`;

  const fileName = (extension: string): string =>
    [fileNamePart(deviceName), fileNamePart(channelName), `${formatInstant(zone, Date.now(), 'yyyyMMdd-HHmmss')}.${extension}`].join('-');
  const tile = useLiveTile(camera, camera.stream, {
    goesOnAfterLimit,
    onRecorded: (file) => {
      if (file === null) message.warning(t('video.nothingRecorded'));
      else saveBlob(fileName('mp4'), file);
    },
  });
  const view = useTileView(tile);
  const snapshot = async (): Promise<void> => {
    if (!maySnapshot) return;
    const picture = (await tile?.picture()) ?? null;
    if (picture === null) message.warning(t('video.noPicture'));
    else saveBlob(fileName('png'), picture);
  };

  const capture = async (): Promise<void> => {
    const { deviceId, channelId } = camera;
    try {
      const { count } = await call('device.capture', { deviceId, channelId });
      message.success(t('gallery.asked', { count, device: deviceName, channel: channelId }));
    } catch (error) {
      message.error(describeError(error).text);
    }
  };

  useEffect(() => {
    tile?.attach(host.current);
    return () => tile?.attach(null);
  }, [tile]);
  useEffect(() => tile?.setSound(sound), [tile, sound]);
  const report = useEffectEvent((control: TileControl | null) => props.onControl(control));
  const takeSnapshot = useEffectEvent(() => void snapshot());
  useEffect(() => {
    report(tile === null ? null : { tile, snapshot: () => takeSnapshot(), turn: () => setTurning((open) => !open) });
    return () => report(null);
  }, [tile]);
  const reportName = useEffectEvent((text: string) => props.onName(text));
  useEffect(() => reportName(name), [name]);

  const stream = view?.state.stream ?? camera.stream;
  return (
    <>
      <div ref={host} className={css.pictures} />
      <TileMessage view={view} onRetry={() => tile?.retry()} />
      <div className={css.caption}>
        <span className={css.name} title={name}>
          {name}
        </span>
        {view !== null && <Instead state={view.state} />}
        {view !== null && view.recordingSinceMs !== null && <Recording sinceMs={view.recordingSinceMs} />}
      </div>
      {talk !== null && (
        <TalkStrip session={talk} name={name} onAgain={props.onTalk} onEnd={props.onTalkEnd} onMicrophone={props.onMicrophone} />
      )}
      {view?.figuresOn === true && <TileFigures view={view} below={talk !== null} />}
      <TileTools
        name={name}
        stream={stream}
        sound={sound}
        recording={view !== null && view.recordingSinceMs !== null}
        figures={view?.figuresOn === true}
        playing={view?.state.phase === 'playing'}
        maySnapshot={maySnapshot}
        mayTalk={props.mayTalk}
        talking={talk !== null}
        onTalk={talk === null ? props.onTalk : props.onTalkEnd}
        onSound={props.onSound}
        onStream={() => {
          const wanted = stream === 0 ? 1 : 0;
          tile?.choose(wanted);
          props.onStream(wanted);
        }}
        onSnapshot={() => void snapshot()}
        turning={
          view?.state.phase === 'playing' && !user.demo ? (
            <PtzTool camera={camera} name={name} open={turning} onOpen={setTurning} />
          ) : undefined
        }
        onCapture={maySnapshot && !user.demo ? () => void capture() : undefined}
        onRecord={() => tile?.record(view?.recordingSinceMs === null)}
        onFigures={() => tile?.setFigures(view?.figuresOn !== true)}
        onFullScreen={props.onFullScreen}
        onRemove={props.onRemove}
      />
    </>
  );
};

/** What is on screen because this browser does not play what was wanted. */
const Instead = ({ state }: { state: TileState }) => {
  const { t } = useTranslation();
  if (state.phase !== 'playing' || !state.switched) return null;
  const text = t(state.converted ? 'video.converted' : `video.switchedTo.${state.stream}`);
  return (
    <span className={css.instead} title={text}>
      {text}
    </span>
  );
};

const Recording = ({ sinceMs }: { sinceMs: number }) => {
  const { t } = useTranslation();
  const seconds = Math.max(0, Math.floor((useNow() - sinceMs) / 1000));
  return (
    <span className={`${css.recording} tabular`}>
      <span aria-hidden />
      {t('video.recording')} {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  );
};
