import { PlusOutlined } from '@ant-design/icons';
import { CUSTOMER_EXPORT_COLUMNS, type OutputOf } from '@sightline/contract';
import { isDealer } from '@sightline/domain';
import { App, Tag } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useMay, useSession } from '../../session/session.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { CustomerPanels } from './customer-panels.tsx';

export type CustomerRow = OutputOf<'customer.page'>['records'][number];

/** How many customers lie below one. */
const countBelow = async (customerId: string): Promise<number> =>
  Math.max(0, (await call('customer.page', { customerId, pageSize: 1 })).total - 1);

/** Customers with their tree at the start edge. */
export const CustomerListPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useSession();
  const mayDetails = useMay('1000:details');
  const control = usePanel();
  const { open } = control;

  const definition = useMemo((): ListDefinition<'customer.page'> => {
    const isBelow = (row: CustomerRow): boolean => row.changeable && row.id !== user.customerId;
    return {
      id: 'customer',
      operation: 'customer.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.customerName,
      treeFilter: 'customerId',
      columns: [
        { key: 'customerName', title: 'customer.name', isName: true, width: 200, sortBy: 'customerName' },
        {
          key: 'customerType',
          title: 'customer.type',
          width: 110,
          sortBy: 'customerType',
          value: (row) => t(isDealer(row) ? 'customer.typeDealer' : 'customer.typeCustomer'),
        },
        { key: 'parentName', title: 'customer.parent', width: 160 },
        { key: 'account', title: 'customer.account', width: 130 },
        {
          key: 'status',
          title: 'customer.status',
          width: 100,
          sortBy: 'status',
          render: (row) => <Tag variant="filled">{t(row.status === 'active' ? 'customer.active' : 'customer.stopped')}</Tag>,
        },
        { key: 'currentCustomerTotalCount', title: 'customer.ownDevices', type: 'number', width: 100 },
        { key: 'totalCount', title: 'customer.allDevices', type: 'number', width: 100 },
        { key: 'onlineCount', title: 'customer.onlineDevices', type: 'number', width: 100 },
        { key: 'userCount', title: 'customer.users', type: 'number', width: 90 },
        { key: 'contact', title: 'customer.contact', width: 150, isHiddenAtFirst: true },
        { key: 'phone', title: 'customer.phone', width: 140, isHiddenAtFirst: true },
        { key: 'email', title: 'customer.email', width: 200, isHiddenAtFirst: true },
        { key: 'timezone', title: 'customer.timezone', width: 130, isHiddenAtFirst: true },
        { key: 'createTime', title: 'customer.createTime', type: 'time', sortBy: 'createTime' },
      ],
      filters: [
        { type: 'text', fields: ['customerName'], label: 'customer.name', placeholder: 'customer.searchName' },
        {
          type: 'select',
          fields: ['status'],
          label: 'customer.status',
          options: [
            { value: 'active', label: 'customer.active' },
            { value: 'stopped', label: 'customer.stopped' },
          ],
        },
        {
          type: 'select',
          fields: ['customerType'],
          label: 'customer.type',
          options: [
            { value: 1, label: 'customer.typeDealer' },
            { value: 2, label: 'customer.typeCustomer' },
          ],
        },
        {
          type: 'select',
          fields: ['subsumption'],
          label: 'customer.depth',
          value: 1,
          options: [
            { value: 1, label: 'customer.depthAll' },
            { value: 0, label: 'customer.depthDirect' },
          ],
        },
      ],
      pageActions: [
        { key: 'tasks', label: 'device.tasks', needs: 'report.export.customer', inMenu: true, run: () => open('tasks') },
        {
          key: 'add',
          label: 'customer.add',
          icon: <PlusOutlined aria-hidden />,
          needs: 'customer.info.add',
          forDealers: true,
          isPrimary: true,
          run: () => open('add'),
        },
      ],
      onOpen: mayDetails ? (row) => open('detail', row.id) : undefined,
      exports: {
        needs: 'report.export.customer',
        run: async ({ pageIndex: _index, pageSize: _size, ...filters }, keys) => {
          const columns = keys.filter((key) => (CUSTOMER_EXPORT_COLUMNS as readonly string[]).includes(key));
          await call('report.export.customer', { ...filters, columns: columns.join(',') });
          message.success(t('device.exportStarted'));
          open('tasks');
        },
      },
      rowActions: [
        {
          key: 'edit',
          label: 'customer.edit',
          needs: 'customer.info.save',
          isFor: (row) => row.changeable,
          run: ([row]) => row && open('edit', row.id),
        },
        {
          key: 'permissions',
          label: 'customer.permissions',
          needs: 'customer.auth.setting.url',
          isFor: isBelow,
          run: ([row]) => row && open('permissions', row.id),
        },
        {
          key: 'move',
          label: 'customer.move',
          needs: 'customer.info.updateCurrentCustomers',
          isFor: isBelow,
          run: ([row]) => row && open('move', row.id),
        },
        {
          key: 'account',
          label: 'customer.addAccount',
          needs: 'customer.user.add',
          isFor: (row) => isBelow(row) && row.account === null,
          run: ([row]) => row && open('account', row.id),
        },
        {
          key: 'password',
          label: 'customer.resetPassword',
          needs: 'customer.user.updateCustomerUserPassword',
          isFor: (row) => isBelow(row) && row.account !== null,
          run: ([row]) => row && open('password', row.id),
        },
        {
          key: 'stop',
          label: 'customer.stop',
          needs: 'customer.stop',
          danger: true,
          isFor: (row) => isBelow(row) && row.status === 'active',
          confirm: async ([row]) => {
            const below = row === undefined ? 0 : await countBelow(row.id);
            const devices = row?.totalCount ?? 0;
            return {
              title: t('customer.stopTitle', { name: row?.customerName }),
              lines: [
                ...(below > 0 ? [t('customer.stopTakes', { count: below })] : []),
                t('customer.stopSessions'),
                ...(devices > 0 ? [t('customer.stopRecords', { count: devices })] : []),
              ],
              ok: t('customer.stop'),
              danger: true,
            };
          },
          run: async ([row]) => row && call('customer.stop', { customerId: row.id }),
          done: 'customer.stoppedDone',
        },
        {
          key: 'resume',
          label: 'customer.resume',
          needs: 'customer.resume',
          isFor: (row) => isBelow(row) && row.status === 'stopped',
          run: async ([row]) => row && call('customer.resume', { customerId: row.id }),
          done: 'customer.resumedDone',
        },
        {
          key: 'delete',
          label: 'customer.delete',
          needs: 'customer.del',
          danger: true,
          isFor: isBelow,
          confirm: async ([row]) => {
            const below = row === undefined ? 0 : await countBelow(row.id);
            const devices = row?.totalCount ?? 0;
            return {
              title: t(devices > 0 ? 'customer.deleteBlocked' : 'customer.deleteTitle', { name: row?.customerName }),
              lines:
                devices > 0
                  ? [t('customer.deleteDevices', { count: devices })]
                  : [
                      ...(below > 0 ? [t('customer.deleteTakes', { count: below })] : []),
                      t('customer.deleteUsers'),
                      t('customer.deleteBack'),
                    ],
              ok: t('customer.delete'),
              danger: true,
              isBlocked: devices > 0,
            };
          },
          run: async ([row]) => row && call('customer.del', { customerId: row.id }),
          done: 'customer.deletedDone',
        },
      ],
      empty: { text: 'customer.none', action: 'add' },
    };
  }, [t, open, message, mayDetails, user.customerId]);

  return (
    <ListPage definition={definition} title={t('routes.customer.title')} beside={beside}>
      <CustomerPanels control={control} />
    </ListPage>
  );
};
