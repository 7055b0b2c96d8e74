import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';

/** Customers that were thrown away: to bring back with all that went with them, or to delete for good. */
export const RecycledCustomersPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const definition = useMemo(
    (): ListDefinition<'customer.recycle.page'> => ({
      id: 'customer.recycle',
      operation: 'customer.recycle.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.customerName,
      columns: [
        { key: 'customerName', title: 'customer.name', isName: true, width: 240 },
        { key: 'parentName', title: 'customer.parent', width: 200 },
        { key: 'customerCount', title: 'customer.withCustomers', type: 'number', width: 140 },
        { key: 'userCount', title: 'customer.withUsers', type: 'number', width: 120 },
        { key: 'recycleTime', title: 'customer.recycleTime', type: 'time' },
        { key: 'createTime', title: 'customer.createTime', type: 'time' },
      ],
      filters: [{ type: 'text', fields: ['customerName'], label: 'customer.name', placeholder: 'customer.searchName' }],
      rowActions: [
        {
          key: 'restore',
          label: 'customer.restore',
          needs: 'customer.rest',
          confirm: ([row]) => ({
            title: t('customer.restoreTitle', { name: row?.customerName }),
            lines: [t('customer.restoreTakes', { customers: row?.customerCount, users: row?.userCount })],
            ok: t('customer.restore'),
          }),
          run: async ([row]) => row && call('customer.rest', { customerId: row.id }),
          done: 'customer.restored',
        },
        {
          key: 'forGood',
          label: 'customer.deleteForGood',
          needs: 'customer.recycle.delete',
          danger: true,
          confirm: ([row]) => ({
            title: t('customer.forGoodTitle', { name: row?.customerName }),
            lines: [t('customer.forGoodTakes', { customers: row?.customerCount, users: row?.userCount }), t('customer.forGoodFinal')],
            ok: t('customer.deleteForGood'),
            danger: true,
            mustType: row?.customerName,
          }),
          run: async ([row]) => row && call('customer.recycle.delete', { customerId: row.id }),
          done: 'customer.deletedForGood',
        },
      ],
      empty: { text: 'customer.binEmpty' },
    }),
    [t],
  );
  return <ListPage definition={definition} title={t('customer.binTitle')} beside={beside} />;
};
