import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';

/** Devices that were thrown away: to bring back with all that was recorded, or to delete for good. */
export const RecycledDevicesPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const definition = useMemo(
    (): ListDefinition<'device.recycle.page'> => ({
      id: 'device.recycle',
      operation: 'device.recycle.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.deviceName,
      columns: [
        { key: 'deviceName', title: 'device.name', isName: true, width: 220 },
        { key: 'deviceId', title: 'device.id', width: 170 },
        { key: 'deviceTypeName', title: 'device.type', width: 150 },
        { key: 'customerName', title: 'device.customer', width: 200 },
        { key: 'recycledTime', title: 'device.recycleTime', type: 'time' },
      ],
      filters: [{ type: 'text', fields: ['deviceIdOrName'], label: 'device.search' }],
      rowActions: [
        {
          key: 'restore',
          label: 'device.restore',
          needs: 'device.recycle.restore',
          confirm: ([row]) => ({
            title: t('device.restoreTitle', { name: row?.deviceName }),
            lines: [t('device.restoreTakes')],
            ok: t('device.restore'),
          }),
          run: async ([row]) => row && call('device.recycle.restore', { ids: row.id }),
          done: 'device.restored',
        },
        {
          key: 'forGood',
          label: 'device.deleteForGood',
          needs: 'device.recycle.delete',
          danger: true,
          confirm: ([row]) => ({
            title: t('device.forGoodTitle', { name: row?.deviceName }),
            lines: [t('device.forGoodTakes')],
            ok: t('device.deleteForGood'),
            danger: true,
            mustType: row?.deviceId,
          }),
          run: async ([row]) => row && call('device.recycle.delete', { ids: row.id }),
          done: 'device.deletedForGood',
        },
      ],
      bulkActions: [
        {
          key: 'restore',
          label: 'device.restore',
          needs: 'device.recycle.restore',
          confirm: (rows) => ({
            title: t('device.restoreMany', { count: rows.length }),
            lines: [t('device.restoreTakes')],
            ok: t('device.restore'),
          }),
          run: async (rows) => call('device.recycle.restore', { ids: rows.map((row) => row.id).join(',') }),
          done: 'device.restored',
        },
      ],
      empty: { text: 'device.binEmpty' },
    }),
    [t],
  );
  return <ListPage definition={definition} title={t('device.binTitle')} beside={beside} />;
};
