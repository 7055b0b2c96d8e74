import type { DeviceInfo, OutputOf } from '@sightline/contract';
import { DEVICE_LIMITS, DEVICE_SETTING_LIMITS, FIXED_OFFSETS_MINUTES } from '@sightline/domain';
import { i18n } from '../../../../i18n/i18n.ts';
import type { ControlProps, FormDefinition, FormValues } from '../../../../ui/form-dialog/form-definition.ts';
import { offsetLabel } from '../overview/clock-text.ts';
import { NamesField } from './names-field.tsx';
import { isTooLong, namesInput, type NumberedName } from './numbered-names.ts';

/** The icons that devices can have on lists and maps. */
const ICONS = ['car', 'van', 'truck', 'bus', 'motorcycle', 'excavator', 'asset'] as const;
export const iconName = (icon: string): string => ((ICONS as readonly string[]).includes(icon) ? i18n.t(`detail.icons.${icon}`) : icon);

const namesField = (prefix: string) =>
  ({
    kind: 'custom',
    name: 'names',
    label: 'detail.names',
    hint: 'detail.namesHint',
    check: (value: unknown) =>
      isTooLong(value as readonly NumberedName[])
        ? i18n.t('ui.form.tooLong', { field: i18n.t('detail.names'), count: DEVICE_LIMITS.channelName })
        : null,
    render: (control: ControlProps) => <NamesField {...(control as ControlProps<readonly NumberedName[]>)} prefix={prefix} />,
  }) as const;
const namesOfForm = ({ names }: FormValues): string => namesInput((names ?? []) as readonly NumberedName[]);

export const channelNamesForm = (deviceId: string): FormDefinition<'device.expand.save.channel.name'> => ({
  id: 'device.channelNames',
  operation: 'device.expand.save.channel.name',
  fixed: { deviceId },
  groups: [{ fields: [namesField('CH')] }],
  toInput: (values) => ({ channelName: namesOfForm(values) }),
});

export const ioNamesForm = (deviceId: string): FormDefinition<'device.expand.save.io.name'> => ({
  id: 'device.ioNames',
  operation: 'device.expand.save.io.name',
  fixed: { deviceId },
  groups: [{ fields: [namesField('IO')] }],
  toInput: (values) => ({ ioName: namesOfForm(values) }),
});

export const iconForm = (deviceId: string): FormDefinition<'device.set.icon'> => ({
  id: 'device.icon',
  operation: 'device.set.icon',
  fixed: { deviceIds: deviceId },
  groups: [
    {
      fields: [{ kind: 'select', name: 'icon', label: 'detail.icon', options: ICONS.map((value) => ({ value, label: iconName(value) })) }],
    },
  ],
});

export const camerasForm = (deviceId: string): FormDefinition<'device.saveCamCount'> => ({
  id: 'device.cameras',
  operation: 'device.saveCamCount',
  fixed: { deviceId },
  groups: [{ fields: [{ kind: 'number', name: 'camCount', label: 'detail.cameras', min: 0, max: DEVICE_LIMITS.channels }] }],
});

/** `channels`: numbers and names of the channels that there are. */
export const shownChannelsForm = (deviceId: string, channels: readonly NumberedName[]): FormDefinition<'device.saveCamView'> => ({
  id: 'device.camView',
  operation: 'device.saveCamView',
  fixed: { deviceId },
  groups: [
    {
      fields: [
        {
          kind: 'select',
          name: 'camView',
          label: 'detail.shownChannels',
          hint: 'detail.shownChannelsHint',
          multiple: true,
          options: channels.map(({ id, name }) => ({ value: id, label: name === '' ? `CH ${id}` : `CH ${id} ${name}` })),
        },
      ],
    },
  ],
  toInput: ({ camView }) => ({ camView: typeof camView === 'string' ? camView : '' }),
});

export const zoneForm = (deviceId: string): FormDefinition<'device.save'> => ({
  id: 'device.timezone',
  operation: 'device.save',
  fixed: { deviceId },
  groups: [{ fields: [{ kind: 'timezone', name: 'timezone', label: 'detail.timezone' }] }],
});

/** In the list of offsets: the one of the protocol. */
const BY_PROTOCOL = 'protocol';

export const clockForm = (deviceId: string): FormDefinition<'device.saveTrip'> => ({
  id: 'device.clock',
  operation: 'device.saveTrip',
  fixed: { deviceId },
  groups: [
    {
      fields: [
        {
          kind: 'select',
          name: 'offset',
          label: 'detail.clockOffset',
          hint: 'detail.clockOffsetHint',
          options: [
            { value: BY_PROTOCOL, label: i18n.t('detail.byProtocol') },
            ...FIXED_OFFSETS_MINUTES.map((minutes) => ({ value: minutes, label: offsetLabel(minutes) })),
          ],
        },
        {
          kind: 'number',
          name: 'positionIntervalS',
          label: 'detail.interval',
          hint: 'detail.intervalHint',
          ...limitsOf('positionIntervalS'),
          unit: 's',
        },
      ],
    },
  ],
  toInput: clockInput,
});

function limitsOf(name: keyof typeof DEVICE_SETTING_LIMITS): { readonly min: number; readonly max: number } {
  const { min, max } = DEVICE_SETTING_LIMITS[name];
  return { min, max };
}

/** What the form of the clock begins with, and what of it is sent. */
export const clockInitial = (settings: DeviceInfo['settings']): FormValues => ({
  offset: settings.utcOffsetMinutes ?? BY_PROTOCOL,
  positionIntervalS: settings.positionIntervalS,
});
export function clockInput({ offset, positionIntervalS }: FormValues): FormValues {
  return { utcOffsetMinutes: typeof offset === 'number' ? offset : null, positionIntervalS };
}

const isOn = (values: FormValues): boolean => values['enabled'] === true;
type SummerTime = NonNullable<OutputOf<'device.expand.info'>['summerTime']>;

/** What the form begins with while a device has no rule: that of Central Europe in a common year. */
export const NEW_SUMMER_TIME: SummerTime = { enabled: false, offsetMinutes: 60, start: '03-31 02:00', end: '10-27 03:00' };

export const summerTimeForm = (deviceId: string, rule: SummerTime): FormDefinition<'device.expand.save.summer.time'> => ({
  id: 'device.summerTime',
  operation: 'device.expand.save.summer.time',
  fixed: { deviceId },
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'enabled', label: 'detail.summerTimeOn' },
        { kind: 'number', name: 'offsetMinutes', label: 'detail.summerOffset', min: 15, max: 120, step: 15, unit: 'min', isFor: isOn },
        {
          kind: 'text',
          name: 'start',
          label: 'detail.summerStart',
          hint: 'detail.summerHint',
          allowed: 'detail.summerFormat',
          isFor: isOn,
        },
        { kind: 'text', name: 'end', label: 'detail.summerEnd', hint: 'detail.summerHint', allowed: 'detail.summerFormat', isFor: isOn },
      ],
    },
  ],
  // The contract takes a whole rule: switched off, its dates stay as they were.
  toInput: (values) => ({ ...rule, ...(isOn(values) ? values : {}), enabled: isOn(values) }),
});
