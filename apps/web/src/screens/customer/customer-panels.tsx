import type { CustomerInfo } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useMay, useSession } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { choiceOf } from '../../ui/form-dialog/permission-choice.ts';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { QueryView } from '../../ui/view-state.tsx';
import { TaskDrawer } from '../device/task-drawer.tsx';
import { CustomerDetail } from './customer-detail.tsx';
import {
  addCustomerForm,
  editCustomerForm,
  mailForm,
  mainAccountForm,
  mapPointForm,
  moveCustomerForm,
  permissionForm,
  resetPasswordForm,
} from './customer-forms.ts';

/** The drawer or dialog that the address names. */
export const CustomerPanels = ({ control }: { control: PanelControl }) => {
  const { panel, close } = control;
  const mayAdd = useMayCall('customer.info.add');
  if (panel === null) return null;
  if (panel.name === 'add') return mayAdd ? <AddCustomer onClose={close} /> : null;
  if (panel.name === 'tasks') return <TaskDrawer onClose={close} />;
  return /^\d{1,18}$/.test(panel.id) ? (
    <OfCustomer key={`${panel.name}:${panel.id}`} id={panel.id} name={panel.name} control={control} />
  ) : null;
};

const AddCustomer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [query] = useSearchParams();
  const definition = useMemo(() => addCustomerForm(user.customerId), [user.customerId]);
  // Below the customer that is looked at.
  const [initial] = useMemo(
    () => [{ customerType: 2, timezone: user.timezone, parentId: query.get('customerId') ?? user.customerId }],
    [query, user],
  );
  return (
    <FormDialog
      definition={definition}
      title={t('customer.addTitle')}
      initial={initial}
      submitLabel={t('customer.add')}
      done={t('customer.added')}
      onClose={onClose}
    />
  );
};

interface OfCustomerProps {
  readonly id: string;
  readonly name: string;
  readonly control: PanelControl;
}

/** Panels about one customer: it is loaded first, so that its name stands in the title. */
const OfCustomer = ({ id, name, control }: OfCustomerProps) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('customer.info.save');
  const mayAddAccount = useMayCall('customer.user.add');
  const mayDetails = useMay('1000:details');
  const query = useCall('customer.info', { customerId: id });
  if (!(name === 'detail' ? mayDetails : name === 'account' ? mayAddAccount : mayEdit)) return null;
  if (query.data !== undefined && name !== 'detail') return <CustomerForm customer={query.data} name={name} onClose={control.close} />;
  if (name !== 'detail') return <WaitingPanel title={t('customer.detail')} queries={[query]} onClose={control.close} />;
  return (
    <SideDrawer size={720} title={query.data?.customerName ?? t('customer.detail')} onClose={control.close}>
      <QueryView query={query} rows={10}>
        {(customer) => <CustomerDetail customer={customer} onOpen={(panel) => control.open(panel, id)} />}
      </QueryView>
    </SideDrawer>
  );
};

const CustomerForm = ({ customer, name, onClose }: { customer: CustomerInfo; name: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { id, customerName } = customer;
  const shared = { objectId: id, onClose };
  const config = useCall('customer.expand.config.info', { customerId: id }, { enabled: name === 'edit' });
  const forms = useMemo(
    () => ({
      edit: editCustomerForm(customer, id === user.customerId),
      move: moveCustomerForm(id),
      account: mainAccountForm(id),
      password: resetPasswordForm(id),
      mapPoint: mapPointForm(id),
    }),
    [customer, id, user.customerId],
  );
  switch (name) {
    case 'edit':
      return config.data === undefined ? (
        <WaitingPanel title={t('customer.editTitle', { name: customerName })} queries={[config]} onClose={onClose} />
      ) : (
        <FormDialog
          {...shared}
          definition={forms.edit}
          title={t('customer.editTitle', { name: customerName })}
          initial={{ ...customer, forcePasswordDays: config.data.forcePasswordDays }}
          done={t('customer.saved')}
        />
      );
    case 'permissions':
      return <PermissionsForm {...shared} customer={customer} />;
    case 'move':
      return (
        <FormDialog
          {...shared}
          as="dialog"
          definition={forms.move}
          title={t('customer.moveTitle', { name: customerName })}
          intro={<p>{t('customer.moveTakes')}</p>}
          submitLabel={t('customer.move')}
          done={t('customer.moved')}
        />
      );
    case 'account':
      return (
        <FormDialog
          {...shared}
          definition={forms.account}
          title={t('customer.accountTitle', { name: customerName })}
          submitLabel={t('customer.addAccount')}
          done={t('customer.accountAdded')}
        />
      );
    case 'password':
      return (
        <FormDialog
          {...shared}
          as="dialog"
          definition={forms.password}
          title={t('customer.passwordTitle', { name: customerName })}
          intro={<p>{t('customer.passwordTakes')}</p>}
          submitLabel={t('customer.resetPassword')}
          done={t('customer.passwordSet')}
        />
      );
    case 'mail':
      return <MailForm {...shared} customer={customer} />;
    case 'mapPoint':
      return (
        <FormDialog
          {...shared}
          as="dialog"
          definition={forms.mapPoint}
          title={t('customer.mapPointTitle', { name: customerName })}
          initial={{
            mapPoint:
              customer.defaultLat === null || customer.defaultLon === null ? null : { lat: customer.defaultLat, lon: customer.defaultLon },
          }}
          done={t('customer.saved')}
        />
      );
    default:
      return null;
  }
};

interface OwnFormProps {
  readonly customer: CustomerInfo;
  readonly objectId: string;
  readonly onClose: () => void;
}

/** A first address is added, a later one edited: two calls of the contract. */
const MailForm = ({ customer, objectId, onClose }: OwnFormProps) => {
  const { t } = useTranslation();
  const mail = useCall('customer.user.getCustomerUserMail', { customerId: customer.id });
  const isNew = mail.data?.id === null;
  const definition = useMemo(
    () => mailForm(customer.id, isNew ? 'customer.user.addCustomerUserMail' : 'customer.user.editCustomerUserMail'),
    [customer.id, isNew],
  );
  const title = t('customer.noticeTitle', { name: customer.customerName });
  if (mail.data === undefined) return <WaitingPanel title={title} queries={[mail]} onClose={onClose} />;
  return (
    <FormDialog
      as="dialog"
      objectId={objectId}
      definition={definition}
      title={title}
      initial={{ email: mail.data.email, senderName: mail.data.senderName }}
      done={t('customer.saved')}
      onClose={onClose}
    />
  );
};

const PermissionsForm = ({ customer, objectId, onClose }: OwnFormProps) => {
  const { t } = useTranslation();
  const grantable = useCall('customer.menu', {});
  const granted = useCall('customer.menu.auth.customer', { customerId: customer.id });
  const ids = grantable.data;
  const definition = useMemo(() => permissionForm(customer.id, new Set(ids?.map((entry) => entry.id))), [customer.id, ids]);
  const title = t('customer.permissionsTitle', { name: customer.customerName });
  if (ids === undefined || granted.data === undefined)
    return <WaitingPanel title={title} queries={[grantable, granted]} onClose={onClose} />;
  return (
    <FormDialog
      objectId={objectId}
      definition={definition}
      width={640}
      title={title}
      intro={<p>{t('customer.permissionsText')}</p>}
      initial={{ permissions: choiceOf(granted.data) }}
      done={t('customer.saved')}
      onClose={onClose}
    />
  );
};
