import { Alert, App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { useMay, useSession } from '../session/session.ts';
import { useDockDrawer } from '../ui/dock/side-dock.tsx';
import { isPlainHttp } from './player/paths.ts';
import { soundOutput } from './player/sound-output.ts';
import { usePreparedPlayer } from './stream/use-prepared-player.ts';
import { MicrophoneDialog } from './talk/microphone-dialog.tsx';
import { useTalk } from './talk/use-talk.ts';
import type { TileControl } from './wall/camera-tile.tsx';
import { loadCameras } from './wall/cameras-of.ts';
import type { Dragged } from './wall/dragging.ts';
import { GoOnDialog } from './wall/go-on-dialog.tsx';
import { useAttention } from './wall/use-attention.ts';
import { useWallKeys } from './wall/use-wall-keys.ts';
import { WallBar } from './wall/wall-bar.tsx';
import { WallDock } from './wall/wall-dock.tsx';
import { WallGrid } from './wall/wall-grid.tsx';
import {
  clearPlace,
  freePlace,
  neighbour,
  placeAll,
  placeCamera,
  sameCamera,
  swapPlaces,
  tileAt,
  withStream,
  type Camera,
  type Wall,
} from './wall/wall-tiles.ts';
import { useWallState, type WallState } from './wall/wall-url.ts';
import css from './wall/wall.module.css';

const toggleFullScreen = (element: HTMLElement | null | undefined): void => {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen?.().catch(() => undefined);
};

/** Cameras side by side, live. */
export const Page = () => {
  usePreparedPlayer();
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [state, write] = useWallState();
  const change = useCallback((part: Partial<WallState>) => write((before) => ({ ...before, ...part })), [write]);
  const changeWall = useCallback((next: (wall: Wall) => Wall) => write((before) => ({ ...before, ...next(before) })), [write]);
  const maySnapshot = useMay('5101:snapshot');
  const mayTalk = !useSession().user.demo;
  const drawer = useDockDrawer(t('video.cameras'));
  const [chosenPlace, setChosen] = useState(0);
  const [sound, setSound] = useState<number | null>(null);
  const [unlocked, setUnlocked] = useState(false);
  const [help, setHelp] = useState(false);
  const [microphone, setMicrophone] = useState(false);
  const controls = useRef(new Map<number, TileControl>());
  const elements = useRef(new Map<number, HTMLElement>());
  const centre = useRef<HTMLDivElement>(null);
  const chosen = Math.min(chosenPlace, state.size - 1);
  const visible = state.tiles.slice(0, state.size);

  const showAll = useCallback(
    async (deviceId: string, from: number | null) => {
      try {
        const cameras = await loadCameras(deviceId);
        if (cameras.length === 0) return void message.info(t('ui.noCameras'));
        write((before) => ({ ...before, ...placeAll(before, from ?? freePlace(before, 0), cameras), whole: null }));
      } catch (error) {
        message.error(describeError(error).text);
        write((before) => ({ ...before, whole: null }));
      }
    },
    [message, t, write],
  );
  // A link to a device becomes its cameras.
  const { whole } = state;
  useEffect(() => {
    if (whole !== null) void showAll(whole, 0);
  }, [whole, showAll]);

  const showCamera = (camera: Camera): void => {
    const place = tileAt(state, chosen) === null ? chosen : freePlace(state, chosen);
    setChosen(place);
    changeWall((wall) => placeCamera(wall, place, camera));
    drawer.setOpen(false);
  };
  const drop = (index: number, dragged: Dragged): void => {
    setChosen(index);
    if (dragged.kind === 'camera') changeWall((wall) => placeCamera(wall, index, dragged.camera));
    else if (dragged.kind === 'tile') changeWall((wall) => swapPlaces(wall, dragged.index, index));
    else void showAll(dragged.deviceId, index);
  };
  const remove = (index: number): void => {
    if (sound === index) setSound(null);
    changeWall((wall) => clearPlace(wall, index));
  };
  const toggleSound = (index: number): void => {
    soundOutput.unlock();
    setSound(sound === index || tileAt(state, index) === null ? null : index);
  };
  const { talk, begin, end } = useTalk();
  const beginTalk = (index: number): void => {
    const camera = tileAt(state, index);
    if (camera === null || !mayTalk) return;
    // Nothing else is heard over it.
    setSound(null);
    setChosen(index);
    begin(camera);
  };
  const toggleTalk = (): void => {
    if (talk !== null) end();
    else beginTalk(chosen);
  };
  // A talk is over when its tile is: nobody would see that it goes on.
  const isTalkShown = talk === null || visible.some((tile) => tile !== null && sameCamera(tile, talk.camera));
  useEffect(() => {
    if (!isTalkShown) end();
  }, [isTalkShown, end]);
  const control = (): TileControl | undefined => controls.current.get(chosen);

  useWallKeys({
    choose: (index) => index < state.size && setChosen(index),
    move: (direction) => setChosen(neighbour(state.size, chosen, direction)),
    snapshot: () => control()?.snapshot(),
    sound: () => toggleSound(chosen),
    record: () => {
      const tile = control()?.tile;
      if (maySnapshot) tile?.record(tile.current().recordingSinceMs === null);
    },
    figures: () => {
      const tile = control()?.tile;
      tile?.setFigures(!tile.current().figuresOn);
    },
    fullScreen: () => toggleFullScreen(elements.current.get(chosen)),
    remove: () => remove(chosen),
    help: () => setHelp(!help),
    talk: toggleTalk,
    turn: () => control()?.turn(),
    hold: (held) => talk?.session.hold(held),
  });

  const rest = useCallback(() => {
    for (const { tile } of controls.current.values()) tile.rest();
    end();
  }, [end]);
  const attention = useAttention(
    visible.some((tile) => tile !== null),
    rest,
  );

  return (
    <div className={css.page}>
      <WallDock
        drawer={drawer}
        state={state}
        shown={visible.filter((tile) => tile !== null)}
        change={change}
        onCamera={showCamera}
        onDevice={(deviceId) => void showAll(deviceId, null)}
      />
      <div ref={centre} className={css.centre} data-wall>
        <WallBar
          state={state}
          change={change}
          changeWall={changeWall}
          unlocked={unlocked}
          onUnlocked={setUnlocked}
          onStep={() => setSound(null)}
          help={help}
          onHelp={setHelp}
          onMicrophone={() => setMicrophone(true)}
          onFullScreen={() => toggleFullScreen(centre.current)}
          start={drawer.button}
        />
        {isPlainHttp() && <Alert banner closable={{ 'aria-label': t('video.closeNote') }} type="info" title={t('video.plainHttp')} />}
        <WallGrid
          wall={state}
          chosen={chosen}
          sound={sound}
          goesOnAfterLimit={unlocked}
          maySnapshot={maySnapshot}
          mayTalk={mayTalk}
          talk={talk}
          onTalk={beginTalk}
          onTalkEnd={end}
          onMicrophone={() => setMicrophone(true)}
          onChoose={setChosen}
          onDrop={drop}
          onSound={toggleSound}
          onStream={(index, stream) => changeWall((wall) => withStream(wall, index, stream))}
          onRemove={remove}
          onFullScreen={(index) => toggleFullScreen(elements.current.get(index))}
          onControl={(index, next) => void (next === null ? controls.current.delete(index) : controls.current.set(index, next))}
          element={(index, element) => void (element === null ? elements.current.delete(index) : elements.current.set(index, element))}
        />
      </div>
      {microphone && <MicrophoneDialog onClose={() => setMicrophone(false)} />}
      {attention.untilMs !== null && (
        <GoOnDialog
          untilMs={attention.untilMs}
          onGoOn={attention.goOn}
          onStop={() => {
            attention.goOn();
            rest();
          }}
        />
      )}
    </div>
  );
};
