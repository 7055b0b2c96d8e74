import { useQueryClient } from '@tanstack/react-query';
import { App, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { PasswordStep } from './password-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

export type TwoFactorTask = 'setUp' | 'recovery' | 'end';

/** One thing to do about the second step, each after the password. */
export const TwoFactorDialog = ({ task, onClose }: { task: TwoFactorTask; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [password, setPassword] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useDialogFocus();
  const done = (text: string): void => {
    message.success(text);
    void queries.invalidateQueries({ queryKey: ['user.twoFactor.info'] });
    void queries.invalidateQueries({ queryKey: ['user.session.list'] });
    onClose();
  };
  const content = (): ReactNode => {
    if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => done(t('security.codesMade'))} />;
    if (task === 'recovery') {
      return (
        <PasswordStep
          withCode
          text={t('security.recoveryText')}
          submitLabel={t('security.recoveryMake')}
          onSubmit={async ({ password: said, code }) =>
            setCodes((await call('user.twoFactor.recovery', { password: said, code })).recoveryCodes)
          }
        />
      );
    }
    if (task === 'end') {
      return (
        <PasswordStep
          withCode
          danger
          text={t('security.endText')}
          submitLabel={t('security.end')}
          onSubmit={async ({ password: said, code }) => {
            await call('user.twoFactor.end', { password: said, code });
            done(t('security.ended'));
          }}
        />
      );
    }
    if (password !== null) return <TwoFactorSetUp password={password} onDone={() => done(t('security.turnedOn'))} />;
    return (
      <PasswordStep
        text={t('security.setUpText')}
        submitLabel={t('security.goOn')}
        onSubmit={async (fields) => setPassword(fields.password)}
      />
    );
  };
  return (
    <Modal open title={t(`security.task.${task}`)} width={440} footer={null} mask={{ closable: false }} onCancel={onClose}>
      {content()}
    </Modal>
  );
};
