import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import type { Crumb } from './breadcrumb.ts';

/** The root of a person's tree: the level right below the own customer, which every screen offers by itself. */
export const useTopCrumb = (): Crumb => {
  const { t } = useTranslation();
  const { user } = useSession();
  return useMemo(() => ({ id: user.customerId, name: t('ui.top') }), [user.customerId, t]);
};
