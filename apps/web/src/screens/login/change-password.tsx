import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { signOut, startSession, type Session } from '../../session/session.ts';

interface Fields {
  readonly password: string;
  readonly confirmPassword: string;
}

/** The product's rule: 6 to 30 of the allowed characters, at least two kinds of them. */
export const isGoodPassword = (text: string): boolean =>
  /^[0-9A-Za-z!@#$%^_.-]{6,30}$/.test(text) && [/[0-9]/, /[A-Za-z]/, /[!@#$%^_.-]/].filter((kind) => kind.test(text)).length >= 2;

/** Between sign-in and the first page when the server asks for a new password (15017). */
export const ChangePassword = (props: { oldPassword: string; onDone: (session: Session) => void; onBack: () => void }) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const submit = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await call('user.base.user.updateUserPassword', { oldPassword: props.oldPassword, ...fields });
      props.onDone(await startSession());
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form layout="vertical" requiredMark={false} validateTrigger="onBlur" onFinish={(fields: Fields) => void submit(fields)}>
      <h1>{t('login.changeTitle')}</h1>
      <p>{t('login.changeText')}</p>
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      <Form.Item
        name="password"
        label={t('login.newPassword')}
        extra={t('login.passwordRule')}
        rules={[
          {
            validator: (_, value: string | undefined) =>
              isGoodPassword(value ?? '') ? Promise.resolve() : Promise.reject(new Error(t('login.passwordRule'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={30} autoFocus />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('login.confirmPassword')}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('login.passwordMatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={30} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy}>
        {t('login.changeSubmit')}
      </Button>
      <Button
        type="link"
        block
        onClick={() => {
          void signOut();
          props.onBack();
        }}
      >
        {t('login.back')}
      </Button>
    </Form>
  );
};
