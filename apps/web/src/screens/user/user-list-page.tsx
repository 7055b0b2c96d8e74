import { PlusOutlined } from '@ant-design/icons';
import type { UserRow } from '@sightline/contract';
import { Tag } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { LANGUAGES, isLanguage } from '../../i18n/i18n.ts';
import { signInAs, useSession } from '../../session/session.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { PersonName } from './person-name.tsx';
import { UserPanels } from './user-panels.tsx';

/** Users with the tree of their customers at the start edge. */
export const UserListPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const control = usePanel();
  const { open } = control;

  const definition = useMemo((): ListDefinition<'user.page'> => {
    const isOther = (row: UserRow): boolean => row.id !== user.id;
    // Main accounts belong to their customer: permissions, stop and removal are the customer's.
    const isMember = (row: UserRow): boolean => isOther(row) && (row.userType === '3' || row.userType === '4');
    return {
      id: 'user',
      operation: 'user.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.account,
      treeFilter: 'customerId',
      columns: [
        { key: 'account', title: 'user.account', isName: true, width: 170, sortBy: 'account' },
        { key: 'userName', title: 'user.name', width: 170, sortBy: 'userName', render: (row) => <PersonName row={row} /> },
        { key: 'userType', title: 'user.type', width: 120, value: (row) => t(`user.types.${row.userType}`) },
        { key: 'customerName', title: 'user.customer', width: 170, sortBy: 'customerName' },
        {
          key: 'status',
          title: 'user.status',
          width: 100,
          render: (row) => <Tag variant="filled">{t(row.status === 'active' ? 'user.active' : 'user.stopped')}</Tag>,
        },
        {
          key: 'limits',
          title: 'user.sees',
          width: 190,
          value: (row) => (row.deviceLimited ? t('user.seesDevices') : row.customerLimited ? t('user.seesCustomers') : t('user.seesAll')),
        },
        { key: 'email', title: 'user.email', width: 200 },
        { key: 'phone', title: 'user.phone', width: 140, isHiddenAtFirst: true },
        { key: 'timezone', title: 'user.timezone', width: 130, isHiddenAtFirst: true },
        {
          key: 'language',
          title: 'user.language',
          width: 110,
          isHiddenAtFirst: true,
          value: (row) => (isLanguage(row.language) ? LANGUAGES[row.language] : row.language),
        },
        {
          key: 'concurrentLogin',
          title: 'user.logins',
          width: 140,
          isHiddenAtFirst: true,
          value: (row) => t(row.concurrentLogin ? 'user.loginsMany' : 'user.loginsOne'),
        },
        {
          key: 'twoFactor',
          title: 'user.secondStep',
          width: 120,
          isHiddenAtFirst: true,
          value: (row) => t(row.twoFactor ? 'user.secondStepOn' : 'user.secondStepOff'),
        },
        { key: 'passkeys', title: 'user.passkeys', width: 110, isHiddenAtFirst: true },
        { key: 'createTime', title: 'user.createTime', type: 'time', sortBy: 'createTime' },
      ],
      filters: [
        { type: 'text', fields: ['userNoOrName'], label: 'user.search' },
        {
          type: 'select',
          fields: ['userType'],
          label: 'user.type',
          options: (['2', '3', '4'] as const).map((value) => ({ value, label: `user.types.${value}` })),
        },
        {
          type: 'select',
          fields: ['status'],
          label: 'user.status',
          options: [
            { value: 'active', label: 'user.active' },
            { value: 'stopped', label: 'user.stopped' },
          ],
        },
      ],
      pageActions: [
        {
          key: 'add',
          label: 'user.add',
          icon: <PlusOutlined aria-hidden />,
          needs: 'user.base.info.add',
          isPrimary: true,
          run: () => open('add'),
        },
      ],
      onOpen: (row) => open('detail', row.id),
      rowActions: [
        { key: 'edit', label: 'user.edit', needs: 'user.base.info.update', isFor: isOther, run: ([row]) => row && open('edit', row.id) },
        {
          key: 'permissions',
          label: 'user.permissions',
          needs: 'user.auth.setting.url',
          isFor: isMember,
          run: ([row]) => row && open('permissions', row.id),
        },
        {
          key: 'customers',
          label: 'user.customerScope',
          needs: 'user.auth.setting.customer',
          isFor: isMember,
          run: ([row]) => row && open('customers', row.id),
        },
        {
          key: 'devices',
          label: 'user.deviceScope',
          needs: 'user.auth.setting.device',
          isFor: isMember,
          run: ([row]) => row && open('devices', row.id),
        },
        {
          key: 'password',
          label: 'user.resetPassword',
          needs: 'user.pwd.save',
          isFor: isOther,
          run: ([row]) => row && open('password', row.id),
        },
        {
          key: 'twoFactor',
          label: 'user.resetSecondStep',
          needs: 'user.twoFactor.reset',
          danger: true,
          isFor: (row) => isOther(row) && (row.twoFactor || row.passkeys > 0),
          confirm: ([row]) => ({
            title: t('user.resetSecondStepTitle', { name: row?.account }),
            lines: [t('user.resetSecondStepTakes')],
            ok: t('user.resetSecondStep'),
            danger: true,
          }),
          run: async ([row]) => row && call('user.twoFactor.reset', { userId: row.id }),
          done: 'user.resetSecondStepDone',
        },
        {
          key: 'signInAs',
          label: 'user.signInAs',
          needs: 'user.url.login',
          isFor: (row) => user.userType === '2' && isOther(row) && row.status === 'active' && row.customerId !== user.customerId,
          confirm: ([row]) => ({
            title: t('user.signInAsTitle', { name: row?.account }),
            lines: [t('user.signInAsEnds'), t('user.signInAsLogged')],
            ok: t('user.signInAs'),
          }),
          run: async ([row]) => row && signInAs(row.id),
        },
        {
          key: 'stop',
          label: 'user.stop',
          needs: 'user.stop',
          danger: true,
          isFor: (row) => isMember(row) && row.status === 'active',
          confirm: ([row]) => ({
            title: t('user.stopTitle', { name: row?.account }),
            lines: [t('user.stopTakes')],
            ok: t('user.stop'),
            danger: true,
          }),
          run: async ([row]) => row && call('user.stop', { userId: row.id }),
          done: 'user.stoppedDone',
        },
        {
          key: 'resume',
          label: 'user.resume',
          needs: 'user.resume',
          isFor: (row) => isMember(row) && row.status === 'stopped',
          run: async ([row]) => row && call('user.resume', { userId: row.id }),
          done: 'user.resumedDone',
        },
        {
          key: 'delete',
          label: 'user.delete',
          needs: 'user.del',
          danger: true,
          isFor: isMember,
          confirm: ([row]) => ({
            title: t('user.deleteTitle', { name: row?.account }),
            lines: [t('user.deleteTakes'), t('user.deleteBack')],
            ok: t('user.delete'),
            danger: true,
          }),
          run: async ([row]) => row && call('user.del', { userId: row.id }),
          done: 'user.deletedDone',
        },
      ],
      empty: { text: 'user.none', action: 'add' },
    };
  }, [t, open, user]);

  return (
    <ListPage definition={definition} title={t('routes.user.title')} beside={beside}>
      <UserPanels control={control} />
    </ListPage>
  );
};
