import type { DeviceInfo } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx';
import { WaitingPanel } from '../../../../ui/form-dialog/waiting-panel.tsx';
import { editDeviceForm } from '../../device-forms.ts';

/** The form over what is registered. It waits for the models, of which one is chosen. */
export const EditRegistration = ({ device, onClose }: { device: DeviceInfo; onClose: () => void }) => {
  const { t } = useTranslation();
  const query = useCall('device.types', {}, { staleTime: 300_000 });
  const types = query.data;
  const definition = useMemo(
    () =>
      types &&
      editDeviceForm(
        device.id,
        types.map((type) => ({ value: type.typeCode, label: type.nickName ?? type.typeName })),
      ),
    [device.id, types],
  );
  const title = t('device.editTitle', { name: device.deviceName });
  if (definition === undefined) return <WaitingPanel title={title} queries={[query]} onClose={onClose} />;
  return (
    <FormDialog
      definition={definition}
      objectId={device.id}
      title={title}
      initial={{ ...device }}
      done={t('detail.saved')}
      onClose={onClose}
    />
  );
};
