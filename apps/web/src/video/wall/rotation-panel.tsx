import { Button, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { setRotation, useRotationList, WALL_LIMITS } from './wall-preferences.ts';
import { sameCamera, type Camera, type Wall } from './wall-tiles.ts';
import css from './wall.module.css';

interface RotationPanelProps {
  readonly wall: Wall;
  readonly rotating: boolean;
  readonly onRotating: (on: boolean) => void;
}

/** The list of cameras that take turns on the wall, and how long each page of them stays. */
export const RotationPanel = ({ wall, rotating, onRotating }: RotationPanelProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { cameras, seconds } = useRotationList(user.id);
  const onWall = wall.tiles.slice(0, wall.size).filter((tile) => tile !== null);
  const fresh = onWall.filter((camera) => !cameras.some((other) => sameCamera(other, camera)));
  const add = (): void =>
    setRotation(user.id, { cameras: [...cameras, ...fresh.map(({ deviceId, channelId }): Camera => ({ deviceId, channelId }))] });
  return (
    <div className={css.popover}>
      <p className={css.muted}>{t('video.rotationAbout')}</p>
      <div className={css.line}>
        <span className="tabular">{t('video.rotationCount', { count: cameras.length })}</span>
        <Button size="small" disabled={fresh.length === 0} onClick={add}>
          {t('video.rotationAdd', { count: fresh.length })}
        </Button>
        <Button
          size="small"
          type="text"
          disabled={cameras.length === 0}
          onClick={() => {
            onRotating(false);
            setRotation(user.id, { cameras: [] });
          }}
        >
          {t('video.rotationClear')}
        </Button>
      </div>
      <label className={css.line}>
        {t('video.rotationSeconds')}
        <InputNumber
          min={WALL_LIMITS.minSeconds}
          max={WALL_LIMITS.maxSeconds}
          precision={0}
          value={seconds}
          onChange={(value) => value !== null && setRotation(user.id, { seconds: value })}
        />
      </label>
      <Button
        type={rotating ? 'default' : 'primary'}
        disabled={cameras.length <= wall.size && !rotating}
        onClick={() => onRotating(!rotating)}
      >
        {t(rotating ? 'video.rotationStop' : 'video.rotationStart')}
      </Button>
      {cameras.length > 0 && cameras.length <= wall.size && <p className={css.muted}>{t('video.rotationTooFew')}</p>}
    </div>
  );
};
