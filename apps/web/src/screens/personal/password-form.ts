import { i18n } from '../../i18n/i18n.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';

/** The own password: the former one, and the new one twice. */
export const PASSWORD_FORM: FormDefinition<'user.base.user.updateUserPassword'> = {
  id: 'user.password',
  operation: 'user.base.user.updateUserPassword',
  groups: [
    {
      fields: [
        { kind: 'password', name: 'oldPassword', label: 'personal.data.oldPassword', maxLength: 128 },
        { kind: 'password', name: 'password', label: 'personal.data.newPassword', hint: 'personal.data.passwordRule', isNew: true },
        {
          kind: 'password',
          name: 'confirmPassword',
          label: 'personal.data.repeatPassword',
          isNew: true,
          check: (value, values) => (value === values['password'] ? null : i18n.t('personal.data.passwordsDiffer')),
        },
      ],
    },
  ],
  errorFields: { wrongPassword: 'oldPassword' },
};
