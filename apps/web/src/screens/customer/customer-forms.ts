import type { CustomerInfo } from '@sightline/contract';
import { call } from '../../api/client.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { wireOf, type PermissionChoice } from '../../ui/form-dialog/permission-choice.ts';
import type { MapPoint } from '../../ui/form-dialog/fields/map-point-field.tsx';

const contactFields: readonly FieldDefinition[] = [
  { kind: 'text', name: 'contact', label: 'customer.contact' },
  { kind: 'text', name: 'phone', label: 'customer.phone' },
  { kind: 'text', name: 'email', label: 'customer.email' },
  { kind: 'text', name: 'address', label: 'customer.address' },
  { kind: 'textarea', name: 'remark', label: 'customer.remark', maxLength: 500 },
];
const rhythmFields: readonly FieldDefinition[] = [
  { kind: 'timezone', name: 'timezone', label: 'customer.timezone' },
  {
    kind: 'number',
    name: 'forcePasswordDays',
    label: 'customer.forcePassword',
    hint: 'customer.forcePasswordHint',
    min: 1,
    max: 365,
    unit: 'd',
  },
];

/** A name stands once below a customer: asked when the field is left. */
const nameField = (parentId: string | undefined, customerId?: string): FieldDefinition => ({
  kind: 'text',
  name: 'customerName',
  label: 'customer.name',
  required: true,
  check: async (value, values) => {
    const below = typeof values['parentId'] === 'string' ? values['parentId'] : parentId;
    const { available } = await call('customer.checkCustomerName', { customerName: String(value), parentId: below, customerId });
    return available === 1 ? null : i18n.t('customer.nameTaken');
  },
});
const typeField = (): FieldDefinition => ({
  kind: 'choice',
  name: 'customerType',
  label: 'customer.type',
  hint: 'customer.typeHint',
  options: [
    { value: 2, label: i18n.t('customer.typeCustomer') },
    { value: 1, label: i18n.t('customer.typeDealer') },
  ],
});

const hasAccount = (values: FormValues): boolean => typeof values['account'] === 'string' && values['account'].trim() !== '';
const accountFields: readonly FieldDefinition[] = [
  { kind: 'text', name: 'account', label: 'customer.account', hint: 'customer.accountHint', allowed: 'customer.accountCharacters' },
  { kind: 'text', name: 'userName', label: 'customer.accountName', isFor: hasAccount },
  { kind: 'password', name: 'password', label: 'customer.password', hint: 'ui.form.passwordRule', required: true, isFor: hasAccount },
];

export const addCustomerForm = (ownId: string): FormDefinition<'customer.info.add'> => ({
  id: 'customer.add',
  operation: 'customer.info.add',
  groups: [
    {
      fields: [
        nameField(ownId),
        { kind: 'customer', name: 'parentId', label: 'customer.parent', hint: 'customer.parentHint', required: true },
        typeField(),
      ],
    },
    { title: 'customer.mainAccount', fields: accountFields },
    { title: 'customer.contactGroup', fields: contactFields },
    {
      title: 'customer.settingsGroup',
      fields: [...rhythmFields, { kind: 'mapPoint', name: 'mapPoint', label: 'customer.mapPoint', hint: 'customer.mapPointHint' }],
    },
  ],
  toInput: ({ mapPoint, ...values }) => {
    const point = mapPoint as MapPoint | null | undefined;
    return { ...values, ...(point ? { defaultLat: point.lat, defaultLon: point.lon } : {}) };
  },
  errorFields: { accountExists: 'account', invalidEmail: 'email' },
});

export const editCustomerForm = (customer: CustomerInfo, isOwn: boolean): FormDefinition<'customer.info.save'> => ({
  id: 'customer.edit',
  operation: 'customer.info.save',
  sendsChanges: true,
  fixed: { customerId: customer.id },
  groups: [
    { fields: [nameField(customer.parentId ?? undefined, customer.id), ...(isOwn ? [] : [typeField()])] },
    { title: 'customer.contactGroup', fields: contactFields },
    { title: 'customer.settingsGroup', fields: rhythmFields },
  ],
  errorFields: { invalidEmail: 'email' },
});

export const moveCustomerForm = (customerId: string): FormDefinition<'customer.info.updateCurrentCustomers'> => ({
  id: 'customer.move',
  operation: 'customer.info.updateCurrentCustomers',
  fixed: { customerId },
  groups: [{ fields: [{ kind: 'customer', name: 'parentId', label: 'customer.newParent', hint: 'customer.parentHint' }] }],
  errorFields: { nameExists: 'parentId' },
});

export const permissionForm = (customerId: string, granted: ReadonlySet<string>): FormDefinition<'customer.auth.setting.url'> => ({
  id: 'customer.permissions',
  operation: 'customer.auth.setting.url',
  fixed: { customerId },
  groups: [{ fields: [{ kind: 'permissions', name: 'permissions', label: 'customer.permissions', granted }] }],
  toInput: ({ permissions }) => wireOf(permissions as PermissionChoice),
});

export const mainAccountForm = (customerId: string): FormDefinition<'customer.user.add'> => ({
  id: 'customer.mainAccount',
  operation: 'customer.user.add',
  fixed: { customerId },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'account', label: 'customer.account', allowed: 'customer.accountCharacters' },
        { kind: 'text', name: 'userName', label: 'customer.accountName' },
        { kind: 'text', name: 'email', label: 'customer.email' },
        { kind: 'password', name: 'password', label: 'customer.password', hint: 'ui.form.passwordRule' },
      ],
    },
  ],
  errorFields: { accountExists: 'account', invalidEmail: 'email' },
});

const sameAs =
  (name: string): FieldDefinition['check'] =>
  (value, values) =>
    value === values[name] ? null : i18n.t('customer.passwordsDiffer');

export const resetPasswordForm = (customerId: string): FormDefinition<'customer.user.updateCustomerUserPassword'> => ({
  id: 'customer.password',
  operation: 'customer.user.updateCustomerUserPassword',
  fixed: { customerId },
  groups: [
    {
      fields: [
        { kind: 'password', name: 'password', label: 'customer.password', hint: 'ui.form.passwordRule' },
        { kind: 'password', name: 'confirmPassword', label: 'customer.passwordAgain', required: true, check: sameAs('password') },
      ],
    },
  ],
});

type MailOperation = 'customer.user.addCustomerUserMail' | 'customer.user.editCustomerUserMail';

/** Where the notices of a customer go: the first address, or another one. */
export const mailForm = <K extends MailOperation>(customerId: string, operation: K): FormDefinition<K> => ({
  id: 'customer.mail',
  operation,
  groups: [
    {
      fields: [
        { kind: 'text', name: 'email', label: 'customer.email', required: true },
        { kind: 'text', name: 'senderName', label: 'customer.noticeSender', hint: 'customer.noticeSenderHint' },
      ],
    },
  ],
  toInput: (values) => ({ ...values, customerId }),
  errorFields: { invalidEmail: 'email' },
});

export const mapPointForm = (customerId: string): FormDefinition<'customer.set.map.point'> => ({
  id: 'customer.mapPoint',
  operation: 'customer.set.map.point',
  fixed: { customerId },
  groups: [{ fields: [{ kind: 'mapPoint', name: 'mapPoint', label: 'customer.mapPoint', hint: 'customer.mapPointHint' }] }],
  toInput: ({ mapPoint }) => {
    const point = mapPoint as MapPoint | null | undefined;
    return { lat: point?.lat ?? null, lon: point?.lon ?? null };
  },
});
