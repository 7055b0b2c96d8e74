import type { CustomerInfo, OperationId, OutputOf } from '@sightline/contract';
import { isDealer } from '@sightline/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Space, Switch, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { CustomerMediaNodes } from './customer-media-nodes.tsx';
import css from './customer.module.css';

type CustomerMail = OutputOf<'customer.user.getCustomerUserMail'>;

interface CustomerDetailProps {
  readonly customer: CustomerInfo;
  /** Opens a form about this customer. */
  readonly onOpen: (panel: string) => void;
}

/** Everything about one customer. */
export const CustomerDetail = ({ customer, onOpen }: CustomerDetailProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const mayEditAny = useMayCall('customer.info.save');
  const mayAddAny = useMayCall('customer.user.add');
  const isBelow = customer.id !== user.customerId;
  const row = useCall('customer.page', { ids: customer.id, pageSize: 1 });
  const config = useCall('customer.expand.config.info', { customerId: customer.id });
  const counts = row.data?.records[0];
  const isChangeable = counts?.changeable === true;
  const mayEdit = mayEditAny && isChangeable;
  const mayAddAccount = mayAddAny && isChangeable;
  const button = (panel: string, label: string, may = mayEdit) =>
    may && (
      <Button size="small" onClick={() => onOpen(panel)}>
        {t(label)}
      </Button>
    );
  const forcedDays = config.data?.forcePasswordDays;
  const forced =
    forcedDays === undefined
      ? null
      : forcedDays === null
        ? t('customer.forcePasswordNever')
        : t('customer.forcePasswordDays', { count: forcedDays });
  const { defaultLat: lat, defaultLon: lon } = customer;
  return (
    <div>
      <Section title={t('customer.information')} action={button('edit', 'customer.edit')}>
        <FactList
          facts={[
            [t('customer.name'), customer.customerName],
            [t('customer.type'), t(isDealer(customer) ? 'customer.typeDealer' : 'customer.typeCustomer')],
            [t('customer.parent'), customer.parentName],
            [
              t('customer.status'),
              <Tag key="status" variant="filled">
                {t(customer.status === 'active' ? 'customer.active' : 'customer.stopped')}
              </Tag>,
            ],
            [t('customer.contact'), customer.contact],
            [t('customer.phone'), customer.phone],
            [t('customer.email'), customer.email],
            [t('customer.address'), customer.address],
            [t('customer.timezone'), customer.timezone],
            [t('customer.forcePassword'), config.data && forced],
            [t('customer.createTime'), <ZonedTime key="created" ms={Date.parse(customer.createTime)} style="minutes" />],
            [t('customer.remark'), customer.remark],
          ]}
        />
      </Section>
      {counts !== undefined && (
        <Section title={t('customer.counts')}>
          <FactList
            facts={[
              [t('customer.ownDevices'), counts.currentCustomerTotalCount],
              [
                t('customer.allDevices'),
                <Link key="all" to={`/device?customerId=${customer.id}&subsumption=1`}>
                  {counts.totalCount}
                </Link>,
              ],
              [t('customer.onlineDevices'), counts.onlineCount],
              [
                t('customer.users'),
                <Link key="users" to={`/user?customerId=${customer.id}`}>
                  {counts.userCount}
                </Link>,
              ],
            ]}
          />
        </Section>
      )}
      <Section
        title={t('customer.mainAccount')}
        action={
          isBelow &&
          counts !== undefined &&
          (counts.account === null ? button('account', 'customer.addAccount', mayAddAccount) : button('password', 'customer.resetPassword'))
        }
      >
        <QueryView query={row} rows={2}>
          {() => <FactList facts={[[t('customer.account'), counts?.account]]} />}
        </QueryView>
      </Section>
      <Notices customer={customer} action={button('mail', 'customer.change')} />
      <Section title={t('customer.permissions')} action={isBelow && button('permissions', 'customer.change')}>
        <Menus customerId={customer.id} />
      </Section>
      <Section title={t('customer.modules')}>
        <ul className={css.switches}>
          <Setting
            customer={customer}
            label="customer.moduleFleet"
            operation="customer.fleet"
            on={customer.modules.fleet}
            disabled={!mayEdit || !isBelow}
          />
          <Setting
            customer={customer}
            label="customer.moduleDeveloper"
            operation="customer.developer"
            on={customer.modules.developer}
            disabled={!mayEdit || !isBelow}
          />
          <Setting
            customer={customer}
            label="customer.modulePersonal"
            operation="customer.personal.device.module"
            on={customer.modules.personalDevice}
            disabled={!mayEdit || !isBelow}
          />
        </ul>
      </Section>
      <Section title={t('customer.mapGroup')} action={button('mapPoint', 'customer.change')}>
        <FactList
          facts={[
            [
              t('customer.mapPoint'),
              lat === null || lon === null ? null : <bdi key="point" dir="ltr">{`${lat.toFixed(6)}, ${lon.toFixed(6)}`}</bdi>,
            ],
          ]}
        />
        <ul className={css.switches}>
          <Setting
            customer={customer}
            label="customer.addressAnalysis"
            operation="customer.set.map.analyze"
            on={customer.addressAnalysis}
            disabled={!mayEdit}
          />
          {/* The consent is the customer's own to give. */}
          <Setting
            customer={customer}
            label="customer.superiorMayWatch"
            operation="customer.set.superior.watch"
            on={customer.superiorMayWatch}
            disabled={!mayEdit || isBelow}
          />
        </ul>
      </Section>
      {config.data !== undefined && <CustomerMediaNodes config={config.data} mayChange={mayEdit} />}
    </div>
  );
};

