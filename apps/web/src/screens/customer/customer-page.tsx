import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../session/session.ts';
import { BinSwitch } from '../../ui/list-page/bin-switch.tsx';
import { CustomerListPage } from './customer-list-page.tsx';
import { RecycledCustomersPage } from './recycled-customers-page.tsx';

/** Customers of the scope, and those in the recycle bin. */
export const Page = () => {
  const { t } = useTranslation();
  const mayRecycle = useMay('1000:recycleBin');
  const [query] = useSearchParams();
  const isBin = mayRecycle && query.get('view') === 'bin';
  const views = mayRecycle && <BinSwitch listName={t('routes.customer.title')} isBin={isBin} />;
  return isBin ? <RecycledCustomersPage beside={views} /> : <CustomerListPage beside={views} />;
};
