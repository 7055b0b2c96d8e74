import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { labelForm } from './device-forms.ts';

/** Puts tags on one or many devices. */
export const LabelDevices = ({ deviceIds, onClose }: { deviceIds: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation();
  const definition = useMemo(() => labelForm(deviceIds), [deviceIds]);
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      title={t('device.labelsTitle', { count: deviceIds.length })}
      submitLabel={t('device.addLabels')}
      done={t('device.labelsAdded')}
      onClose={onClose}
    />
  );
};
