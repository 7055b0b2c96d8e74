import { Alert, App, Modal, Slider } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { describeError } from '../../../api/describe-error.ts';
import { changeUser } from '../../../session/session.ts';
import { useDialogFocus } from '../../../ui/use-dialog-focus.ts';
import css from './avatar.module.css';
import { MAX_ZOOM, moved, WHOLE, within, type Crop } from './crop.ts';
import { drawSquare, jpegOf, UPLOADED_EDGE } from './picture-file.ts';

/** Of the square, with each press of an arrow key. */
const STEP = 0.05;
const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Which square of a picture is shown: moved with the mouse, a finger or the arrow keys, enlarged with the slider. */
export const AvatarDialog = ({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { content, afterOpenChange } = useDialogFocus();
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      changeUser(await call('user.avatar.save', {}, { file: await jpegOf(picture, crop) }));
      message.success(t('personal.avatar.saved'));
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('personal.avatar.cropTitle')}
      width={360}
      okText={t('personal.avatar.save')}
      cancelText={t('ui.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={() => !busy && onClose()}
      afterOpenChange={afterOpenChange}
    >
      <div className={css.crop} ref={content}>
        {error !== null && <Alert role="alert" type="error" showIcon title={describeError(error).text} />}
        <Square picture={picture} crop={crop} onChange={setCrop} />
        <p className={css.hint}>{t('personal.avatar.howTo')}</p>
        <label htmlFor="avatar-zoom">{t('personal.avatar.zoom')}</label>
        <Slider
          id="avatar-zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          ariaLabelForHandle={t('personal.avatar.zoom')}
          tooltip={{ open: false }}
          onChange={(zoom) => setCrop(within(picture, { ...crop, zoom }))}
        />
      </div>
    </Modal>
  );
};

interface SquareProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

const Square = ({ picture, crop, onChange }: SquareProps) => {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawSquare(canvas.current, picture, crop);
  }, [picture, crop]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onChange(moved(picture, crop, ...move));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const edge = event.currentTarget.clientWidth;
    onChange(moved(picture, crop, -event.movementX / edge, -event.movementY / edge));
  };
  return (
    <div
      className={css.square}
      role="group"
      tabIndex={0}
      aria-label={t('personal.avatar.square')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    >
      <canvas ref={canvas} width={UPLOADED_EDGE} height={UPLOADED_EDGE} aria-hidden />
    </div>
  );
};
