import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { uploadFile } from '../../api/upload.ts';
import { CustomerPicker } from '../../ui/customer-picker/customer-picker.tsx';
import { FileField } from '../../ui/form-dialog/fields/file-field.tsx';
import { saveFrom } from '../../ui/save-blob.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import css from './device.module.css';

const MAX_MB = 10;

interface SheetDialogProps {
  /** Registers the devices of the spreadsheet, or changes them. */
  readonly kind: 'import' | 'change';
  /** New devices go to this customer unless another is chosen. */
  readonly customerId: string;
  /** Stand in the spreadsheet for changes already. */
  readonly deviceIds?: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Takes a spreadsheet of devices; the work itself is a task. */
export const SheetDialog = ({ kind, deviceIds = [], onStarted, onClose, ...given }: SheetDialogProps) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isImport = kind === 'import';
  const { content, afterOpenChange } = useDialogFocus();
  const { mark, leave, question } = useUnsaved();
  const [file, setFile] = useState<File | null>(null);
  const [customerId, setCustomerId] = useState(given.customerId);
  const template = useMutation({
    mutationFn: () =>
      isImport
        ? call('device.import.template', {})
        : call('device.batch.getDeviceBatchUpdateExcelUrl', deviceIds.length === 0 ? {} : { deviceIds: deviceIds.join(',') }),
    onSuccess: ({ url }) => saveFrom(url),
  });
  const start = useMutation({
    mutationFn: async (chosen: File) => {
      const fileId = await uploadFile(chosen);
      return isImport ? call('device.import', { fileId, customerId }) : call('device.batch.batchUpdate', { fileId });
    },
    onSuccess: async () => {
      mark(false);
      onStarted();
      await queries.invalidateQueries();
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    mark(chosen !== null);
  };
  const error = start.error ?? template.error;
  return (
    <Modal
      open
      width={560}
      title={t(isImport ? 'device.importTitle' : 'device.changeTitle')}
      okText={t(isImport ? 'device.import' : 'device.change')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: file === null, loading: start.isPending }}
      onOk={() => file !== null && start.mutate(file)}
      onCancel={() => !start.isPending && leave(onClose)}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content} className={css.steps}>
        <p>
          {isImport ? t('device.importText') : t('device.changeText', { count: deviceIds.length })}{' '}
          <Button type="link" size="small" loading={template.isPending} onClick={() => template.mutate()}>
            {t('device.importTemplate')}
          </Button>
        </p>
        {isImport && (
          <label className={css.picker}>
            {t('device.customer')}
            <CustomerPicker value={customerId} onChange={(id) => setCustomerId(id ?? given.customerId)} allowClear={false} />
          </label>
        )}
        <FileField value={file} onChange={choose} accept=".xlsx" maxMb={MAX_MB} />
        {error !== null && <Alert type="error" showIcon title={describeError(error).text} />}
      </div>
      {question}
    </Modal>
  );
};
