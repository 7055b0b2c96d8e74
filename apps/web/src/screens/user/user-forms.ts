import type { UserInfo } from '@sightline/contract';
import { call } from '../../api/client.ts';
import { i18n, LANGUAGES } from '../../i18n/i18n.ts';
import type { PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import type { FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { wireOf, type PermissionChoice } from '../../ui/form-dialog/permission-choice.ts';
import { CustomerSetField } from './customer-set-field.tsx';

const personFields = (): readonly FieldDefinition[] => [
  { kind: 'text', name: 'userName', label: 'user.name' },
  { kind: 'text', name: 'email', label: 'user.email' },
  { kind: 'text', name: 'phone', label: 'user.phone' },
  { kind: 'textarea', name: 'remark', label: 'user.remark', maxLength: 500 },
];
const settingFields = (): readonly FieldDefinition[] => [
  { kind: 'timezone', name: 'timezone', label: 'user.timezone' },
  {
    kind: 'select',
    name: 'language',
    label: 'user.language',
    options: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
  },
  { kind: 'switch', name: 'concurrentLogin', label: 'user.concurrent', hint: 'user.concurrentHint' },
];

export const addUserForm = (granted: ReadonlySet<string>): FormDefinition<'user.base.info.add'> => ({
  id: 'user.add',
  operation: 'user.base.info.add',
  groups: [
    {
      fields: [
        { kind: 'customer', name: 'customerId', label: 'user.customer', required: true },
        {
          kind: 'choice',
          name: 'userType',
          label: 'user.type',
          hint: 'user.typeHint',
          options: (['3', '4'] as const).map((value) => ({ value, label: i18n.t(`user.types.${value}`) })),
        },
        {
          kind: 'text',
          name: 'account',
          label: 'user.account',
          allowed: 'user.accountCharacters',
          check: async (value) =>
            (await call('user.checkUserNo', { account: String(value) })).available === 1 ? null : i18n.t('user.accountTaken'),
        },
        { kind: 'password', name: 'password', label: 'user.password', hint: 'ui.form.passwordRule' },
      ],
    },
    { title: 'user.person', fields: personFields() },
    { title: 'user.settings', fields: settingFields() },
    { title: 'user.permissions', fields: [{ kind: 'permissions', name: 'permissions', label: 'user.permissions', granted }] },
  ],
  toInput: ({ permissions, ...values }) => ({ ...values, ...wireOf(permissions as PermissionChoice) }),
  errorFields: { accountExists: 'account', invalidEmail: 'email' },
});

export const editUserForm = (userId: string): FormDefinition<'user.base.info.update'> => ({
  id: 'user.edit',
  operation: 'user.base.info.update',
  sendsChanges: true,
  fixed: { userId },
  groups: [
    {
      title: 'user.person',
      fields: personFields().map((field) => (field.name === 'userName' ? { ...field, required: true as const } : field)),
    },
    { title: 'user.settings', fields: settingFields() },
  ],
  errorFields: { invalidEmail: 'email' },
});

export const userPermissionForm = (userId: string, granted: ReadonlySet<string>): FormDefinition<'user.auth.setting.url'> => ({
  id: 'user.permissions',
  operation: 'user.auth.setting.url',
  fixed: { userId },
  groups: [{ fields: [{ kind: 'permissions', name: 'permissions', label: 'user.permissions', granted }] }],
  toInput: ({ permissions }) => wireOf(permissions as PermissionChoice),
});

const isLimited = (values: FormValues): boolean => values['limited'] === true;
const idsOf = (values: unknown): string => (Array.isArray(values) ? values.map((entry: { id: string }) => entry.id).join(',') : '');

export const customerScopeForm = (userId: string): FormDefinition<'user.auth.setting.customer'> => ({
  id: 'user.customers',
  operation: 'user.auth.setting.customer',
  fixed: { userId },
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'limited', label: 'user.limitCustomers', hint: 'user.limitCustomersHint' },
        { kind: 'custom', name: 'customers', label: 'user.customers', required: true, isFor: isLimited, render: CustomerSetField },
      ],
    },
  ],
  toInput: ({ limited, customers }) => ({ limited: limited === true, customerIds: limited === true ? idsOf(customers) : '' }),
});

export const deviceScopeForm = (user: UserInfo): FormDefinition<'user.auth.setting.device'> => ({
  id: 'user.devices',
  operation: 'user.auth.setting.device',
  fixed: { userId: user.id },
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'limited', label: 'user.limitDevices', hint: 'user.limitDevicesHint' },
        { kind: 'devices', name: 'devices', label: 'user.devices', required: true, isFor: isLimited, customerId: user.customerId },
      ],
    },
  ],
  toInput: ({ limited, devices }) => ({
    limited: limited === true,
    deviceIds: limited === true ? idsOf(devices as readonly PickedDevice[]) : '',
  }),
});

export const userPasswordForm = (userId: string): FormDefinition<'user.pwd.save'> => ({
  id: 'user.password',
  operation: 'user.pwd.save',
  fixed: { userId },
  groups: [
    {
      fields: [
        { kind: 'password', name: 'password', label: 'user.password', hint: 'ui.form.passwordRule' },
        {
          kind: 'password',
          name: 'confirmPassword',
          label: 'user.passwordAgain',
          required: true,
          check: (value, values) => (value === values['password'] ? null : i18n.t('user.passwordsDiffer')),
        },
      ],
    },
  ],
});
