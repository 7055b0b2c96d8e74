import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { throttledFor } from './throttled.ts';
import { useCountdown } from './use-countdown.ts';

interface SecondStepFormProps {
  readonly account: string;
  /** Signs in; what it throws is shown here. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** After the right password: a code of the app, or a recovery code. */
export const SecondStepForm = ({ account, onCode, onBack }: SecondStepFormProps) => {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ code: string }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [waitS, wait] = useCountdown();
  const submit = async ({ code }: { code: string }): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onCode(code.trim());
    } catch (failure) {
      const seconds = throttledFor(failure);
      if (seconds > 0) wait(seconds);
      else setError(failure);
      form.resetFields();
      form.focusField('code');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onSubmit']}
      onFinish={(f: { code: string }) => void submit(f)}
    >
      <h1>{t('login.stepTitle')}</h1>
      <p>{t('login.stepText', { account })}</p>
      {waitS > 0 && <Alert type="warning" title={t('login.throttled', { seconds: waitS })} showIcon />}
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      <Form.Item name="code" label={t('login.stepCode')} rules={[{ required: true, whitespace: true, message: t('login.stepNeeded') }]}>
        <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={24} autoFocus />
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy} disabled={waitS > 0}>
        {t('login.submit')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('login.back')}
      </Button>
    </Form>
  );
};
