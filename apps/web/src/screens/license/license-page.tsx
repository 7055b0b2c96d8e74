import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Empty } from '../../ui/view-state.tsx';
import { BatchPage } from './batch-page.tsx';
import { ExpiringPage } from './expiring-page.tsx';
import { LicenseListPage } from './license-list-page.tsx';
import { LicenseTabs, useLicenseTabs, type LicenseTab } from './license-tabs.tsx';
import { SalesPage } from './sales-page.tsx';
import { StockPage } from './stock-page.tsx';
import { UsagePage } from './usage-page.tsx';
import type { TabProps } from './tab-props.ts';

const PAGES: Readonly<Record<LicenseTab, (props: TabProps) => ReactNode>> = {
  stock: StockPage,
  licences: LicenseListPage,
  expiring: ExpiringPage,
  sales: SalesPage,
  usage: UsagePage,
  batches: BatchPage,
};

/** Licences: what is in stock, what is bound, what ends soon, and where it all went. */
export const Page = () => {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const tabs = useLicenseTabs();
  const tab = tabs.find((name) => name === query.get('tab')) ?? tabs[0];
  if (tab === undefined) {
    return (
      <>
        <h1 className="visually-hidden">{t('routes.license.title')}</h1>
        <Empty text={t('license.nothingAllowed')} />
      </>
    );
  }
  const TabPage = PAGES[tab];
  return <TabPage key={tab} title={t('routes.license.title')} beside={<LicenseTabs tabs={tabs} tab={tab} />} />;
};
