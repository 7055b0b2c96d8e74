import { RECOVERY_LIMITS } from '@sightline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { accountRule, emailRule, newPasswordRules } from './field-rules.ts';
import { SubmitButton, TextButton } from './fields/controls.tsx';
import { TextField } from './fields/text-field.tsx';
import { useFields } from './fields/use-fields.ts';
import css from './login.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Refusal } from './refusal.tsx';
import { rememberedAccount } from './remembered-account.ts';
import { useCountdown } from './use-countdown.ts';
import { useSending } from './use-sending.ts';

interface Claim {
  readonly account: string;
  readonly email: string;
}

/** Before the same code may be asked for again. */
const AGAIN_S = 60;

interface ForgotPasswordProps {
  readonly onBack: () => void;
  /** There is a new password. */
  readonly onReplaced: () => void;
}

/** Account and address first, then the code of the mail with a new password. */
export const ForgotPassword = ({ onBack, onReplaced }: ForgotPasswordProps) => {
  const [claim, setClaim] = useState<Claim | null>(null);
  return claim === null ? (
    <ClaimForm onSent={setClaim} onBack={onBack} />
  ) : (
    <CodeForm claim={claim} onBack={() => setClaim(null)} onDone={onReplaced} />
  );
};

const ClaimForm = ({ onSent, onBack }: { onSent: (claim: Claim) => void; onBack: () => void }) => {
  const { t } = useTranslation();
  const [account] = useState(rememberedAccount);
  const { busy, send, ...refused } = useSending();
  const fields = useFields({ account, email: '' }, { account: accountRule(t), email: emailRule(t) });
  const submit = (claim: Claim): Promise<boolean> =>
    send(async () => {
      await call('system.password.code', claim);
      onSent(claim);
    });
  return (
    <form
      noValidate
      onSubmit={fields.onSubmit((values) => void submit({ account: values.account, email: values.email.trim() }))}
      aria-label={t('login.forgotTitle')}
    >
      <h1>{t('login.forgotTitle')}</h1>
      <p>{t('login.forgotText')}</p>
      <Refusal {...refused} />
      <TextField
        field={fields.field('account')}
        label={t('login.account')}
        autoComplete="username"
        maxLength={64}
        autoFocus={account === ''}
      />
      <TextField
        field={fields.field('email')}
        label={t('login.email')}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        autoFocus={account !== ''}
      />
      <SubmitButton busy={busy} disabled={refused.waitS > 0}>
        {t('login.sendCode')}
      </SubmitButton>
      <p className={css.below}>
        <TextButton onClick={onBack}>{t('login.back')}</TextButton>
      </p>
    </form>
  );
};

const CODE = new RegExp(`^[0-9]{${RECOVERY_LIMITS.digits}}$`);
const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const CodeForm = ({ claim, onBack, onDone }: { claim: Claim; onBack: () => void; onDone: () => void }) => {
  const { t } = useTranslation();
  const { busy, send, ...refused } = useSending();
  const [againS, startAgain] = useCountdown();
  const [sentAgain, setSentAgain] = useState(false);
  const fields = useFields(
    { code: '', password: '', confirmPassword: '' },
    {
      code: (text) => (CODE.test(withoutSpaces(text)) ? null : t('login.codeDigits', { count: RECOVERY_LIMITS.digits })),
      ...newPasswordRules(t),
    },
  );
  const again = (): Promise<boolean> =>
    send(async () => {
      await call('system.password.code', claim);
      setSentAgain(true);
      startAgain(AGAIN_S);
    });
  return (
    <form
      noValidate
      onSubmit={fields.onSubmit(
        (values) =>
          void send(async () => {
            await call('system.password.reset', { account: claim.account, ...values, code: withoutSpaces(values.code) });
            onDone();
          }),
      )}
      aria-label={t('login.codeTitle')}
    >
      <h1>{t('login.codeTitle')}</h1>
      <p role="status">
        {t(sentAgain ? 'login.codeSentAgain' : 'login.codeText', { email: claim.email, minutes: RECOVERY_LIMITS.codeMinutes })}
      </p>
      <Refusal {...refused} />
      <TextField
        field={fields.field('code')}
        label={t('login.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={RECOVERY_LIMITS.digits + 2}
        autoFocus
      />
      {/* Password managers file the new password under this account. */}
      <input type="text" name="username" autoComplete="username" value={claim.account} readOnly hidden />
      <NewPasswordFields fields={fields} />
      <SubmitButton busy={busy} disabled={refused.waitS > 0}>
        {t('login.resetSubmit')}
      </SubmitButton>
      <div className={css.pair}>
        <TextButton disabled={busy || againS > 0} onClick={() => void again()}>
          {againS > 0 ? t('login.sendAgainIn', { seconds: againS }) : t('login.sendAgain')}
        </TextButton>
        <TextButton disabled={busy} onClick={onBack}>
          {t('login.otherAddress')}
        </TextButton>
      </div>
    </form>
  );
};
