import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Space, Switch, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './security.module.css';
import { Passkeys } from './passkeys.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactorDialog, type TwoFactorTask } from './two-factor-dialog.tsx';

/** The second step at sign-in, passkeys, and where one is signed in. */
export const Page = () => {
  const { t } = useTranslation();
  return (
    <div className={css.page}>
      <h1>{t('routes.security.title')}</h1>
      <SecondStep />
      <Passkeys />
      <Demand />
      <SessionList />
    </div>
  );
};

const SecondStep = () => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  const query = useCall('user.twoFactor.info', {});
  const may = useMayCall('user.twoFactor.begin');
  const [task, setTask] = useState<TwoFactorTask | null>(null);
  return (
    <Section title={t('security.secondStep')}>
      <p className={css.muted}>{t('security.about')}</p>
      <QueryView query={query} rows={4}>
        {({ enabled, sinceTime, recoveryCodesLeft, required }) => (
          <>
            <FactList
              facts={[
                [
                  t('security.state'),
                  <Tag key="state" variant="filled">
                    {t(enabled ? 'security.on' : 'security.off')}
                  </Tag>,
                ],
                [t('security.since'), sinceTime && format(Date.parse(sinceTime), 'minutes')],
                [t('security.codesLeft'), enabled ? recoveryCodesLeft : null],
              ]}
            />
            {enabled && recoveryCodesLeft < 3 && <Alert className={css.space} type="warning" showIcon title={t('security.fewCodes')} />}
            {may && (
              <Space wrap className={css.space}>
                <Button type={enabled ? 'default' : 'primary'} onClick={() => setTask('setUp')}>
                  {t(enabled ? 'security.otherApp' : 'security.task.setUp')}
                </Button>
                {enabled && <Button onClick={() => setTask('recovery')}>{t('security.task.recovery')}</Button>}
                {enabled && (
                  <Button disabled={required} title={required ? t('security.isDemanded') : undefined} onClick={() => setTask('end')}>
                    {t('security.end')}
                  </Button>
                )}
              </Space>
            )}
            {required && <p className={css.muted}>{t('security.isDemanded')}</p>}
          </>
        )}
      </QueryView>
      {task !== null && <TwoFactorDialog task={task} onClose={() => setTask(null)} />}
    </Section>
  );
};

/** A main account demands the second step of its users. */
const Demand = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const mayDemand = useMayCall('customer.set.twoFactor');
  const config = useCall('customer.expand.config.info', {}, { enabled: mayDemand });
  const own = useCall('user.twoFactor.info', {});
  const [dialog, ask] = useConfirm();
  if (!mayDemand) return null;
  const set = async (required: boolean): Promise<void> => {
    await call('customer.set.twoFactor', { required });
    message.success(t('security.demandSaved'));
    await queries.invalidateQueries();
  };
  const isOwn = own.data?.enabled === true;
  const change = (required: boolean): void =>
    ask(
      {
        title: t(required ? 'security.demandTitle' : 'security.demandEndTitle', { name: user.customerName }),
        lines: [t(required ? 'security.demandTakes' : 'security.demandEndTakes')],
        ok: t(required ? 'security.demand' : 'security.demandEnd'),
      },
      () => set(required),
    );
  return (
    <Section title={t('security.people', { name: user.customerName })}>
      <QueryView query={config} rows={2}>
        {({ twoFactorRequired }) => (
          <label className={css.switch}>
            <Switch checked={twoFactorRequired} disabled={!isOwn && !twoFactorRequired} onChange={change} />
            <span>
              {t('security.demandAll')}
              {!isOwn && !twoFactorRequired && <span className={css.muted}> {t('security.demandOwnFirst')}</span>}
            </span>
          </label>
        )}
      </QueryView>
      {dialog}
    </Section>
  );
};
