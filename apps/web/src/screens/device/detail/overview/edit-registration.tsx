import type { DeviceInfo } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx';
import { editDeviceForm } from '../../device-forms.ts';

/** The form over what is registered. It waits for the models, of which one is chosen. */
export const EditRegistration = ({ device, onClose }: { device: DeviceInfo; onClose: () => void }) => {
  const { t } = useTranslation();
  const { data: types } = useCall('device.types', {}, { staleTime: 300_000 });
  const definition = useMemo(
    () =>
      types &&
      editDeviceForm(
        device.id,
        types.map((type) => ({ value: type.typeCode, label: type.nickName ?? type.typeName })),
      ),
    [device.id, types],
  );
  if (definition === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={device.id}
      title={t('device.editTitle', { name: device.deviceName })}
      initial={{ ...device }}
      done={t('detail.saved')}
      onClose={onClose}
    />
  );
};