type SwitchOperation = Extract<
  OperationId,
  'customer.fleet' | 'customer.developer' | 'customer.personal.device.module' | 'customer.set.map.analyze' | 'customer.set.superior.watch'
>;

/** One switch; it shows what the server has, and says so when it could not be saved. */
const Setting = (props: { customer: CustomerInfo; label: string; operation: SwitchOperation; on: boolean; disabled: boolean }) => {
  const { customer, operation, on } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (next: boolean) =>
      operation === 'customer.set.superior.watch'
        ? call(operation, { customerId: customer.id, superiorMayWatch: next })
        : call(operation, { customerId: customer.id, enabled: next }),
    onSuccess: () => queries.invalidateQueries(),
    onError: (error) => message.error(describeError(error).text),
  });
  return (
    <li>
      <label>
        <Switch
          size="small"
          checked={save.isPending ? save.variables : on}
          loading={save.isPending}
          disabled={props.disabled}
          onChange={(next) => save.mutate(next)}
        />
        {t(props.label)}
      </label>
    </li>
  );
};

/** Where notices go, and whether they arrive there. */
const Notices = ({ customer, action }: { customer: CustomerInfo; action: ReactNode }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mail = useCall('customer.user.getCustomerUserMail', { customerId: customer.id });
  const test = useMutation({
    mutationFn: ({ email, senderName }: CustomerMail) =>
      call('customer.user.testSendCustomerUserMail', { customerId: customer.id, email, senderName }),
    onSuccess: (_answer, { email }) => message.success(t('customer.noticeTested', { email })),
    onError: (error) => message.error(describeError(error).text),
  });
  const { data } = mail;
  return (
    <Section
      title={t('customer.notices')}
      action={
        <Space>
          {Boolean(action) && Boolean(data?.email) && (
            <Button size="small" loading={test.isPending} onClick={() => data && test.mutate(data)}>
              {t('customer.noticeTest')}
            </Button>
          )}
          {action}
        </Space>
      }
    >
      <QueryView query={mail} rows={2}>
        {({ email, senderName }) => (
          <FactList
            facts={[
              [t('customer.noticeMail'), email],
              [t('customer.noticeSender'), senderName],
            ]}
          />
        )}
      </QueryView>
    </Section>
  );
};

const Menus = ({ customerId }: { customerId: string }) => {
  const { t } = useTranslation();
  const entries = useCall('customer.user.url', { customerId });
  return (
    <QueryView query={entries} rows={2}>
      {(list) => (
        <p className={css.menus}>
          {list
            .filter((entry) => entry.urlType === 'menu')
            .map((entry) => (
              <Tag key={entry.id} variant="filled">
                {t(`ui.menus.${entry.urlName}`)}
              </Tag>
            ))}
        </p>
      )}
    </QueryView>
  );
};
