import { EMAIL_LIMITS, type UserEmail } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { useUnsaved } from '../../ui/use-unsaved.tsx';

interface Fields {
  readonly email: string;
  readonly code: string;
}

/** A new address, or another in the place of one: a code goes there, and with the code it is saved. */
export const MailDialog = ({ former, onClose }: { former: UserEmail | null; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { content, afterOpenChange } = useDialogFocus();
  const unsaved = useUnsaved();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    await work().catch((error: unknown) => setProblem(describeError(error).text));
    setBusy(false);
  };
  const sendCode = (email: string): Promise<void> =>
    attempt(async () => {
      await call('user.email.sendVerifyEmail', { email });
      setSentTo(email);
    });
  const save = (code: string): Promise<void> =>
    attempt(async () => {
      await call('user.email.save', { ...(former !== null && { id: former.id }), email: sentTo ?? '', code });
      unsaved.mark(false);
      message.success(t('personal.mail.saved'));
      onClose();
      await queries.invalidateQueries();
    });
  const close = (): void => void (busy || unsaved.leave(onClose));
  return (
    <Modal
      open
      title={former === null ? t('personal.mail.add') : t('personal.mail.changeOf', { email: former.email })}
      onCancel={close}
      footer={null}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          validateTrigger={['onSubmit']}
          onValuesChange={() => unsaved.mark()}
          onFinish={({ email, code }) => void (sentTo === null ? sendCode(email.trim()) : save(code.trim()))}
        >
          {problem !== null && <Alert role="alert" type="error" showIcon title={problem} />}
          <Form.Item
            name="email"
            label={t('personal.mail.address')}
            rules={[{ required: true, type: 'email', transform: (text: string) => text.trim(), message: t('personal.mail.wrong') }]}
          >
            <Input type="email" autoComplete="email" maxLength={254} disabled={sentTo !== null} />
          </Form.Item>
          {sentTo !== null && (
            <Form.Item
              name="code"
              label={t('personal.mail.code')}
              extra={t('personal.mail.codeSent', { minutes: EMAIL_LIMITS.codeMinutes })}
              rules={[{ required: true, pattern: /^\s*[0-9]{6}\s*$/, message: t('personal.mail.codeWrong') }]}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} autoFocus />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" loading={busy} block>
            {t(sentTo === null ? 'personal.mail.sendCode' : 'personal.mail.save')}
          </Button>
          {sentTo !== null && (
            <Button
              type="link"
              block
              disabled={busy}
              onClick={() => {
                setSentTo(null);
                form.setFieldValue('code', undefined);
              }}
            >
              {t('personal.mail.other')}
            </Button>
          )}
        </Form>
        {unsaved.question}
      </div>
    </Modal>
  );
};
