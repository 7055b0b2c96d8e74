import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';

/** Users that were thrown away: to bring back, or to delete for good. */
export const RecycledUsersPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const definition = useMemo(
    (): ListDefinition<'user.recycle.page'> => ({
      id: 'user.recycle',
      operation: 'user.recycle.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.account,
      columns: [
        { key: 'account', title: 'user.account', isName: true, width: 220 },
        { key: 'userName', title: 'user.name', width: 180 },
        { key: 'customerName', title: 'user.customer', width: 200 },
        { key: 'recycleTime', title: 'user.recycleTime', type: 'time' },
        { key: 'createTime', title: 'user.createTime', type: 'time' },
      ],
      filters: [{ type: 'text', fields: ['userNoOrName'], label: 'user.search' }],
      rowActions: [
        {
          key: 'restore',
          label: 'user.restore',
          needs: 'user.rest',
          confirm: ([row]) => ({
            title: t('user.restoreTitle', { name: row?.account }),
            lines: [t('user.restoreTakes')],
            ok: t('user.restore'),
          }),
          run: async ([row]) => row && call('user.rest', { userId: row.id }),
          done: 'user.restored',
        },
        {
          key: 'forGood',
          label: 'user.deleteForGood',
          needs: 'user.recycle.delete',
          danger: true,
          confirm: ([row]) => ({
            title: t('user.forGoodTitle', { name: row?.account }),
            lines: [t('user.forGoodTakes')],
            ok: t('user.deleteForGood'),
            danger: true,
            mustType: row?.account,
          }),
          run: async ([row]) => row && call('user.recycle.delete', { userId: row.id }),
          done: 'user.deletedForGood',
        },
      ],
      empty: { text: 'user.binEmpty' },
    }),
    [t],
  );
  return <ListPage definition={definition} title={t('user.binTitle')} beside={beside} />;
};
