import { HELP_LIMITS } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';

interface Fields {
  readonly type: number;
  readonly question: string;
}

export const QUESTION_TYPES = [1, 2, 3] as const;

/** A question of at most 200 characters, with its kind. What was typed stays when it could not be sent. */
export const AskForm = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async ({ type, question }: Fields): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await call('faq.add', { type, question });
      message.success(t('help.sent'));
      form.resetFields();
      await queries.invalidateQueries({ queryKey: ['faq.query'] });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger={['onBlur', 'onSubmit']}
      initialValues={{ type: 1, question: '' }}
      onFinish={(fields) => void submit(fields)}
      aria-label={t('help.ask')}
    >
      {error !== null && <Alert type="error" showIcon title={describeError(error).text} />}
      <Form.Item name="type" label={t('help.type')} rules={[{ required: true, message: t('help.typeRequired') }]}>
        <Segmented aria-label={t('help.type')} options={QUESTION_TYPES.map((value) => ({ value, label: t(`help.types.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="question"
        label={t('help.question')}
        rules={[{ required: true, whitespace: true, message: t('help.questionRequired') }]}
      >
        <Input.TextArea rows={3} maxLength={HELP_LIMITS.questionLength} showCount placeholder={t('help.questionHint')} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('help.send')}
      </Button>
    </Form>
  );
};
