import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/client.ts';
import { queryClient } from '../../../../api/query.ts';
import { ConfirmDialog } from '../../../../ui/confirm/confirm-dialog.tsx';
import { DevicePicker, type PickedDevice } from '../../../../ui/device-picker/device-picker.tsx';

/** Names that are shown of the devices; the rest is counted. */
const NAMED = 6;

interface GiveLimitProps {
  readonly deviceId: string;
  readonly hasLimit: boolean;
  readonly onClose: () => void;
}

/** Other devices are chosen and, once confirmed, have the daily limit of this one. */
export const GiveLimit = ({ deviceId, hasLimit, onClose }: GiveLimitProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [devices, setDevices] = useState<readonly PickedDevice[] | null>(null);
  const give = async (to: readonly PickedDevice[]): Promise<void> => {
    await call('device.dailyTraffic.sync', { deviceId, deviceIds: to.map(({ id }) => id).join(',') });
    message.success(t('detail.limitGiven', { count: to.length }));
    await queryClient.invalidateQueries();
  };
  if (devices === null)
    return (
      <DevicePicker
        value={[]}
        disabledIds={new Set([deviceId])}
        onConfirm={(picked) => (picked.length === 0 ? onClose() : setDevices(picked))}
        onClose={onClose}
      />
    );
  const names = devices.slice(0, NAMED).map(({ deviceName }) => deviceName);
  const more = devices.length - names.length;
  return (
    <ConfirmDialog
      confirmation={{
        title: t('detail.giveLimitTitle', { count: devices.length }),
        lines: [
          `${names.join(', ')}${more > 0 ? ` ${t('commands.confirmMore', { count: more })}` : ''}`,
          t(hasLimit ? 'detail.giveLimitMeaning' : 'detail.giveNoLimit'),
        ],
        ok: t('detail.giveLimitOk'),
      }}
      onConfirm={() => give(devices)}
      onClose={onClose}
    />
  );
};
