import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { CustomerPicker } from '../../ui/customer-picker/customer-picker.tsx';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { QueryView } from '../../ui/view-state.tsx';
import css from './device.module.css';

interface MoveDevicesProps {
  readonly deviceIds: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Moves devices to another customer; what goes along and what stays behind is said first. */
export const MoveDevices = ({ deviceIds, onDone, onClose }: MoveDevicesProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [customerId, setCustomerId] = useState<string | null>(null);
  const ids = deviceIds.join(',');
  const { content, afterOpenChange } = useDialogFocus();
  const preview = useCall('device.move.preview', { deviceIds: ids, customerId: customerId ?? '' }, { enabled: customerId !== null });
  const move = useMutation({
    mutationFn: () => call('device.move', { deviceIds: ids, customerId: customerId ?? '' }),
    onSuccess: async (answer) => {
      message.success(t('device.moved', { count: answer.deviceCount }));
      onDone();
      await queries.invalidateQueries();
    },
  });
  const isBlocked = (preview.data?.blockedPersonal ?? 0) > 0;
  return (
    <Modal
      open
      width={560}
      title={t('device.moveTitle', { count: deviceIds.length })}
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('ui.cancel')}
        </Button>,
        <Button
          key="move"
          type="primary"
          disabled={preview.data === undefined || isBlocked}
          loading={move.isPending}
          onClick={() => move.mutate()}
        >
          {t('device.move')}
        </Button>,
      ]}
    >
      <div ref={content}>
        <label className={css.field}>
          {t('device.moveTo')}
          <CustomerPicker value={customerId} onChange={setCustomerId} allowClear={false} />
        </label>
        {customerId !== null && (
          <QueryView query={preview} rows={4}>
            {({ movesAlong, staysBehind, blockedPersonal, targetCustomerName }) =>
              blockedPersonal > 0 ? (
                <Alert type="error" showIcon title={t('device.moveBlocked', { count: blockedPersonal })} />
              ) : (
                <>
                  <h3>{t('device.moveAlong', { name: targetCustomerName })}</h3>
                  <ul className={css.list}>
                    <li>{t('device.moveHistory', { count: movesAlong.history })}</li>
                    <li>{t('device.moveLicense', { count: movesAlong.license })}</li>
                    <li>{t('device.moveSettings')}</li>
                  </ul>
                  <h3>{t('device.moveBehind')}</h3>
                  <ul className={css.list}>
                    <li>{t('device.moveLabels', { count: staysBehind.labels })}</li>
                    <li>{t('device.moveShares', { count: staysBehind.shares })}</li>
                    <li>{t('device.moveUsers', { count: staysBehind.users })}</li>
                  </ul>
                </>
              )
            }
          </QueryView>
        )}
        {move.isError && <Alert type="error" showIcon title={describeError(move.error).text} />}
      </div>
    </Modal>
  );
};
