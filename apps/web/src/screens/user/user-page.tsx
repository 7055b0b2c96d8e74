import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../session/session.ts';
import { BinSwitch } from '../../ui/list-page/bin-switch.tsx';
import { UserListPage } from './user-list-page.tsx';
import { RecycledUsersPage } from './recycled-users-page.tsx';

/** Users of the scope, and those in the recycle bin. */
export const Page = () => {
  const { t } = useTranslation();
  const mayRecycle = useMay('2000:recycleBin');
  const [query] = useSearchParams();
  const isBin = mayRecycle && query.get('view') === 'bin';
  const views = mayRecycle && <BinSwitch listName={t('routes.user.title')} isBin={isBin} />;
  return isBin ? <RecycledUsersPage beside={views} /> : <UserListPage beside={views} />;
};
