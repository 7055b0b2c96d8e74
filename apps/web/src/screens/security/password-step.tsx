import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { CodeField } from './two-factor-set-up.tsx';

interface Fields {
  readonly password: string;
  readonly code: string;
  /** Of what is made; '' where none is asked for. */
  readonly name: string;
}

interface PasswordStepProps {
  readonly text: string;
  readonly submitLabel: string;
  /** Asks for a code of the app beside the password. */
  readonly withCode?: boolean;
  readonly danger?: boolean;
  /** Asks for a name of what is made. */
  readonly nameOf?: { readonly label: string; readonly first: string; readonly maxLength: number };
  /** What it throws is shown in place. */
  readonly onSubmit: (fields: Fields) => Promise<unknown>;
}

/** Says the password once more before something about signing in changes. */
export const PasswordStep = ({ text, submitLabel, withCode = false, danger = false, nameOf, onSubmit }: PasswordStepProps) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onSubmit(fields);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onSubmit']}
      onFinish={(fields: Partial<Fields>) => void submit({ password: '', code: '', name: '', ...fields })}
    >
      <p>{text}</p>
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      {nameOf && (
        <Form.Item
          name="name"
          label={nameOf.label}
          initialValue={nameOf.first}
          rules={[{ required: true, whitespace: true, message: t('security.passkey.nameNeeded') }]}
        >
          <Input autoComplete="off" maxLength={nameOf.maxLength} />
        </Form.Item>
      )}
      <Form.Item name="password" label={t('security.password')} rules={[{ required: true, message: t('security.passwordNeeded') }]}>
        <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
      </Form.Item>
      {withCode && <CodeField label={t('security.code')} />}
      <Button type="primary" htmlType="submit" danger={danger} block loading={busy}>
        {submitLabel}
      </Button>
    </Form>
  );
};
