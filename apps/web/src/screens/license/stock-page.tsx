import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import type { LicenseStock } from '@sightline/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { isShownTo, type Guarded } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import type { ListAction, ListColumn, PageAction } from '../../ui/list-page/list-definition.ts';
import list from '../../ui/list-page/list-page.module.css';
import { useListPreferences } from '../../ui/list-page/list-preferences.ts';
import { ListTable } from '../../ui/list-page/list-table.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { LicensePanels } from './license-panels.tsx';
import { useIsPlatformOwner } from './license-tabs.tsx';
import { featureText, kindText, validityText } from './license-text.ts';
import css from './license.module.css';
import type { TabProps } from './tab-props.ts';

const yesNo = (is: boolean): string => (is ? 'license.yes' : 'license.no');

/** What can be handed on or bound, kind by kind; not a page of a list, since there are few kinds. */
export const StockPage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const session = useSession();
  const isOwner = useIsPlatformOwner();
  const density = useListPreferences((preferences) => preferences.density);
  const control = usePanel();
  const { open } = control;
  const stock = useCall('license.list.code', { codeLimit: 0 });
  const may = (action: Guarded): boolean => isShownTo(session, action);

  const columns = useMemo(
    (): readonly ListColumn<LicenseStock>[] => [
      { key: 'typeName', title: 'license.type', isName: true, width: 200 },
      { key: 'count', title: 'license.available', type: 'number', width: 110 },
      { key: 'validity', title: 'license.validity', width: 110, value: validityText },
      { key: 'features', title: 'license.features', width: 190, value: featureText },
      { key: 'deviceKind', title: 'license.deviceKind', width: 120, value: kindText },
      { key: 'transferable', title: 'license.transferable', width: 140, value: (row) => t(yesNo(row.transferable)) },
      { key: 'unbindable', title: 'license.unbindable', width: 140, value: (row) => t(yesNo(row.unbindable)) },
      { key: 'typeCode', title: 'license.typeCode', width: 140 },
    ],
    [t],
  );
  const actions: readonly ListAction<LicenseStock>[] = [
    {
      key: 'sell',
      label: 'license.sell',
      needs: 'license.sell',
      forDealers: true,
      isFor: (row: LicenseStock) => row.count > 0,
      run: ([row]: readonly LicenseStock[]) => row && open('sell', row.typeCode),
    },
    {
      key: 'bind',
      label: 'license.bind',
      needs: 'license.bind.devices' as const,
      isFor: (row: LicenseStock) => row.count > 0,
      run: ([row]: readonly LicenseStock[]) => row && open('bind', row.typeCode),
    },
    { key: 'codes', label: 'license.showCodes', run: ([row]: readonly LicenseStock[]) => row && open('codes', row.typeCode) },
    ...(isOwner
      ? [
          { key: 'batch', label: 'license.makeBatch', run: ([row]: readonly LicenseStock[]) => row && open('batch', row.typeCode) },
          { key: 'type', label: 'license.editType', run: ([row]: readonly LicenseStock[]) => row && open('type', row.typeCode) },
        ]
      : []),
  ];
  const pageActions: readonly PageAction[] = [
    ...(isOwner
      ? [
          { key: 'policy', label: 'license.policy', run: () => open('policy') },
          { key: 'type', label: 'license.addType', run: () => open('type') },
          { key: 'batch', label: 'license.makeBatch', icon: <PlusOutlined aria-hidden />, run: () => open('batch') },
        ]
      : []),
    { key: 'redeem', label: 'license.redeem', needs: 'license.redeem', run: () => open('redeem') },
    { key: 'sell', label: 'license.sell', needs: 'license.sell', forDealers: true, isPrimary: true, run: () => open('sell') },
  ];

  return (
    <div className={list.page}>
      <section className={list.main} aria-label={title}>
        <header className={list.header}>
          <h1>{title}</h1>
          {beside}
          <span className={list.grow} />
          {pageActions.filter(may).map((action) => (
            <Button key={action.key} type={action.isPrimary ? 'primary' : 'default'} icon={action.icon} onClick={action.run}>
              {t(action.label)}
            </Button>
          ))}
          <Button
            icon={<ReloadOutlined aria-hidden spin={stock.isFetching && !stock.isPending} />}
            aria-label={t('ui.list.renew')}
            onClick={() => void stock.refetch()}
          />
        </header>
        <StockSummary stock={stock.data} />
        <div className={list.body}>
          <QueryView query={stock} rows={6}>
            {(types) => (
              <ListTable<LicenseStock>
                label={t('license.tab.stock')}
                rows={types}
                columns={columns}
                rowKey={(row) => row.typeCode}
                rowName={(row) => row.typeName}
                density={density}
                sort={null}
                onSort={() => undefined}
                actions={actions.filter(may)}
                onAction={(action, rows) => action.run(rows)}
                onOpen={(row) => open('codes', row.typeCode)}
                empty={<Empty text={t('license.noTypes')} />}
              />
            )}
          </QueryView>
        </div>
      </section>
      <LicensePanels control={control} />
    </div>
  );
};

/** How many there are in all, how many end soon, and what follows then. */
const StockSummary = ({ stock }: { stock: readonly LicenseStock[] | undefined }) => {
  const { t } = useTranslation();
  const policy = useCall('license.policy.info', {}).data;
  const notices = useCall('license.notice.page', { pageSize: 1 }).data;
  const total = stock?.reduce((sum, type) => sum + type.count, 0);
  return (
    <div className={css.summary}>
      <span>
        {t('license.inStock')} <strong>{total ?? '–'}</strong>
      </span>
      <Link to="?tab=expiring">
        {t('license.endSoon')} <strong>{notices?.total ?? '–'}</strong>
      </Link>
      {policy !== undefined && (
        <span className={css.policy}>
          {t('license.policyText', { notice: policy.noticeDays, grace: policy.graceDays })}
          {policy.requiredForNewDevices && ` ${t('license.policyRequired')}`}
        </span>
      )}
    </div>
  );
};
