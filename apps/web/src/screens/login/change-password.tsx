import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { signOut } from '../../session/session.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

interface Fields {
  readonly password: string;
  readonly confirmPassword: string;
}

/** Between sign-in and the first page when the server asks for a new password (15017). */
export const ChangePassword = (props: {
  oldPassword: string;
  /** What it throws is shown here. */
  onChanged: (password: string) => Promise<void>;
  onBack: () => void;
}) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const submit = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await call('user.base.user.updateUserPassword', { oldPassword: props.oldPassword, ...fields });
      await props.onChanged(fields.password);
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
      <NewPasswordFields autoFocus />
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
