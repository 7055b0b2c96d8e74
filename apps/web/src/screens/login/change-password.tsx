import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { giveBackToken } from '../../session/sign-in.ts';
import { newPasswordRules } from './field-rules.ts';
import { SubmitButton, TextButton } from './fields/controls.tsx';
import { useFields } from './fields/use-fields.ts';
import css from './login.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Refusal } from './refusal.tsx';
import { useSending } from './use-sending.ts';

interface ChangePasswordProps {
  readonly oldPassword: string;
  /** What it throws is shown here. */
  readonly onChanged: (password: string) => Promise<void>;
  readonly onBack: () => void;
}

/** Between sign-in and the first page when the server asks for a new password (15017). */
export const ChangePassword = ({ oldPassword, onChanged, onBack }: ChangePasswordProps) => {
  const { t } = useTranslation();
  const { busy, send, ...refused } = useSending();
  const fields = useFields({ password: '', confirmPassword: '' }, newPasswordRules(t));
  return (
    <form
      noValidate
      onSubmit={fields.onSubmit(
        (values) =>
          void send(async () => {
            await call('user.base.user.updateUserPassword', { oldPassword, ...values });
            await onChanged(values.password);
          }),
      )}
    >
      <h1>{t('login.changeTitle')}</h1>
      <p>{t('login.changeText')}</p>
      <Refusal {...refused} />
      <NewPasswordFields fields={fields} autoFocus />
      <SubmitButton busy={busy}>{t('login.changeSubmit')}</SubmitButton>
      <p className={css.below}>
        <TextButton
          onClick={() => {
            void giveBackToken();
            onBack();
          }}
        >
          {t('login.back')}
        </TextButton>
      </p>
    </form>
  );
};
