import type { UserInfo } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { choiceOf, NO_PERMISSIONS } from '../../ui/form-dialog/permission-choice.ts';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { QueryView } from '../../ui/view-state.tsx';
import { UserDetail } from './user-detail.tsx';
import { addUserForm, customerScopeForm, deviceScopeForm, editUserForm, userPasswordForm, userPermissionForm } from './user-forms.ts';

/** The drawer or dialog that the address names. */
export const UserPanels = ({ control }: { control: PanelControl }) => {
  const { panel, close } = control;
  const mayAdd = useMayCall('user.base.info.add');
  if (panel === null) return null;
  if (panel.name === 'add') return mayAdd ? <AddUser onClose={close} /> : null;
  return /^\d{1,18}$/.test(panel.id) ? (
    <OfUser key={`${panel.name}:${panel.id}`} id={panel.id} name={panel.name} control={control} />
  ) : null;
};

/** What the person can grant to others. */
const useGrantable = () => {
  const query = useCall('customer.menu', {}, { staleTime: 60_000 });
  const ids: ReadonlySet<string> = useMemo(() => new Set(query.data?.map((entry) => entry.id)), [query.data]);
  return { query, ids };
};

const AddUser = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [query] = useSearchParams();
  const { query: grantable, ids } = useGrantable();
  const definition = useMemo(() => addUserForm(ids), [ids]);
  const customerId = query.get('customerId') ?? user.customerId;
  const initial = useMemo(
    () => ({
      customerId,
      userType: '3',
      timezone: user.timezone,
      language: user.language,
      concurrentLogin: true,
      permissions: NO_PERMISSIONS,
    }),
    [customerId, user],
  );
  if (grantable.data === undefined) return <WaitingPanel title={t('user.addTitle')} queries={[grantable]} onClose={onClose} />;
  return (
    <FormDialog
      definition={definition}
      width={640}
      title={t('user.addTitle')}
      initial={initial}
      submitLabel={t('user.add')}
      done={t('user.added')}
      onClose={onClose}
    />
  );
};

interface OfUserProps {
  readonly id: string;
  readonly name: string;
  readonly control: PanelControl;
}

/** Panels about one user: it is loaded first, so that its account stands in the title. */
const OfUser = ({ id, name, control }: OfUserProps) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('user.base.info.update');
  const mayReset = useMayCall('user.pwd.save');
  const query = useCall('user.base.info', { userId: id });
  if (name !== 'detail' && !(name === 'password' ? mayReset : mayEdit)) return null;
  if (query.data !== undefined && name !== 'detail') return <UserForm user={query.data} name={name} onClose={control.close} />;
  if (name !== 'detail') return <WaitingPanel title={t('user.detail')} queries={[query]} onClose={control.close} />;
  return (
    <SideDrawer size={640} title={query.data?.account ?? t('user.detail')} onClose={control.close}>
      <QueryView query={query} rows={10}>
        {(user) => <UserDetail user={user} onOpen={(panel) => control.open(panel, id)} />}
      </QueryView>
    </SideDrawer>
  );
};

const UserForm = ({ user, name, onClose }: { user: UserInfo; name: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { id, account } = user;
  const auth = useCall('user.auth', { userId: id }, { enabled: name !== 'edit' && name !== 'password' });
  const { query: grantable, ids } = useGrantable();
  const shared = { objectId: id, onClose, done: t('user.saved') };
  const forms = useMemo(
    () => ({
      edit: editUserForm(id),
      customers: customerScopeForm(id),
      devices: deviceScopeForm(user),
      password: userPasswordForm(id),
      permissions: userPermissionForm(id, ids),
    }),
    [id, user, ids],
  );
  if (name === 'edit')
    return <FormDialog {...shared} definition={forms.edit} title={t('user.editTitle', { name: account })} initial={{ ...user }} />;
  if (name === 'password')
    return (
      <FormDialog
        {...shared}
        as="dialog"
        definition={forms.password}
        title={t('user.passwordTitle', { name: account })}
        intro={<p>{t('user.passwordTakes')}</p>}
        submitLabel={t('user.resetPassword')}
        done={t('user.passwordSet')}
      />
    );
  if (auth.data === undefined || grantable.data === undefined)
    return <WaitingPanel title={account} queries={[auth, grantable]} onClose={onClose} />;
  const { menuAuth, customer, device } = auth.data;
  switch (name) {
    case 'permissions':
      return (
        <FormDialog
          {...shared}
          width={640}
          definition={forms.permissions}
          title={t('user.permissionsTitle', { name: account })}
          initial={{ permissions: choiceOf(menuAuth) }}
        />
      );
    case 'customers':
      return (
        <FormDialog
          {...shared}
          definition={forms.customers}
          title={t('user.customersTitle', { name: account })}
          initial={{
            limited: customer.limited,
            customers: customer.customers.map((entry) => ({ id: entry.customerId, name: entry.customerName })),
          }}
        />
      );
    case 'devices':
      return (
        <FormDialog
          {...shared}
          definition={forms.devices}
          title={t('user.devicesTitle', { name: account })}
          initial={{
            limited: device.limited,
            devices: device.devices.map((entry) => ({ id: entry.deviceId, deviceName: entry.deviceName })),
          }}
        />
      );
    default:
      return null;
  }
};
