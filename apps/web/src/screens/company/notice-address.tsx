import type { OutputOf } from '@sightline/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { About } from '../../ui/settings-page/settings-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';

type Operation = 'customer.user.addCustomerUserMail' | 'customer.user.editCustomerUserMail';
const formOf = <K extends Operation>(operation: K): FormDefinition<K> => ({
  id: 'customer.noticeMail',
  operation,
  errorFields: { invalidEmail: 'email' },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'email', label: 'company.mail.email', required: true },
        { kind: 'text', name: 'senderName', label: 'company.mail.senderName', hint: 'company.mail.senderNameHint' },
      ],
    },
  ],
});
/** A first address is another call than a further one. */
const FORMS = { first: formOf('customer.user.addCustomerUserMail'), other: formOf('customer.user.editCustomerUserMail') } as const;

/** Where notices to the company itself go, and a trial of it. */
export const NoticeAddress = () => {
  const { t } = useTranslation();
  const mayRead = useMayCall('customer.user.getCustomerUserMail');
  const query = useCall('customer.user.getCustomerUserMail', {}, { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Section title={t('company.mail.notices')}>
      <About>{t('company.mail.noticesAbout')}</About>
      <QueryView query={query} rows={3}>
        {(mail) => <Address mail={mail} />}
      </QueryView>
    </Section>
  );
};

const Address = ({ mail }: { mail: OutputOf<'customer.user.getCustomerUserMail'> }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('customer.user.editCustomerUserMail');
  const { panel, open, close } = usePanel();
  const { id, email, senderName } = mail;
  const trial = useMutation({ mutationFn: () => call('customer.user.testSendCustomerUserMail', { email, senderName }) });
  const edit = (): void => {
    // What came of the former address says nothing about the next one.
    trial.reset();
    open('notices', 'own');
  };
  const shared = { title: t('company.mail.noticesTitle'), objectId: 'own', done: t('company.mail.noticesSaved'), onClose: close };
  return (
    <>
      {id === null ? (
        <Empty text={t('company.mail.noticesNone')} {...(mayEdit && { action: { label: t('company.mail.noticesSet'), onClick: edit } })} />
      ) : (
        <FactList
          facts={[
            [t('company.mail.email'), email],
            [t('company.mail.senderName'), senderName],
          ]}
        />
      )}
      {id !== null && mayEdit && (
        <>
          <Button onClick={edit}>{t('company.mail.noticesEdit')}</Button>{' '}
          <Button loading={trial.isPending} onClick={() => trial.mutate()}>
            {t('company.mail.noticesTry')}
          </Button>
        </>
      )}
      <div role="status" aria-live="polite" className={css.space}>
        {trial.isSuccess && <Alert showIcon type="success" title={t('company.mail.noticesSent')} />}
        {trial.isError && <Alert showIcon type="error" title={describeError(trial.error).text} />}
      </div>
      {panel?.name === 'notices' &&
        mayEdit &&
        (id === null ? (
          <FormDialog definition={FORMS.first} as="dialog" {...shared} />
        ) : (
          <FormDialog definition={FORMS.other} as="dialog" initial={{ email, senderName }} {...shared} />
        ))}
    </>
  );
};
