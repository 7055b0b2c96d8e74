import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../session/session.ts';

export const LICENSE_TABS = ['stock', 'licences', 'expiring', 'sales', 'usage', 'batches'] as const;
export type LicenseTab = (typeof LICENSE_TABS)[number];

const SEE = '3000:licenseBinding';
const SELL = '3000:sellDevices';
/** User type of the platform's owner. */
const OWNER = '1';

/** Whether the person makes licences: kinds, batches and what follows when one ends. */
export const useIsPlatformOwner = (): boolean => useSession().user.userType === OWNER;

/** The tabs that the person may open, in their order. */
export const useLicenseTabs = (): readonly LicenseTab[] => {
  const { permissionIds } = useSession();
  const isOwner = useIsPlatformOwner();
  return LICENSE_TABS.filter((tab) => permissionIds.has(tab === 'sales' ? SELL : SEE) && (tab !== 'batches' || isOwner));
};

/** Between the lists of the page; each begins with an address of its own. */
export const LicenseTabs = ({ tabs, tab }: { tabs: readonly LicenseTab[]; tab: LicenseTab }) => {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  return (
    <Segmented<LicenseTab>
      aria-label={t('ui.list.view')}
      value={tab}
      options={tabs.map((value) => ({ value, label: t(`license.tab.${value}`) }))}
      onChange={(next) => setQuery({ tab: next })}
    />
  );
};
