import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useDialogFocus } from '../use-dialog-focus.ts';
import type { Confirmation } from './confirmation.ts';
import css from './confirm.module.css';

interface ConfirmDialogProps {
  readonly confirmation: Confirmation;
  /** Resolves when it is done; what it throws is shown in place and the dialog stays. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done. Escape and the first focus are on the safe side. */
export const ConfirmDialog = ({ confirmation, onConfirm, onClose }: ConfirmDialogProps) => {
  const { t } = useTranslation();
  useDialogFocus();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { title, lines = [], ok, danger = false, mustType, isBlocked = false } = confirmation;
  const isTyped = mustType === undefined || typed.trim() === mustType;

  const confirm = async (): Promise<void> => {
    if (busy || !isTyped) return;
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={title}
      width={480}
      onCancel={() => !busy && onClose()}
      closable={false}
      footer={[
        <Button key="cancel" autoFocus={mustType === undefined} disabled={busy} onClick={onClose}>
          {t(isBlocked ? 'ui.close' : 'ui.cancel')}
        </Button>,
        !isBlocked && (
          <Button key="ok" type="primary" danger={danger} loading={busy} disabled={!isTyped} onClick={() => void confirm()}>
            {ok}
          </Button>
        ),
      ]}
    >
      {lines.length > 0 && (
        <ul className={css.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {mustType !== undefined && (
        <label className={css.type}>
          {t('ui.typeToConfirm', { text: mustType })}
          <Input autoFocus value={typed} onChange={(event) => setTyped(event.target.value)} onPressEnter={() => void confirm()} />
        </label>
      )}
      {error !== null && <Alert type="error" showIcon title={describeError(error).text} />}
    </Modal>
  );
};
