import { PlusOutlined } from '@ant-design/icons';
import type { DeviceRow } from '@sightline/contract';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { App } from 'antd';
import { call } from '../../api/client.ts';
import { useMay, useSession } from '../../session/session.ts';
import type { ListAction, ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { useDetail } from './detail/detail-url.ts';
import { DataExportDialog } from './data-export-dialog.tsx';
import { DevicePanels } from './device-panels.tsx';
import { exportColumns } from './export-columns.ts';
import { MoveDevices } from './move-devices.tsx';
import { hasLabels, LabelDevices, UnlabelDevices } from './label-devices.tsx';
import { SheetDialog } from './sheet-dialog.tsx';

/** The register of devices with the tree of their customers at the start edge. */
export const DeviceListPage = ({ beside }: { beside: ReactNode }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useSession();
  const control = usePanel();
  const { open } = control;
  const { open: openDetail } = useDetail();
  const mayDetails = useMay('3000:details');
  // Selections are not in the address: they would not fit.
  const [many, setMany] = useState<{
    readonly kind: 'move' | 'labels' | 'unlabel' | 'change' | 'data';
    readonly rows: readonly DeviceRow[];
  } | null>(null);
  const deviceIds = useMemo(() => many?.rows.map((row) => row.id) ?? [], [many]);
  const stopMany = (): void => setMany(null);

  const definition = useMemo((): ListDefinition<'device.page'> => {
    const moveAndLabels: readonly ListAction<DeviceRow>[] = [
      { key: 'move', label: 'device.move', needs: 'device.move', forDealers: true, run: (rows) => setMany({ kind: 'move', rows }) },
      {
        key: 'labels',
        label: 'device.addLabels',
        permission: '3000:tags',
        needs: 'label.bind',
        run: (rows) => setMany({ kind: 'labels', rows }),
      },
      {
        key: 'unlabel',
        label: 'device.removeLabels',
        permission: '3000:tags',
        needs: 'label.unbind',
        isFor: hasLabels,
        run: (rows) => setMany({ kind: 'unlabel', rows }),
      },
    ];
    const data: ListAction<DeviceRow> = {
      key: 'data',
      label: 'device.dataExport',
      needs: 'device.data.mileage',
      run: (rows) => setMany({ kind: 'data', rows }),
    };
    const remove: ListAction<DeviceRow> = {
      key: 'delete',
      label: 'device.delete',
      needs: 'device.delete',
      danger: true,
      confirm: (rows) => ({
        title: rows.length === 1 ? t('device.deleteTitle', { name: rows[0]?.deviceName }) : t('device.deleteMany', { count: rows.length }),
        lines: [t('device.deleteTakes'), t('device.deleteShares'), t('device.deleteBack')],
        ok: t('device.delete'),
        danger: true,
      }),
      run: async (rows) => call('device.delete', { deviceIds: rows.map((row) => row.id).join(',') }),
      done: 'device.deletedDone',
    };
    return {
      id: 'device',
      operation: 'device.page',
      format: 'device_column',
      rowKey: (row) => row.id,
      rowName: (row) => row.deviceName,
      treeFilter: 'customerId',
      columns: [
        { key: 'deviceName', title: 'device.name', isName: true, width: 180, sortBy: 'deviceName' },
        { key: 'deviceId', title: 'device.id', width: 150, sortBy: 'id', value: (row) => row.id },
        { key: 'deviceType', title: 'device.type', width: 150, sortBy: 'deviceType', value: (row) => row.deviceTypeName },
        { key: 'customerName', title: 'device.customer', width: 180, sortBy: 'customerName' },
        { key: 'labelNames', title: 'device.labels', type: 'tags', width: 170 },
        { key: 'plate', title: 'device.plate', width: 120 },
        { key: 'sim', title: 'device.sim', width: 140 },
        { key: 'iccid', title: 'device.iccid', width: 190, isHiddenAtFirst: true },
        { key: 'camCount', title: 'device.cameras', type: 'number', width: 90 },
        { key: 'timezone', title: 'device.timezone', width: 120, isHiddenAtFirst: true },
        { key: 'activeTime', title: 'device.activated', type: 'time', sortBy: 'activeTime' },
        { key: 'expirationTime', title: 'device.expires', type: 'time', sortBy: 'expirationTime' },
        { key: 'createTime', title: 'device.createTime', type: 'time', sortBy: 'createTime' },
      ],
      filters: [
        { type: 'text', fields: ['deviceIdOrName'], label: 'device.search' },
        { type: 'select', fields: ['deviceTypes'], label: 'device.type', options: 'deviceTypes', multiple: true },
        { type: 'select', fields: ['labelIds'], label: 'device.labels', options: 'labels', multiple: true },
        {
          type: 'select',
          fields: ['status'],
          label: 'device.connection',
          options: [
            { value: 1, label: 'device.online' },
            { value: 0, label: 'device.offline' },
            { value: -1, label: 'device.neverHeard' },
          ],
        },
        {
          type: 'select',
          fields: ['deviceBasicType'],
          label: 'device.kind',
          options: [
            { value: 1, label: 'device.kindTracker' },
            { value: 2, label: 'device.kindCamera' },
          ],
        },
        {
          type: 'select',
          fields: ['deviceStatus'],
          label: 'device.service',
          options: [
            { value: '1', label: 'device.inService' },
            { value: '2', label: 'device.expired' },
          ],
        },
        {
          type: 'select',
          fields: ['bindLicense'],
          label: 'device.license',
          options: [
            { value: 1, label: 'device.withLicense' },
            { value: 0, label: 'device.withoutLicense' },
          ],
        },
        {
          type: 'select',
          fields: ['subsumption'],
          label: 'device.depth',
          value: 1,
          options: [
            { value: 1, label: 'device.depthAll' },
            { value: 0, label: 'device.depthOwn' },
          ],
        },
        { type: 'dateRange', fields: ['activeTimeStart', 'activeTimeEnd'], label: 'device.activated' },
      ],
      pageActions: [
        { key: 'tasks', label: 'device.tasks', inMenu: true, run: () => open('tasks') },
        { key: 'change', label: 'device.changeBySheet', needs: 'device.batch.batchUpdate', inMenu: true, run: () => open('change') },
        { key: 'tags', label: 'device.tagManager', needs: 'label.add', inMenu: true, run: () => open('tags') },
        { key: 'models', label: 'device.modelNames', needs: 'device.types.nickname.save', inMenu: true, run: () => open('models') },
        { key: 'import', label: 'device.import', needs: 'device.import', run: () => open('import') },
        { key: 'addMany', label: 'device.addMany', needs: 'device.add.batch', run: () => open('addMany') },
        {
          key: 'add',
          label: 'device.add',
          icon: <PlusOutlined aria-hidden />,
          needs: 'device.add',
          isPrimary: true,
          run: () => open('add'),
        },
      ],
      onOpen: mayDetails ? (row) => openDetail(row.id) : undefined,
      exports: {
        needs: 'report.export.device',
        run: async ({ pageIndex: _index, pageSize: _size, orderBy: _by, orderDirection: _direction, ...filters }, keys) => {
          await call('report.export.device', { ...filters, columns: exportColumns(keys).join(',') });
          message.success(t('device.exportStarted'));
          open('tasks');
        },
      },
      rowActions: [
        { key: 'edit', label: 'device.edit', needs: 'device.save', run: ([row]) => row && open('edit', row.id) },
        ...moveAndLabels,
        data,
        remove,
      ],
      bulkActions: [
        ...moveAndLabels,
        {
          key: 'change',
          label: 'device.changeBySheet',
          needs: 'device.batch.batchUpdate',
          run: (rows) => setMany({ kind: 'change', rows }),
        },
        data,
        remove,
      ],
      empty: { text: 'device.none', action: 'add' },
    };
  }, [t, open, openDetail, mayDetails, message]);

  return (
    <ListPage definition={definition} title={t('routes.device.title')} beside={beside}>
      <DevicePanels control={control} />
      {many?.kind === 'move' && <MoveDevices deviceIds={deviceIds} onDone={stopMany} onClose={stopMany} />}
      {many?.kind === 'change' && (
        <SheetDialog
          kind="change"
          customerId={user.customerId}
          deviceIds={deviceIds}
          onStarted={() => {
            stopMany();
            open('tasks');
          }}
          onClose={stopMany}
        />
      )}
      {many?.kind === 'data' && (
        <DataExportDialog
          deviceIds={deviceIds}
          onStarted={() => {
            stopMany();
            open('tasks');
          }}
          onClose={stopMany}
        />
      )}
      {many?.kind === 'labels' && <LabelDevices devices={many.rows} onClose={stopMany} />}
      {many?.kind === 'unlabel' && <UnlabelDevices devices={many.rows} onClose={stopMany} />}
    </ListPage>
  );
};
