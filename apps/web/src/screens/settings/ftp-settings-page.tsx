import type { CustomerFtp, OutputOf } from '@sightline/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { DotTag } from '../commands/dot-tag.tsx';
import { ftpForm } from './ftp-form.ts';
import css from './settings.module.css';

type Result = OutputOf<'customer.ftp.test'>['result'];
const TONES: Partial<Record<Result, 'success' | 'warning'>> = { ok: 'success', notRemoved: 'warning', notAllowed: 'warning' };
/** The form is about the own server: there is no other. */
const OWN = 'own';

/** The customer's own FTP server, that clips of its cameras are brought to. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.ftp.info', {});
  return (
    <SettingsPage title={t('routes.ftpSettings.title')} about={t('settings.ftp.about')}>
      <QueryView query={query} rows={6}>
        {(ftp) => <Server ftp={ftp} />}
      </QueryView>
    </SettingsPage>
  );
};

const Server = ({ ftp }: { ftp: CustomerFtp }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('customer.ftp.set');
  const { panel, open, close } = usePanel();
  const definition = useMemo(() => ftpForm(ftp), [ftp]);
  const { enabled, host, port, account, path, hasPassword } = ftp;
  const isNamed = host !== '';
  const edit = (): void => open('edit', OWN);
  return (
    <>
      <Section
        title={t('settings.ftp.server')}
        action={
          mayEdit &&
          isNamed && (
            <Button size="small" onClick={edit}>
              {t('settings.ftp.edit')}
            </Button>
          )
        }
      >
        {isNamed ? (
          <>
            <FactList
              facts={[
                [
                  t('settings.ftp.state'),
                  <DotTag key="state" tone={enabled ? 'good' : 'quiet'}>
                    {t(enabled ? 'settings.ftp.inUse' : 'settings.ftp.notInUse')}
                  </DotTag>,
                ],
                [t('settings.ftp.host'), host],
                [t('settings.ftp.port'), port],
                [t('settings.ftp.account'), account],
                [t('settings.ftp.password'), hasPassword ? t('settings.ftp.passwordKnown') : null],
                [t('settings.ftp.path'), path],
              ]}
            />
            {/* What came of one server says nothing about the next. */}
            {mayEdit && hasPassword && <Trial key={JSON.stringify(ftp)} ftp={ftp} />}
          </>
        ) : (
          <Empty text={t('settings.ftp.notSet')} {...(mayEdit && { action: { label: t('settings.ftp.name'), onClick: edit } })} />
        )}
      </Section>
      {panel?.name === 'edit' && mayEdit && (
        <FormDialog
          definition={definition}
          title={t('settings.ftp.editTitle')}
          objectId={OWN}
          initial={isNamed ? { enabled, host, port, account, path } : { enabled: true, port, path }}
          done={t('settings.ftp.saved')}
          onClose={close}
        />
      )}
    </>
  );
};

/** Does once what a camera would do, with what has been saved. */
const Trial = ({ ftp: { host, port, account, path } }: { ftp: CustomerFtp }) => {
  const { t } = useTranslation();
  const trial = useMutation({ mutationFn: () => call('customer.ftp.test', { host, port, account, path }) });
  const result = trial.data?.result;
  return (
    <Space orientation="vertical" className={css.trial}>
      <Button loading={trial.isPending} onClick={() => trial.mutate()}>
        {t('settings.ftp.try')}
      </Button>
      <div role="status" aria-live="polite">
        {trial.isPending && <span className="visually-hidden">{t('settings.ftp.trying')}</span>}
        {result !== undefined && <Alert showIcon type={TONES[result] ?? 'error'} title={t(`settings.ftp.result.${result}`)} />}
        {trial.isError && <Alert showIcon type="error" title={describeError(trial.error).text} />}
      </div>
    </Space>
  );
};
