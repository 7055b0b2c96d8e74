import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/clock.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { modalContainer } from './modal-container.ts';
import { ASK_AFTER_MS } from './use-attention.ts';

interface GoOnDialogProps {
  readonly untilMs: number;
  readonly onGoOn: () => void;
  readonly onStop: () => void;
}

/** Asks a person who has not touched the wall for long whether to go on. */
export const GoOnDialog = ({ untilMs, onGoOn, onStop }: GoOnDialogProps) => {
  const { t } = useTranslation();
  useDialogFocus();
  const seconds = Math.max(0, Math.ceil((untilMs - useNow()) / 1000));
  return (
    <Modal
      open
      getContainer={modalContainer}
      title={t('video.goOnTitle')}
      okText={t('video.goOn')}
      cancelText={t('video.stop')}
      onOk={onGoOn}
      okButtonProps={{ autoFocus: true }}
      onCancel={onStop}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
    >
      <p>{t('video.goOnText', { minutes: ASK_AFTER_MS / 60_000 })}</p>
      <p className="tabular" role="timer">
        {t('video.goOnRest', { seconds })}
      </p>
    </Modal>
  );
};
