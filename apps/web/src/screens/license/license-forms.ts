import type { InputOf, LicenseStock, LicenseType } from '@sightline/contract';
import { LICENSE_BATCH_LIMIT, parseLicenseCode } from '@sightline/domain';
import { i18n } from '../../i18n/i18n.ts';
import type { PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import type { FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { stockOptions } from './license-text.ts';

const remarkField: FieldDefinition = { kind: 'textarea', name: 'remark', label: 'license.remark', maxLength: 200, rows: 2 };

const availableOf = (stock: readonly LicenseStock[], typeCode: unknown): number =>
  stock.find((type) => type.typeCode === typeCode)?.count ?? 0;
/** null, or that there are not so many. */
const shortage = (stock: readonly LicenseStock[], typeCode: unknown, wanted: number): string | null => {
  const available = availableOf(stock, typeCode);
  return wanted <= available || typeCode === undefined ? null : i18n.t('license.onlyAvailable', { count: available });
};

const typeField = (stock: readonly LicenseStock[], wanted?: string): FieldDefinition => ({
  kind: 'select',
  name: 'typeCode',
  label: 'license.type',
  required: true,
  options: stockOptions(stock, wanted),
});

const currencyNames = (): readonly { readonly value: string; readonly label: string }[] => {
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} ${names.of(code) ?? ''}`.trim() }));
};

/** Price of one licence and its currency; both or none. */
const priceFields = (): readonly FieldDefinition[] => [
  { kind: 'number', name: 'unitPrice', label: 'license.unitPrice', hint: 'license.unitPriceHint', min: 0, max: 1_000_000, step: 0.01 },
  {
    kind: 'select',
    name: 'currency',
    label: 'license.currency',
    required: true,
    options: currencyNames(),
    isFor: ({ unitPrice }) => typeof unitPrice === 'number',
  },
];

/** So many of a type, or exactly these. */
const licensesOf = (ids: readonly string[] | undefined): { licenseIds?: string } =>
  ids === undefined ? {} : { licenseIds: ids.join(',') };

/** Hands licences of the own stock down: so many of a type, or those chosen. */
export const sellForm = (
  requestId: string,
  stock: readonly LicenseStock[],
  licenseIds?: readonly string[],
  wanted?: string,
): FormDefinition<'license.sell'> => ({
  id: 'license.sell',
  operation: 'license.sell',
  fixed: { requestId, ...licensesOf(licenseIds) },
  groups: [
    {
      fields: [
        { kind: 'customer', name: 'customerId', label: 'license.receiver', withOwn: false },
        ...(licenseIds === undefined
          ? [
              typeField(stock, wanted),
              {
                kind: 'number',
                name: 'count',
                label: 'license.count',
                required: true,
                min: 1,
                max: LICENSE_BATCH_LIMIT,
                check: (value, { typeCode }) => shortage(stock, typeCode, Number(value)),
              } satisfies FieldDefinition,
            ]
          : []),
      ],
    },
    { title: 'license.priceGroup', fields: [...priceFields(), remarkField] },
  ],
  errorFields: { licenseInsufficient: 'count', licenseNotTransferable: 'customerId', dataNotFound: 'customerId' },
});

/** Takes unused ones back from a customer: so many of a type, or exactly these. */
export const takeBackForm = (
  requestId: string,
  customerId: string,
  types: readonly LicenseType[],
  licenseIds?: readonly string[],
): FormDefinition<'license.takeBack'> => ({
  id: 'license.takeBack',
  operation: 'license.takeBack',
  fixed: { requestId, customerId, ...licensesOf(licenseIds) },
  groups: [
    {
      fields: [
        ...(licenseIds === undefined
          ? ([
              {
                kind: 'select',
                name: 'typeCode',
                label: 'license.type',
                required: true,
                options: types.map((type) => ({ value: type.typeCode, label: type.typeName })),
              },
              { kind: 'number', name: 'count', label: 'license.count', required: true, min: 1, max: LICENSE_BATCH_LIMIT },
            ] satisfies FieldDefinition[])
          : []),
        remarkField,
      ],
    },
  ],
  errorFields: { licenseInsufficient: 'count' },
});

const pickedOf = (values: FormValues, name: string): readonly PickedDevice[] => (values[name] as readonly PickedDevice[] | undefined) ?? [];
const idsOf = (devices: readonly PickedDevice[]): string => devices.map((device) => device.id).join(',');

/** Binds licences of a type to devices, one to each. */
export const bindForm = (stock: readonly LicenseStock[], wanted?: string): FormDefinition<'license.bind.devices'> => {
  const kind = stock.find((type) => type.typeCode === wanted)?.deviceBasicType;
  return {
    id: 'license.bind',
    operation: 'license.bind.devices',
    groups: [
      {
        fields: [
          typeField(stock, wanted),
          {
            kind: 'devices',
            name: 'devices',
            label: 'license.devices',
            hint: 'license.bindHint',
            required: true,
            maxCount: LICENSE_BATCH_LIMIT,
            ...(kind === 1 || kind === 2 ? { deviceBasicType: kind } : {}),
            check: (value, { typeCode }) => shortage(stock, typeCode, (value as readonly PickedDevice[]).length),
          },
        ],
      },
    ],
    toInput: ({ typeCode, ...values }) => ({ typeCode, deviceIds: idsOf(pickedOf(values, 'devices')) }),
    errorFields: {
      licenseInsufficient: 'typeCode',
      licenseDeviceMismatch: 'devices',
      deviceHasLicense: 'devices',
      deviceNotFound: 'devices',
    },
  };
};

/** Binds one licence, known by its code, to a device. */
export const bindCodeForm = (
  license: Pick<LicenseStock, 'typeCode'> & { readonly code: string },
): FormDefinition<'license.bind.devices'> => ({
  id: 'license.bindCode',
  operation: 'license.bind.devices',
  groups: [{ fields: [{ kind: 'devices', name: 'devices', label: 'license.device', required: true, single: true }] }],
  toInput: (values) => ({ typeCode: license.typeCode, codes: license.code, deviceIds: idsOf(pickedOf(values, 'devices')) }),
  errorFields: { licenseDeviceMismatch: 'devices', deviceHasLicense: 'devices', deviceNotFound: 'devices' },
});

/** Lets a further licence follow on devices. */
export const renewForm = (
  requestId: string,
  deviceIds: readonly string[],
  stock: readonly LicenseStock[],
): FormDefinition<'license.renew.devices'> => ({
  id: 'license.renew',
  operation: 'license.renew.devices',
  fixed: { requestId, deviceIds: deviceIds.join(',') },
  groups: [
    {
      fields: [
        {
          ...typeField(stock),
          label: 'license.followingType',
          check: (value) => shortage(stock, value, deviceIds.length),
        },
      ],
    },
  ],
  errorFields: {
    licenseInsufficient: 'typeCode',
    licenseDeviceMismatch: 'typeCode',
    licenseTypeMismatch: 'typeCode',
    licenseRenewalFailed: 'typeCode',
  },
});

/** Moves the licence of a device to another one. */
export const transferForm = (deviceId: string): FormDefinition<'license.transfer.device'> => ({
  id: 'license.transfer',
  operation: 'license.transfer.device',
  groups: [{ fields: [{ kind: 'devices', name: 'toDevice', label: 'license.otherDevice', required: true, single: true }] }],
  toInput: (values) => ({ deviceId, toDeviceId: pickedOf(values, 'toDevice')[0]?.id }),
  errorFields: {
    licenseNotTransferable: 'toDevice',
    licenseDeviceMismatch: 'toDevice',
    deviceHasLicense: 'toDevice',
    deviceNotFound: 'toDevice',
  },
});

/** A printed code, into the stock or onto a device at once. */
export const redeemForm = (): FormDefinition<'license.redeem'> => ({
  id: 'license.redeem',
  operation: 'license.redeem',
  groups: [
    {
      fields: [
        {
          kind: 'text',
          name: 'code',
          label: 'license.code',
          hint: 'license.codeHint',
          placeholder: 'license.codeExample',
          check: (value) => (parseLicenseCode(String(value)) === null ? i18n.t('license.codeWrong') : null),
        },
        { kind: 'devices', name: 'devices', label: 'license.deviceOptional', single: true },
      ],
    },
  ],
  toInput: ({ code, ...values }): Partial<InputOf<'license.redeem'>> => ({
    code: String(code),
    ...(pickedOf(values, 'devices')[0] === undefined ? {} : { deviceId: pickedOf(values, 'devices')[0]?.id }),
  }),
  errorFields: {
    licenseCodeInvalid: 'code',
    licenseNotFound: 'code',
    licenseNotOwned: 'code',
    licenseBound: 'code',
    licenseLocked: 'code',
    licenseExpired: 'code',
    licenseDeviceMismatch: 'devices',
    deviceHasLicense: 'devices',
    deviceNotFound: 'devices',
  },
});
