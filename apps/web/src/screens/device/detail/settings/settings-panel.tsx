import type { DeviceInfo, OperationId, OutputOf } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDefinition, FormValues } from '../../../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx';
import type { NumberedName } from './numbered-names.ts';
import {
  camerasForm,
  channelNamesForm,
  clockForm,
  clockInitial,
  iconForm,
  ioNamesForm,
  NEW_SUMMER_TIME,
  shownChannelsForm,
  summerTimeForm,
  zoneForm,
} from './settings-forms.tsx';

export type SettingsForm = 'channels' | 'inputs' | 'cameras' | 'shown' | 'icon' | 'zone' | 'clock' | 'summer';

interface SettingsPanelProps {
  readonly device: DeviceInfo;
  readonly form: SettingsForm;
  readonly channels: readonly NumberedName[];
  readonly inputs: readonly NumberedName[];
  readonly summerTime: OutputOf<'device.expand.info'>['summerTime'];
  readonly onClose: () => void;
}

/** The dialog of one group of settings. */
export const SettingsPanel = ({ device, form, channels, inputs, summerTime, onClose }: SettingsPanelProps) => {
  const { t } = useTranslation();
  const forms = useMemo(
    () => ({
      channels: channelNamesForm(device.id),
      inputs: ioNamesForm(device.id),
      cameras: camerasForm(device.id),
      shown: shownChannelsForm(device.id, channels),
      icon: iconForm(device.id),
      zone: zoneForm(device.id),
      clock: clockForm(device.id),
      summer: summerTimeForm(device.id, summerTime ?? NEW_SUMMER_TIME),
    }),
    [device.id, channels, summerTime],
  );
  const dialog = <K extends OperationId>(definition: FormDefinition<K>, initial: FormValues) => (
    <FormDialog
      as="dialog"
      objectId={device.id}
      definition={definition}
      title={t(`detail.settingsOf.${form}`)}
      initial={initial}
      done={t('detail.saved')}
      onClose={onClose}
    />
  );
  switch (form) {
    case 'channels':
      return dialog(forms.channels, { names: channels });
    case 'inputs':
      return dialog(forms.inputs, { names: inputs });
    case 'cameras':
      return dialog(forms.cameras, { camCount: device.camCount });
    case 'shown':
      return dialog(forms.shown, { camView: device.camView ?? [] });
    case 'icon':
      return dialog(forms.icon, { icon: device.icon });
    case 'zone':
      return dialog(forms.zone, { timezone: device.timezone ?? undefined });
    case 'clock':
      return dialog(forms.clock, clockInitial(device.settings));
    case 'summer':
      return dialog(forms.summer, { ...(summerTime ?? NEW_SUMMER_TIME) });
  }
};
