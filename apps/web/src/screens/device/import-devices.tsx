import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { uploadFile } from '../../api/upload.ts';
import { useSession } from '../../session/session.ts';
import { CustomerPicker } from '../../ui/customer-picker/customer-picker.tsx';
import { FileField } from '../../ui/form-dialog/fields/file-field.tsx';
import css from './device.module.css';

const MAX_MB = 10;

/** Registers the devices of a spreadsheet; the work itself is a task. */
export const ImportDevices = ({ onStarted, onClose }: { onStarted: () => void; onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [file, setFile] = useState<File | null>(null);
  const [customerId, setCustomerId] = useState<string | null>(user.customerId);
  const template = useMutation({
    mutationFn: () => call('device.import.template', {}),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const start = useMutation({
    mutationFn: async (chosen: File) => call('device.import', { fileId: await uploadFile(chosen), customerId: customerId ?? undefined }),
    onSuccess: onStarted,
  });
  const error = start.error ?? template.error;
  return (
    <Modal
      open
      width={560}
      title={t('device.importTitle')}
      okText={t('device.import')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: file === null, loading: start.isPending }}
      onOk={() => file !== null && start.mutate(file)}
      onCancel={onClose}
    >
      <div className={css.steps}>
        <p>
          {t('device.importText')}{' '}
          <Button type="link" size="small" loading={template.isPending} onClick={() => template.mutate()}>
            {t('device.importTemplate')}
          </Button>
        </p>
        <label className={css.field}>
          {t('device.customer')}
          <CustomerPicker value={customerId} onChange={setCustomerId} allowClear={false} />
        </label>
        <FileField value={file} onChange={setFile} accept=".xlsx" maxMb={MAX_MB} />
        {error !== null && <Alert type="error" showIcon title={describeError(error).text} />}
      </div>
    </Modal>
  );
};
