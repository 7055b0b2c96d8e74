import { ApiError, ERROR_CODE, type OutputOf } from '@sightline/contract';
import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeError } from '../../api/describe-error.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import css from './login.module.css';
import { accountRules } from './field-rules.ts';
import { throttledFor } from './throttled.ts';
import { useCountdown } from './use-countdown.ts';
import { rememberAccount, rememberedAccount } from './remembered-account.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { signIn } from '../../session/session.ts';

interface Fields {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
}

export interface SignInNotice {
  readonly type: 'info' | 'success';
  /** Key of its text. */
  readonly text: string;
}

export interface SignInFormProps {
  readonly notice: SignInNotice | null;
  /** What it throws is shown here. */
  readonly onSignedIn: (answer: OutputOf<'system.login'>, password: string) => Promise<void>;
}

/** Account and password. The text of a refusal stays until the next try; the password is kept for correcting. */
export const SignInForm = ({ notice, onSignedIn }: SignInFormProps) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState<Fields | null>(null);
  const [capsLock, setCapsLock] = useState(false);
  const [waitS, setWaitS] = useCountdown();
  const account = useRef<InputRef>(null);
  const password = useRef<InputRef>(null);
  const remembered = rememberedAccount();

  useEffect(() => {
    (remembered === '' ? account : password).current?.focus();
  }, [remembered]);

  /** Throws what the calls throw. */
  const enter = async (fields: Fields, code?: string): Promise<void> => {
    const { account: name, password: secret, remember } = fields;
    const answer = await signIn({ account: name, password: secret, language: currentLanguage(), ...(code === undefined ? {} : { code }) });
    rememberAccount(remember ? name : null);
    await onSignedIn(answer, secret);
  };
  const submit = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await enter(fields);
    } catch (failure) {
      const waitFor = throttledFor(failure);
      if (failure instanceof ApiError && failure.code === ERROR_CODE.authenticatorRequired) return setAsked(fields);
      if (waitFor > 0) setWaitS(waitFor);
      else setError(failure);
      password.current?.focus({ cursor: 'all' });
    } finally {
      setBusy(false);
    }
  };

  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));

  if (asked !== null) {
    return <SecondStepForm account={asked.account} onCode={(code) => enter(asked, code)} onBack={() => setAsked(null)} />;
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onSubmit']}
      initialValues={{ account: remembered, password: '', remember: remembered !== '' }}
      onFinish={(fields) => void submit(fields)}
      aria-label={t('login.title')}
    >
      <h1>{t('login.title')}</h1>
      {notice !== null && error === null && waitS === 0 && <Alert type={notice.type} title={t(notice.text)} showIcon />}
      {waitS > 0 && <Alert type="warning" title={t('login.throttled', { seconds: waitS })} showIcon />}
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      <Form.Item name="account" label={t('login.account')} rules={accountRules(t)}>
        <Input ref={account} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordRequired') }]}
        extra={capsLock ? t('login.capsLock') : undefined}
      >
        <Input.Password ref={password} autoComplete="current-password" maxLength={128} onKeyUp={watchCaps} />
      </Form.Item>
      <Form.Item name="remember" valuePropName="checked">
        <Checkbox>{t('login.remember')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy} disabled={waitS > 0}>
        {t('login.submit')}
      </Button>
      <p className={css.below}>
        <Link to="/forgotPassword">{t('login.forgotten')}</Link>
      </p>
    </Form>
  );
};
