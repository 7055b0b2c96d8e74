import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { labelForm, unlabelForm } from './device-forms.ts';

interface LabelledDevice {
  readonly id: string;
  /** Comma list. */
  readonly labelNames: string;
}

interface TagDialogProps {
  readonly devices: readonly LabelledDevice[];
  readonly onClose: () => void;
}

const namesOf = (devices: readonly LabelledDevice[]): ReadonlySet<string> =>
  new Set(devices.flatMap((device) => device.labelNames.split(',')).filter((name) => name !== ''));

export const hasLabels = (device: LabelledDevice): boolean => device.labelNames !== '';

/** Puts tags on one or many devices. */
export const LabelDevices = ({ devices, onClose }: TagDialogProps) => {
  const { t } = useTranslation();
  const definition = useMemo(() => labelForm(devices.map((device) => device.id)), [devices]);
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      title={t('device.labelsTitle', { count: devices.length })}
      submitLabel={t('device.addLabels')}
      done={t('device.labelsAdded')}
      onClose={onClose}
    />
  );
};

/** Takes tags off one or many devices: those that at least one of them has. */
export const UnlabelDevices = ({ devices, onClose }: TagDialogProps) => {
  const { t } = useTranslation();
  const labels = useCall('label.list', {});
  const definition = useMemo(() => {
    const names = namesOf(devices);
    return (
      labels.data &&
      unlabelForm(
        devices.map((device) => device.id),
        labels.data.filter((label) => names.has(label.labelName)),
      )
    );
  }, [devices, labels.data]);
  if (definition === undefined) return null;
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      title={t('device.unlabelTitle', { count: devices.length })}
      submitLabel={t('device.removeLabels')}
      done={t('device.labelsRemoved')}
      onClose={onClose}
    />
  );
};
