import { useTranslation } from 'react-i18next';
import { PasswordField } from './fields/password-field.tsx';
import type { Fields } from './fields/use-fields.ts';

/** A new password, entered twice, by the product's rule: `password` and `confirmPassword` of the form. */
export const NewPasswordFields = ({
  fields,
  autoFocus = false,
}: {
  fields: Pick<Fields<'password' | 'confirmPassword'>, 'field'>;
  autoFocus?: boolean;
}) => {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        field={fields.field('password')}
        label={t('login.newPassword')}
        hint={t('login.passwordRule')}
        autoComplete="new-password"
        maxLength={30}
        autoFocus={autoFocus}
      />
      <PasswordField
        field={fields.field('confirmPassword')}
        label={t('login.confirmPassword')}
        autoComplete="new-password"
        maxLength={30}
      />
    </>
  );
};
