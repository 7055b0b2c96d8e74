import { ApiError, ERROR_CODE } from '@sightline/contract';
import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { signIn, startSession, type Session } from '../../session/session.ts';

const REMEMBERED = 'sightline.account';
const ACCOUNT = /^[A-Za-z0-9@._-]+$/;

interface Fields {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
}

export interface SignInFormProps {
  readonly notice: string | null;
  readonly onSignedIn: (session: Session) => void;
  readonly onMustChange: (change: { oldPassword: string }) => void;
}

/** Seconds to wait that a throttled answer names; a minute when it names none. */
const waitOf = (error: ApiError): number => {
  const { data } = error;
  const named = typeof data === 'object' && data !== null && 'retryAfterS' in data ? Number(data.retryAfterS) : NaN;
  return Number.isFinite(named) && named > 0 ? Math.ceil(named) : 60;
};

/** Account and password. The text of a refusal stays until the next try; the password is kept for correcting. */
export const SignInForm = ({ notice, onSignedIn, onMustChange }: SignInFormProps) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [capsLock, setCapsLock] = useState(false);
  const [waitS, setWaitS] = useState(0);
  const account = useRef<InputRef>(null);
  const password = useRef<InputRef>(null);
  const remembered = localStorage.getItem(REMEMBERED) ?? '';

  useEffect(() => {
    (remembered === '' ? account : password).current?.focus();
  }, [remembered]);
  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);

  const submit = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const answer = await signIn(fields.account, fields.password, currentLanguage());
      if (fields.remember) localStorage.setItem(REMEMBERED, fields.account);
      else localStorage.removeItem(REMEMBERED);
      if (answer.passwordMustChange) onMustChange({ oldPassword: fields.password });
      else onSignedIn(await startSession());
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === ERROR_CODE.tooFrequent) setWaitS(waitOf(failure));
      else setError(failure);
      password.current?.focus({ cursor: 'all' });
    } finally {
      setBusy(false);
    }
  };

  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));

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
      {notice !== null && error === null && waitS === 0 && <Alert type="info" title={notice} showIcon />}
      {waitS > 0 && <Alert type="warning" title={t('login.throttled', { seconds: waitS })} showIcon />}
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      <Form.Item
        name="account"
        label={t('login.account')}
        rules={[
          { required: true, message: t('login.accountRequired') },
          { pattern: ACCOUNT, message: t('login.accountChars') },
        ]}
      >
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
    </Form>
  );
};
