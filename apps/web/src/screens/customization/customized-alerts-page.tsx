import { isDealer } from '@sightline/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { usePanel } from '../../ui/use-panel.ts';
import { useUnits } from '../../units/user-units.ts';
import { alertList } from './alert-list.tsx';
import { AlertPanels } from './alert-panels.tsx';

/** Alarm kinds of the company's own. */
export const Page = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const units = useUnits();
  const narrow = useNarrow();
  const control = usePanel();
  const { open } = control;
  const dealer = isDealer(user);
  const definition = useMemo(() => alertList({ t, units, narrow, dealer, open }), [t, units, narrow, dealer, open]);
  return (
    <ListPage definition={definition} title={t('routes.customizedAlerts.title')} intro={t('customization.notYet')}>
      <AlertPanels control={control} />
    </ListPage>
  );
};
