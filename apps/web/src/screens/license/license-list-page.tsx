import type { LicenseRow } from '@sightline/contract';
import { LICENSE_STATUSES } from '@sightline/domain';
import { App } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../session/session.ts';
import { useFormatInstant } from '../../time/zone.ts';
import type { ListDefinition, SearchField, InputName } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { deviceActions, useDeviceWork } from './device-work.tsx';
import { LicenseStatusMark } from './license-marks.tsx';
import { LicensePanels, SellDialog, TakeBackDialog } from './license-panels.tsx';
import { collectLicenses, saveLicenses } from './license-text.ts';
import type { TabProps } from './tab-props.ts';

/** Most rows of a file that the browser puts together. */
const EXPORT_LIMIT = 10_000;

type Handing = { readonly kind: 'sell' | 'takeBack'; readonly rows: readonly LicenseRow[] };

/** Links from a record or a batch narrow the list to it; the field is there to take that away again. */
const linkFilter = (query: URLSearchParams, name: 'saleId' | 'batchId'): readonly SearchField<InputName<'license.page'>>[] => {
  const value = query.get(name);
  const label = name === 'saleId' ? 'license.ofRecord' : 'license.ofBatch';
  return value === null || !/^\d{1,18}$/.test(value) ? [] : [{ type: 'select', fields: [name], label, options: [{ value, label }] }];
};

/** Every licence of the own customer and below. */
export const LicenseListPage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useSession();
  const format = useFormatInstant();
  const [query] = useSearchParams();
  const control = usePanel();
  const { open } = control;
  const [workDialog, startWork] = useDeviceWork();
  const [handing, setHanding] = useState<Handing | null>(null);
  const [saleId, batchId] = [query.get('saleId'), query.get('batchId')];

  const definition = useMemo((): ListDefinition<'license.page'> => {
    const isOwn = (row: LicenseRow): boolean => row.customerId === user.customerId;
    const { renew, transfer, unbind } = deviceActions(t, format, startWork);
    const links = new URLSearchParams({ ...(saleId === null ? {} : { saleId }), ...(batchId === null ? {} : { batchId }) });
    return {
      id: 'license',
      operation: 'license.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.code,
      treeFilter: 'customerId',
      columns: [
        { key: 'code', title: 'license.code', isName: true, width: 170 },
        { key: 'typeName', title: 'license.type', width: 120 },
        { key: 'status', title: 'license.state', width: 100, render: (row) => <LicenseStatusMark status={row.status} /> },
        { key: 'customerName', title: 'license.customer', width: 170 },
        { key: 'deviceName', title: 'license.device', width: 150, value: (row) => row.deviceName ?? row.deviceId },
        { key: 'deviceId', title: 'license.deviceId', width: 160, isHiddenAtFirst: true },
        { key: 'expirationTime', title: 'license.expires', type: 'time' },
        { key: 'bindTime', title: 'license.bindTime', type: 'time' },
        {
          key: 'deviceLocked',
          title: 'license.deviceLocked',
          width: 140,
          isHiddenAtFirst: true,
          value: (row) => t(row.deviceLocked ? 'license.yes' : 'license.no'),
        },
        { key: 'createTime', title: 'license.createTime', type: 'time', isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['code'], label: 'license.code' },
        { type: 'text', fields: ['deviceIdOrName'], label: 'license.deviceSearch' },
        { type: 'select', fields: ['typeCode'], label: 'license.type', options: 'licenseTypes' },
        {
          type: 'select',
          fields: ['status'],
          label: 'license.state',
          multiple: true,
          options: LICENSE_STATUSES.map((value) => ({ value, label: `license.status.${value}` })),
        },
        {
          type: 'select',
          fields: ['subsumption'],
          label: 'license.depth',
          value: 1,
          options: [
            { value: 1, label: 'license.depthAll' },
            { value: 0, label: 'license.depthOwn' },
          ],
        },
        ...linkFilter(links, 'saleId'),
        ...linkFilter(links, 'batchId'),
      ],
      rowActions: [
        renew,
        unbind,
        transfer,
        {
          key: 'bind',
          label: 'license.bind',
          needs: 'license.bind.devices',
          isFor: (row) => isOwn(row) && (row.status === 'new' || row.status === 'opened'),
          run: ([license]) => license && startWork({ kind: 'bindCode', license }),
        },
        {
          key: 'sell',
          label: 'license.sell',
          needs: 'license.sell',
          forDealers: true,
          isFor: (row) => isOwn(row) && row.status === 'new',
          run: (rows) => setHanding({ kind: 'sell', rows }),
        },
        {
          key: 'takeBack',
          label: 'license.takeBack',
          needs: 'license.takeBack',
          forDealers: true,
          danger: true,
          isFor: (row) => !isOwn(row) && row.status === 'new',
          run: (rows) => setHanding({ kind: 'takeBack', rows }),
        },
      ],
      bulkActions: [
        renew,
        unbind,
        {
          key: 'sell',
          label: 'license.sell',
          needs: 'license.sell',
          forDealers: true,
          isFor: (row) => isOwn(row) && row.status === 'new',
          run: (rows) => setHanding({ kind: 'sell', rows }),
        },
      ],
      exports: {
        run: async (input) => {
          const { rows, total } = await collectLicenses(input, EXPORT_LIMIT);
          saveLicenses(rows);
          if (rows.length < total) message.warning(t('license.exportCut', { count: rows.length }));
        },
      },
      pageActions: [
        { key: 'redeem', label: 'license.redeem', needs: 'license.redeem', run: () => open('redeem') },
        { key: 'bind', label: 'license.bind', needs: 'license.bind.devices', isPrimary: true, run: () => open('bind') },
      ],
      empty: { text: 'license.none' },
    };
  }, [t, format, user.customerId, open, startWork, message, saleId, batchId]);

  const closeHanding = (): void => setHanding(null);
  const [first] = handing?.rows ?? [];
  const licenseIds = useMemo(() => handing?.rows.map((row) => row.id), [handing]);
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      <LicensePanels control={control} />
      {workDialog}
      {handing?.kind === 'sell' && <SellDialog licenseIds={licenseIds} onClose={closeHanding} />}
      {handing?.kind === 'takeBack' && first !== undefined && (
        <TakeBackDialog customerId={first.customerId} licenseIds={licenseIds} onClose={closeHanding} />
      )}
    </ListPage>
  );
};
