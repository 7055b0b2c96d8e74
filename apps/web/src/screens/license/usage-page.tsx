import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { useSession } from '../../session/session.ts';
import { usePanel } from '../../ui/use-panel.ts';
import { LicensePanels } from './license-panels.tsx';
import type { TabProps } from './tab-props.ts';

const DAYS = [7, 30, 60, 90] as const;

/** Stock and use: a customer by itself, then each of its sub-customers with everything below. */
export const UsagePage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  const control = usePanel();
  const { open } = control;
  const definition = useMemo(
    (): ListDefinition<'license.usage.page'> => ({
      id: 'license.usage',
      operation: 'license.usage.page',
      rowKey: (row) => row.customerId,
      rowName: (row) => row.customerName,
      treeFilter: 'customerId',
      columns: [
        {
          key: 'customerName',
          title: 'license.customer',
          isName: true,
          width: 260,
          value: (row) => (row.own ? t('license.byItself', { name: row.customerName }) : row.customerName),
        },
        { key: 'stock', title: 'license.status.new', type: 'number', width: 80 },
        { key: 'bound', title: 'license.status.bound', type: 'number', width: 80 },
        { key: 'expiring', title: 'license.endingSoon', type: 'number', width: 80 },
        { key: 'expired', title: 'license.status.expired', type: 'number', width: 80 },
        { key: 'opened', title: 'license.status.opened', type: 'number', width: 80 },
        { key: 'locked', title: 'license.status.locked', type: 'number', width: 80 },
        { key: 'spent', title: 'license.status.spent', type: 'number', width: 80 },
        { key: 'total', title: 'license.total', type: 'number', width: 80 },
      ],
      filters: [
        { type: 'select', fields: ['typeCode'], label: 'license.type', options: 'licenseTypes' },
        {
          type: 'select',
          fields: ['expiringDays'],
          label: 'license.endingWithin',
          options: DAYS.map((value) => ({ value, label: `license.withinDays.${value}` })),
        },
      ],
      onOpen: (row) =>
        void navigate(row.own || row.leaf ? `?tab=licences&customerId=${row.customerId}` : `?tab=usage&customerId=${row.customerId}`),
      rowActions: [
        {
          key: 'sell',
          label: 'license.sell',
          needs: 'license.sell',
          forDealers: true,
          isFor: (row) => row.customerId !== user.customerId,
          run: ([row]) => row && open('sellTo', row.customerId),
        },
        {
          key: 'takeBack',
          label: 'license.takeBack',
          needs: 'license.takeBack',
          forDealers: true,
          danger: true,
          isFor: (row) => row.customerId !== user.customerId && row.stock > 0,
          run: ([row]) => row && open('takeBack', row.customerId),
        },
        {
          key: 'licences',
          label: 'license.showLicences',
          needs: 'license.page',
          run: ([row]) => row && void navigate(`?tab=licences&customerId=${row.customerId}`),
        },
      ],
      pageActions: [
        { key: 'sell', label: 'license.sell', needs: 'license.sell', forDealers: true, isPrimary: true, run: () => open('sell') },
      ],
      empty: { text: 'license.none' },
    }),
    [t, user.customerId, navigate, open],
  );
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      <LicensePanels control={control} />
    </ListPage>
  );
};
