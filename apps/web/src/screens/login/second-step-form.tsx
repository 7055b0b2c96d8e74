import { useTranslation } from 'react-i18next';
import { SubmitButton, TextButton } from './fields/controls.tsx';
import { TextField } from './fields/text-field.tsx';
import { useFields } from './fields/use-fields.ts';
import css from './login.module.css';
import { Refusal } from './refusal.tsx';
import { useSending } from './use-sending.ts';

interface SecondStepFormProps {
  readonly account: string;
  /** Signs in; what it throws is shown here. */
  readonly onCode: (code: string) => Promise<void>;
  /** The same with a passkey; null: there is none here. */
  readonly onPasskey: (() => Promise<void>) | null;
  readonly onBack: () => void;
}

/** After the right password: a code of the app, a recovery code, or a passkey. */
export const SecondStepForm = ({ account, onCode, onPasskey, onBack }: SecondStepFormProps) => {
  const { t } = useTranslation();
  const { busy, send, ...refused } = useSending();
  const fields = useFields({ code: '' }, { code: (text) => (text.trim() === '' ? t('login.stepNeeded') : null) });
  const submit = async (code: string): Promise<void> => {
    if (await send(() => onCode(code.trim()))) return;
    fields.set('code', '');
    fields.focus('code');
  };
  return (
    <form noValidate onSubmit={fields.onSubmit(({ code }) => void submit(code))}>
      <h1>{t('login.stepTitle')}</h1>
      <p>{t('login.stepText', { account })}</p>
      <Refusal {...refused} />
      <TextField field={fields.field('code')} label={t('login.stepCode')} autoComplete="one-time-code" maxLength={24} autoFocus />
      <SubmitButton busy={busy} disabled={refused.waitS > 0}>
        {t('login.submit')}
      </SubmitButton>
      {onPasskey !== null && (
        <p className={css.below}>
          <TextButton disabled={busy || refused.waitS > 0} onClick={() => void send(onPasskey)}>
            {t('login.passkey')}
          </TextButton>
        </p>
      )}
      <p className={css.below}>
        <TextButton onClick={onBack}>{t('login.back')}</TextButton>
      </p>
    </form>
  );
};
