import type { CustomerMailServer, OutputOf } from '@sightline/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Space } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { DotTag } from '../commands/dot-tag.tsx';
import css from './company.module.css';
import { mailServerForm } from './mail-server-form.ts';
import { NoticeAddress } from './notice-address.tsx';

type Result = OutputOf<'customer.mail.server.test'>['result'];
/** The form is about the own server: there is no other. */
const OWN = 'own';

/** The own mail server, and where notices to the company go. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.mail.server.info', {});
  return (
    <SettingsPage title={t('routes.emailSettings.title')} about={t('company.mail.about')} wide>
      <QueryView query={query} rows={6}>
        {(server) => <Server server={server} />}
      </QueryView>
      <NoticeAddress />
    </SettingsPage>
  );
};

const Server = ({ server }: { server: CustomerMailServer }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('customer.mail.server.set');
  const { panel, open, close } = usePanel();
  const definition = useMemo(() => mailServerForm(server), [server]);
  const { enabled, host, port, tls, account, senderEmail, senderName, hasPassword } = server;
  const isNamed = host !== '';
  const edit = (): void => open('edit', OWN);
  return (
    <>
      <Section
        title={t('company.mail.server')}
        action={
          mayEdit &&
          isNamed && (
            <Button size="small" onClick={edit}>
              {t('company.mail.edit')}
            </Button>
          )
        }
      >
        {isNamed ? (
          <>
            <FactList
              facts={[
                [
                  t('company.mail.state'),
                  <DotTag key="state" tone={enabled ? 'good' : 'quiet'}>
                    {t(enabled ? 'company.mail.inUse' : 'company.mail.notInUse')}
                  </DotTag>,
                ],
                [t('company.mail.host'), host],
                [t('company.mail.port'), port],
                [t('company.mail.tls'), t(`company.mail.tlsKinds.${tls}`)],
                [t('company.mail.account'), account],
                [t('company.mail.password'), hasPassword ? t('company.mail.passwordKnown') : null],
                [t('company.mail.senderEmail'), senderEmail],
                [t('company.mail.senderName'), senderName],
              ]}
            />
            {/* What came of one server says nothing about the next. */}
            {mayEdit && <Trial key={JSON.stringify(server)} server={server} />}
          </>
        ) : (
          <Empty text={t('company.mail.notSet')} {...(mayEdit && { action: { label: t('company.mail.name'), onClick: edit } })} />
        )}
      </Section>
      {panel?.name === 'edit' && mayEdit && (
        <FormDialog
          definition={definition}
          title={t('company.mail.editTitle')}
          objectId={OWN}
          initial={isNamed ? { enabled, host, port, tls, account, senderEmail, senderName } : { enabled: true, port, tls }}
          done={t('company.mail.saved')}
          onClose={close}
        />
      )}
    </>
  );
};

/** Sends one e-mail over what has been saved, and says how far it came. */
const Trial = ({ server: { host, port, tls, account, senderEmail, senderName } }: { server: CustomerMailServer }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [email, setEmail] = useState(user.email ?? '');
  const trial = useMutation({
    mutationFn: () => call('customer.mail.server.test', { host, port, tls, account, senderEmail, senderName, email }),
  });
  const result: Result | undefined = trial.data?.result;
  return (
    <Form layout="vertical" className={css.space} onFinish={() => trial.mutate()}>
      <Form.Item label={t('company.mail.to')} htmlFor="mail-trial-to">
        <Space wrap>
          <Input id="mail-trial-to" type="email" value={email} maxLength={254} onChange={({ target }) => setEmail(target.value)} />
          <Button htmlType="submit" loading={trial.isPending} disabled={email.trim() === ''}>
            {t('company.mail.try')}
          </Button>
        </Space>
      </Form.Item>
      <div role="status" aria-live="polite">
        {trial.isPending && <span className="visually-hidden">{t('company.mail.trying')}</span>}
        {result !== undefined && <Alert showIcon type={result === 'ok' ? 'success' : 'error'} title={t(`company.mail.result.${result}`)} />}
        {trial.isError && <Alert showIcon type="error" title={describeError(trial.error).text} />}
      </div>
    </Form>
  );
};
