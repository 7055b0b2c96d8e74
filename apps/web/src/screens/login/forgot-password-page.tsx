import { RECOVERY_LIMITS } from '@sightline/contract';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { LOGIN_PATH } from '../../app/guard.ts';
import { accountRules } from './field-rules.ts';
import css from './login.module.css';
import { LoginShell } from './login-shell.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { rememberedAccount } from './remembered-account.ts';
import { throttledFor } from './throttled.ts';
import { useCountdown } from './use-countdown.ts';

interface Claim {
  readonly account: string;
  readonly email: string;
}

/** Before the same code may be asked for again. */
const AGAIN_S = 60;

/** Account and address first, then the code of the mail with a new password. */
export const Page = () => {
  const navigate = useNavigate();
  const [claim, setClaim] = useState<Claim | null>(null);
  const [remembered] = useState(rememberedAccount);
  const done = (): void => void navigate(LOGIN_PATH, { replace: true, state: { reason: 'passwordReplaced' } });
  return (
    <LoginShell>
      {claim === null ? (
        <ClaimForm account={remembered} onSent={setClaim} />
      ) : (
        <CodeForm claim={claim} onBack={() => setClaim(null)} onDone={done} />
      )}
    </LoginShell>
  );
};

/** What went wrong, or how long to wait, above a form. */
const Refusal = ({ error, waitS }: { error: unknown; waitS: number }) => {
  const { t } = useTranslation();
  if (waitS > 0) return <Alert type="warning" title={t('login.throttled', { seconds: waitS })} showIcon />;
  return error === null ? null : <Alert type="error" title={describeError(error).text} showIcon />;
};

/** Runs a call of a form: busy meanwhile, then what it was refused with. */
const useSending = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [waitS, wait] = useCountdown();
  const send = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      const seconds = throttledFor(failure);
      if (seconds > 0) wait(seconds);
      else setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, waitS, send };
};

const ClaimForm = ({ account, onSent }: { account: string; onSent: (claim: Claim) => void }) => {
  const { t } = useTranslation();
  const { busy, error, waitS, send } = useSending();
  const submit = (claim: Claim): Promise<void> =>
    send(async () => {
      await call('system.password.code', claim);
      onSent(claim);
    });
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onSubmit']}
      initialValues={{ account, email: '' }}
      onFinish={(claim: Claim) => void submit({ account: claim.account, email: claim.email.trim() })}
      aria-label={t('login.forgotTitle')}
    >
      <h1>{t('login.forgotTitle')}</h1>
      <p>{t('login.forgotText')}</p>
      <Refusal error={error} waitS={waitS} />
      <Form.Item name="account" label={t('login.account')} rules={accountRules(t)}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} autoFocus={account === ''} />
      </Form.Item>
      <Form.Item name="email" label={t('login.email')} rules={[{ required: true, type: 'email', message: t('login.emailRequired') }]}>
        <Input autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} maxLength={254} autoFocus={account !== ''} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy} disabled={waitS > 0}>
        {t('login.sendCode')}
      </Button>
      <p className={css.below}>
        <Link to={LOGIN_PATH}>{t('login.back')}</Link>
      </p>
    </Form>
  );
};

interface NewPassword {
  readonly code: string;
  readonly password: string;
  readonly confirmPassword: string;
}

const CODE = new RegExp(`^[0-9]{${RECOVERY_LIMITS.digits}}$`);
const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const CodeForm = ({ claim, onBack, onDone }: { claim: Claim; onBack: () => void; onDone: () => void }) => {
  const { t } = useTranslation();
  const { busy, error, waitS, send } = useSending();
  const [againS, startAgain] = useCountdown();
  const [sentAgain, setSentAgain] = useState(false);
  const submit = (fields: NewPassword): Promise<void> =>
    send(async () => {
      await call('system.password.reset', { account: claim.account, ...fields });
      onDone();
    });
  const again = (): Promise<void> =>
    send(async () => {
      await call('system.password.code', claim);
      setSentAgain(true);
      startAgain(AGAIN_S);
    });
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onSubmit']}
      onFinish={(fields: NewPassword) => void submit(fields)}
      aria-label={t('login.codeTitle')}
    >
      <h1>{t('login.codeTitle')}</h1>
      <p role="status">
        {t(sentAgain ? 'login.codeSentAgain' : 'login.codeText', { email: claim.email, minutes: RECOVERY_LIMITS.codeMinutes })}
      </p>
      <Refusal error={error} waitS={waitS} />
      <Form.Item
        name="code"
        label={t('login.code')}
        normalize={withoutSpaces}
        rules={[{ required: true, pattern: CODE, message: t('login.codeDigits', { count: RECOVERY_LIMITS.digits }) }]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={RECOVERY_LIMITS.digits + 2} autoFocus />
      </Form.Item>
      {/* Password managers file the new password under this account. */}
      <input type="text" name="username" autoComplete="username" value={claim.account} readOnly hidden />
      <NewPasswordFields />
      <Button type="primary" htmlType="submit" block size="large" loading={busy} disabled={waitS > 0}>
        {t('login.resetSubmit')}
      </Button>
      <div className={css.pair}>
        <Button type="link" disabled={busy || againS > 0} onClick={() => void again()}>
          {againS > 0 ? t('login.sendAgainIn', { seconds: againS }) : t('login.sendAgain')}
        </Button>
        <Button type="link" disabled={busy} onClick={onBack}>
          {t('login.otherAddress')}
        </Button>
      </div>
    </Form>
  );
};
