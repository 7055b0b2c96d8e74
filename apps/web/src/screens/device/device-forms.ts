import { DEVICE_LIMITS } from '@sightline/domain';
import { i18n } from '../../i18n/i18n.ts';
import type { FieldDefinition, FieldOption, FormDefinition } from '../../ui/form-dialog/form-definition.ts';

/** The ids of a text, one a line; with a name behind the first comma or tab. */
export const typedDevices = (text: string): { deviceId: string; deviceName?: string }[] =>
  text.split('\n').flatMap((line) => {
    const [id = '', ...name] = line.split(/[,\t]/);
    const deviceId = id.replaceAll(/\s/g, '');
    const deviceName = name.join(',').trim();
    return deviceId === '' ? [] : [{ deviceId, ...(deviceName === '' ? {} : { deviceName }) }];
  });

const describeFields: readonly FieldDefinition[] = [
  { kind: 'text', name: 'plate', label: 'device.plate' },
  { kind: 'text', name: 'vin', label: 'device.vin' },
  { kind: 'text', name: 'sim', label: 'device.sim' },
  { kind: 'text', name: 'iccid', label: 'device.iccid' },
  { kind: 'timezone', name: 'timezone', label: 'device.timezone' },
  { kind: 'textarea', name: 'remark', label: 'device.remark', maxLength: 500 },
];

export const addDeviceForm = (types: readonly FieldOption[]): FormDefinition<'device.add'> => ({
  id: 'device.add',
  operation: 'device.add',
  groups: [
    {
      fields: [
        { kind: 'text', name: 'deviceId', label: 'device.id', hint: 'device.idHint', allowed: 'device.idCharacters' },
        { kind: 'select', name: 'deviceType', label: 'device.type', options: types },
        { kind: 'text', name: 'deviceName', label: 'device.name', hint: 'device.nameHint' },
        { kind: 'customer', name: 'customerId', label: 'device.customer', required: true },
        { kind: 'labels', name: 'labelIds', label: 'device.labels' },
      ],
    },
    { title: 'device.more', fields: describeFields },
  ],
  errorFields: { imeiExists: 'deviceId', addError: 'deviceId' },
});

export const addManyForm = (types: readonly FieldOption[]): FormDefinition<'device.add.batch'> => ({
  id: 'device.addMany',
  operation: 'device.add.batch',
  groups: [
    {
      fields: [
        { kind: 'select', name: 'deviceType', label: 'device.type', options: types },
        { kind: 'customer', name: 'customerId', label: 'device.customer', required: true },
        {
          kind: 'textarea',
          name: 'lines',
          label: 'device.ids',
          hint: 'device.idsHint',
          maxLength: 50_000,
          rows: 10,
          required: true,
          check: (value) =>
            typedDevices(String(value)).length > DEVICE_LIMITS.batchAdd
              ? i18n.t('device.idsTooMany', { max: DEVICE_LIMITS.batchAdd })
              : null,
        },
      ],
    },
  ],
  toInput: ({ lines, ...values }) => ({ ...values, devices: typedDevices(String(lines)) }),
});

export const editDeviceForm = (deviceId: string, types: readonly FieldOption[]): FormDefinition<'device.save'> => ({
  id: 'device.edit',
  operation: 'device.save',
  sendsChanges: true,
  fixed: { deviceId },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'deviceName', label: 'device.name' },
        { kind: 'select', name: 'deviceType', label: 'device.type', options: types },
      ],
    },
    { title: 'device.more', fields: describeFields },
  ],
});

interface NamedTag {
  readonly id: string;
  readonly labelName: string;
}

export const labelForm = (deviceIds: readonly string[]): FormDefinition<'label.bind'> => ({
  id: 'device.labels',
  operation: 'label.bind',
  fixed: { deviceIds: deviceIds.join(',') },
  groups: [{ fields: [{ kind: 'labels', name: 'labelIds', label: 'device.labels', required: true }] }],
  errorFields: { deviceLabelCountExceeded: 'labelIds', labelBatchLimit: 'labelIds' },
});

/** Takes tags off devices. Tags of the same name that several customers have are one choice. */
export const unlabelForm = (deviceIds: readonly string[], tags: readonly NamedTag[]): FormDefinition<'label.unbind'> => ({
  id: 'device.unlabel',
  operation: 'label.unbind',
  fixed: { deviceIds: deviceIds.join(',') },
  groups: [
    {
      fields: [
        {
          kind: 'select',
          name: 'names',
          label: 'device.labels',
          multiple: true,
          required: true,
          options: [...new Set(tags.map((tag) => tag.labelName))].map((name) => ({ value: name, label: name })),
        },
      ],
    },
  ],
  toInput: ({ names }) => ({
    labelIds: tags
      .filter((tag) => (names as readonly string[]).includes(tag.labelName))
      .map((tag) => tag.id)
      .join(','),
  }),
  errorFields: { labelBatchLimit: 'names', labelNotFound: 'names' },
});

const tagErrors = { labelNameExists: 'labelName', labelNameTooLong: 'labelName', labelNameRequired: 'labelName' } as const;

export const addTagForm = (customerId: string): FormDefinition<'label.add'> => ({
  id: 'device.tagAdd',
  operation: 'label.add',
  fixed: { customerId },
  groups: [{ fields: [{ kind: 'text', name: 'labelName', label: 'device.tagName' }] }],
  errorFields: tagErrors,
});

export const renameTagForm = (labelId: string): FormDefinition<'label.save'> => ({
  id: 'device.tagRename',
  operation: 'label.save',
  fixed: { labelId },
  groups: [{ fields: [{ kind: 'text', name: 'labelName', label: 'device.tagName' }] }],
  errorFields: tagErrors,
});

export const modelNameForm = (typeCode: string): FormDefinition<'device.types.nickname.save'> => ({
  id: 'device.modelName',
  operation: 'device.types.nickname.save',
  fixed: { typeCode },
  groups: [{ fields: [{ kind: 'text', name: 'nickName', label: 'device.modelName' }] }],
});
