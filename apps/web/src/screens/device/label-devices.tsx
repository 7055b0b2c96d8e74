import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import { tagsOf } from '../../ui/tag-list.tsx';
import { labelForm, unlabelForm } from './device-forms.ts';

interface LabelledDevice {
  readonly id: string;
  /** Comma list. */
  readonly labelNames: string;
}

interface LabelDevicesProps {
  readonly devices: readonly LabelledDevice[];
  readonly onClose: () => void;
}

const namesOf = (devices: readonly LabelledDevice[]): ReadonlySet<string> =>
  new Set(devices.flatMap((device) => tagsOf(device.labelNames)));

export const hasLabels = (device: LabelledDevice): boolean => device.labelNames !== '';

/** Keys of what the dialogs say; a title gets the number of devices. */
const TEXTS = {
  'label.bind': { title: 'device.labelsTitle', submit: 'device.addLabels', done: 'device.labelsAdded' },
  'label.unbind': { title: 'device.unlabelTitle', submit: 'device.removeLabels', done: 'device.labelsRemoved' },
} as const;

interface DialogProps<K extends keyof typeof TEXTS> extends LabelDevicesProps {
  readonly definition: FormDefinition<K>;
}

const Dialog = <K extends keyof typeof TEXTS>({ definition, devices, onClose }: DialogProps<K>) => {
  const { t } = useTranslation();
  const { title, submit, done } = TEXTS[definition.operation];
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      title={t(title, { count: devices.length })}
      submitLabel={t(submit)}
      done={t(done)}
      onClose={onClose}
    />
  );
};

/** Puts tags on one or many devices. */
export const LabelDevices = (props: LabelDevicesProps) => {
  const { devices } = props;
  const definition = useMemo(() => labelForm(devices.map((device) => device.id)), [devices]);
  return <Dialog definition={definition} {...props} />;
};

/** Takes tags off one or many devices: those that at least one of them has. */
export const UnlabelDevices = (props: LabelDevicesProps) => {
  const { devices, onClose } = props;
  const { t } = useTranslation();
  const labels = useCall('label.list', {});
  const definition = useMemo(() => {
    const names = namesOf(devices);
    const carried = labels.data?.filter((label) => names.has(label.labelName));
    return (
      carried &&
      unlabelForm(
        devices.map((device) => device.id),
        carried,
      )
    );
  }, [devices, labels.data]);
  return definition === undefined ? (
    <WaitingPanel title={t(TEXTS['label.unbind'].title, { count: devices.length })} queries={[labels]} onClose={onClose} />
  ) : (
    <Dialog definition={definition} {...props} />
  );
};
