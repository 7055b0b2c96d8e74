import { AudioOutlined, ClearOutlined, FullscreenOutlined, QuestionOutlined, SaveOutlined, SyncOutlined } from '@ant-design/icons';
import { Button, Popover, Segmented, Switch, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { RotationPanel } from './rotation-panel.tsx';
import { SavedWalls } from './saved-walls.tsx';
import { useRotation } from './use-rotation.ts';
import { WATCH_MINUTES } from './use-live-tile.ts';
import { WALL_KEYS } from './use-wall-keys.ts';
import { useRotationList } from './wall-preferences.ts';
import { rotated, WALL_SIZES, type Wall } from './wall-tiles.ts';
import type { WallState } from './wall-url.ts';
import css from './wall.module.css';

interface WallBarProps {
  readonly state: WallState;
  readonly change: (part: Partial<WallState>) => void;
  readonly changeWall: (next: (wall: Wall) => Wall) => void;
  readonly unlocked: boolean;
  readonly onUnlocked: (unlocked: boolean) => void;
  /** A rotation shows other cameras. */
  readonly onStep: () => void;
  readonly help: boolean;
  readonly onHelp: (open: boolean) => void;
  readonly onMicrophone: () => void;
  readonly onFullScreen: () => void;
  readonly start: ReactNode;
}

/** How many tiles, saved walls, rotation, the time limit, help. */
export const WallBar = (props: WallBarProps) => {
  const { state, change, changeWall, unlocked, onUnlocked } = props;
  const { t } = useTranslation();
  const { user } = useSession();
  const rotation = useRotationList(user.id);
  const [rotating, setRotating] = useRotation(rotation.seconds, (step) => {
    props.onStep();
    changeWall((wall) => rotated(wall, rotation.cameras, step));
  });
  return (
    <div className={css.bar}>
      {props.start}
      <Segmented
        aria-label={t('video.size')}
        value={state.size}
        options={WALL_SIZES.map((size) => ({ value: size, label: size, title: t('video.sizeOf', { count: size }) }))}
        onChange={(size) => change({ size })}
      />
      <Popover
        getPopupContainer={popupParent}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        title={t('video.saved')}
        content={<SavedWalls wall={state} onOpen={({ size, tiles }) => change({ size, tiles })} />}
      >
        <Button icon={<SaveOutlined aria-hidden />}>{t('video.saved')}</Button>
      </Popover>
      <Popover
        getPopupContainer={popupParent}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        title={t('video.rotation')}
        content={<RotationPanel wall={state} rotating={rotating} onRotating={setRotating} />}
      >
        <Button icon={<SyncOutlined aria-hidden spin={rotating} />} type={rotating ? 'primary' : 'default'}>
          {t(rotating ? 'video.rotating' : 'video.rotation')}
        </Button>
      </Popover>
      <Button icon={<ClearOutlined aria-hidden />} onClick={() => change({ tiles: [] })}>
        {t('video.clear')}
      </Button>
      <div className={css.barEnd}>
        <Tooltip getPopupContainer={popupParent} title={t('video.unlockHelp', { minutes: WATCH_MINUTES })}>
          <label className={css.unlock}>
            {t('video.unlock', { minutes: WATCH_MINUTES })}
            <Switch size="small" checked={unlocked} onChange={onUnlocked} />
          </label>
        </Tooltip>
        <Button
          icon={<AudioOutlined aria-hidden />}
          aria-label={t('video.talk.microphone')}
          title={t('video.talk.microphone')}
          onClick={props.onMicrophone}
        />
        <Popover
          getPopupContainer={popupParent}
          trigger="click"
          placement="bottomRight"
          open={props.help}
          onOpenChange={props.onHelp}
          title={t('video.keys')}
          content={<Keys />}
        >
          <Button icon={<QuestionOutlined aria-hidden />} aria-label={t('video.keys')} title={t('video.keys')} />
        </Popover>
        <Button
          icon={<FullscreenOutlined aria-hidden />}
          aria-label={t('video.wallFullScreen')}
          title={t('video.wallFullScreen')}
          onClick={props.onFullScreen}
        />
      </div>
    </div>
  );
};

/** Inside the wall: in full screen nothing else is seen. */
const popupParent = (trigger: HTMLElement): HTMLElement => trigger.closest<HTMLElement>('[data-wall]') ?? document.body;

const Keys = () => {
  const { t } = useTranslation();
  return (
    <dl className={css.keys}>
      {WALL_KEYS.map((key) => [
        <dt key={key}>
          <kbd>{t(`video.key.${key}.name`)}</kbd>
        </dt>,
        <dd key={`${key}.about`}>{t(`video.key.${key}.about`)}</dd>,
      ])}
    </dl>
  );
};
