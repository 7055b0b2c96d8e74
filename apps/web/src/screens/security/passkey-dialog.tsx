import { PASSKEY_LIMITS, type Passkey } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { makePasskey } from '../../session/passkey.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { PasswordStep } from './password-step.tsx';

export type PasskeyTask = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

const renaming = ({ id }: Passkey): FormDefinition<'user.passkey.rename'> => ({
  id: 'passkey.rename',
  operation: 'user.passkey.rename',
  fixed: { passkeyId: id },
  groups: [{ fields: [{ kind: 'text', name: 'name', label: 'security.passkey.name' }] }],
});

const removing = ({ id }: Passkey): FormDefinition<'user.passkey.remove'> => ({
  id: 'passkey.remove',
  operation: 'user.passkey.remove',
  fixed: { passkeyId: id },
  groups: [{ fields: [{ kind: 'password', name: 'password', label: 'security.password', maxLength: 128 }] }],
  errorFields: { wrongPassword: 'password' },
});

/** One thing to do about passkeys. */
export const PasskeyDialog = ({ task, onClose }: { task: PasskeyTask; onClose: () => void }) => {
  const { t } = useTranslation();
  if (task.kind === 'add') return <AddPasskey onClose={onClose} />;
  const { id, name } = task.passkey;
  const common = { as: 'dialog', objectId: id, onClose } as const;
  return task.kind === 'rename' ? (
    <FormDialog
      {...common}
      definition={renaming(task.passkey)}
      title={t('security.passkey.renameTitle', { name })}
      initial={{ name }}
      done={t('security.passkey.renamed')}
    />
  ) : (
    <FormDialog
      {...common}
      definition={removing(task.passkey)}
      title={t('security.passkey.removeTitle', { name })}
      intro={t('security.passkey.removeTakes')}
      submitLabel={t('security.passkey.remove')}
      done={t('security.passkey.removed')}
    />
  );
};

/** Name and password, then the browser asks for a finger, a face or a PIN. */
const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  useDialogFocus();
  return (
    <Modal open title={t('security.passkey.addTitle')} width={440} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <PasswordStep
        text={t('security.passkey.addText')}
        submitLabel={t('security.goOn')}
        nameOf={{ label: t('security.passkey.name'), first: t('security.passkey.firstName'), maxLength: PASSKEY_LIMITS.nameLength }}
        onSubmit={async ({ password, name }) => {
          const response = await makePasskey(await call('user.passkey.begin', { password }));
          await call('user.passkey.finish', { name, response });
          message.success(t('security.passkey.made'));
          void queries.invalidateQueries({ queryKey: ['user.passkey.list'] });
          onClose();
        }}
      />
    </Modal>
  );
};
