import type { LicenseSale } from '@sightline/contract';
import { LICENSE_MOVEMENTS } from '@sightline/domain';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../session/session.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { useUnits, type UserUnits } from '../../units/user-units.ts';
import { LicensePanels, TakeBackDialog } from './license-panels.tsx';
import type { TabProps } from './tab-props.ts';

/** The price of a record in its own currency, written as the person writes numbers; null when none is known. */
const priceText = ({ money }: UserUnits, { unitPrice, currency }: LicenseSale): string | null =>
  unitPrice === null || currency === null ? null : money(unitPrice, currency);

/** Who passed what to whom. */
export const SalesPage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const { user } = useSession();
  const navigate = useNavigate();
  const control = usePanel();
  const { open } = control;
  const [returning, setReturning] = useState<LicenseSale | null>(null);
  const definition = useMemo(
    (): ListDefinition<'license.sale.page'> => ({
      id: 'license.sale',
      operation: 'license.sale.page',
      rowKey: (row) => row.id,
      rowName: (row) => t('license.recordName', { type: row.typeName, count: row.count, to: row.toCustomerName ?? '–' }),
      columns: [
        { key: 'createTime', title: 'license.when', type: 'time', isName: true },
        { key: 'kind', title: 'license.movement', width: 130, value: (row) => t(`license.movements.${row.kind}`) },
        { key: 'typeName', title: 'license.type', width: 150 },
        { key: 'count', title: 'license.count', type: 'number', width: 90 },
        { key: 'fromCustomerName', title: 'license.from', width: 180 },
        { key: 'toCustomerName', title: 'license.to', width: 180 },
        { key: 'unitPrice', title: 'license.unitPrice', type: 'number', width: 130, value: (row) => priceText(units, row) },
        { key: 'createdBy', title: 'license.by', width: 150 },
        { key: 'remark', title: 'license.remark', width: 200 },
      ],
      filters: [
        {
          type: 'select',
          fields: ['kind'],
          label: 'license.movement',
          options: LICENSE_MOVEMENTS.map((value) => ({ value, label: `license.movements.${value}` })),
        },
        { type: 'select', fields: ['typeCode'], label: 'license.type', options: 'licenseTypes' },
        { type: 'customer', fields: ['customerId'], label: 'license.giverOrReceiver' },
        { type: 'dateRange', fields: ['start', 'end'], label: 'license.when' },
      ],
      onOpen: (row) => void navigate(`?tab=licences&saleId=${row.id}`),
      rowActions: [
        {
          key: 'licences',
          label: 'license.showLicences',
          needs: 'license.page',
          run: ([row]) => row && void navigate(`?tab=licences&saleId=${row.id}`),
        },
        {
          key: 'takeBack',
          label: 'license.takeBack',
          needs: 'license.takeBack',
          forDealers: true,
          danger: true,
          isFor: (row) => row.kind === 'sale' && row.fromCustomerId === user.customerId && row.toCustomerId !== null,
          run: ([row]) => setReturning(row ?? null),
        },
      ],
      pageActions: [
        { key: 'sell', label: 'license.sell', needs: 'license.sell', forDealers: true, isPrimary: true, run: () => open('sell') },
      ],
      empty: { text: 'license.noneSold', action: 'sell' },
    }),
    [t, units, user.customerId, navigate, open],
  );
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      <LicensePanels control={control} />
      {returning?.toCustomerId && (
        <TakeBackDialog
          customerId={returning.toCustomerId}
          typeCode={returning.typeCode}
          count={returning.count}
          onClose={() => setReturning(null)}
        />
      )}
    </ListPage>
  );
};
