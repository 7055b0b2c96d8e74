import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatInstant } from '../../time/zone.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { deviceActions, useDeviceWork } from './device-work.tsx';
import { DaysMark } from './license-marks.tsx';
import { LicensePanels } from './license-panels.tsx';
import type { TabProps } from './tab-props.ts';

const DAYS = [0, 7, 30, 60, 90, 365] as const;

/** Devices whose licence ends soon or has ended, the first first. */
export const ExpiringPage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  const control = usePanel();
  const [workDialog, startWork] = useDeviceWork();
  const definition = useMemo((): ListDefinition<'license.notice.page'> => {
    const { renew, transfer, unbind } = deviceActions(t, format, startWork);
    return {
      id: 'license.notice',
      operation: 'license.notice.page',
      rowKey: (row) => row.licenseId,
      rowName: (row) => row.deviceName,
      treeFilter: 'customerId',
      columns: [
        { key: 'deviceName', title: 'license.device', isName: true, width: 200 },
        { key: 'daysLeft', title: 'license.left', width: 130, render: (row) => <DaysMark days={row.daysLeft} /> },
        { key: 'expirationTime', title: 'license.expires', type: 'time' },
        { key: 'customerName', title: 'license.customer', width: 170 },
        { key: 'typeName', title: 'license.type', width: 120 },
        { key: 'lockTime', title: 'license.lockTime', type: 'time' },
        { key: 'locked', title: 'license.deviceLocked', width: 120, value: (row) => t(row.locked ? 'license.yes' : 'license.no') },
        { key: 'deviceId', title: 'license.deviceId', width: 160, isHiddenAtFirst: true },
        { key: 'code', title: 'license.code', width: 190, isHiddenAtFirst: true },
      ],
      filters: [
        {
          type: 'select',
          fields: ['days'],
          label: 'license.within',
          options: DAYS.map((value) => ({ value, label: `license.withinDays.${value}` })),
        },
      ],
      rowActions: [renew, transfer, unbind],
      bulkActions: [renew],
      empty: { text: 'license.noneExpiring' },
    };
  }, [t, format, startWork]);
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      <LicensePanels control={control} />
      {workDialog}
    </ListPage>
  );
};
